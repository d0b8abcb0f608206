#pragma once

/// Names values of facets and properties as readers know them.
///
/// Thread safety: functions without state.

#include <string>
#include <string_view>

#include "base/clock.h"

namespace porthole::search {

/// "text/html" -> "Web page", "application/pdf" -> "PDF", "DiscussionForumPosting" ->
/// "Forum thread", "JavaClass" -> "Java class". `type`: a media type, or the local name of a class
/// of the vocabulary or of schema.org. A media type without a name of its own stays as it is.
std::string type_in_words(std::string_view type);
/// True for what most results are, which need no label.
bool is_web_page(std::string_view type);

/// "anchor" -> "Text of links".
std::string annotation_kind_in_words(std::string_view kind);

/// "2026-11-22T20:26:04Z", or its beginning -> "22 November 2026"; other texts stay as they are.
std::string day_in_words(const std::string& date);

/// "A message without a full stop" begins with a capital letter.
std::string as_sentence(std::string text);

/// "className" -> "class name".
std::string in_words(std::string_view name);

}  // namespace porthole::search
