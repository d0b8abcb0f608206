#pragma once

/// Synonym expansion of queries, from the synonyms in the index (indexer/synonyms.h).
///
/// Words and runs of words with synonyms match these too, at a lower weight (Ranking::synonym).
/// Quoted, required (`+`) and excluded words, and operands of fields, NEAR and ADJ are not
/// expanded.
///
/// Thread safety: const members from any thread.

#include <xapian.h>

#include <cstddef>
#include <string>
#include <vector>

#include "indexer/synonyms.h"
#include "search/query/query.h"

namespace porthole::search {

/// Limits: words in a run that has synonyms, synonyms of one run, synonyms of a query.
inline constexpr std::size_t kSynonymWords = 4;
inline constexpr std::size_t kSynonymsEach = 20;
inline constexpr std::size_t kSynonymsInAll = 100;

class SynonymTable {
 public:
  SynonymTable() = default;
  explicit SynonymTable(const Xapian::Database& database);

  /// Fills Node::synonyms, and adds a note that lists them.
  void add_to(Query& query) const;

 private:
  using Notes = std::vector<std::string>;
  void add_to(Node& node, Notes& notes, std::size_t& left) const;
  std::size_t add_to_run(Node& node, std::size_t first, Notes& notes, std::size_t& left) const;

  indexer::Synonyms synonyms_;
};

}  // namespace porthole::search
