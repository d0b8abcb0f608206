#include "search/site.h"

#include <exception>
#include <functional>
#include <mutex>

#include "base/log.h"
#include "search/json.h"
#include "search/pages.h"
#include "search/parameters.h"
#include "search/searcher.h"
#include "search/status.h"
#include "search/web_files.h"
#include "summarizer/rdf_reader.h"

namespace porthole::search {
namespace {

using summarizer::Summary;

constexpr int kDefaultSize = 10;
constexpr int kAssetAge = 3600;  // seconds
constexpr int kMaxRecommendations = 1'000'000;
constexpr const char* kHtml = "text/html; charset=utf-8";
constexpr const char* kJson = "application/json; charset=utf-8";

/// Any other name asks for nothing in particular.
First first_named(std::string_view name) {
  if (name == "hubs") return First::kHubs;
  if (name == "authorities") return First::kAuthorities;
  return First::kBest;
}

struct Question {
  std::string_view path;
  const Parameters& parameters;
  std::string_view origin;
};

Answer json_answer(std::string body) { return {200, kJson, std::move(body), 0, 0}; }

Answer json_error(int status, std::string_view code, std::string_view message, std::string_view hint) {
  return {status, kJson, error_as_json(code, message, hint), 0, status == 503 ? 5 : 0};
}

Answer json_unavailable() {
  return json_error(503, "storage", "the index cannot be read just now", "try again");
}

/// What was asked makes no sense, and it is the asker who can mend it.
bool is_unreadable_query(const Error& error) { return error.code == ErrorCode::kInvalid; }

Answer asset(std::string_view name, const char* content_type) {
  return {200, content_type, std::string(web_file(name)), kAssetAge, 0};
}

// What the index alone knows of a page.
Summary summary_of(const indexer::DocumentData& data) {
  Summary summary;
  summary.url = data.url;
  summary.title = data.title;
  summary.description = data.description;
  summary.language = data.language;
  summary.media_type = data.media_type;
  summary.topic = data.topic;
  summary.relevance = Relevance(data.relevance);
  for (const indexer::ShownAnnotation& shown : data.annotations) {
    summary.annotations_by_others.push_back({shown.annotator, shown.text, shown.kind, Element::kA, {}});
  }
  return summary;
}

}  // namespace

class Site::Impl {
 public:
  explicit Impl(std::vector<ServedCollection> collections) : collections_(std::move(collections)) {
    for (const ServedCollection& collection : collections_) {
      names_ += (names_.empty() ? "" : ", ") + collection.name;
      folders_.push_back(collection.index);
    }
  }

  // A searcher of its own for the time of a question: they are not shared between threads.
  template <class Use>
  auto with_searcher(Use use) -> decltype(use(std::declval<Searcher&>())) {
    Result<Searcher> searcher = take();
    if (!searcher) return fail(searcher.error());
    auto result = use(*searcher);
    if (result || is_unreadable_query(result.error())) give_back(std::move(*searcher));
    return result;
  }

  Answer answer(const Question& question) {
    const std::string_view path = question.path;
    if (path == "/") return page([](const Frame& frame) { return home_page(frame); });
    if (path == "/search") return search(question);
    if (path == "/page") return details(question);
    if (path == "/page.rdf") return rdf(question);
    if (path == "/api/v1/search") return api_search(question);
    if (path == "/api/v1/page") return api_page(question);
    if (path == "/api/v1/complete") return api_complete(question);
    if (path == "/api/v1/fields") return api_fields(question);
    if (path == "/fields") return fields(question);
    if (path == "/help") return page([](const Frame& frame) { return help_page(frame); });
    if (path == "/healthz") return {200, "text/plain; charset=utf-8", "ok\n", 0, 0};
    if (path == "/style.css") return asset("style.css", "text/css; charset=utf-8");
    if (path == "/complete.js") return asset("complete.js", "text/javascript; charset=utf-8");
    if (path == "/porthole.svg") return asset("porthole.svg", "image/svg+xml");
    if (path == "/opensearch.xml") {
      return {200, "application/opensearchdescription+xml; charset=utf-8",
              opensearch_description(frame(), question.origin), kAssetAge, 0};
    }
    if (path.starts_with("/api/")) {
      return json_error(404, "not-found", "there is no such call", "see /api/v1/search, /api/v1/page, /api/v1/fields and /api/v1/complete");
    }
    return message(404);
  }

  // Asks no index for its size: it may be what is broken.
  Answer message(int status) const {
    Answer answer;
    answer.status = status;
    answer.body = message_page({names_, std::nullopt}, reason_phrase(status),
                               status_text(status));
    answer.retry_after = status == 503 ? 5 : 0;
    return answer;
  }

