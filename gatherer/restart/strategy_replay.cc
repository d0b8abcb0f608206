#include "gatherer/restart/strategy_replay.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_map>
#include <utility>

#include "collection/taxonomy_file.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/restart/checkpoint.h"
#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {
namespace {

bool has_failed(const UrlTable::Entry& entry) {
  return entry.state == repository::UrlState::kDropped && repository::is_failed_fetch(entry.reason);
}

/// Passes over pages and links that came since `past` was read: a reader may look while others
/// crawl.
class Replayer final : public repository::CrawlState::Visitor {
 public:
  Replayer(Strategy& strategy, const CrawlPast& past) : strategy_(strategy), past_(past) {}

  void url(UrlRecord) override {}
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}
  void page(repository::CrawlState::KnownPage page) override {
    if (page.id > past_.urls.last()) return;
    Judgement judgement;
    judgement.relevance = page.relevance;
    judgement.relevant = page.relevant;
    judgement.topic = std::move(page.topic);
    judgement.importance = page.importance;
    judgement.best_is_wanted = best_is_wanted(judgement, past_.taxonomy);
    pages_.push_back({page.id, page.duplicate_of != 0, std::move(judgement), page.content_length});
  }

  void tell_pages() {
    for (const Known& known : pages_) {
      by_id_.emplace(known.id, &known);
      if (!known.copy) strategy_.page_judged(page_of(known));
    }
  }
  void tell_link(const repository::LinkRecord& record) {
    const auto source = by_id_.find(record.source);
    if (record.target > past_.urls.last()) return;
    const UrlId target = past_.urls.original(record.target);
    if (source == by_id_.end() || target == record.source) return;
    strategy_.link_read(
        {.source = page_of(*source->second),
         .target = target,
         .target_site = past_.urls[target].site,
         .target_open = is_rated(past_.urls[target]) || has_failed(past_.urls[target]),
         .link = record.link});
  }
  void tell_beside_links() {
    if (past_.sources == nullptr || past_.sources->is_empty()) return;
    for (const Known& known : pages_) {
      if (known.copy || !known.judgement.relevant) continue;
      const Result<Url> url = Url::parse(past_.urls.href(known.id));
      if (!url) continue;
      for (const std::string& href : past_.sources->beside(*url)) {
        const Result<Url> other = Url::parse(href);
        const UrlId found = other ? past_.urls.find(other->key()) : 0;
        if (found != 0) tell_beside(strategy_, page_of(known), past_.urls, found);
      }
    }
  }
  /// The URLs that became known by a sitemap: no page names them first, nor a seed.
  void tell_sitemaps() {
    for (UrlId id = 1; id <= past_.urls.last(); ++id) {
      const UrlTable::Entry& entry = past_.urls[id];
      const bool by_sitemap = entry.found_on == 0 && entry.hops == 1 && !entry.seed;
      if (by_sitemap && is_rated(entry)) tell_by_sitemap(strategy_, past_.urls, id);
    }
  }
  /// Once all links were told.
  void tell_failures() {
    for (UrlId id = 1; id <= past_.urls.last(); ++id) {
      if (!has_failed(past_.urls[id])) continue;
      strategy_.failed(id);
      strategy_.forget(id);
    }
  }

 private:
  struct Known {
    UrlId id;
    bool copy;
    Judgement judgement;
    std::optional<std::int64_t> content_length;
  };
  JudgedPage page_of(const Known& known) const {
    const UrlTable::Entry& entry = past_.urls[known.id];
    return {.id = known.id,
            .site = entry.site,
            .hops = entry.hops,
            .seed = entry.seed,
            .judgement = known.judgement,
            .content_length = known.content_length};
  }

  Strategy& strategy_;
  const CrawlPast& past_;
  std::vector<Known> pages_;
  std::unordered_map<UrlId, const Known*> by_id_;
};

Result<void> tell_links(Replayer& replayer, repository::Links& links, Replay wanted) {
  const auto tell = [&](const repository::LinkRecord& record) { replayer.tell_link(record); };
  if (wanted == Replay::kAllLinks) return links.for_each_in_order(tell);
  if (wanted == Replay::kOpenLinks) return links.for_each_open(tell);
  repository::LinkRecord citation;
  return links.for_each_open_citation([&](UrlId source, UrlId target) {
    citation.source = source;
    citation.target = target;
    replayer.tell_link(citation);
  });
}

/// The URLs of a repository, and those of its pages that had one when the URLs were read.
class UrlReader final : public repository::CrawlState::Visitor {
 public:
  Result<void> read(OpenCheckpoint* checkpoint, repository::CrawlState& state) {
    if (checkpoint == nullptr) return state.load(*this);
    if (auto loaded = checkpoint->load(urls); !loaded) return loaded;
    return state.load_pages(*this);
  }

