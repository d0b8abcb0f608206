#include "search/searcher.h"

#include <xapian.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/url.h"
#include "indexer/fields.h"
#include "search/explanation.h"
#include "search/feedback.h"
#include "search/facet_counts.h"
#include "search/field_values.h"
#include "search/folding.h"
#include "search/hit_text.h"
#include "search/omega_record.h"
#include "search/page_links.h"
#include "search/page_marks.h"
#include "search/query_builder.h"
#include "search/sort_order.h"
#include "search/spelling.h"
#include "search/weighting.h"

namespace porthole::search {
namespace {

namespace fs = std::filesystem;
using indexer::DocumentData;

constexpr std::size_t kMinCorrected = 4;        // bytes; shorter words have too many neighbours
constexpr Xapian::doccount kCountExactly = 1000;
constexpr Xapian::doccount kSpareMatches = 10;  // some results repeat others
constexpr Xapian::doccount kMostMatches = 2 * kMaxResultFrom;
constexpr std::size_t kTextWhenLate = 256;  // bytes of a page that a snippet is made of

struct OpenIndexes {
  Xapian::Database database;              // all of them
  std::vector<Xapian::Database> indexes;  // each
  std::vector<std::string> languages;  // of their stemmers
  QueryFields fields;
  bool is_ours = true;  // each of them
};

// Nothing when the index is older than the table that says it.
std::optional<indexer::FieldTable> fields_of(const Xapian::Database& index) {
  auto table = indexer::read_fields(index.get_metadata(indexer::kMetaFields));
  if (!table) return std::nullopt;
  return std::move(*table);
}

OpenIndexes open_all(const std::vector<fs::path>& folders) {
  OpenIndexes open;
  std::set<std::string> languages;
  std::vector<indexer::FieldTable> tables;
  for (const fs::path& folder : folders) {
    const Xapian::Database one(folder.string());
    const std::string names = one.get_metadata(indexer::kMetaLanguages);
    for (const std::string_view name : split(names, ' ')) {
      if (!name.empty()) languages.emplace(name);
    }
    auto table = fields_of(one);
    if (table) tables.push_back(std::move(*table));
    open.is_ours = open.is_ours && one.get_metadata(indexer::kMetaVersion) == indexer::kIndexVersion;
    open.database.add_database(one);
    open.indexes.push_back(one);
  }
  open.fields = QueryFields(tables);
  open.languages.assign(languages.begin(), languages.end());
  return open;
}

Error unreadable(const Xapian::Error& error) {
  return {ErrorCode::kStorage, "the index cannot be read: " + error.get_msg(), "", 0, 0,
          "run `porthole index` on the collection; if that does not help, remove its index folder first"};
}

// Sees each page that matches.
class PageCount final : public Xapian::MatchSpy {
 public:
  void operator()(const Xapian::Document&, double) override { ++pages_; }
  Xapian::doccount pages() const { return pages_; }

 private:
  Xapian::doccount pages_ = 0;
};

// Without texts, what only they need is not read.
porthole::Result<DocumentData> data_of(const Xapian::Document& document, bool with_texts) {
  const std::string record = document.get_data();
  if (!record.starts_with('{')) {
    if (auto of_omega = read_omega_record(record)) return std::move(*of_omega);
  }
  return indexer::read_document_data(record, with_texts ? document.get_value(indexer::kShownSlot) : std::string());
}

// What a piece of work returns, as a Result: itself when it is one.
template <class T>
struct Unwrapped {
  using Type = porthole::Result<std::decay_t<T>>;
};
template <class T>
struct Unwrapped<porthole::Result<T>> {
  using Type = porthole::Result<T>;
};
template <class T>
using AnswerOf = typename Unwrapped<T>::Type;

// Puts `meant` for `word` in the query as written.
void replace_word(std::string& text, const std::string& word, const std::string& meant) {
  const std::size_t at = ascii_lower(text).find(word);
  if (at != std::string::npos) text.replace(at, word.size(), meant);
}

}  // namespace

class Searcher::Impl {
 public:
  Impl(std::vector<fs::path> folders, const Ranking& ranking, std::unique_ptr<Xapian::Weight> scheme)
      : folders_(std::move(folders)), ranking_(ranking), scheme_(std::move(scheme)), open_(open_all(folders_)) {}

  porthole::Result<Results> search(const Request& request) {
    porthole::Result<Query> query = parse_query(request.query, open_.fields);
    if (!query) return fail(query.error());
    if (request.newest_first && !query->order) query->order = sort_order("date");
    return search(*query, request);
  }

