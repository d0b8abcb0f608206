#pragma once

/// Reads microdata and RDFa Lite: items with a type, and the elements that are their properties.
///
/// In:  the elements of a tree that carry one of their attributes, as they begin and end.
/// Out: statements (parser/structured/statements.h): properties of the page's items; an item inside of another is
///      said by its name, and its other properties behind a dot ("offers.price").
///
/// An element that items refer to (itemref), and all in it, is said of those items alone, when the page has
/// ended; items in it that refer to others are not followed, nor are chains of prefixes.
///
/// Source: https://html.spec.whatwg.org/#microdata; https://www.w3.org/TR/rdfa-lite/.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "parser/structured/statements.h"

namespace porthole::parser {

/// The attributes that matter here; a view without data is an absent attribute.
struct ItemAttributes {
  bool itemscope = false;
  std::string_view itemtype, itemprop, itemref, type_of, property, vocab;
  std::string_view id;  ///< Of an element that items refer to; no other has one here.
  std::string_view content, href, src, datetime;  ///< Where a value may stand.

  bool begins_item() const { return itemscope || type_of.data() != nullptr; }
  bool is_property() const { return itemprop.data() != nullptr || property.data() != nullptr; }
  bool is_referred() const { return id.data() != nullptr; }
  bool concerns_items() const { return begins_item() || is_property() || vocab.data() != nullptr || is_referred(); }
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

  /// The page has ended.
  void finish();

 private:
  /// What properties are said of.
  struct Owner {
    std::string path{};      ///< What they are said behind.
    bool is_value = false;   ///< An item that is a property itself: its `name` is its value.
    std::string referred{};  ///< The element that they wait in until its items are known; "" = none.
  };

  struct Open {
    std::size_t depth = 0;
    std::size_t text_begin = 0;
    bool is_owner = false;   ///< An item, or an element that items refer to.
    Owner owner{};           ///< As such.
    std::string name{};      ///< Of a property whose value is text: what it is said by. "" = it is none.
    std::string referred{};  ///< Where that waits.
    std::string value{};     ///< The attribute with the value, "" where that is the text.
    std::string href{};      ///< The value where there is no text.
    std::string vocab{};
  };

  struct Said {
    std::string name, value;
  };

  struct Reference {
    Owner owner;
    std::string ids;  ///< A space between two.
  };

  const Owner* owner() const;
  static std::string name_of(const Owner& owner, std::string_view names);
  void begin_item(const ItemAttributes& attributes, const std::string& name, Open& open);

  Statements& statements_;
  std::vector<Open> open_;
  std::map<std::string, std::vector<Said>, std::less<>> referred_;  ///< By the id of their element.
  std::size_t waiting_ = 0;                                          ///< In all of them.
  std::vector<Reference> references_;
};

}  // namespace porthole::parser
