#pragma once

/// Asks the index.
///
///   Result<Searcher> searcher = Searcher::open({"cycling/index"});
///   Result<Results> results = searcher->search({"freewheel hub"});
///
/// What a query may cost is bounded before it runs: bytes, words, nesting, phrase length,
/// expansions (search/query/query.h), the place of the last result; and by the clock, while it
/// runs: reading the words that a pattern may stand for, matching, correcting and making snippets
/// end when SearchRequest::time is over, each with what it is at then (a phrase in one page, the
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
#include "search/ranking/search_request.h"

namespace porthole::search {

class Searcher {
 public:
  /// Opens the indexes in `folders` as one. Errors: kNotFound with the command that makes the
  /// missing one; kStorage; kInvalid for a weighting scheme that is none.
  static Result<Searcher> open(const std::vector<std::filesystem::path>& folders,
                               const Ranking& ranking = {});

  Searcher(Searcher&&) noexcept;
  Searcher& operator=(Searcher&&) noexcept;
  ~Searcher();

  /// Answers on the newest revision of the index. Errors: kInvalid for a field that is none, with
  /// those that are near to it; kStorage when the index cannot be read.
  Result<Results> search(const SearchRequest& request);
  /// The same for a query that was not written in the query language; what it may cost is up to the
  /// caller.
  Result<Results> search(const Query& query, const SearchRequest& request);

  /// What the end of `query` may become; `wanted` is clamped to [1, kMaxCompletions].
  Result<Completions> complete(std::string_view query, int wanted);

  /// The fields that queries may ask for.
  Result<QueryFields> query_fields();
  /// Each of them with its most frequent values, at most `values` of each; with `name` that one
  /// alone, or nothing when there is none.
  Result<std::vector<FieldListing>> list_fields(int values, std::string_view name = {});

  /// What the index has of the page with this URL.
  Result<std::optional<indexer::DocumentData>> find(std::string_view url);

  /// Pages in the index that are on topic. Errors: kStorage.
  Result<std::int64_t> documents();

  /// False when the last operation could not read the index: open another searcher then.
  bool is_usable() const;

 private:
  class Impl;
  explicit Searcher(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::search
