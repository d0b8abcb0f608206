#include "search/site/feeds.h"

#include <algorithm>

#include "base/text/text.h"
#include "http/json_response.h"
#include "search/query/query_tree.h"
#include "search/site/page_data.h"
#include "search/site/web_files.h"

namespace porthole::search {
namespace {

using http::json_text;
using nlohmann::ordered_json;

std::string title_of(const Feed& feed, const Results& results) {
  const std::string asked = results.query == kAllPages ? "Newest pages" : results.query;
  return asked + " \xC2\xB7 " + feed.collections;
}

/// The newest date of all results.
std::string updated(const Feed& feed, const Results& results) {
  std::string newest;
  for (const Hit& hit : results.hits) newest = std::max(newest, hit.date);
  return newest.empty() ? format_time(feed.now) : newest;
}

/// The snippet and the annotations by others.
std::string summary_of(const Hit& hit) {
  std::string text = plain_text(hit.snippet);
  for (const ResultAnnotation& said : hit.annotations) {
    text += (text.empty() ? "\xE2\x80\x9C" : "\n\xE2\x80\x9C") + plain_text(said.text) +
            "\xE2\x80\x9D " + said.annotator;
  }
  return text;
}

/// The value of the column `name`; "" without one.
std::string value_of(const StandingQuestion& question, const StandingNews& news,
                     std::string_view name) {
  const auto at = std::find(question.columns.begin(), question.columns.end(), name);
  if (at == question.columns.end()) return {};
  return news.values[static_cast<std::size_t>(at - question.columns.begin())];
}

/// A row as a feed has it.
struct NewsEntry {
  std::string title;
  std::string id;
  std::string url;  ///< An http or https URL.
  std::string date;
  std::string text;  ///< A line for each column.
};

NewsEntry entry_of(const Feed& feed, const StandingQuestion& question, const StandingNews& news) {
  const std::string self = feed.origin + feed.target;
  NewsEntry entry;
  entry.title = clean_utf8(value_of(question, news, "title"));
  if (entry.title.empty() && !news.values.empty()) entry.title = clean_utf8(news.values.front());
  entry.id = self + "#" + std::to_string(news.serial);
  entry.url = clean_utf8(value_of(question, news, "url"));
  if (!entry.url.starts_with("http://") && !entry.url.starts_with("https://")) entry.url = self;
  entry.date = format_time(news.found);
  for (std::size_t i = 0; i < news.values.size(); ++i) {
    entry.text +=
        (i == 0 ? "" : "\n") + clean_utf8(question.columns[i]) + ": " + clean_utf8(news.values[i]);
  }
  return entry;
}

std::string title_of(const Feed& feed, const StandingQuestion& question) {
  return question.title + " \xC2\xB7 " + feed.collections;
}

}  // namespace

std::string atom_feed(const Feed& feed, const Results& results) {
  data values;
  values.set("title", title_of(feed, results));
  values.set("self", feed.origin + feed.target);
  values.set("page", feed.origin + feed.page);
  values.set("updated", updated(feed, results));
  values.set("query", results.query);
  values.set("total", std::to_string(results.estimated));
  values.set("start", std::to_string(results.from + 1));
  values.set("size", std::to_string(results.size));
  data entries(data::type::list);
  for (const Hit& hit : results.hits) {
    data entry;
    entry.set("title", shown_title(hit.title, hit.url));
    entry.set("id", hit.url);
    entry.set("url", hit.url);
    entry.set("date", hit.date.empty() ? updated(feed, results) : hit.date);
    entry.set("summary", summary_of(hit));
    entries.push_back(entry);
  }
  values.set("entries", list_or_nothing(std::move(entries)));
  kainjow::mustache::mustache page{std::string(web_file("feed.xml"))};
  return page.render(values);
}

std::string json_feed(const Feed& feed, const Results& results) {
  ordered_json items = ordered_json::array();
  for (const Hit& hit : results.hits) {
    ordered_json& item = items.emplace_back(ordered_json{{"id", hit.url},
                                                         {"url", hit.url},
                                                         {"title", shown_title(hit.title, hit.url)},
                                                         {"content_text", summary_of(hit)}});
    if (!hit.date.empty()) item["date_modified"] = hit.date;
    if (!hit.language.empty()) item["language"] = hit.language;
  }
  return json_text({{"version", "https://jsonfeed.org/version/1.1"},
                    {"title", title_of(feed, results)},
                    {"home_page_url", feed.origin + feed.page},
                    {"feed_url", feed.origin + feed.target},
                    {"items", std::move(items)}});
}

std::string atom_feed(const Feed& feed, const StandingQuestion& question) {
  data values;
  values.set("title", title_of(feed, question));
  values.set("self", feed.origin + feed.target);
  values.set("page", feed.origin + feed.page);
  values.set("query", data(data::type::bool_false));
  values.set("updated", format_time(question.news.empty() ? feed.now : question.news.back().found));
  data entries(data::type::list);
  for (auto news = question.news.rbegin(); news != question.news.rend(); ++news) {
    const NewsEntry row = entry_of(feed, question, *news);
    data entry;
    entry.set("title", row.title);
    entry.set("id", row.id);
    entry.set("url", row.url);
    entry.set("date", row.date);
    entry.set("summary", row.text);
    entries.push_back(entry);
  }
  values.set("entries", list_or_nothing(std::move(entries)));
  kainjow::mustache::mustache page{std::string(web_file("feed.xml"))};
  return page.render(values);
}

std::string json_feed(const Feed& feed, const StandingQuestion& question) {
  ordered_json items = ordered_json::array();
  for (auto news = question.news.rbegin(); news != question.news.rend(); ++news) {
    const NewsEntry row = entry_of(feed, question, *news);
    items.push_back({{"id", row.id},
                     {"url", row.url},
                     {"title", row.title},
                     {"content_text", row.text},
                     {"date_modified", row.date}});
  }
  return json_text({{"version", "https://jsonfeed.org/version/1.1"},
                    {"title", title_of(feed, question)},
                    {"home_page_url", feed.origin + feed.page},
                    {"feed_url", feed.origin + feed.target},
                    {"items", std::move(items)}});
}

}  // namespace porthole::search
