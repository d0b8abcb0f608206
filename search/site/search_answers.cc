#include "search/site/search_answers.h"

#include "base/clock.h"
#include "base/log.h"
#include "base/text/text.h"
#include "search/site/feeds.h"
#include "search/site/json.h"
#include "search/site/search_links.h"

namespace porthole::search {
namespace {

constexpr int kPerSite = 3;  // results of one site on a page of results, unless one asks otherwise
constexpr int kFeedSize = 25;
constexpr int kMaxRecommendations = 1'000'000;

Request request_of(const Question& question) {
  const Parameters& asked = question.parameters;
  Request request;
  request.query = question.query();
  request.from = asked.number("from", 0, 0, kMaxResultFrom);
  request.size = asked.number("size", kDefaultSize, 1, kMaxResultSize);
  request.until = asked.text("until");
  request.first = first_named(asked.text("first"));
  request.min_recommendations = asked.number("min-recommendations", 0, 0, kMaxRecommendations);
  request.per_site = asked.number("per-site", 0, 0, kMaxResultSize);
  request.off_topic = asked.text("all") == "1";
  request.explain = asked.text("explain") == "1";
  request.facets = asked.text("facets") != "0";
  request.as_written = asked.text("as-written") == "1";
  return request;
}

bool asks_for_site(const Question& question) {
  return question.query().find("site:") != std::string::npos || question.query().find("host:") != std::string::npos;
}

Result<Results> results_of(SiteContext& site, const Question& question, const Request& request) {
  auto results = site.with_searcher(question, [&](Searcher& searcher) { return searcher.search(request); });
  if (!results && results.error().code == ErrorCode::kStorage) {
    log(LogLevel::kError, "search", results.error().to_string());
  }
  return results;
}

Response made_of(const Results& results, Response answer) {
  answer.is_whole = results.is_whole;
  return answer;
}

}  // namespace

Response search_answer(SiteContext& site, const Question& question) {
  Request request = request_of(question);
  if (question.parameters.text("per-site").empty() && !asks_for_site(question)) request.per_site = kPerSite;
  const Result<Results> results = results_of(site, question, request);
  if (!results) return site.error_page(question, results.error());
  const Frame frame = site.frame_of(&question, results->documents);
  if (results->query.empty()) return page_answer(home_page(frame));
  return made_of(*results, page_answer(results_page(frame, SearchLinks(question.parameters), *results)));
}

Response api_search_answer(SiteContext& site, const Question& question) {
  const Result<Results> results = results_of(site, question, request_of(question));
  return results ? made_of(*results, json_answer(results_as_json(*results))) : json_error(results.error());
}

Response feed_answer(SiteContext& site, const Question& question) {
  Request request = request_of(question);
  request.size = question.parameters.number("size", kFeedSize, 1, kMaxResultSize);
  request.facets = false;
  request.newest_first = true;
  request.as_written = true;  // a feed stays that of its query
  if (trim(request.query).empty()) request.query = kAllPages;
  const bool is_json = question.path.ends_with(".json");
  const Result<Results> results = results_of(site, question, request);
  if (!results) return is_json ? json_error(results.error()) : site.error_page(question, results.error());
  const Feed about{site.frame_of(&question, std::nullopt).collections, std::string(question.origin),
                   std::string(question.target), SearchLinks(question.parameters).to(results->query), system_clock().wall()};
  if (is_json) return made_of(*results, {200, "application/feed+json; charset=utf-8", json_feed(about, *results)});
  return made_of(*results, {200, "application/atom+xml; charset=utf-8", atom_feed(about, *results)});
}

}  // namespace porthole::search
