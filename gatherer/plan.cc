// gather --dry-run: the limits that would hold, and what would be fetched first.

#include "gatherer/gather.h"
#include "gatherer/scope.h"
#include "gatherer/strategy.h"

namespace porthole::gatherer {
namespace {

constexpr int kShown = 20;

std::string seconds(std::chrono::milliseconds time) {
  const auto tenths = time.count() / 100;
  return std::to_string(tenths / 10) + (tenths % 10 != 0 ? "." + std::to_string(tenths % 10) : "") + " s";
}

std::string or_no_limit(std::int64_t limit) {
  return limit == 0 ? "no limit" : std::to_string(limit);
}

std::string source_of(const collection::Network& network) {
  if (network.gateway) return "the gateway " + *network.gateway;
  if (!network.recorded.empty()) return std::to_string(network.recorded.size()) + " recorded file(s)";
  return "the live web";
}

}  // namespace

Result<GatherPlan> plan(const collection::Collection& collection, repository::Repository* repository,
                        const GatherOptions& options) {
  const collection::Specification& specification = collection.specification();
  if (auto ready = check_ready(specification); !ready) return fail(ready.error());
  Result<Scope> scope = Scope::make(specification);
  if (!scope) return fail(scope.error());
  Result<ChosenStrategy> chosen =
      make_strategy(choose_strategy(specification, options.strategy, options.options),
                    {.topic = specification.topic, .random_seed = options.random_seed});
  if (!chosen) return fail(chosen.error());

  const collection::Limits& limits = specification.limits;
  const collection::Politeness& politeness = specification.politeness;
  const bool patient = specification.network.is_live() || politeness.simulated;
  GatherPlan plan;
  plan.limits = {
      {"fetches from", source_of(specification.network)},
      {"user agent", specification.agent.user_agent()},
      {"strategy", std::string(chosen->strategy->name())},
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
  };
  if (repository != nullptr) {
    Result<std::vector<repository::UrlRecord>> head = repository->queue_head(kShown);
    if (!head) return fail(head.error());
    for (const repository::UrlRecord& url : *head) plan.first.push_back(url.href);
    if (!plan.first.empty()) return plan;
  }
  for (const collection::Seed& seed : specification.seeds) {
    Result<Url> url = Url::parse(seed.url);
    if (!url || !scope->decide(*url).accepted || plan.first.size() >= kShown) continue;
    if (repository != nullptr) {
      Result<std::optional<repository::UrlRecord>> known = repository->find_url(url->key());
      if (known && *known) continue;
    }
    plan.first.push_back(url->href());
  }
  return plan;
}

}  // namespace porthole::gatherer
