#pragma once

/// InLinksStrategy: fetches the URL with the most in-links so far first (backlink count).
///
///   priority(w) = number of distinct sites with a fetched page that links to w
///
/// Sitemaps do not count.
///
/// Source: Cho, Garcia-Molina, Page, "Efficient crawling through URL ordering", WWW7 1998, the
/// backlink count IB'(p) estimated from what was crawled; by site because the pages of one site
/// repeat their menus (Bharat, Henzinger 1998, section 4.1).

#include <cstdint>
#include <vector>

#include "gatherer/strategies/open_link_strategy.h"

namespace porthole::gatherer {

/// Keeps the linking sites, sorted.
class InLinksStrategy final : public OpenLinkStrategy<std::vector<std::uint32_t>> {
 public:
  std::string_view name() const override { return "in-links"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  void link_read(const LinkRead& link) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;

 private:
  void add(UrlId target, const std::vector<std::uint32_t>& sites) override;
  std::size_t votes_for(UrlId target) const;
};

}  // namespace porthole::gatherer
