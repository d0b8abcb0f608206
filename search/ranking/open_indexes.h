#pragma once

/// The indexes that are searched together, as one revision of each has them.
///
/// Thread safety: one thread. This header is the room's own.

#include <xapian.h>

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "search/index/page_table.h"
#include "search/query/condition_terms.h"
#include "search/query/query_fields.h"
#include "search/query/synonyms.h"

namespace porthole::search {

struct OpenIndexes {
  Xapian::Database database;              ///< All of them.
  std::vector<Xapian::Database> indexes;  ///< Each, in its order there.
  std::vector<std::string> revisions;     ///< Of each (search/index/revision.h).
  std::vector<std::string> languages;     ///< Of their stemmers.
  ConditionTerms terms;
  QueryFields fields;
  SynonymTable synonyms;
  std::shared_ptr<const PageTables>
      pages;  ///< Null when one of them is not ours: its values mean something else.
};

/// Throws Xapian::Error.
OpenIndexes open_indexes(const std::vector<std::filesystem::path>& folders);

}  // namespace porthole::search
