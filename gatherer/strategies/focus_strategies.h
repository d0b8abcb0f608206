#pragma once

/// HardFocus and SoftFocus: rate a URL by the relevance of the pages that link to it.
///
/// Hard focus:  w may be fetched when a page d that links to w is wanted: the best leaf topic of d
///              is good or below a good topic. All such URLs have the same rating; ties by
///              discovery, oldest first. Others are pruned until such a page is found. May
///              stagnate, as its authors say.
/// Soft focus:  R(w) = max { R(d) : d links to w }; nothing is pruned. A URL known from a sitemap
///              only has 0.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (Focused Crawling), sections 3.1 and 3.3 (several
/// paths: the largest; the order of each queue); the same, VLDB 1999, section 2.1.2, equation 3,
/// and section 3.2 (order: tries, relevance, load of the server).

#include <vector>

#include "gatherer/strategies/open_link_strategy.h"

namespace porthole::gatherer {

/// Keeps the number of links from wanted pages.
class HardFocus final : public OpenLinkStrategy<int> {
 public:
  std::string_view name() const override { return "hard-focus"; }
  QueueOrder order() const override { return QueueOrder::by_relevance(); }
  void link_read(const LinkRead& link) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;

 private:
  void add(UrlId target, const int& links) override;
};

/// Keeps R(w) of the pages seen so far.
class SoftFocus final : public OpenLinkStrategy<double> {
 public:
  std::string_view name() const override { return "soft-focus"; }
  void link_read(const LinkRead& link) override;
  Rating rate(UrlId target, int hops, bool seed) const override;
  void explain(UrlId target, std::vector<Reason>& reasons) const override;

 private:
  void add(UrlId target, const double& relevance) override;
};

}  // namespace porthole::gatherer