  Results search(const Query& query, const Request& request) const {
    Results results;
    results.query = query.text;
    results.notes = query.notes;
    results.from = std::clamp(request.from, 0, kMaxResultFrom);
    results.size = std::clamp(request.size, 1, kMaxResultSize);
    results.documents = open_.database.get_doccount();
    if (query.order) results.order = query.order->name;
    results.until = request.until.empty() ? mark_of(open_.indexes) : request.until;
    results.asks_nothing = query.empty();
    if (results.asks_nothing) return results;
    const auto bounds = std::make_shared<Bounds>(Bounds{Deadline(request.time), read_mark(request.until, open_.indexes)});
    const QueryBuilder builder({open_.database, open_.languages, open_.is_ours}, ranking_, bounds);
    results.corrected = corrected(query, builder, bounds->deadline);
    answer({query, request, builder, *bounds}, results);
    add_bounds(*bounds, results);
    if (results.hits.empty()) results.fields = listed_fields(query, open_.fields);
    return results;
  }

  std::optional<DocumentData> find(std::string_view url) {
    const porthole::Result<Url> parsed = Url::parse(url);
    const Xapian::docid page = find_page(open_.database, parsed ? parsed->key() : std::string(url));
    if (page == 0) return std::nullopt;
    auto data = data_of(open_.database.get_document(page), true);
    if (!data) return std::nullopt;
    return std::move(*data);
  }

  std::int64_t documents() const { return open_.database.get_doccount(); }

  Completions complete(std::string_view query, int wanted) const {
    const auto count = static_cast<std::size_t>(std::clamp(wanted, 1, kMaxCompletions));
    return search::complete(open_.database, open_.fields, query, count);
  }

  const QueryFields& query_fields() const { return open_.fields; }

  std::vector<FieldListing> list_fields(int values, std::string_view name) const {
    const auto kept = static_cast<std::size_t>(std::clamp(values, 0, kMaxFieldValues));
    return search::list_fields(open_.database, open_.fields, name, kept);
  }

  // Runs `work` on the newest commit; its Result is the answer. A commit that came while reading makes it begin again once; so
  // does an index that was replaced as a whole.
  template <class Work>
  auto fresh(Work work) -> AnswerOf<decltype(work())> {
    try {
      try {
        if (open_.database.reopen()) open_ = open_all(folders_);
        return work();
      } catch (const Xapian::DatabaseModifiedError&) {
        open_.database.reopen();
        return work();
      } catch (const Xapian::DatabaseError&) {
        open_ = open_all(folders_);
        return work();
      }
    } catch (const Xapian::Error& error) {
      return fail(unreadable(error));
    }
  }

 private:
  // What one search goes on with.
  struct Search {
    const Query& query;
    const Request& request;
    const QueryBuilder& builder;
    const Bounds& bounds;
  };

  // What is asked in the end, and the summands that explain it.
  struct Asked {
    Xapian::Query query;
    std::vector<Part> parts;
    Xapian::MSet matches;
  };

  Asked ask(const Search& search, Results& results) const {
    const auto& [query, request, builder, bounds] = search;
    const Wishes wishes{request.first, request.min_recommendations};
    const bool is_question = plain_words(query) >= ranking_.question_words;
    const Query counts = is_question && ranking_.drops_stop_words ? builder.without_stop_words(query) : query;
    Xapian::Query strict = builder.build(counts, MatchMode::kAll, wishes);
    Xapian::MSet matches = match(strict, search, results, first_matches(results));
    const std::int64_t whole = matches.get_uncollapsed_matches_estimated();
    if (whole >= (is_question ? ranking_.enough : 1) || counts.root.children.size() < 2) {
      return {strict, builder.parts(counts, wishes), matches};
    }
    if (whole == 0) results.parts = part_counts(search);
    Asked some{builder.build(counts, MatchMode::kAny, wishes), builder.parts(counts, wishes), {}};
    if (is_question) add_related(some, search);
    some.matches = match(some.query, search, results, first_matches(results));
    if (some.matches.get_uncollapsed_matches_estimated() > static_cast<Xapian::doccount>(whole)) {
      results.notes.push_back(whole == 0 ? "No page has all of it; these have a part."
                                         : "Few pages have all of it; others have a part.");
    }
    return some;
  }

