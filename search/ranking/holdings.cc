#include "search/ranking/holdings.h"

#include <algorithm>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "indexer/off_topic.h"
#include "indexer/page_values.h"
#include "search/query/field_values.h"

namespace porthole::search {
namespace {

std::unordered_set<Xapian::docid> off_topic_pages(const Xapian::Database& index) {
  const std::string term(indexer::kOffTopicTerm);
  return {index.postlist_begin(term), index.postlist_end(term)};
}

}  // namespace

Holdings holdings_of(const OpenIndexes& open) {
  Holdings found;
  found.pages = open.database.get_doccount() -
                open.database.get_termfreq(std::string(indexer::kOffTopicTerm));
  if (open.pages == nullptr) return found;
  std::unordered_set<std::string_view> sites;
  std::map<std::string, std::int64_t> topics;
  for (std::size_t i = 0; i < open.indexes.size(); ++i) {
    const PageTable& table = *open.pages->of(open.revisions[i]);
    const std::unordered_set<Xapian::docid> left_out = off_topic_pages(open.indexes[i]);
    std::unordered_map<std::uint32_t, std::int64_t> combinations;
    const Xapian::docid last = open.indexes[i].get_lastdocid();
    for (Xapian::docid page = 1; page <= last; ++page) {
      if (left_out.contains(page)) continue;
      const PageRow& row = table.row(page);
      if (row.site != 0) sites.insert(table.name(row.site));
      if (row.facets != 0) ++combinations[row.facets];
    }
    for (const auto& [facets, pages] : combinations) {
      const indexer::FacetValues values = indexer::read_facets(table.name(facets));
      const std::string& topic = values[static_cast<std::size_t>(indexer::Facet::kTopic)];
      if (!topic.empty()) topics[topic] += pages;
    }
  }
  found.sites = static_cast<std::int64_t>(sites.size());
  for (const auto& [topic, pages] : topics)
    found.topics.push_back({topic, pages, field_query("topic", topic)});
  std::stable_sort(found.topics.begin(), found.topics.end(),
                   [](const FacetValue& a, const FacetValue& b) { return a.pages > b.pages; });
  return found;
}

}  // namespace porthole::search
