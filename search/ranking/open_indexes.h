#pragma once

/// The indexes that are searched together, each opened at one revision, with the tables read from
/// them.
///
/// Thread safety: one thread.

#include <xapian.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "search/index/page_table.h"
#include "search/query/conditions.h"
#include "search/query/query_fields.h"
#include "search/query/synonyms.h"

namespace porthole::search {

struct OpenIndexes {
  Xapian::Database database;              ///< All indexes combined.
  std::vector<Xapian::Database> indexes;  ///< Each index, in the order of the combination.
  std::vector<std::string> revisions;     ///< The revision of each index (search/index/revision.h).
  std::vector<std::string> languages;     ///< Languages of their stemmers.
  ConditionTerms terms;
  QueryFields fields;
  SynonymTable synonyms;
  std::shared_ptr<const PageTables>
      pages;  ///< Null when one of them was made by another program: its values differ.
};

/// Throws Xapian::Error.
OpenIndexes open_indexes(const std::vector<std::filesystem::path>& folders);

}  // namespace porthole::search