  static std::size_t plain_words(const Query& query) {
    const auto is_plain = [](const Node& node) { return node.kind == NodeKind::kWord && node.field.empty(); };
    return static_cast<std::size_t>(std::count_if(query.root.children.begin(), query.root.children.end(), is_plain));
  }

  void add_related(Asked& asked, const Search& search) const {
    if (ranking_.expansion_words == 0 || asked.query.empty() || search.bounds.deadline.has_passed()) return;
    Xapian::Enquire enquire = enquire_of(asked.query, search);
    const Xapian::MSet first = enquire.get_mset(0, ranking_.expansion_pages);
    for (Part& part : related_words(enquire, first, ranking_)) {
      asked.query = Xapian::Query(Xapian::Query::OP_AND_MAYBE, asked.query, part.query);
      asked.parts.push_back(std::move(part));
    }
  }

  /// How many pages have each part of a query of several parts.
  std::vector<PartCount> part_counts(const Search& search) const {
    std::vector<PartCount> counts;
    for (const Node& child : search.query.root.children) {
      const Node& part = child.kind == NodeKind::kRequired ? child.children[0] : child;
      if (part.written.empty() || search.bounds.deadline.has_passed()) continue;  // brackets, and what is excluded
      Query alone;
      alone.root.children.push_back(part);
      Xapian::Enquire enquire(open_.database);
      enquire.set_query(search.builder.build(alone, MatchMode::kAll, {}));
      counts.push_back({part.written, enquire.get_mset(0, 0, kCountExactly).get_matches_estimated()});
    }
    return counts;
  }

  static void add_bounds(const Bounds& bounds, Results& results) {
    if (bounds.stopped || bounds.deadline.has_passed()) {
      results.notes.push_back("The search took too long and was stopped; these are the best pages found by then.");
    }
    if (bounds.cut) {
      results.notes.push_back("The index has more words or values of this form than are looked at; not all were searched.");
    }
  }

  void answer(const Search& search, Results& results) const {
    Asked asked = ask(search, results);
    const FoldedPage page = folded(asked, search, results);
    results.has_more = page.has_more;
    results.repeats = page.repeats_of_earlier;
    const Marker marker{asked.matches, HitFinder(asked.query, open_.database)};
    int rank = results.from;
    for (const FoldedResult& one : page.results) {
      ++rank;
      const Xapian::Document document = one.result.get_document();
      auto data = data_of(document, search.request.texts);
      if (!data) continue;
      if (search.bounds.deadline.has_passed()) data->text = std::string(cut(data->text, kTextWhenLate));
      Hit& made = results.hits.emplace_back(hit(*data, document));
      made.rank = rank;
      made.score = one.result.get_weight();
      made.more_from_site = one.result.get_collapse_count();
      made.duplicates = urls_of(one.repeats);
      std::erase(made.duplicates, made.url);  // two collections have it
      if (search.request.texts) add_texts(marker, *data, made);
      if (search.request.explain) made.explanation = explain_score(open_.database, *scheme_, asked.parts, document, *one.result);
    }
  }

  // Matches again, for more, while repeated results leave the page with too few.
  FoldedPage folded(Asked& asked, const Search& search, Results& results) const {
    const auto from = static_cast<std::size_t>(results.from), size = static_cast<std::size_t>(results.size);
    for (Xapian::doccount asked_for = first_matches(results);; asked_for *= 2) {
      if (asked_for > first_matches(results)) asked.matches = match(asked.query, search, results, asked_for);
      FoldedPage page = fold(asked.matches, from, size, search.bounds.deadline);
      const bool is_all = page.has_more || asked.matches.size() < asked_for || asked_for > kMostMatches;
      if (is_all || search.bounds.deadline.has_passed()) return page;
    }
  }

  static Xapian::doccount first_matches(const Results& results) {
    return static_cast<Xapian::doccount>(results.from + results.size) + kSpareMatches;
  }

  static std::vector<std::string> urls_of(const std::vector<Xapian::MSetIterator>& matches) {
    std::vector<std::string> urls;
    for (const Xapian::MSetIterator& one : matches) {
      if (const auto data = data_of(one.get_document(), false)) urls.push_back(data->url);
    }
    return urls;
  }

