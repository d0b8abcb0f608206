#pragma once

/// Feeds a strategy with pages and links as a crawl does, for tests.

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "gatherer/strategies/strategy.h"

namespace porthole::test {

class StrategyDriver {
 public:
  explicit StrategyDriver(gatherer::Strategy& strategy) : strategy_(strategy) {}

  /// `page` is on `site` from now on; pages are on site 0 otherwise.
  void put_on_site(gatherer::UrlId page, gatherer::SiteId site) { sites_[page] = site; }

  /// `page` is a seed.
  void make_seed(gatherer::UrlId page) { seeds_.insert(page); }

  /// `page` was fetched and has `relevance`; from 0.5 on it is relevant.
  void fetch(gatherer::UrlId page, double relevance, const std::string& text = "",
             std::optional<double> importance = std::nullopt,
             std::optional<std::int64_t> content_length = std::nullopt) {
    gatherer::Judgement& judgement = judgements_[page];
    judgement.importance = importance;
    judgement.relevance = Relevance(relevance);
    judgement.relevant = relevance >= 0.5;
    judgement.best_is_wanted = judgement.relevant;
    Document document;
    document.text = text;
    gatherer::JudgedPage judged = page_of(page);
    judged.document = &document;
    judged.content_length = content_length;
    strategy_.page_judged(judged);
  }

  /// `source`, which was fetched, has `link` to `target`, which was not unless fetch() said so.
  void link(gatherer::UrlId source, gatherer::UrlId target, const Link& link) {
    judgements_[source];
    strategy_.link_read({.source = page_of(source),
                         .target = target,
                         .target_site = site_of(target),
                         .target_open = !judgements_.contains(target),
                         .link = link});
  }
  void link(gatherer::UrlId source, gatherer::UrlId target, const std::string& anchor = "") {
    link(source, target, saying(anchor));
  }

  /// URLs whose rating rose since the last call, each once, in order.
  std::vector<gatherer::UrlId> raised() {
    std::vector<gatherer::UrlId> raised;
    strategy_.take_raised(raised);
    std::sort(raised.begin(), raised.end());
    raised.erase(std::unique(raised.begin(), raised.end()), raised.end());
    return raised;
  }
  /// The priority of a page one link from a seed.
  double rate(gatherer::UrlId target) const { return strategy_.rate(target, 1, false).priority; }

  /// A link that says `anchor` and whose URL has no words.
  static Link saying(const std::string& anchor) {
    Link link;
    link.url = "http://12.34/";
    link.anchor = anchor;
    return link;
  }

 private:
  gatherer::SiteId site_of(gatherer::UrlId page) const {
    const auto found = sites_.find(page);
    return found == sites_.end() ? 0 : found->second;
  }
  gatherer::JudgedPage page_of(gatherer::UrlId page) const {
    return {.id = page,
            .site = site_of(page),
            .seed = seeds_.contains(page),
            .judgement = judgements_.at(page)};
  }

  gatherer::Strategy& strategy_;
  std::map<gatherer::UrlId, gatherer::Judgement> judgements_;
  std::map<gatherer::UrlId, gatherer::SiteId> sites_;
  std::set<gatherer::UrlId> seeds_;
};

}  // namespace porthole::test
