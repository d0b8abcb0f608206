#include "parser/html/elements.h"

#include <string>
#include <unordered_map>

#include "base/text/text.h"

namespace porthole::parser {
namespace {

using KindMap = std::unordered_map<std::string_view, Kind>;

KindMap make_kinds() {
  KindMap kinds;
  const auto put = [&kinds](Kind kind, std::initializer_list<std::string_view> names) {
    for (const auto name : names) kinds.emplace(name, kind);
  };
  put(Kind::kBlock,
      {"address",  "article",  "aside",    "blockquote", "body",     "button", "colgroup",
       "details",  "dialog",   "dir",      "dl",         "fieldset", "figure", "footer",
       "form",     "frameset", "head",     "li",         "listing",  "main",   "menu",
       "multicol", "nav",      "noframes", "ol",         "optgroup", "option", "plaintext",
       "pre",      "search",   "section",  "select",     "table",    "tbody",  "textarea",
       "tfoot",    "thead",    "tr",       "ul",         "xmp"});
  put(Kind::kWrapper, {"center", "div", "figcaption", "header", "hgroup"});
  put(Kind::kHeads, {"p", "th"});
  put(Kind::kTerm, {"dt"});
  put(Kind::kSays, {"dd"});
  put(Kind::kHeading, {"h1", "h2", "h3", "h4", "h5", "h6", "caption", "legend", "summary"});
  put(Kind::kCell, {"td"});
  put(Kind::kBreak, {"br", "hr"});
  put(Kind::kHidden, {"style", "template", "svg", "datalist", "noembed"});
  put(Kind::kUnseen, {"noscript"});
  put(Kind::kRaw, {"script"});
  put(Kind::kTitle, {"title"});
  put(Kind::kHtml, {"html"});
  put(Kind::kMeta, {"meta"});
  put(Kind::kBase, {"base"});
  put(Kind::kLink, {"link"});
  put(Kind::kA, {"a"});
  put(Kind::kArea, {"area"});
  put(Kind::kImg, {"img", "image"});
  put(Kind::kFrame, {"frame"});
  put(Kind::kIframe, {"iframe"});
  put(Kind::kEmbedded, {"object", "embed", "video", "audio", "source", "track"});
  put(Kind::kTime, {"time"});
  put(Kind::kReading, {"rt"});
  put(Kind::kReadingMark, {"rp"});
  return kinds;
}

constexpr std::array<std::string_view, kAttributes> kAttributeNames = {
    "href", "src",         "longdesc", "alt",        "title",    "name",
    "rel",  "onmouseover", "content",  "http-equiv", "property", "itemprop",
    "lang", "xml:lang",    "datetime", "type",       "data",     "srcset"};

/// Up to eight letters in lower case packed into one number; longer names are cut.
constexpr std::uint64_t packed(std::string_view name) {
  std::uint64_t number = 0;
  for (const char c : name.substr(0, 8)) {
    number = number << 8 | (static_cast<unsigned char>(c) | 0x20u);
  }
  return number;
}

}  // namespace

Kind element_kind(std::string_view name) {
  static const KindMap kinds = make_kinds();
  const auto found = kinds.find(ascii_lower(name));
  return found == kinds.end() ? Kind::kInline : found->second;
}

// clang-format off
Content element_content(std::string_view name) {
  switch (packed(name)) {
    case packed("area"): case packed("base"): case packed("basefont"): case packed("bgsound"):
    case packed("br"): case packed("col"): case packed("embed"): case packed("frame"):
    case packed("hr"): case packed("img"): case packed("input"): case packed("keygen"):
    case packed("link"): case packed("meta"): case packed("param"): case packed("source"):
    case packed("track"): case packed("wbr"): return Content::kNone;
    case packed("p"): case packed("li"): case packed("dt"): case packed("dd"): case packed("td"):
    case packed("th"): case packed("tr"): case packed("tbody"): case packed("thead"):
    case packed("tfoot"): case packed("option"): case packed("optgroup"): case packed("colgroup"):
    case packed("rp"): case packed("rt"): case packed("html"): case packed("head"):
    case packed("body"): case packed("caption"): return Content::kOptionalEnd;
    case packed("script"): case packed("style"): case packed("title"): case packed("textarea"):
    case packed("xmp"): case packed("iframe"): case packed("noembed"): case packed("noframes"):
    case packed("plaintext"): return Content::kText;
    default: return Content::kNested;
  }
}
// clang-format on

Attribute attribute_named(std::string_view name) {
  for (std::size_t i = 0; i < kAttributes; ++i) {
    if (equals_ignoring_case(kAttributeNames[i], name)) return static_cast<Attribute>(i);
  }
  return Attribute::kNone;
}

}  // namespace porthole::parser
