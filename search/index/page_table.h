#pragma once

/// What a search asks of every page that matches, in memory: its evidence, its site and its facets.
/// Read from the index while the matching goes on, they cost several times the matching itself
/// (labs/results/measurements.md).
///
/// 28 bytes a page, and the names, for each revision that some searcher has open. Read when a
/// revision is searched for the first time, once for all threads.
///
/// Thread safety: const members from any thread. This header is the room's own.

#include <xapian.h>

#include <cstdint>
#include <limits>
#include <memory>
#include <string>
#include <unordered_map>
#include <utility>
#include <vector>

namespace porthole::search {

/// Log10 of a score that there is none of.
inline constexpr float kNoScore = -std::numeric_limits<float>::infinity();

struct PageRow {
  float relevance = 0;         ///< [0, 1].
  float recommendations = 0;   ///< Other sites that say something about it, at least 0.
  float status = 0;            ///< [0, 1].
  float authority = kNoScore;  ///< log10.
  float hub = kNoScore;        ///< log10.
  std::uint32_t site = 0;      ///< Of PageTable::names, as is `facets`; the first of them is "".
  std::uint32_t facets = 0;    ///< All its facets in one (indexer/page_values.h, write_facets()).
};

/// Of one revision of one index.
class PageTable {
 public:
  /// Of `revision` (search/index/revision.h), which `index` has open. Throws Xapian::Error.
  static std::shared_ptr<const PageTable> of(const Xapian::Database& index,
                                             const std::string& revision);

  /// Throws Xapian::Error.
  explicit PageTable(const Xapian::Database& index);

  /// A row of nothing for a number that no page has.
  const PageRow& row(Xapian::docid page) const {
    return page < rows_.size() ? rows_[page] : rows_[0];
  }
  const std::string& name(std::uint32_t number) const { return names_[number]; }
  /// The highest of each number that a page has.
  const PageRow& highest() const { return highest_; }

 private:
  std::uint32_t number_of(const std::string& name);

  std::vector<PageRow> rows_;  // by document; 0 is none
  std::vector<std::string> names_ = {""};
  std::unordered_map<std::string, std::uint32_t> numbers_ = {{"", 0}};  // while it is read
  PageRow highest_;
};

/// Of the indexes that are searched together.
class PageTables {
 public:
  /// `tables`: in the order in which their indexes were added to the database that is searched,
  /// each with its revision (search/index/revision.h).
  explicit PageTables(std::vector<std::pair<std::string, std::shared_ptr<const PageTable>>> tables);

  /// By the number of a page in that database.
  const PageRow& row(Xapian::docid page) const { return table_of(page).row(within(page)); }
  const std::string& site_of(Xapian::docid page) const {
    return table_of(page).name(row(page).site);
  }

  /// Of that revision; null when there is none.
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
