#include "plugins/formats/data/json_feed.h"

#include <nlohmann/json.hpp>

#include "base/text/text.h"

namespace porthole {
namespace {

using nlohmann::json;

constexpr int kDeepest = 6;  // of what a feed has
constexpr int kEntriesReadAsHtml = 500;
constexpr std::size_t kSayingBytes = 1000;

std::string text_at(const json& object, const char* name) {
  const auto member = object.is_object() ? object.find(name) : object.end();
  return member != object.end() && member->is_string() ? member->get<std::string>() : "";
}

/// The members of a list; of any other value none.
const json& list_at(const json& object, const char* name) {
  static const json kNone = json::array();
  const auto member = object.is_object() ? object.find(name) : object.end();
  return member != object.end() && member->is_array() ? *member : kNone;
}

class FeedReader {
 public:
  explicit FeedReader(PageFacts& facts) : facts_(facts) {}

  void read(const json& feed) {
    Document& document = facts_.document();
    document.resource_class = "Feed";
    document.title = fold_space(text_at(feed, "title"));
    document.description = fold_space(text_at(feed, "description"));
    document.language = ascii_lower(text_at(feed, "language").substr(0, 2));
    facts_.line(document.description);
    facts_.say_iri("homepage", text_at(feed, "home_page_url"));
    facts_.link(text_at(feed, "home_page_url"), document.title);
    if (Link* next = facts_.link(text_at(feed, "next_url"))) next->rel = "next";
    facts_.say_iri("image", text_at(feed, "icon"));
    say_authors(feed);
    for (const json& item : list_at(feed, "items")) read_item(item);
    facts_.say("members", std::to_string(list_at(feed, "items").size()));
  }

 private:
  void say_authors(const json& of) {
    facts_.say("author",
               text_at(of.contains("author") ? of["author"] : json(), "name"));  // of version 1
    for (const json& author : list_at(of, "authors")) facts_.say("author", text_at(author, "name"));
  }

  void read_item(const json& item) {
    if (!item.is_object()) return;
    const Document content = html_of(item);
    const std::string title = fold_space(text_at(item, "title"));
    std::string saying = fold_space(text_at(item, "summary"));
    if (saying.empty()) saying = fold_space(text_at(item, "content_text"));
    if (saying.empty()) saying = fold_space(content.text);
    facts_.line(title);
    facts_.line(saying);
    say_authors(item);
    for (const json& tag : list_at(item, "tags"))
      if (tag.is_string()) facts_.say("keyword", tag.get<std::string>());
    if (Link* link = facts_.link(page_of(item), title)) {
      link->after = std::string(cut(saying, kSayingBytes));
      link->heading = facts_.document().title;
      link->fragment = date_of(item);
    }
    facts_.link(text_at(item, "external_url"), title);
    for (const json& one : list_at(item, "attachments")) facts_.link(text_at(one, "url"), title);
    for (const Link& link : content.links) {
      if (link.element != Element::kA) continue;
      if (Link* added = facts_.link(link.url)) *added = link;
    }
  }

  /// An identifier is one where it is an address.
  static std::string page_of(const json& item) {
    const std::string url = text_at(item, "url"), id = text_at(item, "id");
    return url.empty() && id.starts_with("http") ? id : url;
  }

  /// The date of the entry as a feed in XML has it.
  static std::string date_of(const json& item) {
    std::string date = w3c_date_of(text_at(item, "date_modified"));
    if (date.empty()) date = w3c_date_of(text_at(item, "date_published"));
    return date.empty() ? "" : "<updated>" + date + "</updated>";
  }

  Document html_of(const json& item) {
    const std::string html = text_at(item, "content_html");
    if (html.empty() || ++read_as_html_ > kEntriesReadAsHtml) return {};
    return facts_.page().inner->read(facts_.page().url, "text/html; charset=utf-8", html);
  }

  PageFacts& facts_;
  int read_as_html_ = 0;
};

}  // namespace

bool read_json_feed(const std::string& text, PageFacts& facts) {
  constexpr std::string_view kVersion = "jsonfeed.org";
  if (text.find(kVersion) == std::string::npos) return false;
  const auto is_shallow = [](int depth, json::parse_event_t, json&) { return depth <= kDeepest; };
  const json feed = json::parse(text, is_shallow, false);
  if (text_at(feed, "version").find(kVersion) == std::string::npos) return false;
  FeedReader(facts).read(feed);
  return true;
}

}  // namespace porthole
