#pragma once

/// Looks ahead, in linear time, for what a tree parser must not be given.
///
/// In:  a page in UTF-8.
/// Out: how much of it, from the beginning, stays within kMaxDepth open elements and kMaxAttributes
///      attributes a tag; what stopped it; and the attributes that a tree parser need not be given.
///
/// Elements count as open until their end tag or that of an element around them; those whose end
/// tag may be left out (p, li, td, ...) and those without content do not count.
///
/// A sixth to a third of the usual page are attributes of layout (class, style, align, ...), which
/// say nothing to a Document. Those that are quoted, with neither '<' nor '>' inside, among others
/// that leave no doubt where each ends, may be passed over. All others have to be read as they are.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace porthole::parser {

/// Bytes of a page, from `begin` up to `end`.
struct Span {
  std::size_t begin = 0;
  std::size_t end = 0;
};

struct Prescan {
  std::size_t safe_bytes =
      0;                     ///< The page's size when nothing is wrong; else where the tag begins.
  std::string problem;       ///< "depth over 512", "more than 256 attributes in a tag", or "".
  std::vector<Span> unread;  ///< Attributes with the space before; in order, all before safe_bytes.
};

Prescan prescan(std::string_view html);

}  // namespace porthole::parser
