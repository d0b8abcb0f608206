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
#include <vector>

#include "gatherer/strategies/open_link_strategy.h"

namespace porthole::gatherer {

/// Who has a vote.
enum class Voters : std::uint8_t { kSites, kPages };

/// Keeps the voters, sorted.
class InLinksStrategy final : public OpenLinkStrategy<std::vector<std::uint32_t>> {
 public:
  explicit InLinksStrategy(Voters voters) : voters_(voters) {}

  std::string_view name() const override { return "in-links"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  void link_read(const LinkRead& link) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;

 private:
  void add(UrlId target, const std::vector<std::uint32_t>& voters) override;
  std::size_t votes_for(UrlId target) const;

  Voters voters_;
};

}  // namespace porthole::gatherer
