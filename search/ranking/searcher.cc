#include "search/ranking/searcher.h"

#include <xapian.h>

#include <algorithm>
#include <chrono>
#include <tuple>

#include "base/text/text.h"
#include "base/url/site.h"
#include "base/url/url.h"
#include "indexer/fields.h"
#include "indexer/page_values.h"
#include "search/index/bounds.h"
#include "search/index/omega_record.h"
#include "search/index/page_links.h"
#include "search/index/ranking.h"
#include "search/index/revision.h"
#include "search/query/field_values.h"
#include "search/query/spelling.h"
#include "search/ranking/hit_text.h"
#include "search/ranking/matching.h"
#include "search/ranking/open_indexes.h"
#include "search/ranking/search_plan.h"

namespace porthole::search {
namespace {

namespace fs = std::filesystem;
using indexer::DocumentData;

constexpr auto kTypeFacet = static_cast<std::size_t>(indexer::Facet::kType);
constexpr std::size_t kMinCorrected = 4;     // bytes; shorter words are similar to too many others
constexpr Xapian::doccount kCompared = 100;  // pages with a correction, exactly
constexpr int kMostTries = 4;                // attempts to read a revision before it is overwritten
constexpr std::size_t kTextWhenLate = 256;   // bytes of text for a snippet after the deadline

/// Without the right to read a folder, the error of Xapian sounds like damage.
Error unreadable(const std::vector<fs::path>& folders, const Xapian::Error& error) {
  for (const fs::path& folder : folders) {
    std::error_code why;
    if (fs::directory_iterator(folder, why); why == std::errc::permission_denied)
      return {ErrorCode::kPermission,
              "the index cannot be read: " + why.message(),
              folder.string(),
              0,
              0,
              "check who owns the folder and who may read it"};
  }
  return {ErrorCode::kStorage,
          "the index cannot be read: " + error.get_msg(),
          "",
          0,
          0,
          "run `porthole index` on the collection; if that does not help, remove its index folder "
          "first"};
}

// `with_texts`: also reads the value with text and annotations.
porthole::Result<DocumentData> data_of(const Xapian::Document& document, bool with_texts) {
  const std::string record = document.get_data();
  if (!record.starts_with('{')) {
    if (auto of_omega = read_omega_record(record)) return std::move(*of_omega);
  }
  return indexer::read_document_data(
      record, with_texts ? document.get_value(indexer::kShownSlot) : std::string());
}

// Result<T> for T, and Result<T> itself unchanged.
template <class T>
struct Unwrapped {
  using Type = porthole::Result<std::decay_t<T>>;
};
template <class T>
struct Unwrapped<porthole::Result<T>> {
  using Type = porthole::Result<T>;
};
template <class T>
using ResultOf = typename Unwrapped<T>::Type;

// Replaces `word` in the source text of the query by `meant`.
void replace_word(std::string& text, const std::string& word, const std::string& meant) {
  const std::size_t at = ascii_lower(text).find(word);
  if (at != std::string::npos) text.replace(at, word.size(), meant);
}

}  // namespace

class Searcher::Impl {
 public:
  Impl(std::vector<fs::path> folders, const Ranking& ranking,
       std::unique_ptr<Xapian::Weight> scheme)
      : folders_(std::move(folders)), ranking_(ranking), scheme_(std::move(scheme)) {}

  porthole::Result<Results> search(const SearchRequest& request) {
    const auto begin = std::chrono::steady_clock::now();
    porthole::Result<Results> results = search_once(request);
    if (results && !results->hits.empty() && !results->corrected.empty() &&
        pages_with_all(request, results->corrected) < pages_with_all(request, results->query))
      results->corrected.clear();
    const bool is_corrected =
        results && results->hits.empty() && !results->corrected.empty() && results->from == 0;
    if (!is_corrected || request.as_written) return results;
    SearchRequest other = request;
    other.query = results->corrected;
    other.time -= std::chrono::duration_cast<std::chrono::milliseconds>(
        std::chrono::steady_clock::now() - begin);
    porthole::Result<Results> instead = search_once(other);
    if (!instead || instead->hits.empty()) return results;
    instead->instead_of = results->query;
    instead->corrected.clear();
    return instead;
  }

