#include "porthole/show/page_words.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "base/text/text.h"
#include "porthole/output.h"
#include "summarizer/export/link_json.h"

namespace porthole::cli {
namespace {

using nlohmann::ordered_json;

constexpr std::size_t kTextShown = 300;  // Bytes.
constexpr std::size_t kListed = 10;      // Links, properties, topics.

const char* kind_name(PropertyKind kind) {
  constexpr const char* kKinds[] = {"literal", "uri", "xml"};
  return kKinds[static_cast<int>(kind)];
}

std::string line(const char* name, const std::string& value) {
  if (value.empty()) return "";
  char label[16];
  std::snprintf(label, sizeof label, "%-12s", name);
  return label + value + '\n';
}

std::string beginning_of(const std::string& text) {
  std::string shown(cut(text, kTextShown));
  std::replace(shown.begin(), shown.end(), '\n', ' ');
  return shown + (shown.size() < text.size() ? " ..." : "");
}

std::string text_of(const Document& page, const Block& block) {
  return page.text.substr(block.begin, block.length);
}

/// The first elements of `list`, an indented line each, and the number of others.
template <class List, class Words>
std::string first_of(const char* name, const List& list, Words words) {
  if (list.empty()) return "";
  std::string out = line(name, with_commas(number(list.size())));
  for (std::size_t i = 0; i < std::min(list.size(), kListed); ++i)
    out += "  " + words(list[i]) + '\n';
  if (list.size() > kListed)
    out += "  and " + with_commas(number(list.size() - kListed)) + " more: --json has all\n";
  return out;
}

/// The values of a property, divided by commas.
std::string values_of(const Document& page, std::string_view name) {
  std::string out;
  for (const Property& property : page.properties) {
    if (property.name == name) out += (out.empty() ? "" : ", ") + property.value;
  }
  return out;
}

/// The first of the images.
std::string lead_image_of(const Document& page) {
  for (const Property& property : page.properties) {
    if (property.name == "image") return property.value;
  }
  return "";
}

ordered_json breadcrumbs_of(const Document& page) {
  ordered_json out = ordered_json::array();
  for (const Property& property : page.properties) {
    if (property.name == "breadcrumb") out.push_back(property.value);
  }
  return out;
}

std::string with_source(const Document& page, std::string_view property, const std::string& value) {
  for (const PropertySource& one : page.sources) {
    if (one.property == property && !value.empty()) return value + " (" + one.source + ")";
  }
  return value;
}

ordered_json properties_as_json(const Document& page) {
  ordered_json out = ordered_json::array();
  for (const Property& property : page.properties) {
    out.push_back(
        {{"name", property.name}, {"value", property.value}, {"kind", kind_name(property.kind)}});
  }
  return out;
}

ordered_json members_as_json(const Document& page) {
  ordered_json out = ordered_json::array();
  for (const Member& member : page.members) {
    out.push_back({{"name", member.name},
                   {"url", member.url},
                   {"media_type", member.media_type},
                   {"bytes", member.body.size()}});
  }
  return out;
}

}  // namespace

ordered_json page_as_json(const Document& page) {
  ordered_json links = ordered_json::array(), sources = ordered_json::object();
  for (const Link& link : page.links) links.push_back(summarizer::link_as_json(link));
  for (const PropertySource& one : page.sources) sources[one.property] = one.source;
  return {{"title", page.title},
          {"author", values_of(page, "author")},
          {"published", page.published},
          {"modified", page.modified},
          {"site_name", values_of(page, "siteName")},
          {"lead_image", lead_image_of(page)},
          {"breadcrumbs", breadcrumbs_of(page)},
          {"sources", std::move(sources)},
          {"text", page.text},
          {"content", content_of(page)},
          {"page_type", page_type_name(page.page_type)},
          {"language", page.language},
          {"charset", page.charset},
          {"links", std::move(links)},
          {"status", parse_status_name(page.status)},
          {"status_detail", page.status_detail},
          {"media_type", page.media_type},
          {"description", page.description},
          {"canonical", page.canonical},
          {"refresh", page.refresh},
          {"links_cut", page.links_cut},
          {"noindex", page.noindex},
          {"nofollow", page.nofollow},
          {"resource_class", page.resource_class},
          {"properties", properties_as_json(page)},
          {"members", members_as_json(page)},
          {"members_cut", page.members_cut}};
}

ordered_json blocks_as_json(const Document& page) {
  ordered_json blocks = ordered_json::array();
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    const Block& block = page.blocks[i];
    char hash[20];
    std::snprintf(hash, sizeof hash, "%016llx", static_cast<unsigned long long>(block.hash));
    blocks.push_back({{"begin", block.begin},
                      {"length", block.length},
                      {"kind", block_kind_name(block.kind)},
                      {"level", block.level},
                      {"text", text_of(page, block)},
                      {"content", block.is_content},
                      {"probability", std::round(block.probability / 2.55) / 100},
                      {"hash", hash},
                      {"why", i < page.block_reasons.size() ? page.block_reasons[i] : ""}});
  }
  return {{"page_type", page_type_name(page.page_type)},
          {"content", content_of(page)},
          {"blocks", std::move(blocks)}};
}

