#include "base/link.h"

namespace porthole {
namespace {

constexpr std::array<std::string_view, 8> kElementNames = {"a",      "area", "img",      "frame",
                                                           "iframe", "link", "redirect", "sitemap"};
constexpr std::array<std::string_view, 9> kKindNames = {
    "anchor", "title", "alt", "name", "onmouseover", "before", "after", "heading", "fragment"};
constexpr std::array<std::string_view, 3> kPlaceNames = {"", "content", "boilerplate"};

template <class Enum, std::size_t N>
std::optional<Enum> find_name(const std::array<std::string_view, N>& names, std::string_view name) {
  for (std::size_t i = 0; i < N; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
  }
  return std::nullopt;
}

}  // namespace

std::string_view element_name(Element element) {
  return kElementNames[static_cast<std::size_t>(element)];
}
std::optional<Element> element_from_name(std::string_view name) {
  return find_name<Element>(kElementNames, name);
}
std::string_view annotation_kind_name(AnnotationKind kind) {
  return kKindNames[static_cast<std::size_t>(kind)];
}
std::optional<AnnotationKind> annotation_kind_from_name(std::string_view name) {
  return find_name<AnnotationKind>(kKindNames, name);
}

std::string_view link_place_name(LinkPlace place) {
  return kPlaceNames[static_cast<std::size_t>(place)];
}

const std::string& Link::annotation(AnnotationKind kind) const {
  switch (kind) {
    case AnnotationKind::kAnchor:
      return anchor;
    case AnnotationKind::kTitle:
      return title;
    case AnnotationKind::kAlt:
      return alt;
    case AnnotationKind::kName:
      return name;
    case AnnotationKind::kOnMouseOver:
      return onmouseover;
    case AnnotationKind::kBefore:
      return before;
    case AnnotationKind::kAfter:
      return after;
    case AnnotationKind::kHeading:
      return heading;
    case AnnotationKind::kFragment:
      return fragment;
  }
  return anchor;
}

bool Link::has_rel(std::string_view value) const {
  std::string_view rest = rel;
  while (!rest.empty()) {
    const auto end = rest.find(' ');
    if (rest.substr(0, end) == value) return true;
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + 1);
  }
  return false;
}

}  // namespace porthole
