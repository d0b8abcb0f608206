#pragma once

/// The two engines that rank the documents of a judged collection: ours, by indexer and searcher as they stand,
/// and Omega (Debian: xapian-omega) as it comes.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/benchmarks/retrieval/judged_collection.h"
#include "search/ranking/searcher.h"

namespace porthole::labs {

/// What the indexer is given of a document: title and text, whose words it weighs differently, or both as one text.
enum class Fields { kTitleAndText, kOne };

/// Makes an index of the documents in `folder`. Errors: those of the indexer.
Result<void> index_ours(const JudgedCollection& collection, const std::filesystem::path& folder, Fields fields);

/// The documents that our searcher gives for `query`, at most `depth`. With `as_typed` the words are read as a
/// query of the search page, with its limits; else all of them are asked for.
Result<Ranked> ranked_by_us(search::Searcher& searcher, const JudgedQuery& query, std::size_t depth, bool as_typed);

/// omindex over the documents as HTML files, and Omega's own program with the prefixes of its template
/// `query`; both with their default settings.
class Omega {
 public:
  /// Nothing when omindex or omega is not installed.
  static std::optional<Omega> index(const JudgedCollection& collection, const std::filesystem::path& folder);
  /// With `any_word`, by Omega's own parameter DEFAULTOP=or; else it wants all words of a query.
  Ranked ranked(const JudgedQuery& query, std::size_t depth, bool any_word) const;

 private:
  explicit Omega(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace porthole::labs
