#pragma once

/// Helper functions for the annotations of links.

#include <string>
#include <string_view>

#include "base/link.h"

namespace porthole::parser {

/// The address of the largest image that a srcset attribute names.
/// Source: https://html.spec.whatwg.org/#parse-a-srcset-attribute.
std::string_view largest_source(std::string_view srcset);

/// True for a letter, a digit, or a byte of a non-ASCII character.
bool is_word_byte(char c);

/// An attribute value as an annotation: cleaned, white space collapsed, at most
/// kMaxAnnotationBytes.
std::string annotation_value(std::string_view value);

/// The quoted strings of a script: "window.status='Go'; return true" gives "Go".
std::string quoted_text(std::string_view script);

/// True if a link element's relation points to another page (alternate, next, license, ...), and
/// not to a part of the page itself (stylesheet, icon, preload).
/// Sources: HTML 4.01, 6.12; https://html.spec.whatwg.org/#linkTypes.
bool leads_somewhere(const Link& link);

/// True for the text of a heading's link to itself: one character that is not a letter or digit.
bool is_permalink_mark(std::string_view text);

}  // namespace porthole::parser
