#pragma once

/// The words of a source for people who search: its comments, and its names without reserved words,
/// numbers and strings, in reading order.
///
/// In:  tokens (lexer.h) and the comments made of them (comments.h).
/// Out: text, a line for each line that has a name, and for each line of a comment.
///
/// Thread safety: any thread.

#include <string>
#include <vector>

#include "plugins/formats/source/comments.h"
#include "plugins/formats/source/lexer.h"

namespace porthole::source {

std::string words_of(const std::vector<Token>& tokens, const std::vector<Comment>& comments);

}  // namespace porthole::source
