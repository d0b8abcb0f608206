#include "search/searcher.h"

#include <xapian.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "base/url.h"
#include "indexer/fields.h"
#include "search/hit_finder.h"
#include "search/query_builder.h"
#include "search/snippet.h"

namespace porthole::search {
namespace {

namespace fs = std::filesystem;
using indexer::DocumentData;

constexpr std::size_t kSnippetBytes = 260;
constexpr std::size_t kMinCorrected = 4;        // bytes; shorter words have too many neighbours
constexpr Xapian::doccount kCountExactly = 1000;
constexpr const char* kOmission = "\xE2\x80\xA6";

struct OpenIndexes {
  Xapian::Database database;
  std::vector<std::string> languages;  // of their stemmers
};

OpenIndexes open_all(const std::vector<fs::path>& folders) {
  OpenIndexes open;
  std::set<std::string> languages;
  for (const fs::path& folder : folders) {
    const Xapian::Database one(folder.string());
    const std::string names = one.get_metadata(indexer::kMetaLanguages);
    for (const std::string_view name : split(names, ' ')) {
      if (!name.empty()) languages.emplace(name);
    }
    open.database.add_database(one);
  }
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

// What makes the snippets of one answer.
struct Marker {
  const Xapian::MSet& matches;
  HitFinder finder;
};

Fragments marked_up(const Marker& marker, std::string_view text, std::size_t bytes,
                    const Xapian::Stem& stem, unsigned flags) {
  const std::string marked =
      marker.matches.snippet(without_marks(text), bytes, stem, flags | Xapian::MSet::SNIPPET_CJK_NGRAM,
                             std::string(kHitBegin), std::string(kHitEnd), kOmission);
  return read_marked(marked);
}

bool has_hit(const Fragments& fragments) {
  return std::any_of(fragments.begin(), fragments.end(), [](const Fragment& f) { return f.hit; });
}

// Empty when the text does not have the words.
Fragments snippet_of_text(const Marker& marker, std::string_view text, const Xapian::Stem& stem) {
  constexpr unsigned kHits = Xapian::MSet::SNIPPET_EMPTY_WITHOUT_MATCH;
  constexpr unsigned kAllWords = kHits | Xapian::MSet::SNIPPET_BACKGROUND_MODEL;  // looks up each of them
  const std::string_view stretch = marker.finder.best_stretch(text, stem);
  if (stretch.size() == text.size()) return marked_up(marker, text, kSnippetBytes, stem, kAllWords);
  Fragments found = marked_up(marker, stretch, kSnippetBytes, stem, kHits);
  if (found.empty()) return marked_up(marker, text, kSnippetBytes, stem, kAllWords);
  const bool cut_before = stretch.data() != text.data();
  const bool cut_behind = stretch.data() + stretch.size() != text.data() + text.size();
  if (cut_before && !found.front().text.starts_with(kOmission)) found.insert(found.begin(), {kOmission, false});
  if (cut_behind && !found.back().text.ends_with(kOmission)) found.push_back({kOmission, false});
  return found;
}

// Where the text has the words; else what the page says of itself; else how it begins.
Fragments snippet_of(const Marker& marker, const DocumentData& data, const Xapian::Stem& stem) {
  if (data.nosnippet) return {};
  Fragments found = snippet_of_text(marker, data.text, stem);
  if (!found.empty()) return found;
  const std::string instead = data.description.empty() ? data.text : fold_space(data.description);
  const std::string_view beginning = cut(instead, kSnippetBytes);
  if (beginning.empty()) return {};
  Fragments fragments = marked_up(marker, beginning, kSnippetBytes, stem, 0);
  if (beginning.size() < instead.size()) fragments.push_back({kOmission, false});
  return fragments;
}

int tells(const ResultAnnotation& annotation) {
  const bool for_the_link = annotation.kind == AnnotationKind::kAnchor ||
                            annotation.kind == AnnotationKind::kTitle ||
                            annotation.kind == AnnotationKind::kAlt;
  return (for_the_link ? 2 : 0) + (has_hit(annotation.text) ? 1 : 0);
}

std::vector<ResultAnnotation> annotations_of(const Marker& marker, const DocumentData& data,
                                             const Xapian::Stem& stem) {
  std::vector<ResultAnnotation> annotations;
  for (const indexer::ShownAnnotation& shown : data.annotations) {
    Fragments text;
    if (marker.finder.has_word(shown.text, stem)) {
      text = marked_up(marker, shown.text, shown.text.size() + 1, stem, 0);
    } else if (!shown.text.empty()) {
      text.push_back({without_marks(shown.text), false});
    }
    annotations.push_back({shown.annotator, shown.kind, std::move(text)});
  }
  // A heading with a hit tells less of the page than an anchor without one.
  std::stable_sort(
      annotations.begin(), annotations.end(),
      [](const ResultAnnotation& a, const ResultAnnotation& b) { return tells(a) > tells(b); });
  if (annotations.size() > kAnnotationsShown) annotations.resize(kAnnotationsShown);
  return annotations;
}

// Puts `meant` for `word` in the query as written.
void replace_word(std::string& text, const std::string& word, const std::string& meant) {
  const std::size_t at = ascii_lower(text).find(word);
  if (at != std::string::npos) text.replace(at, word.size(), meant);
}

}  // namespace

class Searcher::Impl {
 public:
  explicit Impl(std::vector<fs::path> folders) : folders_(std::move(folders)), open_(open_all(folders_)) {}

  Results search(const Request& request) {
    const Query query = parse_query(request.query);
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
    const std::string id = indexer::id_term(parsed ? parsed->key() : std::string(url));
    const Xapian::PostingIterator it = open_.database.postlist_begin(id);
    if (it == open_.database.postlist_end(id)) return std::nullopt;
    auto data = data_of(open_.database.get_document(*it));
    if (!data) return std::nullopt;
    return std::move(*data);
  }

  std::int64_t documents() const { return open_.database.get_doccount(); }

  // Runs `work` on the newest commit. A commit that came while reading makes it begin again once; so
  // does an index that was replaced as a whole.
  template <class Work>
  auto fresh(Work work) -> porthole::Result<decltype(work())> {
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

Result<std::optional<indexer::DocumentData>> Searcher::find(std::string_view url) {
  return impl_->fresh([&] { return impl_->find(url); });
}

Result<std::int64_t> Searcher::documents() {
  return impl_->fresh([&] { return impl_->documents(); });
}

}  // namespace porthole::search
