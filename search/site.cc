#include "search/site.h"

#include <algorithm>
#include <array>
#include <exception>
#include <functional>

#include "base/clock.h"
#include "base/log.h"
#include "search/feeds.h"
#include "search/json.h"
#include "search/neighbours.h"
#include "search/pages.h"
#include "search/parameters.h"
#include "search/query.h"
#include "search/searcher.h"
#include "search/served_collections.h"
#include "search/status.h"
#include "search/web_files.h"
#include "summarizer/rdf_formats.h"

namespace porthole::search {
namespace {

using summarizer::RdfFormat;
using summarizer::Summary;

constexpr int kDefaultSize = 10;
constexpr int kPerSite = 3;  // results of one site on a page of results, unless one asks otherwise
constexpr int kFeedSize = 25;
constexpr int kAssetAge = 3600;  // seconds
constexpr int kMaxRecommendations = 1'000'000;
constexpr const char* kHtml = "text/html; charset=utf-8";
constexpr const char* kJson = "application/json; charset=utf-8";
constexpr const char* kPlain = "text/plain; charset=utf-8";

/// Any other name asks for nothing in particular.
First first_named(std::string_view name) {
  if (name == "hubs") return First::kHubs;
  if (name == "authorities") return First::kAuthorities;
  return First::kBest;
}

struct Question {
  std::string_view path;
  const Parameters& parameters;
  std::string_view target;  // as it was asked
  std::string_view origin;

  const std::string& query() const { return parameters.text("q"); }
  const std::string& url() const { return parameters.text("url"); }
  const std::string& collection() const { return parameters.text("collection"); }
};

Answer json_answer(std::string body) { return {200, kJson, std::move(body), 0, 0}; }

Answer json_error(int status, std::string_view code, std::string_view message, std::string_view hint) {
  return {status, kJson, error_as_json(code, message, hint), 0, status == 503 ? 5 : 0};
}

/// An answer of the API for an error of a search.
Answer json_error(const Error& error) {
  if (error.code == ErrorCode::kInvalid) {
    return json_error(400, "unknown-field", error.message, error.hint + "; all fields: /api/v1/fields");
  }
  if (error.code == ErrorCode::kNotFound) return json_error(404, "not-found", error.message, error.hint);
  return json_error(503, "storage", "the index cannot be read just now", "try again");
}

Answer asset(std::string_view name, const char* content_type) {
  return {200, content_type, std::string(web_file(name)), kAssetAge, 0};
}

RdfFormat format_of(std::string_view path) {
  if (path.ends_with(".ttl")) return RdfFormat::kTurtle;
  if (path.ends_with(".nt")) return RdfFormat::kNTriples;
  if (path.ends_with(".jsonld")) return RdfFormat::kJsonLd;
  return RdfFormat::kRdfXml;
}

}  // namespace

class Site::Impl {
 public:
  explicit Impl(std::vector<ServedCollection> collections) : collections_(std::move(collections)) {}

  Result<std::int64_t> documents() {
    return collections_.searchers().with_searcher([](Searcher& searcher) { return searcher.documents(); });
  }

  Answer answer(const Question& question) {
    struct Route {
      std::string_view path;
      Answer (Impl::*answer)(const Question&);
    };
    static constexpr std::array kRoutes = {Route{"/", &Impl::home},
                                           Route{"/search", &Impl::search},
                                           Route{"/suggest", &Impl::suggest},
                                           Route{"/page", &Impl::details},
                                           Route{"/copy", &Impl::copy},
                                           Route{"/page.txt", &Impl::plain_copy},
                                           Route{"/page.rdf", &Impl::rdf},
                                           Route{"/page.ttl", &Impl::rdf},
                                           Route{"/page.nt", &Impl::rdf},
                                           Route{"/page.jsonld", &Impl::rdf},
                                           Route{"/fields", &Impl::fields},
                                           Route{"/help", &Impl::help},
                                           Route{"/feed.atom", &Impl::feed},
                                           Route{"/feed.json", &Impl::feed},
                                           Route{"/opensearch.xml", &Impl::opensearch},
                                           Route{"/suggest.json", &Impl::suggestions},
                                           Route{"/api/v1/search", &Impl::api_search},
                                           Route{"/api/v1/page", &Impl::api_page},
                                           Route{"/api/v1/complete", &Impl::api_complete},
                                           Route{"/api/v1/fields", &Impl::api_fields},
                                           Route{"/api/v1/collections", &Impl::api_collections},
                                           Route{"/healthz", &Impl::health},
                                           Route{"/style.css", &Impl::style},
                                           Route{"/complete.js", &Impl::script},
                                           Route{"/porthole.svg", &Impl::picture}};
    const auto route = std::find_if(kRoutes.begin(), kRoutes.end(),
                                    [&](const Route& one) { return one.path == question.path; });
    if (route != kRoutes.end()) return (this->*route->answer)(question);
    if (!question.path.starts_with("/api/")) return message(404);
    return json_error(404, "not-found", "there is no such call", "schemas/openapi.yaml has all of them");
  }

