#include "search/ranking/open_indexes.h"

#include <optional>
#include <set>
#include <utility>

#include "base/text/text.h"
#include "indexer/fields.h"
#include "search/index/revision.h"

namespace porthole::search {
namespace {

// Nothing for an index without a field table (of an older version).
std::optional<indexer::FieldTable> fields_of(const Xapian::Database& index) {
  auto table = indexer::read_fields(index.get_metadata(indexer::kMetaFields));
  if (!table) return std::nullopt;
  return std::move(*table);
}

std::shared_ptr<const PageTables> pages_of(const std::vector<Xapian::Database>& indexes,
                                           const std::vector<std::string>& revisions) {
  std::vector<std::pair<std::string, std::shared_ptr<const PageTable>>> tables;
  for (std::size_t i = 0; i < indexes.size(); ++i) {
    if (indexes[i].get_metadata(indexer::kMetaVersion) != indexer::kIndexVersion) return nullptr;
    tables.emplace_back(revisions[i], PageTable::of(indexes[i], revisions[i]));
  }
  return std::make_shared<const PageTables>(std::move(tables));
}

}  // namespace

OpenIndexes open_indexes(const std::vector<std::filesystem::path>& folders) {
  OpenIndexes open;
  std::set<std::string> languages;
  std::vector<indexer::FieldTable> tables;
  for (const std::filesystem::path& folder : folders) {
    const Xapian::Database one(folder.string());
    const std::string names = one.get_metadata(indexer::kMetaLanguages);
    for (const std::string_view name : split(names, ' ')) {
      if (!name.empty()) languages.emplace(name);
    }
    auto table = fields_of(one);
    if (table) tables.push_back(std::move(*table));
    open.database.add_database(one);
    open.indexes.push_back(one);
  }
  open.fields = QueryFields(tables);
  open.terms = ConditionTerms(open.indexes);
  open.synonyms = SynonymTable(open.database);
  open.languages.assign(languages.begin(), languages.end());
  open.revisions = revisions_of(open.indexes);
  open.pages = pages_of(open.indexes, open.revisions);
  return open;
}

}  // namespace porthole::search