  void url(UrlRecord url) override { urls.restore(url); }
  void page(repository::CrawlState::KnownPage page) override {
    if (std::max(page.id, page.duplicate_of) > urls.last()) return;
    urls.set_duplicate_of(page.id, page.duplicate_of);
    ++fetched;
    if (page.relevant) ++relevant;
  }
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}

  UrlTable urls;
  std::int64_t fetched = 0, relevant = 0;
};

}  // namespace

bool best_is_wanted(const Judgement& judgement, const topics::Taxonomy* taxonomy) {
  const auto topic = taxonomy == nullptr ? std::nullopt : taxonomy->find(judgement.topic);
  return topic ? taxonomy->is_wanted(*topic) : judgement.relevant;
}

void tell_beside(Strategy& strategy, const JudgedPage& page, const UrlTable& urls, UrlId target) {
  const UrlId standing = urls.original(target);
  if (standing == page.id || !is_rated(urls[standing])) return;
  Link link;
  link.url = urls.href(standing);
  strategy.link_read({.source = page,
                      .target = standing,
                      .target_site = urls[standing].site,
                      .target_open = true,
                      .link = link});
}

void tell_by_sitemap(Strategy& strategy, const UrlTable& urls, UrlId target) {
  const Judgement nothing;
  Link link;
  link.url = urls.href(target);
  link.element = Element::kSitemap;
  strategy.link_read({.source = {.judgement = nothing},
                      .target = target,
                      .target_site = urls[target].site,
                      .target_open = true,
                      .link = link});
}

Result<void> replay_crawl(Strategy& strategy, repository::Repository& repository,
                          const CrawlPast& past) {
  TRY_AS(state, repository.crawl().strategy_state(strategy.name()));
  TRY_AS(terms, repository.crawl().terms());
  for (const repository::TermRecord& term : *terms) strategy.restore(term);
  strategy.restore_totals(past.fetched, past.relevant);
  strategy.restore_state(*state);
  const Replay wanted = strategy.replay();
  if (wanted == Replay::kNothing) return {};
  Replayer replayer(strategy, past);
  if (auto loaded = repository.crawl().load_pages(replayer); !loaded) return loaded;
  replayer.tell_pages();
  if (auto told = tell_links(replayer, repository.links(), wanted); !told) return told;
  replayer.tell_beside_links();
  if (wanted == Replay::kAllLinks) {
    replayer.tell_sitemaps();
    replayer.tell_failures();
  }
  return {};
}

Result<ExplainedRating> explain_rating(const collection::Collection& collection,
                                       repository::Repository& repository, UrlId id) {
  const collection::Specification& specification = collection.specification();
  TRY_AS(choice, strategy_in_force(specification, repository));
  std::unique_ptr<PageJudge> judge;
  if (auto made = make_page_judge(collection)) judge = std::move(*made);
  Result<ChosenStrategy> chosen =
      make_strategy(*choice, {.topic = specification.topic, .judge = judge.get()});
  if (!chosen) return fail(chosen.error());
  Strategy& strategy = *chosen->strategy;
  ExplainedRating explained{.strategy = std::string(strategy.name()), .rating = {}, .reasons = {}};
  TRY_AS(checkpoint, Checkpoint(collection, *choice).open(repository));
  UrlReader reader;
  TRY(reader.read(*checkpoint ? &**checkpoint : nullptr, repository.crawl()));
  if (id < 1 || id > reader.urls.last() || !is_rated(reader.urls[id])) return explained;
  std::optional<collection::TaxonomyFile> taxonomy;
  if (const std::string& file = specification.topic.taxonomy_file; !file.empty()) {
    TRY_AS(read, collection::read_taxonomy_of(collection.folder(), file));
    taxonomy = std::move(*read);
  }
  const Result<UrlSources> sources = UrlSources::open(specification);
  const CrawlPast past{.urls = reader.urls,
                       .taxonomy = taxonomy ? &taxonomy->taxonomy() : nullptr,
                       .fetched = reader.fetched,
                       .relevant = reader.relevant,
                       .sources = sources ? &*sources : nullptr};
  Result<bool> is_as_it_ended = false;
  if (*checkpoint) is_as_it_ended = (*checkpoint)->load(strategy);
  if (!is_as_it_ended) return fail(is_as_it_ended.error());
  if (!*is_as_it_ended) {
    TRY(replay_crawl(strategy, repository, past));
  }
  std::vector<UrlId> raised;  // Makes the strategy compute pending scores; the list is not used.
  strategy.take_raised(raised);
  explained.rating = chosen->rate(id, reader.urls[id].hops, reader.urls[id].seed);
  if (reader.urls[id].seed)
    explained.reasons.push_back(
        {"a seed: fetched before all other URLs", explained.rating.priority});
  else if (explained.rating.priority < chosen->min_priority)
    explained.reasons.push_back({"lower than the option min-priority", chosen->min_priority});
  strategy.explain(id, explained.reasons);
  return explained;
}

}  // namespace porthole::gatherer