  // Asks no index for its size: it may be what is broken.
  Answer message(int status) const {
    Answer answer;
    answer.status = status;
    answer.body = message_page(frame_of("", std::nullopt), reason_phrase(status), status_text(status));
    answer.retry_after = status == 503 ? 5 : 0;
    return answer;
  }

 private:
  Frame frame_of(const std::string& chosen, std::optional<std::int64_t> pages) const {
    return {chosen.empty() ? collections_.all_names() : chosen, pages, collections_.names(), chosen};
  }

  Frame frame(const Question& question) {
    const auto pages = with_searcher(question, [](Searcher& searcher) { return searcher.documents(); });
    return frame_of(question.collection(), pages ? std::optional(*pages) : std::nullopt);
  }

  // Of the collection that was asked for.
  template <class Use>
  auto with_searcher(const Question& question, Use use) -> decltype(use(std::declval<Searcher&>())) {
    SearcherPool* searchers = collections_.searchers(question.collection());
    if (searchers != nullptr) return searchers->with_searcher(use);
    Error error;
    error.code = ErrorCode::kNotFound;
    error.message = "there is no collection of this name";
    error.hint = "all collections: /api/v1/collections";
    return fail(std::move(error));
  }

  Result<Results> results_of(const Question& question, const Request& request) {
    auto results = with_searcher(question, [&](Searcher& searcher) { return searcher.search(request); });
    if (!results && results.error().code == ErrorCode::kStorage) {
      log(LogLevel::kError, "search", results.error().to_string());
    }
    return results;
  }

  static Request request_of(const Question& question) {
    Request request;
    request.query = question.query();
    request.from = question.parameters.number("from", 0, 0, kMaxResultFrom);
    request.size = question.parameters.number("size", kDefaultSize, 1, kMaxResultSize);
    request.until = question.parameters.text("until");
    request.first = first_named(question.parameters.text("first"));
    request.min_recommendations = question.parameters.number("min-recommendations", 0, 0, kMaxRecommendations);
    request.per_site = question.parameters.number("per-site", 0, 0, kMaxResultSize);
    request.explain = question.parameters.text("explain") == "1";
    request.facets = question.parameters.text("facets") != "0";
    return request;
  }

  /// A page for an error of a search.
  Answer error_page(const Question& question, const Error& error) {
    if (error.code == ErrorCode::kNotFound) return message(404);
    if (error.code != ErrorCode::kInvalid) return message(503);
    return {400, kHtml, query_error_page(frame(question), question.query(), error), 0, 0};
  }

  Answer page(std::string html) const { return {200, kHtml, std::move(html), 0, 0}; }

  Answer home(const Question& question) { return page(home_page(frame(question))); }
  Answer help(const Question& question) { return page(help_page(frame(question))); }
  Answer health(const Question&) { return {200, kPlain, "ok\n", 0, 0}; }
  Answer style(const Question&) { return asset("style.css", "text/css; charset=utf-8"); }
  Answer script(const Question&) { return asset("complete.js", "text/javascript; charset=utf-8"); }
  Answer picture(const Question&) { return asset("porthole.svg", "image/svg+xml"); }

  Answer search(const Question& question) {
    Request request = request_of(question);
    const bool asks_for_site = question.query().find("site:") != std::string::npos || question.query().find("host:") != std::string::npos;
    if (question.parameters.text("per-site").empty() && !asks_for_site) request.per_site = kPerSite;
    const Result<Results> results = results_of(question, request);
    if (!results) return error_page(question, results.error());
    const Frame about = frame_of(question.collection(), results->documents);
    return page(results->query.empty() ? home_page(about) : results_page(about, *results));
  }

  Answer api_search(const Question& question) {
    const Result<Results> results = results_of(question, request_of(question));
    return results ? json_answer(results_as_json(*results)) : json_error(results.error());
  }

  // The newest first, unless the query says otherwise.
  Answer feed(const Question& question) {
    Request request = request_of(question);
    request.size = question.parameters.number("size", kFeedSize, 1, kMaxResultSize);
    request.facets = false;
    request.newest_first = true;
    const Result<Results> results = results_of(question, request);
    if (!results) return error_page(question, results.error());
    const Feed about{collections_.all_names(), std::string(question.origin), std::string(question.target),
                     system_clock().wall()};
    const bool is_json = question.path.ends_with(".json");
    return {200, is_json ? "application/feed+json; charset=utf-8" : "application/atom+xml; charset=utf-8",
            is_json ? json_feed(about, *results) : atom_feed(about, *results), 0, 0};
  }