  Results search(const Query& query, const SearchRequest& request) const {
    return execute(plan_search(open_, {ranking_, *scheme_}, query, request));
  }

  std::optional<DocumentData> find(std::string_view url) {
    const porthole::Result<Url> parsed = Url::parse(url);
    Xapian::docid page = find_page(open_.database, key_of_page(std::string(url)));
    if (page == 0 && parsed) page = find_page(open_.database, parsed->key());  // #part of a page
    if (page == 0) return std::nullopt;
    auto data = data_of(open_.database.get_document(page), true);
    if (!data) return std::nullopt;
    return std::move(*data);
  }

  std::int64_t documents() const {
    const Xapian::doccount all = open_.database.get_doccount();
    return all - open_.database.get_termfreq(std::string(indexer::kOffTopicTerm));
  }

  Holdings holdings() const { return holdings_of(open_); }

  Completions complete(std::string_view query, int wanted) const {
    const auto count = static_cast<std::size_t>(std::clamp(wanted, 1, kMaxCompletions));
    return search::complete({open_.database, open_.fields, open_.languages}, query, count);
  }

  const QueryFields& query_fields() const { return open_.fields; }

  std::vector<FieldListing> list_fields(int values, std::string_view name) const {
    const auto kept = static_cast<std::size_t>(std::clamp(values, 0, kMaxFieldValues));
    return search::list_fields(open_.database, open_.fields, open_.languages, name, kept);
  }

  // Runs `work` on the newest revision of the indexes. Begins again when the revision was
  // overwritten while it was read, or an index folder was replaced.
  template <class Work>
  auto run_on_newest(Work work) -> ResultOf<decltype(work())> {
    is_usable_ = false;
    for (int tries = 1;; ++tries) {
      try {
        if (!is_old_)
          is_old_ = open_.database.reopen() || revisions_of(open_.indexes) != open_.revisions;
        if (is_old_) open_ = open_indexes(folders_);
        is_old_ = false;
        auto result = work();
        is_usable_ = true;
        return result;
      } catch (const Xapian::DatabaseError& error) {
        is_old_ = true;
        if (tries == kMostTries) return fail(unreadable(folders_, error));
      } catch (const Xapian::Error& error) {
        return fail(unreadable(folders_, error));
      }
    }
  }

  /// False after an operation that failed for another reason than its arguments.
  bool is_usable() const { return is_usable_; }

 private:
  porthole::Result<Results> search_once(const SearchRequest& request) const {
    TRY_AS(plan, plan_search(open_, {ranking_, *scheme_}, request));
    return execute(*plan);
  }

  // How many pages have all words of `query` as written, exact up to kCompared.
  std::int64_t pages_with_all(SearchRequest request, const std::string& query) const {
    request.query = query;
    request.as_written = true;
    const auto plan = plan_search(open_, {ranking_, *scheme_}, request);
    if (!plan) return 0;
    Xapian::Enquire enquire(open_.database);
    enquire.set_query(plan->builder.candidates(plan->builder.without_stop_words(plan->query),
                                               MatchMode::kAll, {.off_topic = request.off_topic}));
    return enquire.get_mset(0, 0, kCompared).get_matches_estimated();
  }

  Results execute(const SearchPlan& plan) const {
    const auto& [query, request] = std::tie(plan.query, plan.request);
    Results results;
    results.query = query.text;
    results.notes = query.notes;
    results.from = std::clamp(request.from, 0, kMaxResultFrom);
    results.size = std::clamp(request.size, 1, kMaxResultSize);
    results.documents = request.off_topic ? open_.database.get_doccount() : documents();
    if (query.order) results.order = query.order->name;
    results.until = request.until.empty() ? pagination_token(open_.indexes) : request.until;
    results.asks_nothing = query.empty();
    if (results.asks_nothing) return results;
    if (!plan.is_shortened)
      results.corrected = corrected(plan);  // many words of a pasted text are unknown
    fill(plan, results);
    add_bounds(*plan.bounds, results);
    if (results.hits.empty()) results.fields = listed_fields(query, open_.fields);
    return results;
  }

