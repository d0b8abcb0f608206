#pragma once

/// Reads a test collection (documents, queries, relevance judgements) from a folder: docs.jsonl,
/// queries.tsv, qrels.txt; and the search engines that are compared on it.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/benchmarks/retrieval/measures.h"
#include "search/ranking/searcher.h"

namespace porthole::labs {

struct JudgedDocument {
  std::string name;
  std::string title;
  std::string text;
};

struct JudgedQuery {
  std::string name;
  std::vector<std::string> words;  ///< Lower case, in order (indexer/tokenizer.h).
  Judgements judged;         ///< Never empty: queries without a relevant document are left out.
  std::string text() const;  ///< The words with spaces between.
};

struct JudgedCollection {
  std::string name;
  std::vector<JudgedDocument> documents;
  std::vector<JudgedQuery> queries;
};

/// Grades above 1 mean that they count from 1, the best, to 4, and give the gains 4 to 1; else a
/// relevant document gives 1. Grades below 1 are not relevant. Errors: kNotFound, kInvalid.
Result<JudgedCollection> read_judged_collection(const std::filesystem::path& folder);

// The compared search engines: ours, with its indexer and searcher unchanged, and Omega (Debian:
// xapian-omega) with default settings.

/// Indexed fields of a document: title and text, which have different weights, or both as one text.
enum class Fields { kTitleAndText, kOne };

/// Makes an index of the documents in `folder`. Errors: those of the indexer.
Result<void> index_ours(const JudgedCollection& collection, const std::filesystem::path& folder,
                        Fields fields);

/// Returns the results of our searcher for `query`, at most `depth`. With `as_typed` the words are
/// parsed as a query of the search page, with its limits; else all of them are searched for.
Result<Ranked> ranked_by_us(search::Searcher& searcher, const JudgedQuery& query, std::size_t depth,
                            bool as_typed);

/// Runs omindex over the documents as HTML files, and the omega program with the prefixes of its
/// template `query`; both with default settings.
class Omega {
 public:
  /// Builds the index; empty when omindex or omega is not installed.
  static std::optional<Omega> index(const JudgedCollection& collection,
                                    const std::filesystem::path& folder);
  /// Returns the results. `any_word` sets Omega's parameter DEFAULTOP=or; else all words of a query
  /// are required.
  Ranked ranked(const JudgedQuery& query, std::size_t depth, bool any_word) const;

 private:
  explicit Omega(std::filesystem::path folder) : folder_(std::move(folder)) {}
  std::filesystem::path folder_;
};

}  // namespace porthole::labs
