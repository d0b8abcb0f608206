#include "experiments/sampling_trials.h"

#include <algorithm>
#include <functional>
#include <map>
#include <set>
#include <utility>

#include "sampler/dice.h"
#include "sampler/interval.h"
#include "sampler/recall.h"
#include "sampler/sample.h"
#include "sampler/statistics.h"

namespace porthole::experiments {
namespace {

using sampler::NodeId;

/// Values rarer than this are left out: a sample may not have seen them at all.
constexpr double kLeastShare = 0.05;
constexpr std::size_t kMostValues = 50;

std::vector<NodeId> breadth_first(const KnownWeb& web, std::size_t pages, std::uint64_t seed) {
  std::vector<bool> known(web.size());
  std::vector<NodeId> crawl;
  sampler::Dice dice(seed, 1001, 0);
  for (std::size_t at = 0; crawl.size() < pages;) {
    if (at == crawl.size()) {
      const auto start = static_cast<NodeId>(dice.below(web.size()));
      if (!known[start]) crawl.push_back(start);
      known[start] = true;
      continue;
    }
    for (const NodeId next : web.out(crawl[at++])) {
      if (known[next] || crawl.size() >= pages) continue;
      known[next] = true;
      crawl.push_back(next);
    }
  }
  return crawl;
}

class Trials {
 public:
  Trials(const KnownWeb& web, const TrialOptions& options)
      : web_(web),
        options_(options),
        topic_(options.kind == sampler::WalkKind::kHard ? web.largest_component_on_topic() : web.on_topic()) {}

  TrialFigures run() {
    for (int trial = 0; trial < options_.trials; ++trial) run_one(static_cast<std::uint64_t>(trial));
    const auto n = static_cast<double>(figures_.trials);
    for (double* mean : {&figures_.precision, &figures_.read, &figures_.effective_size, &figures_.sample}) *mean /= n;
    for (auto& [name, held] : all_) figures_.all.push_back(held);
    for (auto& [name, held] : of_mixed_) figures_.of_mixed.push_back(held);
    return std::move(figures_);
  }

 private:
  void run_one(std::uint64_t seed) {
    sampler::WalkRunOptions walks;
    walks.walk.region.kind = options_.kind;
    walks.walk.region.random_seed = seed;
    walks.walk.window = options_.window;
    walks.walks = options_.walks;
    walks.moves = options_.moves;
    sampler::Dice dice(seed, 1000, 0);
    for (int i = 0; i < 40; ++i) walks.starts.push_back(topic_[dice.below(topic_.size())]);
    sampler::PageGraph graph;
    sampler::WalkRun run(graph, walks);
    figures_.read += static_cast<double>(web_.walk(run, graph, options_.in_links_known));
    const auto host_name = [](sampler::HostId host) { return std::to_string(host); };
    const sampler::Sample sample = sampler::draw_sample(graph, run.walks(), host_name, seed);
    ++figures_.trials;
    figures_.precision += sample.precision;
    figures_.effective_size += sample.mixing.effective_size;
    figures_.sample += static_cast<double>(sample.pages.size());
    mixed_ = sample.mixing.is_mixed();
    if (mixed_) ++figures_.mixed;
    if (sample.pages.empty()) return;
    check_degrees(sample.pages, seed);
    check_shares("domain", sample.pages, seed, [](const KnownWeb::Page& page) { return page.domain; });
    check_shares("site", sample.pages, seed, [](const KnownWeb::Page& page) { return page.site; });
    check_shares("language", sample.pages, seed, [](const KnownWeb::Page& page) { return page.language; });
    check_shares("out-degree bin", sample.pages, seed,
                 [](const KnownWeb::Page& page) { return sampler::bin_of(page.out_degree); });
    check_recall(sample.pages, seed);
  }

  void note(const std::string& name, bool held) {
    for (auto* table : {&all_, mixed_ ? &of_mixed_ : nullptr}) {
      if (table == nullptr) continue;
      Held& entry = (*table)[name];
      entry.name = name;
      ++entry.of;
      if (held) ++entry.held;
    }
  }

  void check_degrees(const std::vector<NodeId>& sample, std::uint64_t seed) {
    double truth = 0;
    for (const NodeId page : topic_) truth += static_cast<double>(web_[page].out_degree);
    std::vector<double> degrees;
    for (const NodeId page : sample) degrees.push_back(static_cast<double>(web_[page].out_degree));
    note("mean out-degree", sampler::bootstrap_mean(degrees, seed).holds(truth / static_cast<double>(topic_.size())));
  }

  void check_shares(const std::string& name, const std::vector<NodeId>& sample, std::uint64_t seed,
                    const std::function<std::string(const KnownWeb::Page&)>& value_of) {
    std::map<std::string, double> truth;
    for (const NodeId page : topic_) truth[value_of(web_[page])] += 1 / static_cast<double>(topic_.size());
    std::vector<std::string> values;
    for (const NodeId page : sample) values.push_back(value_of(web_[page]));
    const auto shares = sampler::shares_of(values, kMostValues, seed);
    for (const auto& [value, share] : truth) {
      if (share < kLeastShare || share > 1 - kLeastShare) continue;
      const auto found = std::find_if(shares.begin(), shares.end(), [&](const auto& entry) { return entry.value == value; });
      note(name, found != shares.end() && found->share.holds(share));
    }
  }

  void check_recall(const std::vector<NodeId>& sample, std::uint64_t seed) {
    const std::size_t pages = options_.crawl_pages == 0 ? web_.size() / 2 : options_.crawl_pages;
    std::vector<bool> crawled(web_.size());
    std::set<std::string> sites;
    for (const NodeId page : breadth_first(web_, pages, seed)) {
      crawled[page] = true;
      if (web_[page].on_topic) sites.insert(web_[page].site);
    }
    std::size_t known = 0, known_sites = 0;
    for (const NodeId page : topic_) {
      known += crawled[page] ? 1 : 0;
      known_sites += sites.contains(web_[page].site) ? 1 : 0;
    }
    std::vector<sampler::Recaptured> recaptured;
    for (const NodeId page : sample) recaptured.push_back({crawled[page], sites.contains(web_[page].site)});
    const sampler::Recall recall = sampler::estimate_recall(recaptured, known);
    const auto all = static_cast<double>(topic_.size());
    note("recall of pages", recall.pages.holds(static_cast<double>(known) / all));
    note("recall of sites", recall.sites.holds(static_cast<double>(known_sites) / all));
    note("size of the topic", recall.topic_size.holds(all));
  }

  const KnownWeb& web_;
  const TrialOptions& options_;
  std::vector<NodeId> topic_;
  TrialFigures figures_;
  std::map<std::string, Held> all_, of_mixed_;
  bool mixed_ = false;
};

}  // namespace

TrialFigures run_trials(const KnownWeb& web, const TrialOptions& options) { return Trials(web, options).run(); }

}  // namespace porthole::experiments