  Xapian::Enquire enquire_of(const Xapian::Query& query, const Search& search) const {
    const Request& request = search.request;
    Xapian::Enquire enquire(open_.database);
    enquire.set_weighting_scheme(*scheme_);
    enquire.set_query(query);
    if (const auto& order = search.query.order) enquire.set_sort_by_value_then_relevance(order->slot, order->descending);
    if (request.per_site > 0 && open_.is_ours) {
      enquire.set_collapse_key(indexer::kSiteSlot, static_cast<Xapian::doccount>(request.per_site));
    }
    return enquire;
  }

  Xapian::MSet match(const Xapian::Query& query, const Search& search, Results& results, Xapian::doccount wanted) const {
    if (query.empty()) return {};
    FacetSpy facets;
    PageCount pages;
    Xapian::Enquire enquire = enquire_of(query, search);
    if (search.request.facets && open_.is_ours) enquire.add_matchspy(&facets);
    if (search.request.per_site > 0) enquire.add_matchspy(&pages);  // what Xapian says of results that it collapses is rough
    const Xapian::MSet matches = enquire.get_mset(0, wanted, kCountExactly);
    const bool is_counted = search.request.per_site > 0 && pages.pages() < kCountExactly;
    results.estimated = is_counted ? pages.pages() : matches.get_uncollapsed_matches_estimated();
    results.facets = facets.counts();
    results.counted = facets.pages();
    return matches;
  }

  Hit hit(const DocumentData& data, const Xapian::Document& document) const {
    Hit hit;
    hit.url = data.url;
    hit.title = data.title;
    hit.relevance = data.relevance;
    hit.hub = data.hub;
    hit.authority = data.authority;
    hit.language = data.language;
    hit.annotators = data.annotators;
    hit.date = data.date;
    hit.date_is_estimated = data.date_source == indexer::DateSource::kFetched;
    if (!open_.is_ours) return hit;
    hit.site = document.get_value(indexer::kSiteSlot);
    hit.recommendations =
        static_cast<int>(Xapian::sortable_unserialise(document.get_value(indexer::kRecommendationsSlot)));
    return hit;
  }

  static void add_texts(const Marker& marker, const DocumentData& data, Hit& hit) {
    const Xapian::Stem stem(indexer::stemmer_for(data.language));
    hit.snippet = snippet_of(marker, data, stem);
    hit.annotations = annotations_of(marker, data, stem);
  }

  // "" unless a word that no page has is near to one that some have.
  std::string corrected(const Query& query, const QueryBuilder& builder, const Deadline& deadline) const {
    std::string text = query.text;
    for (const std::string& word : searched_words(query)) {
      if (deadline.has_passed()) break;
      if (word.size() < kMinCorrected || builder.is_known(word)) continue;
      const std::string meant = near_word(open_.database, word, deadline);
      if (!meant.empty()) replace_word(text, word, meant);
    }
    return text == query.text ? std::string() : text;
  }

  std::vector<fs::path> folders_;
  Ranking ranking_;
  std::unique_ptr<Xapian::Weight> scheme_;
  OpenIndexes open_;
};

Searcher::Searcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;

Result<Searcher> Searcher::open(const std::vector<fs::path>& folders, const Ranking& ranking) {
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) continue;
    return fail({ErrorCode::kNotFound, "there is no index yet", folder.string(), 0, 0,
                 "make it: porthole index " + folder.parent_path().string()});
  }
  auto scheme = weighting_scheme(ranking.scheme);
  if (!scheme) return fail(scheme.error());
  try {
    return Searcher(std::make_unique<Impl>(folders, ranking, std::move(*scheme)));
  } catch (const Xapian::Error& error) {
    return fail(unreadable(error));
  }
}

Result<Results> Searcher::search(const Request& request) {
  return impl_->fresh([&] { return impl_->search(request); });
}

Result<Results> Searcher::search(const Query& query, const Request& request) {
  return impl_->fresh([&] { return impl_->search(query, request); });
}

Result<Completions> Searcher::complete(std::string_view query, int wanted) {
  return impl_->fresh([&] { return impl_->complete(query, wanted); });
}

Result<QueryFields> Searcher::query_fields() {
  return impl_->fresh([&] { return impl_->query_fields(); });
}

Result<std::vector<FieldListing>> Searcher::list_fields(int values, std::string_view name) {
  return impl_->fresh([&] { return impl_->list_fields(values, name); });
}

Result<std::optional<indexer::DocumentData>> Searcher::find(std::string_view url) {
  return impl_->fresh([&] { return impl_->find(url); });
}

Result<std::int64_t> Searcher::documents() {
  return impl_->fresh([&] { return impl_->documents(); });
}

}  // namespace porthole::search
