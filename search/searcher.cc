#include "search/searcher.h"

#include <xapian.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/url.h"
#include "indexer/fields.h"
#include "search/field_values.h"
#include "search/hit_text.h"
#include "search/page_links.h"
#include "search/query_builder.h"

namespace porthole::search {
namespace {

namespace fs = std::filesystem;
using indexer::DocumentData;

constexpr std::size_t kMinCorrected = 4;        // bytes; shorter words have too many neighbours
constexpr Xapian::doccount kCountExactly = 1000;

struct OpenIndexes {
  Xapian::Database database;
  std::vector<std::string> languages;  // of their stemmers
  QueryFields fields;
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
    if (auto table = fields_of(one)) tables.push_back(std::move(*table));
    open.database.add_database(one);
  }
  open.fields = QueryFields(tables);
  open.languages.assign(languages.begin(), languages.end());
  return open;
}

Error unreadable(const Xapian::Error& error) {
  return {ErrorCode::kStorage, "the index cannot be read: " + error.get_msg(), "", 0, 0,
          "run `porthole index` on the collection; if that does not help, remove its index folder first"};
}

porthole::Result<DocumentData> data_of(const Xapian::Document& document) {
  return indexer::read_document_data(document.get_data(), document.get_value(indexer::kShownSlot));
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
  explicit Impl(std::vector<fs::path> folders) : folders_(std::move(folders)), open_(open_all(folders_)) {}

  porthole::Result<Results> search(const Request& request) {
    const porthole::Result<Query> parsed = parse_query(request.query, open_.fields);
    if (!parsed) return fail(parsed.error());
    const Query& query = *parsed;
    Results results;
    results.query = query.text;
    results.notes = query.notes;
    results.from = std::clamp(request.from, 0, kMaxResultFrom);
    results.size = std::clamp(request.size, 1, kMaxResultSize);
    results.documents = open_.database.get_doccount();
    if (query.empty()) return results;
    const QueryBuilder builder(open_.database, open_.languages);
    results.corrected = corrected(query, builder);
    answer(query, builder, results);
    return results;
  }

  std::optional<DocumentData> find(std::string_view url) {
    const porthole::Result<Url> parsed = Url::parse(url);
    const Xapian::docid page = find_page(open_.database, parsed ? parsed->key() : std::string(url));
    if (page == 0) return std::nullopt;
    auto data = data_of(open_.database.get_document(page));
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
  void answer(const Query& query, const QueryBuilder& builder, Results& results) const {
    Xapian::Query asked = builder.build(query, MatchMode::kAll);
    Xapian::MSet matches = match(asked, results);
    if (matches.get_matches_estimated() == 0 && query.root.children.size() > 1) {
      asked = builder.build(query, MatchMode::kAny);
      matches = match(asked, results);
      if (!matches.empty()) {
        results.notes.push_back("No page has all of it; these have a part.");
      }
    }
    results.estimated = matches.get_matches_estimated();
    if (matches.empty()) return;
    const Marker marker{matches, HitFinder(asked, open_.database)};
    int rank = results.from;
    for (Xapian::MSetIterator it = matches.begin(); it != matches.end(); ++it) {
      auto data = data_of(it.get_document());
      if (data) results.hits.push_back(hit(marker, *data, it.get_weight(), ++rank));
    }
  }

  Xapian::MSet match(const Xapian::Query& query, const Results& results) const {
    if (query.empty()) return {};
    Xapian::Enquire enquire(open_.database);
    enquire.set_query(query);
    enquire.set_time_limit(std::chrono::duration<double>(kSearchTime).count());
    return enquire.get_mset(static_cast<Xapian::doccount>(results.from),
                            static_cast<Xapian::doccount>(results.size), kCountExactly);
  }

  static Hit hit(const Marker& marker, const DocumentData& data, double score, int rank) {
    const Xapian::Stem stem(indexer::stemmer_for(data.language));
    Hit hit;
    hit.rank = rank;
    hit.url = data.url;
    hit.title = data.title;
    hit.snippet = snippet_of(marker, data, stem);
    hit.score = score;
    hit.relevance = data.relevance;
    hit.hub = data.hub;
    hit.authority = data.authority;
    hit.language = data.language;
    hit.annotators = data.annotators;
    hit.annotations = annotations_of(marker, data, stem);
    return hit;
  }

  // "" unless a word that no page has is near to one of a title or anchor.
  std::string corrected(const Query& query, const QueryBuilder& builder) const {
    std::string text = query.text;
    for (const std::string& word : searched_words(query)) {
      if (word.size() < kMinCorrected || builder.is_known(word)) continue;
      const std::string meant = open_.database.get_spelling_suggestion(word, 2);
      if (!meant.empty()) replace_word(text, word, meant);
    }
    return text == query.text ? std::string() : text;
  }

  std::vector<fs::path> folders_;
  OpenIndexes open_;
};

Searcher::Searcher(std::unique_ptr<Impl> impl) : impl_(std::move(impl)) {}
Searcher::Searcher(Searcher&&) noexcept = default;
Searcher& Searcher::operator=(Searcher&&) noexcept = default;
Searcher::~Searcher() = default;

Result<Searcher> Searcher::open(const std::vector<fs::path>& folders) {
  for (const fs::path& folder : folders) {
    std::error_code ignored;
    if (fs::is_directory(folder, ignored)) continue;
    return fail({ErrorCode::kNotFound, "there is no index yet", folder.string(), 0, 0,
                 "make it: porthole index " + folder.parent_path().string()});
  }
  try {
    return Searcher(std::make_unique<Impl>(folders));
  } catch (const Xapian::Error& error) {
    return fail(unreadable(error));
  }
}

Result<Results> Searcher::search(const Request& request) {
  return impl_->fresh([&] { return impl_->search(request); });
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
