#pragma once

/// Small decisions about what a link says of its target.

#include <string>
#include <string_view>

#include "base/link.h"

namespace porthole::parser {

/// The byte is a letter, a digit, or part of a character beyond ASCII.
bool is_word_byte(char c);

/// An attribute as an annotation: clean, folded, at most kMaxAnnotationBytes.
std::string annotation_value(std::string_view value);

/// The quoted strings of a script, as an annotation: "window.status='Go'; return true" gives "Go".
std::string quoted_text(std::string_view script);

/// A link element's relation leads a reader to another page (alternate, next, license, ...), unlike
/// the parts of the page itself (stylesheet, icon, preload).
/// Sources: HTML 4.01, 6.12; https://html.spec.whatwg.org/#linkTypes.
bool leads_somewhere(const Link& link);

/// `text` is a sign that links a heading to itself: one character that is no letter or digit.
bool is_permalink_mark(std::string_view text);

}  // namespace porthole::parser