 private:
  Result<Searcher> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!idle_.empty()) {
        Searcher searcher = std::move(idle_.back());
        idle_.pop_back();
        return searcher;
      }
    }
    return Searcher::open(folders_);
  }

  void give_back(Searcher searcher) {
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(searcher));
  }

  Frame frame() {
    const auto documents = with_searcher([](Searcher& searcher) { return searcher.documents(); });
    return {names_, documents ? std::optional(*documents) : std::nullopt};
  }

  Answer page(const std::function<std::string(const Frame&)>& make) {
    return {200, kHtml, make(frame()), 0, 0};
  }

  Result<Results> results_of(const Question& question) {
    Request request;
    request.query = question.parameters.text("q");
    request.from = question.parameters.number("from", 0, 0, kMaxResultFrom);
    request.size = question.parameters.number("size", kDefaultSize, 1, kMaxResultSize);
    request.first = first_named(question.parameters.text("first"));
    request.min_recommendations = question.parameters.number("min-recommendations", 0, 0, kMaxRecommendations);
    request.per_site = question.parameters.number("per-site", 0, 0, kMaxResultSize);
    request.explain = question.parameters.text("explain") == "1";
    auto results = with_searcher([&](Searcher& searcher) { return searcher.search(request); });
    if (!results && !is_unreadable_query(results.error())) {
      log(LogLevel::kError, "search", results.error().to_string());
    }
    return results;
  }

  Answer search(const Question& question) {
    const Result<Results> results = results_of(question);
    if (!results && is_unreadable_query(results.error())) {
      return {400, kHtml, query_error_page(frame(), question.parameters.text("q"), results.error()), 0, 0};
    }
    if (!results) return message(503);
    const Frame about{names_, results->documents};
    const std::string html = results->query.empty() ? home_page(about) : results_page(about, *results);
    return {200, kHtml, html, 0, 0};
  }

  Answer api_search(const Question& question) {
    const Result<Results> results = results_of(question);
    if (!results && is_unreadable_query(results.error())) {
      return json_error(400, "unknown-field", results.error().message,
                        results.error().hint + "; all fields: /api/v1/fields");
    }
    if (!results) return json_unavailable();
    return json_answer(results_as_json(*results));
  }

  Answer api_complete(const Question& question) {
    const int size = question.parameters.number("size", kDefaultSize, 1, kMaxCompletions);
    const auto found = with_searcher(
        [&](Searcher& searcher) { return searcher.complete(question.parameters.text("q"), size); });
    if (!found) return json_unavailable();
    return json_answer(completions_as_json(*found));
  }

  Result<std::vector<FieldListing>> listed(const Question& question, int values) {
    const std::string& name = question.parameters.text("name");
    return with_searcher([&](Searcher& searcher) { return searcher.list_fields(values, name); });
  }

  Answer api_fields(const Question& question) {
    const auto found = listed(question, question.parameters.number("values", 0, 0, kMaxFieldValues));
    if (!found) return json_unavailable();
    if (found->empty()) return json_error(404, "not-found", "there is no such field", "all fields: /api/v1/fields");
    return json_answer(fields_as_json(*found));
  }

  Answer fields(const Question& question) {
    const bool is_one = !question.parameters.text("name").empty();
    const auto found = listed(question, is_one ? kMaxFieldValues : kFieldPageValues);
    if (!found) return message(503);
    if (found->empty()) return message(404);
    return {200, kHtml, fields_page(frame(), *found), 0, 0};
  }

  // The RDF of the first collection that has a summary of the page.
  std::optional<std::string> rdf_of(const std::string& url) {
    for (const ServedCollection& collection : collections_) {
      if (collection.pages == nullptr) continue;
      auto found = collection.pages->rdf(url);
      if (!found) {
        log(LogLevel::kWarning, "search", found.error().to_string());
      } else if (*found) {
        return std::move(**found);
      }
    }
    return std::nullopt;
  }

  std::optional<Summary> summary(const std::string& url) {
    if (const auto text = rdf_of(url)) {
      Result<Summary> read = summarizer::read_rdf(*text);
      if (read) return std::move(*read);
      log(LogLevel::kWarning, "search", read.error().to_string());
    }
    const auto kept = with_searcher([&](Searcher& searcher) { return searcher.find(url); });
    if (!kept || !*kept) return std::nullopt;
    return summary_of(**kept);
  }

  Answer details(const Question& question) {
    const auto found = summary(question.parameters.text("url"));
    if (!found) return message(404);
    const auto fields = with_searcher([](Searcher& searcher) { return searcher.query_fields(); });
    if (!fields) return message(503);
    return {200, kHtml, details_page(frame(), *found, *fields, question.parameters.text("q")), 0, 0};
  }

  Answer api_page(const Question& question) {
    const auto found = summary(question.parameters.text("url"));
    if (found) return json_answer(summary_as_json(*found));
    return json_error(404, "not-found", "no page with this URL is known here", "give the URL as results have it");
  }

  Answer rdf(const Question& question) {
    auto text = rdf_of(question.parameters.text("url"));
    if (!text) return message(404);
    return {200, "application/rdf+xml; charset=utf-8", std::move(*text), 0, 0};
  }

  std::vector<ServedCollection> collections_;
  std::vector<std::filesystem::path> folders_;
  std::string names_;
  std::mutex mutex_;
  std::vector<Searcher> idle_;
};

Site::Site(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Site::~Site() = default;

Result<std::unique_ptr<Site>> Site::open(std::vector<ServedCollection> collections) {
  auto impl = std::make_unique<Impl>(std::move(collections));
  const auto documents = impl->with_searcher([](Searcher& searcher) { return searcher.documents(); });
  if (!documents) return fail(documents.error());
  return std::unique_ptr<Site>(new Site(std::move(impl)));
}

Answer Site::answer(std::string_view target, std::string_view origin) const {
  const std::size_t mark = target.find('?');
  const Parameters parameters(mark == std::string_view::npos ? "" : target.substr(mark + 1));
  try {
    return impl_->answer({target.substr(0, mark), parameters, origin});
  } catch (const std::exception& error) {
    log(LogLevel::kError, "search", error.what());
    return impl_->message(500);
  }
}

Answer Site::message(int status) const { return impl_->message(status); }

}  // namespace porthole::search
