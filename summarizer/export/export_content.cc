#include "summarizer/export/export_content.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include "archive/digest.h"
#include "base/clock.h"
#include "base/date_span.h"
#include "base/json/json_line.h"
#include "base/text/format.h"

namespace porthole::summarizer {
namespace {

using nlohmann::ordered_json;

std::vector<std::string> values_of(const Summary& summary, std::string_view name) {
  std::vector<std::string> values;
  for (const Property& property : summary.properties) {
    if (property.name == name) values.push_back(property.value);
  }
  return values;
}

std::string first_of(const std::vector<std::string>& values) {
  return values.empty() ? std::string() : values.front();
}

ordered_json or_null(const std::string& text) {
  return text.empty() ? ordered_json() : ordered_json(text);
}

/// Elasticsearch, "_id": at most 512 bytes.
constexpr std::size_t kLongestId = 512;

/// The texts that other pages say about this one.
std::vector<std::string> said_by_others(const Summary& summary) {
  std::vector<std::string> texts;
  for (const Annotation& annotation : summary.annotations_by_others)
    texts.push_back(annotation.text);
  return texts;
}

/// The first instant of a W3C date, in UTC, which is the only form of a date in Solr; null for
/// "" and other texts.
ordered_json instant(const std::string& date) {
  const auto span = parse_date_span(date);
  return span ? ordered_json(format_time(span->begin)) : ordered_json();
}

void remove_empty(ordered_json& object) {
  for (auto member = object.begin(); member != object.end();)
    member = member->is_null() || member->empty() ? object.erase(member) : std::next(member);
}

}  // namespace

ordered_json content_as_json(const PageContent& page) {
  const Summary& summary = page.summary;
  return {{"title", summary.title},
          {"authors", values_of(summary, "author")},
          {"published", or_null(summary.published)},
          {"modified", or_null(summary.modified)},
          {"page_type", or_null(first_of(values_of(summary, "pageType")))},
          {"media_type", summary.media_type},
          {"markdown", write_markdown(page.content)}};
}

std::string content_as_markdown(const PageContent& page) {
  const Summary& summary = page.summary;
  std::string out = "# " + markdown_text(summary.title.empty() ? summary.url : summary.title) +
                    "\n\n- URL: <" + summary.url + ">\n";
  const auto add = [&out](const char* name, const std::string& value) {
    if (!value.empty()) out += std::string("- ") + name + ": " + markdown_text(value) + "\n";
  };
  add("Author", join(values_of(summary, "author"), ", "));
  add("Published", summary.published);
  add("Modified", summary.modified);
  add("Type", first_of(values_of(summary, "pageType")));
  add("Media type", summary.media_type);
  add("Language", summary.language);
  add("Topic", summary.topic);
  out += "- Relevance: " + ordered_json(summary.relevance.value()).dump() + "\n";
  const std::string content = write_markdown(page.content);
  if (!content.empty()) out += "\n" + content;
  return out + "\n---\n\n";
}

std::string content_for_elasticsearch(const PageContent& page, const ordered_json& figures) {
  const Summary& summary = page.summary;
  ordered_json document = figures;
  document.update({{"description", or_null(summary.description)},
                   {"content", or_null(summary.text)},
                   {"authors", values_of(summary, "author")},
                   {"published", or_null(summary.published)},
                   {"modified", or_null(summary.modified)},
                   {"page_type", or_null(first_of(values_of(summary, "pageType")))},
                   {"media_type", or_null(summary.media_type)},
                   {"said_by_others", said_by_others(summary)}});
  remove_empty(document);
  const bool fits = summary.url.size() <= kLongestId;
  const ordered_json action = {
      {"index", {{"_id", fits ? summary.url : archive::sha1_digest(summary.url)}}}};
  return json_line(action) + json_line(document);
}

std::string content_for_solr(const PageContent& page, const ordered_json& figures) {
  const Summary& summary = page.summary;
  ordered_json document = {{"id", summary.url},
                           {"title_t", or_null(summary.title)},
                           {"description_t", or_null(summary.description)},
                           {"content_t", or_null(summary.text)},
                           {"said_by_others_txt", said_by_others(summary)},
                           {"authors_ss", values_of(summary, "author")},
                           {"published_dt", instant(summary.published)},
                           {"modified_dt", instant(summary.modified)},
                           {"fetched_at_dt", figures.at("fetched_at")},
                           {"page_type_s", or_null(first_of(values_of(summary, "pageType")))},
                           {"media_type_s", or_null(summary.media_type)},
                           {"language_s", figures.at("language")},
                           {"topic_s", figures.at("topic")},
                           {"relevance_d", figures.at("relevance")},
                           {"in_links_l", figures.at("in_links")},
                           {"out_links_l", figures.at("out_links")}};
  remove_empty(document);
  return json_line(document);
}

}  // namespace porthole::summarizer
