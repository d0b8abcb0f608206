#pragma once

/// Classification of HTML elements for text extraction, and the attributes that the parser uses.

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace porthole::parser {

/// Groups of elements that are treated alike.
enum class Kind : std::uint8_t {
  kInline,   ///< Formatting and unknown elements: transparent.
  kBlock,    ///< Begins and ends a line (ul, li, tr, ...).
  kWrapper,  ///< A block that acts as a heading if all of its children do (div, header).
  kHeads,    ///< A block that acts as a heading if it has no link (p, th).
  kTerm,     ///< As kHeads; if it has only a link, the next block describes that link (dt).
  kSays,     ///< A block that may describe the link of the term before it (dd).
  kHeading,  ///< A heading, also for links beside it (h1 to h6, caption, legend, summary).
  kCell,     ///< A block that does not end its line (td).
  kBreak,    ///< An empty element that ends a line (br, hr).
  kHidden,   ///< Its content is ignored (style, template, svg).
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
  kEmbedded,  ///< Shows another document (object, embed, video, audio, source, track).
  kTime,
  kReading,      ///< A reading (rt): no part of the words that it stands above.
  kReadingMark,  ///< A bracket around a reading (rp).
};

/// The kind of the element `name` (ASCII, any case).
Kind element_kind(std::string_view name);

/// How an element ends, as needed for parsing without a tree.
enum class Content : std::uint8_t {
  kNested,       ///< At its end tag.
  kOptionalEnd,  ///< Its end tag may be left out (p, li, td, ...).
  kNone,         ///< At once: it has no content.
  kText,         ///< At its end tag; its content is raw text (script, title, ...).
};

/// The content model of the element `name` (ASCII, any case). A few instructions.
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
  kData,
  kSrcset,
  kNone,  ///< Any other attribute.
};
inline constexpr std::size_t kAttributes = static_cast<std::size_t>(Attribute::kNone);

/// The attribute `name` (ASCII, any case).
Attribute attribute_named(std::string_view name);

/// The attributes of one tag that the parser uses; a view without data is an absent attribute.
/// Valid as long as the tag.
class Attributes {
 public:
  std::string_view operator[](Attribute attribute) const { return values_[index(attribute)]; }
  bool has(Attribute attribute) const { return values_[index(attribute)].data() != nullptr; }
  /// The first of duplicate attributes counts, as in the HTML standard.
  void add(Attribute attribute, std::string_view value) {
    if (attribute == Attribute::kNone || has(attribute)) return;
    values_[index(attribute)] = value.data() == nullptr ? std::string_view("") : value;
  }

 private:
  static std::size_t index(Attribute attribute) { return static_cast<std::size_t>(attribute); }
  std::array<std::string_view, kAttributes> values_{};
};

/// True if elements of this kind need their attributes.
constexpr bool reads_attributes(Kind kind) { return kind >= Kind::kRaw && kind != Kind::kTitle; }

}  // namespace porthole::parser
