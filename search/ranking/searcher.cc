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
Result<DocumentData> data_of(const Xapian::Document& document, bool with_texts) {
  const std::string record = document.get_data();
  if (!record.starts_with('{')) {
    if (auto of_omega = read_omega_record(record)) return std::move(*of_omega);
  }
  return indexer::read_document_data(
      record, with_texts ? document.get_value(indexer::kShownSlot) : std::string());
}

// Replaces `word` in the source text of the query by `meant`.
void replace_word(std::string& text, const std::string& word, const std::string& meant) {
  const std::size_t at = ascii_lower(text).find(word);
  if (at != std::string::npos) text.replace(at, word.size(), meant);
}

void add_bounds(const Bounds& bounds, Results& results) {
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

// Further matches of full sites are not read; at the last page, all that is neither shown nor
// collapsed was left out.
std::int64_t left_out_of(const Results& results, const ResultPage& page) {
  const auto seen = static_cast<std::int64_t>(page.beyond_site);
  if (page.has_more || results.per_site == 0 || page.results.empty()) return seen;
  const auto shown = results.from + static_cast<std::int64_t>(page.results.size());
  return std::max(seen, results.estimated - shown - results.folded);
}

std::vector<std::string> urls_of(const std::vector<Xapian::MSetIterator>& matches) {
  std::vector<std::string> urls;
  for (const Xapian::MSetIterator& one : matches) {
    if (const auto data = data_of(one.get_document(), false)) urls.push_back(data->url);
  }
  return urls;
}

void add_texts(const HitFinder& finder, const DocumentData& data, Hit& hit) {
  const Xapian::Stem stem(indexer::stemmer_for(data.language));
  Snippet snippet = snippet_of(finder, data, stem);
  hit.snippet = std::move(snippet.text);
  hit.fragment = std::move(snippet.fragment);
  hit.annotations = annotations_of(finder, data, stem);
}

}  // namespace

Result<Searcher> Searcher::open(const std::vector<fs::path>& folders, const Ranking& ranking) {
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) continue;
    return fail({ErrorCode::kNotFound, "there is no index yet", folder.string(), 0, 0,
                 "make it: porthole index " + folder.parent_path().string()});
  }
  Searcher searcher(folders, ranking);
  TRY_AS(opened, searcher.run_on_newest([] { return true; }));
  return searcher;
}

// Runs `work` on the newest revision of the indexes. Begins again when the revision was
// overwritten while it was read, or an index folder was replaced.
template <class Work>
auto Searcher::run_on_newest(Work work) -> Result<decltype(work())> {
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

Result<Results> Searcher::search(const SearchRequest& request) {
  TRY_AS(found, run_on_newest([&] { return search_corrected(request); }));
  return std::move(*found);
}

Result<Results> Searcher::search(const Query& query, const SearchRequest& request) {
  return run_on_newest([&] {
    return execute(plan_search(open_, {ranking_, *scheme_}, query, request));
  });
}

Result<Completions> Searcher::complete(std::string_view query, int wanted) {
  const auto count = static_cast<std::size_t>(std::clamp(wanted, 1, kMaxCompletions));
  return run_on_newest([&] {
    return search::complete({open_.database, open_.fields, open_.languages}, query, count);
  });
}

Result<QueryFields> Searcher::query_fields() {
  return run_on_newest([&] { return open_.fields; });
}

Result<std::vector<FieldListing>> Searcher::list_fields(int values, std::string_view name) {
  const auto kept = static_cast<std::size_t>(std::clamp(values, 0, kMaxFieldValues));
  return run_on_newest([&] {
    return search::list_fields(open_.database, open_.fields, open_.languages, name, kept);
  });
}

Result<std::optional<DocumentData>> Searcher::find(std::string_view url) {
  return run_on_newest([&]() -> std::optional<DocumentData> {
    const Result<Url> parsed = Url::parse(url);
    Xapian::docid page = find_page(open_.database, key_of_page(std::string(url)));
    if (page == 0 && parsed) page = find_page(open_.database, parsed->key());  // #part of a page
    if (page == 0) return std::nullopt;
    auto data = data_of(open_.database.get_document(page), true);
    if (!data) return std::nullopt;
    return std::move(*data);
  });
}

Result<std::int64_t> Searcher::documents() {
  return run_on_newest([&] { return on_topic(); });
}

Result<Holdings> Searcher::holdings() {
  return run_on_newest([&] { return holdings_of(open_); });
}

std::int64_t Searcher::on_topic() const {
  const Xapian::doccount all = open_.database.get_doccount();
  return all - open_.database.get_termfreq(std::string(indexer::kOffTopicTerm));
}

Result<Results> Searcher::search_corrected(const SearchRequest& request) const {
  const auto begin = std::chrono::steady_clock::now();
  Result<Results> results = search_once(request);
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
  Result<Results> instead = search_once(other);
  if (!instead || instead->hits.empty()) return results;
  instead->instead_of = results->query;
  instead->corrected.clear();
  return instead;
}

Result<Results> Searcher::search_once(const SearchRequest& request) const {
  TRY_AS(plan, plan_search(open_, {ranking_, *scheme_}, request));
  return execute(*plan);
}

// How many pages have all words of `query` as written, exact up to kCompared.
std::int64_t Searcher::pages_with_all(SearchRequest request, const std::string& query) const {
  request.query = query;
  request.as_written = true;
  const auto plan = plan_search(open_, {ranking_, *scheme_}, request);
  if (!plan) return 0;
  Xapian::Enquire enquire(open_.database);
  enquire.set_query(plan->builder.candidates(plan->builder.without_stop_words(plan->query),
                                             MatchMode::kAll, {.off_topic = request.off_topic}));
  return enquire.get_mset(0, 0, kCompared).get_matches_estimated();
}

Results Searcher::execute(const SearchPlan& plan) const {
  const auto& [query, request] = std::tie(plan.query, plan.request);
  Results results;
  results.query = query.text;
  results.notes = query.notes;
  results.from = std::clamp(request.from, 0, kMaxResultFrom);
  results.size = std::clamp(request.size, 1, kMaxResultSize);
  results.documents = request.off_topic ? open_.database.get_doccount() : on_topic();
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

void Searcher::fill(const SearchPlan& plan, Results& results) const {
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

std::vector<ScorePart> Searcher::explanation_of(const SearchPlan& plan, const Matched& found,
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

bool Searcher::is_off_topic(Xapian::docid page) const {
  const std::string term(indexer::kOffTopicTerm);
  Xapian::PostingIterator place = open_.database.postlist_begin(term);
  const Xapian::PostingIterator end = open_.database.postlist_end(term);
  if (place != end) place.skip_to(page);
  return place != end && *place == page;
}

Hit Searcher::hit(const DocumentData& data, Xapian::docid page) const {
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

// The query with unknown words replaced by similar known ones; "" when there is nothing to
// correct.
std::string Searcher::corrected(const SearchPlan& plan) const {
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

}  // namespace porthole::search
