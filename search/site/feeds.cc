#include "search/site/feeds.h"

#include <algorithm>

#include "search/query/query_tree.h"
#include "search/site/json_text.h"
#include "search/site/page_data.h"
#include "search/site/web_files.h"

namespace porthole::search {
namespace {

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

}  // namespace porthole::search
