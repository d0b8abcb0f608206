#include "archive/wat_links.h"

#include <array>
#include <memory>
#include <optional>
#include <string_view>
#include <utility>

#include "archive/warc_reader.h"
#include "base/json/json.h"
#include "base/text/text.h"

namespace porthole::archive {
namespace {

using nlohmann::json;

constexpr std::int64_t kLongestBlock = 16 << 20;
constexpr std::size_t kLongestText = 10'000;

/// The member of an object; null when there is none, or `value` is not an object.
const json& member(const json& value, const char* name) {
  static const json none;
  if (!value.is_object()) return none;
  const auto found = value.find(name);
  return found == value.end() ? none : *found;
}

std::string text_of(const json& value) {
  if (!value.is_string()) return {};
  return shortened(fold_space(value.get_ref<const std::string&>()), kLongestText);
}

/// The element of a path such as "A@/href"; nothing for those that are not links of the page.
std::optional<Element> element_of(std::string_view path) {
  constexpr std::array<std::pair<std::string_view, Element>, 5> kPaths = {
      {{"A@/href", Element::kA},
       {"AREA@/href", Element::kArea},
       {"IMG@/src", Element::kImg},
       {"FRAME@/src", Element::kFrame},
       {"IFRAME@/src", Element::kIframe}}};
  for (const auto& [name, element] : kPaths) {
    if (path == name) return element;
  }
  return std::nullopt;
}

std::optional<Link> link_of(const json& value, const Url& base) {
  const json& path = member(value, "path");
  const json& url = member(value, "url");
  if (!path.is_string() || !url.is_string()) return std::nullopt;
  const auto element = element_of(path.get_ref<const std::string&>());
  if (!element) return std::nullopt;
  const Result<Url> parsed = Url::parse(url.get_ref<const std::string&>(), &base);
  if (!parsed) return std::nullopt;
  Link link;
  link.url = parsed->href();
  link.element = *element;
  link.anchor = text_of(member(value, "text"));
  link.title = text_of(member(value, "title"));
  link.alt = text_of(member(value, "alt"));
  link.rel = ascii_lower(text_of(member(value, "rel")));
  return link;
}

std::optional<WatPage> page_of(const WarcRecord& record) {
  if (record.type() != "metadata" || record.block_skipped) return std::nullopt;
  const json block = json::parse(record.block, nullptr, false);
  const json& envelope = member(block, "Envelope");
  const json& html = member(member(member(envelope, "Payload-Metadata"), "HTTP-Response-Metadata"),
                            "HTML-Metadata");
  const json& about = member(member(envelope, "WARC-Header-Metadata"), "WARC-Target-URI");
  if (!html.is_object() || !about.is_string()) return std::nullopt;
  Result<Url> url = Url::parse(about.get_ref<const std::string&>());
  if (!url) return std::nullopt;
  const json& head = member(html, "Head");
  WatPage page{std::move(*url), text_of(member(head, "Title")), {}, {}};
  if (const auto time = parse_time(record.field("warc-date"))) page.crawled = *time;
  const Result<Url> base = Url::parse(text_of(member(head, "Base")), &page.url);
  const json& links = member(html, "Links");
  for (std::size_t i = 0; links.is_array() && i < links.size(); ++i) {
    if (auto link = link_of(links[i], base ? *base : page.url))
      page.links.push_back(std::move(*link));
  }
  return page;
}

}  // namespace

Result<WatCounts> for_each_wat_page(const std::filesystem::path& file,
                                    const std::function<void(const WatPage&)>& visit) {
  TRY_AS(reader, WarcReader::open(file, {.block_limit = kLongestBlock}));
  WatCounts counts;
  while (true) {
    TRY_AS(record, (*reader)->next());
    if (!*record) break;
    const std::optional<WatPage> page = page_of(**record);
    if (!page) continue;
    ++counts.pages;
    counts.links += static_cast<std::int64_t>(page->links.size());
    visit(*page);
  }
  counts.cut = (*reader)->is_cut();
  return counts;
}

}  // namespace porthole::archive
