#pragma once

/// A hyperlink with its annotations: everything that its page says about the target.
///
/// Source: Sundaresan, Yi, Huang 2000, section 3 and Table 1: the kinds of hyperlinks in HTML and
/// of metadata that come with each.

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace porthole {

/// The element a link was found in.
enum class Element : std::uint8_t { kA, kArea, kImg, kFrame, kIframe, kLink, kRedirect, kSitemap };

/// "a", "area", ..., "redirect", "sitemap"; and back (empty when unknown).
std::string_view element_name(Element element);
std::optional<Element> element_from_name(std::string_view name);

/// The kinds of annotation that a link can carry, kept apart and labelled.
enum class AnnotationKind : std::uint8_t {
  kAnchor,       ///< Text inside the element.
  kTitle,        ///< Attribute title.
  kAlt,          ///< Attribute alt, of the element or of an image inside it.
  kName,         ///< Attribute name.
  kOnMouseOver,  ///< Quoted text in attribute onmouseover.
  kBefore,       ///< Text of the left sibling.
  kAfter,        ///< Text of the right sibling.
  kHeading,      ///< Text that heads the list the link stands in.
  kFragment,     ///< A piece of XML that stands for the link, or about it.
};
/// The kinds of annotation whose value is plain text.
inline constexpr std::array kAnnotationKinds = {
    AnnotationKind::kAnchor, AnnotationKind::kTitle,       AnnotationKind::kAlt,
    AnnotationKind::kName,   AnnotationKind::kOnMouseOver, AnnotationKind::kBefore,
    AnnotationKind::kAfter,  AnnotationKind::kHeading};

/// "anchor", "title", "alt", "name", "onmouseover", "before", "after", "heading", "fragment"; and
/// back.
std::string_view annotation_kind_name(AnnotationKind kind);
std::optional<AnnotationKind> annotation_kind_from_name(std::string_view name);

/// The part of its page that a link stands in, as the content model sees it (docs/content.md).
enum class LinkPlace : std::uint8_t {
  kUnknown,  ///< Outside of the text, or on a page without blocks.
  kContent,
  kBoilerplate,  ///< Menus, footers, side bars.
};
/// "content", "boilerplate"; "" for kUnknown.
std::string_view link_place_name(LinkPlace place);

/// One link of a page. All text is valid UTF-8 with white space folded and trimmed; empty = absent.
struct Link {
  std::string url;  ///< Absolute, serialised (Url::href()), with its fragment.
  Element element = Element::kA;
  std::string anchor;
  std::string title;
  std::string alt;
  std::string name;
  std::string onmouseover;
  std::string rel;  ///< Lower case, as written otherwise.
  std::string before;
  std::string after;
  std::string heading;
  std::string fragment{};  ///< Well-formed XML content, as it was written.
  LinkPlace place = LinkPlace::kUnknown;

  /// Returns the text of one kind of annotation.
  const std::string& annotation(AnnotationKind kind) const;
  /// True if rel contains the token `value` (nofollow, canonical, ...).
  bool has_rel(std::string_view value) const;
};

}  // namespace porthole
