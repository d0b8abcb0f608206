// gather --dry-run: the limits that would hold, and what would be fetched first.

#include <algorithm>
#include <map>
#include <utility>

#include "base/text/format.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/crawl/recrawl.h"
#include "gatherer/crawl/refresh_failures.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {
namespace {

constexpr int kShown = 20;

std::string seconds(std::chrono::milliseconds time) {
  const auto tenths = time.count() / 100;
  return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "") +
         " s";
}

std::string or_no_limit(std::int64_t limit) {
  return limit == 0 ? "no limit" : std::to_string(limit);
}

std::string source_of(const collection::Network& network) {
  if (network.box) return "the web in a box of " + network.box->sites.string();
  if (network.gateway) return "the gateway " + *network.gateway;
  if (!network.recorded.empty())
    return std::to_string(network.recorded.size()) + " recorded file(s)";
  return "the live web";
}

/// The limits that hold, by name, with their values in words.
std::vector<std::pair<std::string, std::string>> limits_of(
    const collection::Specification& specification, const GatherOptions& options,
    const Strategy& strategy) {
  const collection::Limits& limits = specification.limits;
  const collection::Politeness& politeness = specification.politeness;
  const bool patient = specification.network.is_live() || politeness.simulated;
  return {
      {"fetches from", source_of(specification.network)},
      {"user agent", specification.agent.user_agent()},
      {"strategy", std::string(strategy.name())},
      {"pages", options.more ? "those gathered and " + std::to_string(*options.more) + " more"
                             : or_no_limit(options.pages.value_or(limits.pages))},
      {"pages a site", or_no_limit(limits.pages_per_site)},
      {"links from a seed", or_no_limit(limits.hops)},
      {"redirects", std::to_string(limits.redirects)},
      {"bytes of a page", std::to_string(limits.body)},
      {"links of a page", std::to_string(limits.links_per_page)},
      {"time of a request", seconds(specification.network.timeout)},
      {"between requests to a host",
       patient ? seconds(std::max(politeness.delay, politeness.min_delay)) : "0 s"},
      {"longest Crawl-delay obeyed",
       patient ? seconds(politeness.max_crawl_delay) : "noted, not waited for"},
      {"connections to a host", std::to_string(politeness.connections_per_host)},
      {"sitemaps", specification.sitemaps ? "read" : "not read"},
      {"languages", specification.languages.empty() ? "all" : join(specification.languages)},
  };
}

/// The failures of pages of earlier refreshes, by page.
Result<std::map<repository::UrlId, repository::FailureRecord>> failures_of(
    repository::Repository& repository) {
  TRY_AS(failures, repository.pages().failures());
  std::map<repository::UrlId, repository::FailureRecord> by_page;
  for (repository::FailureRecord& record : *failures)
    by_page.emplace(record.page, std::move(record));
  return by_page;
}

/// Lists the pages that a refresh would ask for, the oldest first, and those that count as gone if
/// they fail once more.
Result<void> plan_refresh(const collection::Refresh& rule, const GatherOptions& options,
                          repository::Repository& repository, GatherPlan& plan) {
  const WallTime now = (options.clock != nullptr ? *options.clock : system_clock()).wall();
  const WallTime before = now - std::chrono::duration_cast<std::chrono::seconds>(*options.refresh);
  TRY_AS(failed, failures_of(repository));
  std::vector<std::pair<WallTime, std::string>> due;
  auto read = repository.pages().for_each({}, [&](const auto& url, const auto& page, auto, auto) {
    const bool is_old = page.fetched_at <= before || is_dated_ahead(page.fetched_at, now);
    if (url.href.find('#') != std::string::npos || !is_old) return true;
    due.emplace_back(page.fetched_at, url.href);
    const auto found = failed->find(page.id);
    if (found == failed->end() || found->second.is_gone()) return true;
    ++found->second.failures;
    found->second.last = now;
    if (counts_as_gone(rule, found->second)) plan.would_be_gone.push_back(url.href);
    return true;
  });
  if (!read) return read;
  std::stable_sort(due.begin(), due.end(),
                   [](const auto& a, const auto& b) { return a.first < b.first; });
  plan.due = static_cast<std::int64_t>(due.size());
  for (std::size_t i = 0; i < std::min<std::size_t>(due.size(), kShown); ++i)
    plan.first.push_back(due[i].second);
  return {};
}

/// The first URLs of the repository's queue that are in the scope; none for a collection that was
/// never gathered.
Result<std::vector<std::string>> first_queued(repository::Repository* repository,
                                              const Scope& scope) {
  constexpr int kLookedAt = 10'000;
  std::vector<std::string> first;
  if (repository == nullptr) return first;
  TRY_AS(head, repository->urls().queue_head(kLookedAt));
  for (const repository::UrlRecord& record : *head) {
    const Result<Url> url = Url::parse(record.href);
    if (first.size() < kShown && url && scope.decide(*url).accepted) first.push_back(record.href);
  }
  return first;
}

/// The first seeds in the scope that were not tried yet.
std::vector<std::string> first_seeds(const std::vector<collection::Seed>& seeds, const Scope& scope,
                                     repository::Repository* repository) {
  std::vector<std::string> first;
  for (const collection::Seed& seed : seeds) {
    Result<Url> url = Url::parse(seed.url);
    if (!url || !scope.decide(*url).accepted || first.size() >= kShown) continue;
    if (repository != nullptr) {
      Result<std::optional<repository::UrlRecord>> known = repository->urls().find(url->key());
      if (known && *known) continue;
    }
    first.push_back(url->href());
  }
  return first;
}

}  // namespace

Result<GatherPlan> plan(const collection::Collection& collection,
                        repository::Repository* repository, const GatherOptions& options) {
  const collection::Specification& specification = collection.specification();
  TRY(check_ready(specification));
  TRY_AS(scope, Scope::make(specification));
  Result<ChosenStrategy> chosen =
      make_strategy(choose_strategy(specification, options.strategy, options.options),
                    {.topic = specification.topic, .random_seed = options.random_seed});
  if (!chosen) return fail(chosen.error());

  GatherPlan plan;
  plan.limits = limits_of(specification, options, *chosen->strategy);
  if (options.refresh) {
    if (repository == nullptr) return plan;
    TRY_AS(done, plan_refresh(specification.refresh, options, *repository, plan));
    return plan;
  }
  TRY_AS(queued, first_queued(repository, *scope));
  plan.first =
      !queued->empty() ? std::move(*queued) : first_seeds(specification.seeds, *scope, repository);
  return plan;
}

}  // namespace porthole::gatherer
