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
#include "search/ranking/search_request.h"

namespace porthole::search {

class Searcher {
 public:
  /// Opens the indexes in `folders` as one. Errors: kNotFound for a missing index, with the command
  /// that makes it; kStorage; kInvalid for an unknown weighting scheme.
  static Result<Searcher> open(const std::vector<std::filesystem::path>& folders,
                               const Ranking& ranking = {});

  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

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
  bool is_usable() const;

 private:
  class Impl;
  explicit Searcher(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::search
