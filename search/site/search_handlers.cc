#include <algorithm>
#include <charconv>
#include <map>

#include "base/clock.h"
#include "base/log.h"
#include "base/text/text.h"
#include "search/site/feeds.h"
#include "search/site/json.h"
#include "search/site/pages.h"
#include "search/site/routes.h"
#include "search/site/search_links.h"

namespace porthole::search {
namespace {

constexpr int kPerSite =
    3;  // results of one site on an HTML page, unless the request has `per-site`
constexpr int kFeedSize = 25;
constexpr int kMaxRecommendations = 1'000'000;

/// The languages of Accept-Language (RFC 9110, section 12.5.4), each once.
std::map<std::string, double> read_languages(std::string_view field) {
  std::map<std::string, double> languages;
  for (const std::string_view part : split(field, ',')) {
    const std::size_t mark = part.find(";q=");
    const std::string_view range = trim(part.substr(0, mark));
    if (range.empty()) continue;
    double weight = 1;
    if (mark != part.npos)
      std::from_chars(part.data() + mark + 3, part.data() + part.size(), weight);
    double& known = languages[ascii_lower(range.substr(0, range.find('-')))];
    known = std::max(known, std::min(weight, 1.0));
  }
  return languages;
}

SearchRequest parse_search(const RequestContext& request) {
  const http::Parameters& parameters = request.parameters;
  SearchRequest search;
  search.query = request.query();
  search.from = parameters.number("from", 0, 0, kMaxResultFrom);
  search.size = parameters.number("size", kDefaultSize, 1, kMaxResultSize);
  search.until = parameters.text("until");
  search.first = first_named(parameters.text("first"));
  search.min_recommendations = parameters.number("min-recommendations", 0, 0, kMaxRecommendations);
  search.per_site = parameters.number("per-site", 0, 0, kMaxResultSize);
  search.off_topic = parameters.text("all") == "1";
  search.explain = parameters.text("explain") == "1";
  search.facets = parameters.text("facets") != "0";
  search.as_written = parameters.text("as-written") == "1";
  search.languages = read_languages(request.languages);
  return search;
}

bool asks_for_site(const std::string& query) {
  return query.find("site:") != std::string::npos || query.find("host:") != std::string::npos;
}

Result<Results> run_search(const RequestContext& request, const SearchRequest& search) {
  auto searcher = request.collections.searchers().acquire(request.collection());
  Result<Results> results = searcher ? (*searcher)->search(search) : fail(searcher.error());
  if (!results && results.error().code == ErrorCode::kStorage) {
    log(LogLevel::kError, "search", results.error().to_string());
  }
  return results;
}

/// `response`, marked as partial when the results are.
Response response_of(const Results& results, Response response) {
  response.is_whole = results.is_whole;
  return response;
}

/// The error of read_standing() as a reader has it: a name that cannot be is one that is not there,
/// and a damaged file has no remedy there.
Error for_readers(Error error) {
  if (error.code == ErrorCode::kUsage) error.code = ErrorCode::kNotFound;
  if (error.code == ErrorCode::kInvalid) error.code = ErrorCode::kStorage;
  return error;
}

Result<Completions> completions(const RequestContext& request) {
  TRY_AS(searcher, request.collections.searchers().acquire(request.collection()));
  const int size = request.parameters.number("size", kDefaultSize, 1, kMaxCompletions);
  return (*searcher)->complete(request.query(), size);
}

Result<std::vector<FieldListing>> list_fields(const RequestContext& request, int values) {
  TRY_AS(searcher, request.collections.searchers().acquire(request.collection()));
  return (*searcher)->list_fields(values, request.parameters.text("name"));
}

}  // namespace

Result<Response> handle_search(const RequestContext& request) {
  SearchRequest search = parse_search(request);
  if (request.parameters.text("per-site").empty() && !asks_for_site(search.query))
    search.per_site = kPerSite;
  TRY_AS(results, run_search(request, search));
  const Frame frame = frame_of(request);
  if (results->query.empty()) return html_response(home_page(frame));
  return response_of(*results,
                     html_response(results_page(frame, SearchLinks(request.parameters), *results)));
}

Result<Response> handle_api_search(const RequestContext& request) {
  TRY_AS(results, run_search(request, parse_search(request)));
  return response_of(*results, json_response(results_as_json(*results)));
}

Result<Response> handle_feed(const RequestContext& request) {
  SearchRequest search = parse_search(request);
  search.size = request.parameters.number("size", kFeedSize, 1, kMaxResultSize);
  search.facets = false;
  search.newest_first = true;
  search.as_written = true;  // subscribers keep the query, whatever its spelling
  if (trim(search.query).empty()) search.query = kAllPages;
  TRY_AS(results, run_search(request, search));
  const Feed feed{frame_without_overview(request.collections, &request).title,
                  std::string(request.origin), std::string(request.target),
                  SearchLinks(request.parameters).to(results->query), system_clock().wall()};
  if (request.path.ends_with(".json"))
    return response_of(*results,
                       {200, "application/feed+json; charset=utf-8", json_feed(feed, *results)});
  return response_of(*results,
                     {200, "application/atom+xml; charset=utf-8", atom_feed(feed, *results)});
}

Result<Response> handle_standing_feed(const RequestContext& request) {
  const Result<StandingQuestion> question = read_standing(
      request.collections.standing(request.collection()), request.parameters.text("name"));
  if (!question) {
    const Error error = for_readers(question.error());
    if (error.code == ErrorCode::kStorage)
      log(LogLevel::kError, "search", question.error().to_string());
    return fail(error);
  }
  const Feed feed{frame_without_overview(request.collections, &request).title,
                  std::string(request.origin), std::string(request.target), "/",
                  system_clock().wall()};
  if (request.path.ends_with(".json"))
    return Response{200, "application/feed+json; charset=utf-8", json_feed(feed, *question)};
  return Response{200, "application/atom+xml; charset=utf-8", atom_feed(feed, *question)};
}

Result<Response> handle_fields(const RequestContext& request) {
  const bool is_one = !request.parameters.text("name").empty();
  TRY_AS(found, list_fields(request, is_one ? kMaxFieldValues : kFieldPageValues));
  if (found->empty()) return not_found_response(request, "There is no such field.");
  return html_response(fields_page(frame_of(request), *found));
}

Result<Response> handle_api_fields(const RequestContext& request) {
  TRY_AS(found, list_fields(request, request.parameters.number("values", 0, 0, kMaxFieldValues)));
  if (found->empty())
    return json_error(404, "not-found", "there is no such field", "all fields: /api/v1/fields");
  return json_response(fields_as_json(*found));
}

Result<Response> handle_suggest(const RequestContext& request) {
  TRY_AS(found, completions(request));
  return html_response(suggestions_page(frame_of(request), *found));
}

Result<Response> handle_api_complete(const RequestContext& request) {
  TRY_AS(found, completions(request));
  return json_response(completions_as_json(*found));
}

Result<Response> handle_opensearch_suggestions(const RequestContext& request) {
  TRY_AS(found, completions(request));
  return Response{200, "application/x-suggestions+json; charset=utf-8",
                  completions_as_opensearch(*found), 0, 0};
}

}  // namespace porthole::search
