#include "search/ranking/facet_counts.h"

#include <algorithm>
#include <array>
#include <map>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

#include "base/text/text.h"
#include "indexer/fields.h"
#include "indexer/page_values.h"
#include "search/query/field_values.h"

namespace porthole::search {
namespace {

using indexer::Facet;

/// The query field of each facet.
constexpr std::array<std::string_view, indexer::kFacetCount> kFields = {
    "topic", "site", "type", "lang", "date", "annotation-kind"};

using Counts = std::map<std::string, std::int64_t, std::less<>>;

FacetCounts most_frequent(std::size_t facet, const Counts& counts) {
  FacetCounts found{std::string(indexer::facet_name(static_cast<Facet>(facet))), {}};
  for (const auto& [value, pages] : counts) {
    found.values.push_back({value, pages, field_query(kFields[facet], value)});
  }
  const auto is_year = static_cast<Facet>(facet) == Facet::kYear;
  std::stable_sort(found.values.begin(), found.values.end(),
                   [](const FacetValue& a, const FacetValue& b) { return a.pages > b.pages; });
  const std::size_t most = is_year ? kYearsShown : kFacetValues;
  if (found.values.size() > most) found.values.resize(most);
  if (is_year) {  // newest first
    std::sort(found.values.begin(), found.values.end(),
              [](const FacetValue& a, const FacetValue& b) { return a.value > b.value; });
  }
  return found;
}

std::unordered_set<Xapian::docid> off_topic_pages(const Xapian::Database& index) {
  const std::string term(indexer::kOffTopicTerm);
  return {index.postlist_begin(term), index.postlist_end(term)};
}

}  // namespace

void FacetSpy::operator()(const Xapian::Document& document, double) {
  ++seen_;
  // With several indexes, a MatchSpy is not told which index a document id belongs to.
  if (const PageTable* const only = pages_.only()) {
    ++numbered_[only->row(document.get_docid()).facets];
  } else {
    ++combinations_[document.get_value(indexer::kFacetsSlot)];
  }
}

std::vector<FacetCounts> FacetSpy::counts() const {
  std::array<Counts, indexer::kFacetCount> counts;
  std::unordered_map<std::string, std::int64_t> combinations = combinations_;
  for (const auto& [number, pages] : numbered_) combinations[pages_.only()->name(number)] += pages;
  for (const auto& [combination, pages] : combinations) {
    const indexer::FacetValues values = indexer::read_facets(combination);
    for (std::size_t facet = 0; facet < values.size(); ++facet) {
      const bool has_many = static_cast<Facet>(facet) == Facet::kKind;
      const auto parts =
          has_many ? split(values[facet], ' ') : std::vector<std::string_view>{values[facet]};
      for (const std::string_view value : parts) {
        if (!value.empty()) counts[facet][std::string(value)] += pages;
      }
    }
  }
  std::vector<FacetCounts> found;
  for (std::size_t facet = 0; facet < counts.size(); ++facet) {
    if (!counts[facet].empty()) found.push_back(most_frequent(facet, counts[facet]));
  }
  return found;
}

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
