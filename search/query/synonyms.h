#pragma once

/// Other words for those of a query, as the index gives them (indexer/synonyms.h).
///
/// Words side by side that have synonyms are found by these too, at a lower weight
/// (Ranking::synonym). What is quoted, demanded by `+`, excluded, in a field, or at a distance from
/// others is asked for as it is.
///
/// Thread safety: const members from any thread. This header is the room's own.

#include <xapian.h>

#include <cstddef>
#include <string>
#include <vector>

#include "indexer/synonyms.h"
#include "search/query/query.h"

namespace porthole::search {

/// Words of a query that are looked at together, synonyms of one of them, and those of a whole
/// query.
inline constexpr std::size_t kSynonymWords = 4;
inline constexpr std::size_t kSynonymsEach = 20;
inline constexpr std::size_t kSynonymsInAll = 100;

class SynonymTable {
 public:
  SynonymTable() = default;
  explicit SynonymTable(const Xapian::Database& database);

  /// Fills Node::synonyms, and says in a note what they are.
  void add_to(Query& query) const;

 private:
  using Notes = std::vector<std::string>;
  void add_to(Node& node, Notes& notes, std::size_t& left) const;
  std::size_t add_to_run(Node& node, std::size_t first, Notes& notes, std::size_t& left) const;

  indexer::Synonyms synonyms_;
};

}  // namespace porthole::search
