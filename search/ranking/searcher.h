#pragma once

/// Searches one or more indexes: results, completions, field listings and single pages.
///
///   Result<Searcher> searcher = Searcher::open({"cycling/index"});
///   Result<Results> results = searcher->search({"freewheel hub"});
///
/// The cost of a query is bounded before it runs, by limits on bytes, words, nesting, phrase
/// length, expansions (search/query/query.h) and the rank of the last result. The deadline
/// SearchRequest::time bounds it while it runs: wildcard expansion, matching, spelling correction
/// and snippets stop there, after the unit of work that has been started (a phrase in one page, the
/// snippet of one page).
///
/// Thread safety: one thread at a time; open one for each thread.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "indexer/document_data.h"
#include "search/index/ranking.h"
#include "search/index/results.h"
#include "search/query/completion.h"
#include "search/query/query.h"
#include "search/query/query_fields.h"
#include "search/ranking/facet_counts.h"
#include "search/ranking/matching.h"
#include "search/ranking/open_indexes.h"
#include "search/ranking/search_plan.h"
#include "search/ranking/search_request.h"

namespace porthole::search {

class Searcher {
 public:
  /// Opens the indexes in `folders` as one. Errors: kNotFound for a missing index, with the command
  /// that makes it; kStorage.
  static Result<Searcher> open(const std::vector<std::filesystem::path>& folders,
                               const Ranking& ranking = {});

  /// Searches the newest revision of the index. Errors: kInvalid for an unknown field, with
  /// suggestions; kStorage when the index cannot be read.
  Result<Results> search(const SearchRequest& request);
  /// The same for a query that was built by a program. Its cost is not limited.
  Result<Results> search(const Query& query, const SearchRequest& request);

  /// Completions of the end of `query`; `wanted` is clamped to [1, kMaxCompletions].
  Result<Completions> complete(std::string_view query, int wanted);

  /// The fields of queries.
  Result<QueryFields> query_fields();
  /// All fields, or the field `name` (nothing when it does not exist), with at most `values` of the
  /// most frequent values.
  Result<std::vector<FieldListing>> list_fields(int values, std::string_view name = {});

  /// The document data of the page with this URL; nothing when the index does not have it.
  Result<std::optional<indexer::DocumentData>> find(std::string_view url);

  /// Pages in the index that are on topic. Errors: kStorage.
  Result<std::int64_t> documents();
  /// Counts over all pages, in time linear in their number. Errors: kStorage.
  Result<Holdings> holdings();

  /// False when the last operation could not read the index: open another searcher then.
  bool is_usable() const { return is_usable_; }

 private:
  Searcher(const std::vector<std::filesystem::path>& folders, const Ranking& ranking)
      : folders_(folders), ranking_(ranking), scheme_(scheme_of(ranking)) {}

  template <class Work>
  auto run_on_newest(Work work) -> Result<decltype(work())>;
  Result<Results> search_corrected(const SearchRequest& request) const;
  Result<Results> search_once(const SearchRequest& request) const;
  std::int64_t pages_with_all(SearchRequest request, const std::string& query) const;
  Results execute(const SearchPlan& plan) const;
  void fill(const SearchPlan& plan, Results& results) const;
  std::vector<ScorePart> explanation_of(const SearchPlan& plan, const Matched& found,
                                        const Match& match) const;
  std::string corrected(const SearchPlan& plan) const;
  std::int64_t on_topic() const;
  bool is_off_topic(Xapian::docid page) const;
  Hit hit(const indexer::DocumentData& data, Xapian::docid page) const;

  std::vector<std::filesystem::path> folders_;
  Ranking ranking_;
  std::unique_ptr<const Xapian::Weight> scheme_;
  OpenIndexes open_;
  bool is_old_ = true;  // open_ is not the newest revision, or nothing is open
  bool is_usable_ = true;
};

}  // namespace porthole::search
