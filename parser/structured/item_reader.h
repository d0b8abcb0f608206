#pragma once

/// ItemReader: reads microdata and RDFa Lite, that is, typed items and their properties.
///
/// In:  start and end of the elements that carry one of their attributes.
/// Out: statements (parser/structured/statements.h): properties of the page's items. A nested item
///      is represented by its name, and its other properties by a dotted path ("offers.price").
///
/// An element that items refer to (itemref) is, with its content, attributed to those items only,
/// at the end of the page; nested references and chains of prefixes are not followed.
///
/// Source: https://html.spec.whatwg.org/#microdata; https://www.w3.org/TR/rdfa-lite/.

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "parser/structured/statements.h"

namespace porthole::parser {

/// The attributes of microdata and RDFa; a view without data is an absent attribute.
struct ItemAttributes {
  bool itemscope = false;
  std::string_view itemtype, itemprop, itemref, type_of, property, vocab;
  std::string_view id;  ///< Id of an element that items refer to; empty for all others.
  std::string_view content, href, src, datetime;  ///< Attributes that may hold the value.

  bool begins_item() const { return itemscope || type_of.data() != nullptr; }
  bool is_property() const { return itemprop.data() != nullptr || property.data() != nullptr; }
  bool is_referred() const { return id.data() != nullptr; }
  bool concerns_items() const {
    return begins_item() || is_property() || vocab.data() != nullptr || is_referred();
  }
};

class ItemReader {
 public:
  /// Keeps a reference to `statements`.
  explicit ItemReader(Statements& statements) : statements_(statements) {}

  /// Opens an element at `depth`; `text_begin` is the length of the page's text so far.
  void enter(std::size_t depth, std::size_t text_begin, const ItemAttributes& attributes);

  /// True if the element that began at `depth` is open.
  bool is_open(std::size_t depth) const { return !open_.empty() && open_.back().depth == depth; }
  std::size_t text_begin() const { return open_.back().text_begin; }

  /// Closes the element; `text` is its content. Requires: is_open().
  void leave(std::string_view text);

  /// Ends the page.
  void finish();

 private:
  /// The item that properties belong to.
  struct Owner {
    std::string path{};      ///< Prefix of its properties.
    bool is_value = false;   ///< An item that is itself a property value: its `name` is the value.
    std::string referred{};  ///< The itemref element whose owners are not known yet; "" if none.
  };

  struct Open {
    std::size_t depth = 0;
    std::size_t text_begin = 0;
    bool is_owner = false;   ///< An item, or an element that items refer to.
    Owner owner{};           ///< The owner if is_owner.
    std::string name{};      ///< The property whose value is the text; "" if none.
    std::string referred{};  ///< The itemref element that delays it; "" if none.
    std::string value{};     ///< The value from an attribute, "" if it is the text.
    std::string href{};      ///< The value if there is no text.
    std::string vocab{};
  };

  struct Delayed {
    std::string name, value;
  };

  struct Reference {
    Owner owner;
    std::string ids;  ///< Separated by spaces.
  };

  const Owner* owner() const;
  static std::string name_of(const Owner& owner, std::string_view names);
  void begin_item(const ItemAttributes& attributes, const std::string& name, Open& open);

  Statements& statements_;
  std::vector<Open> open_;
  std::map<std::string, std::vector<Delayed>, std::less<>>
      referred_;             ///< By the id of the element.
  std::size_t waiting_ = 0;  ///< Total number in referred_.
  std::vector<Reference> references_;
};

}  // namespace porthole::parser
