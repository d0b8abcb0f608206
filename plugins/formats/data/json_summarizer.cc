// JSON, and JSON Lines: keys, texts, addresses. The library holds the summarizers of notebooks,
// calendars and contact cards, too.

#include <nlohmann/json.hpp>
#include <string>

#include "base/text/text.h"
#include "plugins/export.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

// JSON Feed: entries as links with what they say, as of feeds in XML.
//
// Source: https://www.jsonfeed.org/version/1.1/.

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

/// Reads a feed into `facts`; false, and nothing said, for other JSON.
bool read_json_feed(const std::string& text, PageFacts& facts) {
  constexpr std::string_view kVersion = "jsonfeed.org";
  if (text.find(kVersion) == std::string::npos) return false;
  const auto is_shallow = [](int depth, json::parse_event_t, json&) { return depth <= kDeepest; };
  const json feed = json::parse(text, is_shallow, false);
  if (text_at(feed, "version").find(kVersion) == std::string::npos) return false;
  FeedReader(facts).read(feed);
  return true;
}

using nlohmann::json;

constexpr std::size_t kMaxDepth = 200;
constexpr std::size_t kLongestTitle = 200;

/// Hears a document value by value (RFC 8259), so that none of it is kept.
class JsonReader final : public json::json_sax_t {
 public:
  explicit JsonReader(PageFacts& facts) : facts_(facts) {}

  const std::string& problem() const { return problem_; }
  std::size_t records() const { return records_; }

  bool null() override { return true; }
  bool boolean(bool) override { return true; }
  bool number_integer(number_integer_t) override { return true; }
  bool number_unsigned(number_unsigned_t) override { return true; }
  bool number_float(number_float_t, const string_t&) override { return true; }
  bool binary(binary_t&) override { return true; }

  bool start_object(std::size_t) override {
    if (is_record()) ++records_;
    return enter(Kind::kObject);
  }
  bool start_array(std::size_t) override { return enter(Kind::kArray); }
  bool end_object() override { return leave(); }
  bool end_array() override { return leave(); }

  bool key(string_t& name) override {
    key_ = name;
    if (is_of_interest()) facts_.say("key", name);
    return true;
  }

  bool string(string_t& value) override {
    if (value.starts_with("http://") || value.starts_with("https://")) {
      if (Link* link = facts_.link(value)) link->name = fold_space(key_);
    } else {
      facts_.line(value);
    }
    if (is_of_interest()) say(value);
    return true;
  }

  bool parse_error(std::size_t position, const std::string&,
                   const nlohmann::detail::exception&) override {
    if (problem_.empty()) problem_ = "no JSON from byte " + std::to_string(position) + " on";
    return false;
  }

 private:
  enum class Kind : char { kObject, kArray };

  bool enter(Kind kind) {
    if (open_.size() == kMaxDepth) {
      problem_ = "nested deeper than " + std::to_string(kMaxDepth) + " levels";
      return false;
    }
    open_.push_back(kind);
    return true;
  }
  bool leave() {
    open_.pop_back();
    return true;
  }

  /// An object in the outermost array.
  bool is_record() const { return open_.size() == 1 && open_[0] == Kind::kArray; }
  /// In the outermost object, or in one of the outermost array's.
  bool is_of_interest() const {
    return open_.size() == 1 ||
           (open_.size() == 2 && open_[0] == Kind::kArray && open_[1] == Kind::kObject);
  }

  // These keys have the same meaning in nearly all JSON; in an array of records they do not
  // describe the whole.
  void say(const std::string& value) {
    if (open_.size() != 1) return;
    Document& document = facts_.document();
    if ((key_ == "title" || key_ == "name") && value.size() <= kLongestTitle &&
        (document.title.empty() || key_ == "title")) {
      document.title = fold_space(value);
    }
    if (key_ == "description" && document.description.empty())
      document.description = fold_space(value);
    if (key_ == "author" || key_ == "version" || key_ == "publisher" || key_ == "identifier")
      facts_.say(key_, value);
    if (key_ == "license") facts_.say("rights", value);
    if (key_ == "homepage") facts_.say_iri("homepage", value);
  }

  PageFacts& facts_;
  std::vector<Kind> open_;
  std::string key_;
  std::string problem_;
  std::size_t records_ = 0;
};

bool is_json_lines(const PageBytes& page) {
  const std::string_view path = page.url.substr(0, page.url.find_first_of("?#"));
  return page.declared_type.ends_with("ndjson") || page.declared_type == "application/jsonl" ||
         page.declared_type == "application/x-jsonlines" ||
         page.detected_type == "application/x-ndjson" || path.ends_with(".jsonl") ||
         path.ends_with(".ndjson");
}

}  // namespace

class JsonSummarizer final : public FormatSummarizer {
 public:
  PluginAbout about() const override {
    return {
        .name = "json", .version = "1.0", .help = "JSON and JSON Lines: keys, texts, addresses"};
  }

  Formats formats() const override {
    return {
        .types = {"application/json", "text/json", "application/ld+json", "application/geo+json",
                  "application/x-ndjson", "application/ndjson", "application/jsonl",
                  "application/x-jsonlines", "application/schema+json", "application/feed+json",
                  "application/manifest+json", "application/vnd.api+json"},
        .suffixes = {".json", ".jsonl", ".ndjson", ".geojson", ".jsonld"},
        .fallback = true};
  }

  bool reads(const PageBytes& page) const override {
    const auto begin = page.body.find_first_not_of(" \t\r\n\xEF\xBB\xBF");
    return begin != std::string_view::npos &&
           std::string_view("{[\"-0123456789tfn").find(page.body[begin]) != std::string_view::npos;
  }

  std::string summarize(const PageBytes& page, Document& document) override {
    PageFacts facts(page, document);
    const std::string text = page.inner->to_utf8(page.body, page.content_type);
    if (read_json_feed(text, facts)) return {};
    document.resource_class = "Dataset";
    JsonReader reader(facts);
    if (!is_json_lines(page)) {
      json::sax_parse(text, &reader);
      if (reader.records() > 0) facts.say("rows", std::to_string(reader.records()));
      return reader.problem();
    }
    std::size_t rows = 0;
    for (const std::string_view line : split(text, '\n')) {
      if (trim(line).empty()) continue;
      JsonReader one(facts);
      json::sax_parse(line, &one);
      if (!one.problem().empty()) return "row " + std::to_string(rows + 1) + ": " + one.problem();
      ++rows;
    }
    facts.say("rows", std::to_string(rows));
    return {};
  }
};

}  // namespace porthole

PORTHOLE_EXPORT(porthole::JsonSummarizer)