  static void add_bounds(const Bounds& bounds, Results& results) {
    if (bounds.stopped || bounds.deadline.has_passed()) {
      results.is_whole = false;
      results.notes.push_back(
          "The search took too long and was stopped; these are the best pages found by then.");
    }
    if (bounds.cut) {
      results.notes.push_back(
          "The index has more words or values of this form than are looked at; not all were "
          "searched.");
    }
  }

  void fill(const SearchPlan& plan, Results& results) const {
    const Matched found = match(open_, plan, results);
    results.has_more = found.page.has_more;
    results.repeats = found.page.repeats_of_earlier;
    results.per_site = std::max(plan.request.per_site, 0);
    results.folded = static_cast<std::int64_t>(found.page.repeats);
    results.left_out = left_out_of(results, found.page);
    const HitFinder finder(found.query, open_.database, plan.builder.unmarked_words(plan.query));
    int rank = results.from;
    for (const CollapsedResult& one : found.page.results) {
      ++rank;
      const Xapian::Document document = one.match.page.get_document();
      auto data = data_of(document, plan.request.texts);
      if (!data) continue;
      if (plan.bounds->deadline.has_passed())
        data->text = std::string(cut(data->text, kTextWhenLate));
      Hit& made = results.hits.emplace_back(hit(*data, *one.match.page));
      made.rank = rank;
      made.score = one.match.score;
      made.more_from_site = one.more_from_site;
      made.duplicates = urls_of(one.repeats);
      std::erase(made.duplicates, made.url);  // the page is in two collections
      if (plan.request.texts) add_texts(finder, *data, made);
      if (plan.request.explain) made.explanation = explanation_of(plan, found, one.match);
    }
  }

  // Further matches of full sites are not read; at the last page, all that is neither shown nor
  // collapsed was left out.
  static std::int64_t left_out_of(const Results& results, const ResultPage& page) {
    const auto seen = static_cast<std::int64_t>(page.beyond_site);
    if (page.has_more || results.per_site == 0 || page.results.empty()) return seen;
    const auto shown = results.from + static_cast<std::int64_t>(page.results.size());
    return std::max(seen, results.estimated - shown - results.folded);
  }

  std::vector<ScorePart> explanation_of(const SearchPlan& plan, const Matched& found,
                                        const Match& match) const {
    std::vector<Part> parts = found.parts;
    if (match.is_reranked)
      parts.insert(parts.end(), found.rerank_parts.begin(), found.rerank_parts.end());
    std::vector<ScorePart> explanation =
        explain_score(open_.database, *scheme_, parts, match.page, plan.bounds->deadline);
    if (const auto more = found.second_stage.find(*match.page); more != found.second_stage.end())
      explanation.insert(explanation.end(), more->second.begin(), more->second.end());
    std::stable_sort(explanation.begin(), explanation.end(),
                     [](const ScorePart& a, const ScorePart& b) { return a.weight > b.weight; });
    return explanation;
  }

  static std::vector<std::string> urls_of(const std::vector<Xapian::MSetIterator>& matches) {
    std::vector<std::string> urls;
    for (const Xapian::MSetIterator& one : matches) {
      if (const auto data = data_of(one.get_document(), false)) urls.push_back(data->url);
    }
    return urls;
  }

  bool is_off_topic(Xapian::docid page) const {
    const std::string term(indexer::kOffTopicTerm);
    Xapian::PostingIterator place = open_.database.postlist_begin(term);
    const Xapian::PostingIterator end = open_.database.postlist_end(term);
    if (place != end) place.skip_to(page);
    return place != end && *place == page;
  }

