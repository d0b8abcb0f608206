#include "labs/experiments/recall_trial.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "gatherer/crawl/recall_audit.h"
#include "labs/experiments/web_player.h"
#include "sampler/frontier_recall.h"
#include "sampler/hash_rng.h"

namespace porthole::labs {
namespace {

using gatherer::RecallAudit;
using gatherer::UrlId;
using PageId = RecordedLinks::PageId;

std::vector<PageId> reached_from(const RecordedLinks& web, const std::vector<PageId>& seeds) {
  std::vector<bool> seen(web.pages().size());
  std::vector<PageId> reached;
  const auto reach = [&](PageId page) {
    if (seen[page] || web.pages()[page].fails) return;
    seen[page] = true;
    reached.push_back(page);
  };
  for (const PageId seed : seeds) reach(seed);
  for (std::size_t at = 0; at < reached.size(); ++at) {
    for (const RecordedLinks::Target& target : web.pages()[reached[at]].links) reach(target.page);
  }
  return reached;
}

class Trial {
 public:
  Trial(const CappedPlay& crawl, gatherer::Strategy& strategy, const gatherer::RecallGoal& goal,
        std::uint64_t random_seed)
      : crawl_(crawl), goal_(goal), random_seed_(random_seed), player_(crawl, strategy) {}

  RecallTrial run() {
    go_on(static_cast<std::size_t>(goal_.first));
    RecallTrial trial;
    for (;;) {
      trial.said = sample(++trial.samples);
      const bool is_reached = trial.said.estimate >= goal_.recall &&
                              trial.said.low >= goal_.recall - RecallAudit::kMargin;
      if (is_reached || player_.waiting().empty()) break;
      const auto growth =
          static_cast<std::size_t>(goal_.growth * static_cast<double>(player_.fetched().size()));
      go_on(std::max(static_cast<std::size_t>(goal_.first), growth));
    }
    const std::vector<PageId> reached = reached_from(crawl_.web, crawl_.seeds);
    const std::size_t all = on_topic(reached);
    trial.truth =
        all == 0 ? 1 : static_cast<double>(on_topic(player_.fetched())) / static_cast<double>(all);
    trial.fetched = player_.fetched().size();
    trial.reached = reached.size();
    return trial;
  }

 private:
  void go_on(std::size_t pages) {
    const std::size_t end = player_.fetched().size() + pages;
    while (player_.fetched().size() < end) {
      const auto next = player_.best();
      if (!next) return;
      player_.fetch(*next);
    }
  }

  std::size_t on_topic(const std::vector<PageId>& pages) const {
    return static_cast<std::size_t>(std::count_if(
        pages.begin(), pages.end(), [&](PageId page) { return crawl_.judge(page).relevant; }));
  }

  sampler::Interval sample(std::size_t number) {
    std::vector<sampler::Generation> generations;
    std::vector<UrlId> population = player_.waiting();
    while (!population.empty() && generations.size() < RecallAudit::kMostGenerations) {
      const sampler::HashRng rng(random_seed_, number, generations.size());
      population = read(std::move(population), rng, generations.emplace_back());
    }
    return sampler::estimate_recall(generations, on_topic(player_.fetched())).recall;
  }

  /// Reads some of the URLs; gives those that they lead to and that were not known.
  std::vector<UrlId> read(std::vector<UrlId> population, sampler::HashRng rng,
                          sampler::Generation& generation) {
    generation.known = population.size();
    generation.read = std::min(population.size(), goal_.sample);
    const UrlId last = player_.last();
    for (std::size_t i = 0; i < generation.read; ++i) {
      if (i == generation.read / 2)
        generation.found_by_half = static_cast<std::size_t>(player_.last() - last);
      std::swap(population[i], population[i + rng.below(population.size() - i)]);
      if (player_.fetch(population[i]) && crawl_.judge(player_.page(population[i])).relevant)
        ++generation.hits;
    }
    std::vector<UrlId> found;
    for (UrlId id = last + 1; id <= player_.last(); ++id) {
      if (player_.waits(id)) found.push_back(id);
    }
    generation.found = found.size();
    return found;
  }

  const CappedPlay& crawl_;
  const gatherer::RecallGoal& goal_;
  std::uint64_t random_seed_;
  WebPlayer player_;
};

}  // namespace

RecallTrial play_until_recall(const CappedPlay& crawl, gatherer::Strategy& strategy,
                              const gatherer::RecallGoal& goal, std::uint64_t random_seed) {
  return Trial(crawl, strategy, goal, random_seed).run();
}

}  // namespace porthole::labs
