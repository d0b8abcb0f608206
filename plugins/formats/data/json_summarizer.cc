// JSON, and JSON Lines: keys, texts, addresses. The library holds the summarizers of notebooks,
// calendars and contact cards, too.

#include <Poco/ClassLibrary.h>

#include <nlohmann/json.hpp>

#include "base/text/text.h"
#include "plugins/formats/data/json_feed.h"
#include "plugins/formats/data/summarizers.h"
#include "plugins/page_facts.h"

namespace porthole {
namespace {

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

extern "C" POCO_LIBRARY_API int porthole_plugin_abi() { return porthole::kPluginAbi; }

POCO_BEGIN_MANIFEST(porthole::Plugin)
POCO_EXPORT_CLASS(porthole::JsonSummarizer)
POCO_EXPORT_CLASS(porthole::NotebookSummarizer)
POCO_EXPORT_CLASS(porthole::CalendarSummarizer)
POCO_EXPORT_CLASS(porthole::CardSummarizer)
POCO_END_MANIFEST
