#pragma once

/// What an element means for reading a page, and the attributes that are read.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace porthole::parser {

/// Elements with one treatment share a kind.
enum class Kind : std::uint8_t {
  kInline,   ///< Formatting and the unknown: looked through as if it were not there.
  kBlock,    ///< Begins and ends a line (ul, li, tr, ...).
  kWrapper,  ///< A block that heads what follows when all that it holds does (div, header).
  kHeads,    ///< A block that heads what follows when it holds no link (p, th).
  kTerm,     ///< The same, and what follows speaks about its link when it holds nothing else (dt).
  kSays,     ///< A block that may speak about the link of the term before it (dd).
  kHeading,  ///< The same, and for links beside it too (h1 to h6, caption, legend, summary).
  kCell,     ///< A block that stays on its line (td).
  kBreak,    ///< An empty element that ends a line (br, hr).
  kHidden,   ///< Nothing inside is read (style, template, svg).
  kUnseen,   ///< Links inside are read, text is not (noscript).
  kRaw,      ///< script: only structured data inside is read.
  kTitle,
  kHtml,
  kMeta,
  kBase,
  kLink,
  kA,
  kArea,
  kImg,
  kFrame,
  kIframe,
  kTime,
};

/// The kind of the element `name` (ASCII, any case).
Kind element_kind(std::string_view name);

/// How an element ends, as far as that matters without a tree.
enum class Content : std::uint8_t {
  kNested,       ///< At its end tag.
  kOptionalEnd,  ///< Its end tag may be left out (p, li, td, ...).
  kNone,         ///< At once: it has no content.
  kText,         ///< At its end tag, and what stands before that is text (script, title, ...).
};

/// The content of the element `name` (ASCII, any case). A few instructions.
/// Source: https://html.spec.whatwg.org/#optional-tags, #void-elements, #parsing-main-inbody.
Content element_content(std::string_view name);

enum class Attribute : std::uint8_t {
  kHref,
  kSrc,
  kLongdesc,
  kAlt,
  kTitle,
  kName,
  kRel,
  kOnMouseOver,
  kContent,
  kHttpEquiv,
  kProperty,
  kItemprop,
  kLang,
  kXmlLang,
  kDatetime,
  kType,
  kNone,  ///< Any other.
};
inline constexpr std::size_t kAttributes = static_cast<std::size_t>(Attribute::kNone);

/// The attribute `name` (ASCII, any case).
Attribute attribute_named(std::string_view name);

/// The attributes of one tag that are read; a view without data is an absent attribute. Valid while
/// the tag that they came from is.
class Attributes {
 public:
  std::string_view operator[](Attribute attribute) const { return values_[index(attribute)]; }
  bool has(Attribute attribute) const { return values_[index(attribute)].data() != nullptr; }
  /// The first of two attributes with one name counts, as in the HTML standard.
  void add(Attribute attribute, std::string_view value) {
    if (attribute == Attribute::kNone || has(attribute)) return;
    values_[index(attribute)] = value.data() == nullptr ? std::string_view("") : value;
  }

 private:
  static std::size_t index(Attribute attribute) { return static_cast<std::size_t>(attribute); }
  std::array<std::string_view, kAttributes> values_{};
};

/// The kind's attributes matter; those of other elements need not be gathered.
constexpr bool reads_attributes(Kind kind) { return kind >= Kind::kRaw && kind != Kind::kTitle; }

}  // namespace porthole::parser
