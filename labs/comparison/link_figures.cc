#include "labs/comparison/link_figures.h"

#include <limits>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace porthole::labs {
namespace {

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

/// The distinct pages of all runs and the links between them.
class AllPages {
 public:
  explicit AllPages(const std::vector<ComparedRun>& runs) {
    for (const ComparedRun& run : runs) {
      std::vector<std::uint32_t> number;
      for (const ComparedPage& page : run.pages) number.push_back(number_of(page));
      for (std::size_t i = 0; i < run.pages.size(); ++i) {
        for (const std::uint32_t place : run.pages[i].cites) {
          links_.insert(std::uint64_t{number[i]} << 32 | number[place]);
        }
      }
    }
  }

  LinkStructureFigures figures() const {
    LinkStructureFigures out;
    std::vector<bool> by_relevant(relevant_.size()), by_others(relevant_.size());
    for (const std::uint64_t link : links_) {
      const bool from = relevant_[link >> 32];
      const auto target = static_cast<std::uint32_t>(link);
      ++out.links[from ? 1 : 0][relevant_[target] ? 1 : 0];
      (from ? by_relevant : by_others)[target] = true;
    }
    out.pages = relevant_.size();
    for (std::size_t page = 0; page < relevant_.size(); ++page) {
      if (!relevant_[page]) continue;
      ++out.relevant;
      if (by_relevant[page]) {
        ++out.relevant_cited_by_relevant;
      } else if (by_others[page]) {
        ++out.relevant_cited_by_others;
      }
    }
    return out;
  }

 private:
  std::uint32_t number_of(const ComparedPage& page) {
    const auto [place, is_new] =
        numbers_.try_emplace(page.name, static_cast<std::uint32_t>(relevant_.size()));
    if (is_new) relevant_.push_back(page.opinion.relevant);
    return place->second;
  }

  std::unordered_map<std::string_view, std::uint32_t> numbers_;
  std::vector<bool> relevant_;  // by number
  std::unordered_set<std::uint64_t> links_;
};

}  // namespace

LinkStructureFigures link_structure_of(const std::vector<ComparedRun>& runs) {
  return AllPages(runs).figures();
}

double LinkStructureFigures::to_relevant(bool from_relevant) const {
  const auto& [others, relevant_ones] = links[from_relevant ? 1 : 0];
  const auto all = static_cast<double>(others + relevant_ones);
  return all == 0 ? kNone : static_cast<double>(relevant_ones) / all;
}

double LinkStructureFigures::assortativity() const {
  const auto all = static_cast<double>(all_links());
  double within = 0, by_chance = 0;
  for (const std::size_t kind : {0U, 1U}) {
    within += static_cast<double>(links[kind][kind]) / all;
    const double sources = static_cast<double>(links[kind][0] + links[kind][1]) / all;
    const double targets = static_cast<double>(links[0][kind] + links[1][kind]) / all;
    by_chance += sources * targets;
  }
  return all == 0 || by_chance == 1 ? kNone : (within - by_chance) / (1 - by_chance);
}

LinkMetadataFigures link_metadata_of(const std::vector<ComparedRun>& runs) {
  LinkMetadataFigures out;
  std::unordered_set<std::string_view> seen;
  for (const ComparedRun& run : runs) {
    for (const ComparedPage& page : run.pages) {
      if (page.links.links == 0 || !seen.insert(page.name).second) continue;
      ++out.pages;
      out.links += page.links.links;
      for (std::size_t kind = 0; kind < kLinkMetadataKinds; ++kind) {
        out.links_with[kind] += page.links.with[kind];
        out.pages_with[kind] += page.links.with[kind] > 0 ? 1 : 0;
      }
    }
  }
  return out;
}

}  // namespace porthole::labs