  Answer opensearch(const Question& question) {
    return {200, "application/opensearchdescription+xml; charset=utf-8",
            opensearch_description(frame_of("", std::nullopt), question.origin), kAssetAge, 0};
  }

  Result<Completions> completions(const Question& question) {
    const int size = question.parameters.number("size", kDefaultSize, 1, kMaxCompletions);
    return with_searcher(question, [&](Searcher& searcher) { return searcher.complete(question.query(), size); });
  }

  Answer api_complete(const Question& question) {
    const auto found = completions(question);
    return found ? json_answer(completions_as_json(*found)) : json_error(found.error());
  }

  Answer suggestions(const Question& question) {
    const auto found = completions(question);
    if (!found) return json_error(found.error());
    return {200, "application/x-suggestions+json; charset=utf-8", completions_as_opensearch(*found), 0, 0};
  }

  Answer suggest(const Question& question) {
    const auto found = completions(question);
    if (!found) return error_page(question, found.error());
    return page(suggestions_page(frame(question), *found));
  }

  Result<std::vector<FieldListing>> listed(const Question& question, int values) {
    const std::string& name = question.parameters.text("name");
    return with_searcher(question, [&](Searcher& searcher) { return searcher.list_fields(values, name); });
  }

  Answer api_fields(const Question& question) {
    const auto found = listed(question, question.parameters.number("values", 0, 0, kMaxFieldValues));
    if (!found) return json_error(found.error());
    if (found->empty()) return json_error(404, "not-found", "there is no such field", "all fields: /api/v1/fields");
    return json_answer(fields_as_json(*found));
  }

  Answer fields(const Question& question) {
    const bool is_one = !question.parameters.text("name").empty();
    const auto found = listed(question, is_one ? kMaxFieldValues : kFieldPageValues);
    if (!found) return error_page(question, found.error());
    if (found->empty()) return message(404);
    return page(fields_page(frame(question), *found));
  }

  Answer api_collections(const Question&) {
    std::vector<CollectionSize> sizes;
    for (const std::string& name : collections_.names()) {
      const auto pages = collections_.searchers(name)->with_searcher([](Searcher& one) { return one.documents(); });
      if (!pages) return json_error(pages.error());
      sizes.push_back({name, *pages});
    }
    return json_answer(collections_as_json(sizes));
  }

  Answer details(const Question& question) {
    const auto found = collections_.summary(question.url());
    if (!found) return message(404);
    const auto fields = collections_.searchers().with_searcher([](Searcher& one) { return one.query_fields(); });
    if (!fields) return message(503);
    const auto near = collections_.searchers().with_searcher([&](Searcher& one) { return neighbours(one, found->url); });
    if (!near) return message(503);
    return page(details_page(frame(question), *found, *fields, *near, question.query()));
  }

  Answer api_page(const Question& question) {
    const auto found = collections_.summary(question.url());
    if (found) return json_answer(summary_as_json(*found));
    return json_error(404, "not-found", "no page with this URL is known here", "give the URL as results have it");
  }

  Answer copy(const Question& question) {
    const auto found = collections_.summary(question.url());
    return found ? page(copy_page(frame(question), *found)) : message(404);
  }

  Answer plain_copy(const Question& question) {
    const auto found = collections_.summary(question.url());
    if (!found || !may_be_shown(*found)) return message(404);
    return {200, kPlain, found->text, 0, 0};
  }

  Answer rdf(const Question& question) {
    const RdfFormat format = format_of(question.path);
    auto text = collections_.rdf(question.url());
    if (!text) return message(404);
    const std::string type = std::string(rdf_media_type(format)) + "; charset=utf-8";
    if (format == RdfFormat::kRdfXml) return {200, type, std::move(*text), 0, 0};
    const auto found = collections_.summary(question.url());
    if (!found) return message(404);
    return {200, type, write_rdf_as(format, *found), 0, 0};
  }

  ServedCollections collections_;
};

Site::Site(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Site::~Site() = default;

Result<std::unique_ptr<Site>> Site::open(std::vector<ServedCollection> collections) {
  auto impl = std::make_unique<Impl>(std::move(collections));
  const auto documents = impl->documents();
  if (!documents) return fail(documents.error());
  return std::unique_ptr<Site>(new Site(std::move(impl)));
}

Answer Site::answer(std::string_view target, std::string_view origin) const {
  const std::size_t mark = target.find('?');
  const Parameters parameters(mark == std::string_view::npos ? "" : target.substr(mark + 1));
  try {
    return impl_->answer({target.substr(0, mark), parameters, target, origin});
  } catch (const std::exception& error) {
    log(LogLevel::kError, "search", error.what());
    return impl_->message(500);
  }
}

Answer Site::message(int status) const { return impl_->message(status); }

}  // namespace porthole::search