  Hit hit(const DocumentData& data, Xapian::docid page) const {
    Hit hit;
    static_cast<indexer::PageFields&>(hit) = data;
    hit.type = data.page_type.empty() ? data.media_type : data.page_type;
    hit.off_topic = is_off_topic(page);
    if (open_.pages == nullptr) return hit;
    hit.site = open_.pages->site_of(page);
    hit.recommendations = static_cast<int>(open_.pages->row(page).recommendations);
    const std::string type = open_.pages->facets_of(page)[kTypeFacet];
    if (!type.empty()) hit.type = type;
    return hit;
  }

  static void add_texts(const HitFinder& finder, const DocumentData& data, Hit& hit) {
    const Xapian::Stem stem(indexer::stemmer_for(data.language));
    Snippet snippet = snippet_of(finder, data, stem);
    hit.snippet = std::move(snippet.text);
    hit.fragment = std::move(snippet.fragment);
    hit.annotations = annotations_of(finder, data, stem);
  }

  // The query with unknown words replaced by similar known ones; "" when there is nothing to
  // correct.
  std::string corrected(const SearchPlan& plan) const {
    const Deadline& deadline = plan.bounds->deadline;
    std::string text = plan.query.text;
    for (const std::string& word : searched_words(plan.query)) {
      if (deadline.has_passed()) break;
      if (word.size() < kMinCorrected) continue;
      const std::string meant = plan.builder.is_known(word)
                                    ? frequent_neighbour(open_.database, plan.builder, word)
                                    : near_word(open_.database, word, deadline);
      if (!meant.empty()) replace_word(text, word, meant);
    }
    return text == plan.query.text ? std::string() : text;
  }

  std::vector<fs::path> folders_;
  Ranking ranking_;
  std::unique_ptr<Xapian::Weight> scheme_;
  OpenIndexes open_;
  bool is_old_ = true;  // open_ is not the newest revision, or nothing is open
  bool is_usable_ = true;
};

Searcher::Searcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;
bool Searcher::is_usable() const { return impl_->is_usable(); }

Result<Searcher> Searcher::open(const std::vector<fs::path>& folders, const Ranking& ranking) {
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) continue;
    return fail({ErrorCode::kNotFound, "there is no index yet", folder.string(), 0, 0,
                 "make it: porthole index " + folder.parent_path().string()});
  }
  TRY_AS(scheme, weighting_scheme(ranking.scheme));
  auto impl = std::make_unique<Impl>(folders, ranking, std::move(*scheme));
  TRY_AS(opened, impl->run_on_newest([] { return true; }));
  return Searcher(std::move(impl));
}

Result<Results> Searcher::search(const SearchRequest& request) {
  return impl_->run_on_newest([&] { return impl_->search(request); });
}

Result<Results> Searcher::search(const Query& query, const SearchRequest& request) {
  return impl_->run_on_newest([&] { return impl_->search(query, request); });
}

Result<Completions> Searcher::complete(std::string_view query, int wanted) {
  return impl_->run_on_newest([&] { return impl_->complete(query, wanted); });
}

Result<QueryFields> Searcher::query_fields() {
  return impl_->run_on_newest([&] { return impl_->query_fields(); });
}

Result<std::vector<FieldListing>> Searcher::list_fields(int values, std::string_view name) {
  return impl_->run_on_newest([&] { return impl_->list_fields(values, name); });
}

Result<std::optional<indexer::DocumentData>> Searcher::find(std::string_view url) {
  return impl_->run_on_newest([&] { return impl_->find(url); });
}

Result<std::int64_t> Searcher::documents() {
  return impl_->run_on_newest([&] { return impl_->documents(); });
}

Result<Holdings> Searcher::holdings() {
  return impl_->run_on_newest([&] { return impl_->holdings(); });
}

}  // namespace porthole::search
