#pragma once

/// The searchable text of source code: comments, and identifiers without keywords, numbers and
/// strings, in order.
///
/// In:  tokens (lexer.h) and comments (comments.h).
/// Out: text, with a line for each source line that has a name, and for each line of a comment.
///
/// Thread safety: any thread.

#include <string>
#include <vector>

#include "plugins/formats/source/comments.h"
#include "plugins/formats/source/lexer.h"

namespace porthole::source {

std::string words_of(const std::vector<Token>& tokens, const std::vector<Comment>& comments);

}  // namespace porthole::source
