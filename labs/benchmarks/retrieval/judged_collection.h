#pragma once

/// Reads a test collection (documents, queries, relevance judgements) from a folder: docs.jsonl,
/// queries.tsv, qrels.txt.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/benchmarks/retrieval/measures.h"

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

}  // namespace porthole::labs
