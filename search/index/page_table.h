#pragma once

/// In-memory table of the values that matching reads of every candidate: static score, site and
/// facets. Reading them from the index during the match costs several times the match itself
/// (labs/results/measurements.md).
///
/// Takes 28 bytes a page, and the names, for each revision that a searcher has open. Loaded at the
/// first search of a revision, once for all threads.
///
/// Thread safety: const members from any thread.

#include <xapian.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

#include "indexer/page_values.h"

namespace porthole::search {

/// Log10 of a missing score.
inline constexpr float kNoScore = -std::numeric_limits<float>::infinity();

struct PageRow {
  float relevance = 0;         ///< [0, 1].
  float recommendations = 0;   ///< Other sites that annotate it, at least 0.
  float authority = kNoScore;  ///< log10.
  float hub = kNoScore;        ///< log10.
  std::uint32_t site = 0;      ///< Number of a PageTable::name(), as is `facets`; 0 stands for "".
  std::uint32_t facets = 0;    ///< All its facets in one (indexer/page_values.h, write_facets()).
};

/// The table of one revision of one index.
class PageTable {
 public:
  /// The shared table of `revision` (search/index/revision.h), which `index` has open. Throws
  /// Xapian::Error.
  static std::shared_ptr<const PageTable> of(const Xapian::Database& index,
                                             const std::string& revision);

  /// Throws Xapian::Error.
  explicit PageTable(const Xapian::Database& index);

  /// An empty row for a number that no page has.
  const PageRow& row(Xapian::docid page) const {
    return page < rows_.size() ? rows_[page] : rows_[0];
  }
  const std::string& name(std::uint32_t number) const { return names_[number]; }
  /// The maximum of each column.
  const PageRow& highest() const { return highest_; }

 private:
  std::uint32_t number_of(const std::string& name);

  std::vector<PageRow> rows_;  // by document id; row 0 is unused
  std::vector<std::string> names_ = {""};
  std::unordered_map<std::string, std::uint32_t> numbers_ = {{"", 0}};  // only during the load
  PageRow highest_;
};

/// The tables of the indexes that are searched together.
class PageTables {
 public:
  /// `tables`: each with its revision (search/index/revision.h), in the order in which the indexes
  /// were added to the combined database.
  explicit PageTables(std::vector<std::pair<std::string, std::shared_ptr<const PageTable>>> tables);

  /// `page`: document id in the combined database.
  const PageRow& row(Xapian::docid page) const { return table_of(page).row(within(page)); }
  const std::string& site_of(Xapian::docid page) const {
    return table_of(page).name(row(page).site);
  }

  indexer::FacetValues facets_of(Xapian::docid page) const {
    return indexer::read_facets(table_of(page).name(row(page).facets));
  }

  /// The table of a revision; null when there is none.
  const PageTable* of(const std::string& revision) const;
  /// Null when there are several indexes.
  const PageTable* only() const { return tables_.size() == 1 ? tables_[0].second.get() : nullptr; }
  const PageRow& highest() const { return highest_; }

 private:
  const PageTable& table_of(Xapian::docid page) const {
    return *tables_[(page - 1) % tables_.size()].second;
  }
  Xapian::docid within(Xapian::docid page) const {
    return static_cast<Xapian::docid>((page - 1) / tables_.size() + 1);
  }

  std::vector<std::pair<std::string, std::shared_ptr<const PageTable>>> tables_;
  PageRow highest_;
};

}  // namespace porthole::search
