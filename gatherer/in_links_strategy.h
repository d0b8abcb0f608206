#pragma once

/// In-links: the URL that most have cited so far is fetched first.
///
///   priority(w) = number of distinct sites with a fetched page that links to w
///
/// or of distinct pages (option count=pages). Sitemaps cite nothing.
///
/// Source: Cho, Garcia-Molina, Page, "Efficient crawling through URL ordering", WWW7 1998, the backlink count
/// IB'(p) estimated from what was crawled; by site because the pages of one site repeat their menus (Bharat,
/// Henzinger 1998, section 4.1).

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "gatherer/strategy.h"

namespace porthole::gatherer {

/// Who has a vote.
enum class Voters : std::uint8_t { kSites, kPages };

class InLinksStrategy final : public Strategy {
 public:
  explicit InLinksStrategy(Voters voters) : voters_(voters) {}

  std::string_view name() const override { return "in-links"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  void link_read(const LinkRead& link) override;
  void merge(UrlId alias, UrlId target) override;
  void forget(UrlId target) override { citing_.erase(target); }
  void page_judged(const JudgedPage& page) override { forget(page.id); }
  Rating rate(UrlId target, int hops, bool seed) const override;
  void take_raised(std::vector<UrlId>& raised) override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;
  Replay replay() const override { return Replay::kOpenLinks; }

 private:
  void vote(UrlId target, std::uint32_t voter);
  std::size_t votes_for(UrlId target) const;

  Voters voters_;
  std::unordered_map<UrlId, std::vector<std::uint32_t>> citing_;  ///< Sorted.
  std::vector<UrlId> raised_;
};

}  // namespace porthole::gatherer
