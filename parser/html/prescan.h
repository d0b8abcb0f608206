#pragma once

/// Linear-time check that a page is safe for the tree parser.
///
/// In:  a page in UTF-8.
/// Out: the length of the prefix that has at most kMaxDepth open elements and kMaxAttributes
///      attributes in a tag; the violation, if any; the spans of attributes that the tree parser
///      can skip.
///
/// An element is open until its end tag or that of an ancestor; elements with optional end tags (p,
/// li, td, ...) and empty elements do not count.
///
/// Layout attributes (align, width, data-*, ...) are irrelevant to a Document. They are reported as
/// skippable if they are quoted, contain neither '<' nor '>', and the whole tag is unambiguous.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::parser {

/// The bytes [begin, end) of a page.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Prescan {
  std::size_t safe_bytes = 0;  ///< The page's size if nothing is wrong; else the start of the tag.
  std::string problem;         ///< "depth over 512", "more than 256 attributes in a tag", or "".
  std::vector<Span> unread;    ///< Skippable attributes with the space before; sorted, all before
                               ///< safe_bytes.
};

Prescan prescan(std::string_view html);

}  // namespace porthole::parser