std::string blocks_in_words(const Document& page) {
  std::string out = line("page type", page_type_name(page.page_type));
  const auto chosen = std::count_if(page.blocks.begin(), page.blocks.end(),
                                    [](const Block& block) { return block.is_content; });
  out += line("blocks", with_commas(number(page.blocks.size())) + ", " + with_commas(chosen) +
                            " of them content");
  for (std::size_t i = 0; i < page.blocks.size(); ++i) {
    const Block& block = page.blocks[i];
    char label[32];
    std::snprintf(label, sizeof label, "%c %.2f  %-10s  ", block.is_content ? '+' : '-',
                  block.probability / 255.0, block_kind_name(block.kind));
    out += label + beginning_of(text_of(page, block)) + '\n';
    if (i < page.block_reasons.size() && !page.block_reasons[i].empty())
      out += "        " + page.block_reasons[i] + '\n';
  }
  return out;
}

std::string page_in_words(const Document& page) {
  std::string out = line("read", std::string(parse_status_name(page.status)) +
                                     (page.status_detail.empty() ? "" : ": " + page.status_detail));
  out += line("title", with_source(page, "title", page.title));
  out += line("author", with_source(page, "author", values_of(page, "author")));
  out += line("published", with_source(page, "published", page.published));
  out += line("modified", with_source(page, "modified", page.modified));
  out += line("site", with_source(page, "siteName", values_of(page, "siteName")));
  out += line("type", page.media_type + (page.charset.empty() ? "" : ", " + page.charset));
  out += line("class", page.resource_class);
  out += line("language", page.language);
  out += line("description", page.description);
  out += line("canonical", page.canonical);
  out += line("refresh", page.refresh);
  if (page.noindex) out += "it asks not to be indexed\n";
  if (page.nofollow) out += "it asks that its links are not followed\n";
  out += line("text", page.text.empty() ? ""
                                        : with_commas(number(page.text.size())) +
                                              " bytes: " + beginning_of(page.text));
  out += line("page type", page_type_name(page.page_type));
  if (!page.blocks.empty()) {
    const std::string content = content_of(page);
    out +=
        line("content", with_commas(number(content.size())) + " bytes: " + beginning_of(content));
  }
  out += first_of("properties", page.properties,
                  [](const Property& one) { return one.name + ": " + beginning_of(one.value); });
  out += first_of("links", page.links, [](const Link& one) {
    return one.url + (one.anchor.empty() ? "" : "  \"" + beginning_of(one.anchor) + '"');
  });
  out += first_of("members", page.members, [](const Member& one) { return one.name; });
  return out;
}

std::string classes_in_words(const ordered_json& found) {
  const auto fixed = [](const ordered_json& value) {
    char out[32];
    std::snprintf(out, sizeof out, "%.3f", value.get<double>());
    return std::string(out);
  };
  std::string out = "relevance " + fixed(found.at("relevance")) +
                    (found.at("relevant").get<bool>() ? " (relevant)" : " (not relevant)") +
                    ", best topic " + found.at("best").get<std::string>() + '\n';
  std::vector<ordered_json> classes = found.at("classes").get<std::vector<ordered_json>>();
  std::stable_sort(classes.begin(), classes.end(),
                   [](const ordered_json& a, const ordered_json& b) {
                     return a.at("probability").get<double>() > b.at("probability").get<double>();
                   });
  return out + first_of("topics", classes, [&](const ordered_json& one) {
           return fixed(one.at("probability")) + "  " + one.at("topic").get<std::string>();
         });
}

Error unreadable_page(const Document& page, const std::string& place) {
  Error error;
  error.code = ErrorCode::kInvalid;
  error.message =
      "nothing of this page can be read" +
      (page.media_type.empty() ? std::string() : " (its type is " + page.media_type + ")") +
      (page.status_detail.empty() ? "" : ": " + page.status_detail);
  error.file = place;
  error.hint = "if it is of another type, say so: --content-type text/html";
  return error;
}

}  // namespace porthole::cli
