#pragma once

/// Reads microdata and RDFa Lite: items with a type, and the elements that are their properties.
///
/// In:  the elements of a tree that carry one of their attributes, as they begin and end.
/// Out: statements (parser/statements.h): properties of the page's items; an item inside of another is
///      said by its name, and its other properties behind a dot ("offers.price").
///
/// Source: https://html.spec.whatwg.org/#microdata; https://www.w3.org/TR/rdfa-lite/. References by
/// itemref and chains of prefixes are not followed.

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "parser/statements.h"

namespace porthole::parser {

/// The attributes that matter here; a view without data is an absent attribute.
struct ItemAttributes {
  bool itemscope = false;
  std::string_view itemtype, itemprop, type_of, property, vocab;
  std::string_view content, href, src, datetime;  ///< Where a value may stand.

  bool begins_item() const { return itemscope || type_of.data() != nullptr; }
  bool is_property() const { return itemprop.data() != nullptr || property.data() != nullptr; }
  bool concerns_items() const { return begins_item() || is_property() || vocab.data() != nullptr; }
};

class ItemReader {
 public:
  /// Keeps a reference to `statements`.
  explicit ItemReader(Statements& statements) : statements_(statements) {}

  /// An element begins at `depth`, where the text of the page is `text_begin` long.
  void enter(std::size_t depth, std::size_t text_begin, const ItemAttributes& attributes);

  /// What began at `depth` and has not ended yet.
  bool is_open(std::size_t depth) const { return !open_.empty() && open_.back().depth == depth; }
  std::size_t text_begin() const { return open_.back().text_begin; }

  /// It has ended; `text` is what stood in it. Requires: is_open().
  void leave(std::string_view text);

 private:
  struct Open {
    std::size_t depth = 0;
    std::size_t text_begin = 0;
    bool is_item = false;
    bool is_value = false;   ///< A property whose value is text.
    std::string path{};      ///< Of an item: what its properties are said behind. Of a value: its name.
    std::string value{};     ///< The attribute with the value, "" where that is the text.
    std::string href{};      ///< The value where there is no text.
    std::string vocab{};
  };

  const Open* item() const;
  std::string path_of(std::string_view names) const;

  Statements& statements_;
  std::vector<Open> open_;
};

}  // namespace porthole::parser
