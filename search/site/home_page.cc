#include "base/text/text.h"
#include "base/url/percent_encode.h"
#include "search/presentation/value_words.h"
#include "search/site/page_data.h"
#include "search/site/pages.h"

namespace porthole::search {
namespace {

constexpr std::size_t kTopicsShown = 12;

/// A link to a search that keeps the chosen collection.
std::string search_link(const Frame& frame, const std::string& query) {
  const std::string link = link_to_query(query);
  return frame.chosen.empty() ? link : link + "&collection=" + encode_parameter(frame.chosen);
}

data topics_data(const Frame& frame) {
  const std::vector<FacetValue>& topics = frame.overview->holdings.topics;
  if (topics.size() < 2) return data(false);  // one topic is the whole collection
  data list(data::type::list);
  for (const FacetValue& topic : topics) {
    data one;
    one.set("text", topic.value);
    one.set("pages", with_commas(topic.pages));
    one.set("link", search_link(frame, topic.query));
    list.push_back(one);
    if (list.list_value().size() == kTopicsShown) break;
  }
  return list;
}

data pages_data(const Frame& frame, const std::vector<Hit>& hits) {
  data list(data::type::list);
  for (const Hit& hit : hits) {
    data one;
    set_url(one, hit.url, &frame);
    set_site_mark(one, hit.url, &frame);
    one.set("details", "/page?url=" + encode_parameter(hit.url));
    one.set("title", shown_title(hit.title, hit.url));
    one.set("date", text_or_nothing(hit.date_is_estimated() ? "" : hit.date.substr(0, 10)));
    one.set("day", day_in_words(hit.date));
    list.push_back(one);
  }
  return list_or_nothing(std::move(list));
}

}  // namespace

void set_queries(data& values, const Frame& frame) {
  data list(data::type::list);
  if (frame.overview != nullptr) {
    for (const std::string& query : frame.overview->queries) {
      data one;
      one.set("text", query);
      one.set("link", search_link(frame, query));
      list.push_back(one);
    }
  }
  values.set("has_queries", !list.is_empty_list());
  values["queries"] = list_or_nothing(std::move(list));
}

std::string home_page(const Frame& frame) {
  data values;
  values.set("home", true);
  const bool has_pages = frame.overview != nullptr && frame.overview->holdings.pages > 0;
  values.set("some", has_pages);
  values.set("atom", std::string("/feed.atom"));
  values.set("json_feed", std::string("/feed.json"));
  values.set("newest_link", search_link(frame, "sort:date"));
  if (has_pages) {
    set_queries(values, frame);
    values["topics"] = topics_data(frame);
    values.set("has_topics", values.get("topics")->is_list());
    values["lists"] = pages_data(frame, frame.overview->lists);
    values.set("has_lists", !frame.overview->lists.empty());
    values["newest"] = pages_data(frame, frame.overview->newest);
    values.set("has_newest", !frame.overview->newest.empty());
  }
  return render("home.html", frame, std::move(values));
}

}  // namespace porthole::search
