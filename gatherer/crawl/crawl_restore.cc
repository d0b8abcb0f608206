// Where a crawl takes up: what the repository has, and what a strategy is told of it.

#include <algorithm>
#include <utility>

#include "gatherer/strategies/strategy_registry.h"
#include "gatherer/crawl/crawl.h"
#include "gatherer/strategies/strategy_replay.h"

namespace porthole::gatherer {

class Crawl::Restorer final : public repository::Repository::Visitor {
 public:
  explicit Restorer(Crawl& crawl) : crawl_(crawl) {}

  void url(UrlRecord url) override {
    crawl_.urls_.restore(url);
    const UrlTable::Entry& entry = crawl_.urls_[url.id];
    crawl_.site_pages_.resize(std::max<std::size_t>(crawl_.site_pages_.size(), entry.site + 1));
    const bool only_in_sitemaps = url.found_on == 0 && !url.seed && url.held != Held::kSitemap;
    if (only_in_sitemaps) ++crawl_.sitemap_urls_[entry.host];
    if (url.state == UrlState::kFetched) {
      ++crawl_.site_pages_[entry.site].fetched;
      crawl_.frontier_.add_load(entry.host, 1);
    }
  }
  void page(repository::Repository::KnownPage page) override {
    UrlTable::Entry& entry = crawl_.urls_[page.id];
    entry.digest = std::hash<std::string>{}(page.digest);
    entry.stale = page.stale;
    entry.duplicate_of = page.duplicate_of;
    if (page.duplicate_of == 0 && !page.gone)
      crawl_.digests_.emplace(entry.digest ^ entry.site, page.id);
    ++crawl_.fetched_;
    crawl_.last_order_ = std::max(crawl_.last_order_, page.order);
    if (page.relevant) ++crawl_.relevant_;
  }
  void host(repository::HostRecord host) override {
    if (host.scheme_twin != 0) {
      if (Result<Url> url = Url::parse(host.name + "/")) {
        crawl_.scheme_twin_[url->host_and_port()] = host.scheme_twin;
      }
    }
    crawl_.robots_.restore(host);
  }
  void term(repository::TermRecord) override {}

 private:
  Crawl& crawl_;
};

Result<void> Crawl::prepare_strategy() {
  return replay_crawl(*strategy_, repository_,
                      {.urls = urls_, .taxonomy = judge_.taxonomy(), .fetched = fetched_, .relevant = relevant_});
}

// What the old strategy learned is written first; the new one is told what the repository has, as at a start.
Result<void> Crawl::adopt(ChosenStrategy chosen) {
  commit(true);
  if (auto written = committer_.drain(); !written) return written;
  strategy_ = std::move(chosen.strategy);
  frontier_.set_order(chosen.order);
  if (auto prepared = prepare_strategy(); !prepared) return prepared;
  enqueue_all_open();
  return {};
}

void Crawl::enqueue_all_open() {
  for (UrlId id = 1; id <= urls_.last(); ++id) {
    if (is_open(id)) enqueue(id);
  }
  raise();
}

// The last request of an earlier run counts like one of this run, for every host: which it went to
// is not known after a run that was killed.
void Crawl::keep_pace_of_last_run() {
  if (!last_asked_) return;
  const auto delay = [this](HostId host, std::chrono::milliseconds pause) {
    const auto left = *last_asked_ + pause - clock_.wall();
    if (left > left.zero()) frontier_.delay(host, clock_.steady() + left);
  };
  for (HostId host = 0; host < urls_.hosts().size(); ++host) {
    if (!urls_.hosts().name(host).empty()) delay(host, pace_.ordinary(std::nullopt));
  }
  for (AuthorityId id = 0; id < robots_.size(); ++id) {
    const Result<Url> site = Url::parse(robots_[id].name + "/");
    if (site)
      delay(urls_.queue_of(site->host_and_port()), pace_.ordinary(robots_[id].rules.crawl_delay()));
  }
}

Result<void> Crawl::restore() {
  Restorer restorer(*this);
  if (auto loaded = repository_.load(restorer); !loaded) return loaded;
  reconsider_all();
  repository::Batch reconsidered;
  urls_.take_changes(reconsidered);
  if (!reconsidered.empty()) {
    if (auto written = repository_.apply(reconsidered); !written) return written;
  }
  if (auto prepared = prepare_strategy(); !prepared) return prepared;
  keep_pace_of_last_run();
  const std::int64_t now = clock_.wall().time_since_epoch().count();
  for (UrlId id = 1; id <= urls_.last(); ++id) {
    const UrlTable::Entry& entry = urls_[id];
    if (is_open(id) && entry.not_before > now && patient_) {
      frontier_.delay(entry.host, clock_.steady() + std::chrono::seconds(entry.not_before - now));
    }
  }
  enqueue_all_open();
  fetched_before_ = fetched_;
  const std::int64_t most = options_.pages.value_or(specification_.limits.pages);
  budget_ = options_.more ? fetched_ + *options_.more : most;
  if (!options_.refresh) return find_unread_members();
  return queue_refresh(clock_.wall() - std::chrono::duration_cast<std::chrono::seconds>(*options_.refresh));
}

}  // namespace porthole::gatherer
