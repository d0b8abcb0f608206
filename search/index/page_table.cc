#include "search/index/page_table.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>
#include <utility>

#include "indexer/fields.h"

namespace porthole::search {
namespace {

float number_in(const std::string& value) {
  return static_cast<float>(Xapian::sortable_unserialise(value));
}

float share_in(const std::string& value) {
  const float number = number_in(value);
  return number > 0 ? std::min(number, 1.0F) : 0;
}

float count_in(const std::string& value) {
  const float number = number_in(value);
  return number > 0 ? std::min(number, std::numeric_limits<float>::max()) : 0;
}

float logarithm_in(const std::string& value) {
  const float number = number_in(value);
  return number > 0 ? std::log10(number) : kNoScore;
}

void raise(PageRow& highest, const PageRow& row) {
  highest.relevance = std::max(highest.relevance, row.relevance);
  highest.recommendations = std::max(highest.recommendations, row.recommendations);
  highest.authority = std::max(highest.authority, row.authority);
  highest.hub = std::max(highest.hub, row.hub);
}

}  // namespace

std::shared_ptr<const PageTable> PageTable::of(const Xapian::Database& index,
                                               const std::string& revision) {
  struct Entry {
    std::mutex reading;  // serialises the load of one revision; other revisions do not wait
    std::weak_ptr<const PageTable> table;
  };
  static std::mutex mutex;
  static std::map<std::string, std::shared_ptr<Entry>> known;
  const auto entry = [&] {
    const std::lock_guard lock(mutex);
    std::erase_if(known, [](const auto& one) {
      if (one.second.use_count() > 1) return false;  // another thread is about to load it
      const std::unique_lock idle(one.second->reading, std::try_to_lock);
      return idle && one.second->table.expired();
    });
    return known.try_emplace(revision, std::make_shared<Entry>()).first->second;
  }();
  const std::lock_guard lock(entry->reading);
  auto table = entry->table.lock();
  if (table == nullptr) entry->table = table = std::make_shared<const PageTable>(index);
  return table;
}

PageTable::PageTable(const Xapian::Database& index) : rows_(index.get_lastdocid() + 1) {
  const auto read = [&](unsigned slot, auto keep) {
    for (auto it = index.valuestream_begin(slot); it != index.valuestream_end(slot); ++it) {
      if (it.get_docid() < rows_.size()) keep(rows_[it.get_docid()], *it);
    }
  };
  read(indexer::kRelevanceSlot,
       [](PageRow& row, const std::string& value) { row.relevance = share_in(value); });
  read(indexer::kRecommendationsSlot,
       [](PageRow& row, const std::string& value) { row.recommendations = count_in(value); });
  read(indexer::kAuthoritySlot,
       [](PageRow& row, const std::string& value) { row.authority = logarithm_in(value); });
  read(indexer::kHubSlot,
       [](PageRow& row, const std::string& value) { row.hub = logarithm_in(value); });
  read(indexer::kSiteSlot,
       [this](PageRow& row, const std::string& value) { row.site = number_of(value); });
  read(indexer::kFacetsSlot,
       [this](PageRow& row, const std::string& value) { row.facets = number_of(value); });
  for (const PageRow& row : rows_) raise(highest_, row);
  numbers_ = {};
}

std::uint32_t PageTable::number_of(const std::string& name) {
  const auto [at, is_new] = numbers_.try_emplace(name, static_cast<std::uint32_t>(names_.size()));
  if (is_new) names_.push_back(name);
  return at->second;
}

PageTables::PageTables(std::vector<std::pair<std::string, std::shared_ptr<const PageTable>>> tables)
    : tables_(std::move(tables)) {
  for (const auto& [revision, table] : tables_) raise(highest_, table->highest());
}

const PageTable* PageTables::of(const std::string& revision) const {
  const auto found = std::find_if(tables_.begin(), tables_.end(),
                                  [&](const auto& one) { return one.first == revision; });
  return found == tables_.end() ? nullptr : found->second.get();
}

}  // namespace porthole::search
