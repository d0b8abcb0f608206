#include "labs/laboratory/sampling_trials.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>
#include <numeric>
#include <set>
#include <unordered_map>
#include <utility>

#include "sampler/hash_rng.h"
#include "sampler/sample.h"
#include "sampler/statistics.h"

namespace porthole::labs {
namespace {

using sampler::NodeId;

/// Values rarer than this are left out: a sample may not have seen them at all.
constexpr double kLeastShare = 0.05;
constexpr std::size_t kMostValues = 50;
constexpr std::size_t kLeastOfAClass = 5;

/// Between a tenth and nine tenths of `topic`.
std::vector<NodeId> breadth_first(const KnownWeb& web, const std::vector<NodeId>& topic,
                                  std::uint64_t seed) {
  std::vector<bool> known(web.size(), true);
  for (const NodeId page : topic) known[page] = false;
  std::vector<NodeId> crawl;
  sampler::HashRng rng(seed, 1001, 0);
  const auto pages =
      static_cast<std::size_t>((0.1 + 0.8 * rng.uniform()) * static_cast<double>(topic.size()));
  for (std::size_t at = 0; crawl.size() < pages;) {
    if (at == crawl.size()) {
      const NodeId start = topic[rng.below(topic.size())];
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
        topic_(options.kind == sampler::WalkKind::kHard ? web.components_on_topic().front()
                                                        : web.on_topic()),
        rank_(web.size(), topic_.size()) {
    std::vector<std::size_t> order(topic_.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    if (options.kind == sampler::WalkKind::kHard && topic_.size() > 1) {
      const std::vector<double> slowest = spectral_gap(web.graph_of(topic_)).slowest;
      std::stable_sort(order.begin(), order.end(),
                       [&](std::size_t a, std::size_t b) { return slowest[a] < slowest[b]; });
    }
    for (std::size_t i = 0; i < order.size(); ++i) rank_[topic_[order[i]]] = i;
  }

  TrialFigures run() {
    for (int trial = 0; trial < options_.trials; ++trial)
      run_one(static_cast<std::uint64_t>(trial));
    const auto n = static_cast<double>(figures_.trials);
    for (double* mean : {&figures_.precision, &figures_.distance, &figures_.read}) *mean /= n;
    for (auto& [name, held] : all_) figures_.all.push_back(held);
    return std::move(figures_);
  }

 private:
  void run_one(std::uint64_t seed) {
    sampler::WalkRunOptions walks;
    walks.walk.region.kind = options_.kind;
    walks.walk.region.by_short_walks = options_.by_short_walks;
    walks.walk.region.radius = options_.radius;
    walks.walk.region.random_seed = seed;
    walks.walk.trial_steps = options_.trial_steps;
    walks.walk.window = options_.window;
    walks.walks = options_.walks;
    walks.moves = options_.moves;
    sampler::HashRng rng(seed, 1000, 0);
    for (int i = 0; i < 40; ++i) walks.starts.push_back(topic_[rng.below(topic_.size())]);
    sampler::PageGraph graph;
    sampler::WalkRun run(graph, walks);
    figures_.read += static_cast<double>(web_.walk(run, graph, options_.in_links_known));
    const auto host_name = [](sampler::HostId host) { return std::to_string(host); };
    const sampler::Sample sample = sampler::draw_sample(graph, run.walks(), host_name, seed);
    ++figures_.trials;
    figures_.precision += sample.precision;
    figures_.distance += distance_from_uniform(run.walks());
    if (sample.pages.empty()) return;
    check_uniformity(sample.pages);
    check_shares("site", sample.pages, seed, [](const KnownWeb::Page& page) { return page.site; });
    check_shares("out-degree bin", sample.pages, seed,
                 [](const KnownWeb::Page& page) { return sampler::bin_of(page.out_degree); });
    check_recall(sample.pages, seed);
  }

  void note(const std::string& name, bool held) {
    Held& entry = all_[name];
    entry.name = name;
    ++entry.of;
    if (held) ++entry.held;
  }

  double distance_from_uniform(const std::vector<sampler::Walk>& walks) const {
    std::vector<double> time(topic_.size());
    double all = 0;
    for (const sampler::Walk& walk : walks) {
      for (const sampler::Visit& visit : walk.visits()) {
        if (rank_[visit.page] == topic_.size()) continue;
        time[rank_[visit.page]] += visit.steps;
        all += visit.steps;
      }
    }
    double distance = 0;
    for (const double share : time)
      distance += std::abs(share / all - 1 / static_cast<double>(topic_.size())) / 2;
    return distance;
  }

  void check_uniformity(const std::vector<NodeId>& sample) {
    const std::size_t classes = std::min(topic_.size(), sample.size() / kLeastOfAClass);
    if (classes < 2) return;
    std::vector<std::size_t> counts(classes), pages(classes);
    for (std::size_t rank = 0; rank < topic_.size(); ++rank)
      ++pages[rank * classes / topic_.size()];
    for (const NodeId page : sample) {
      if (rank_[page] < topic_.size()) ++counts[rank_[page] * classes / topic_.size()];
    }
    note("uniformity", !sampler::proportionality(counts, pages).rejects());
  }

  void check_shares(const std::string& name, const std::vector<NodeId>& sample, std::uint64_t seed,
                    const std::function<std::string(const KnownWeb::Page&)>& value_of) {
    std::map<std::string, double> truth;
    for (const NodeId page : topic_)
      truth[value_of(web_[page])] += 1 / static_cast<double>(topic_.size());
    std::vector<std::string> values;
    for (const NodeId page : sample) values.push_back(value_of(web_[page]));
    const auto shares = sampler::shares_of(values, kMostValues, seed);
    for (const auto& [value, share] : truth) {
      if (share < kLeastShare || share > 1 - kLeastShare) continue;
      const auto found = std::ranges::find(shares, value, &sampler::ShareOfValue::value);
      note(name, found != shares.end() && found->share.holds(share));
    }
  }

  void check_recall(const std::vector<NodeId>& sample, std::uint64_t seed) {
    const std::vector<NodeId> crawl = breadth_first(web_, topic_, seed);
    std::vector<bool> crawled(web_.size());
    std::set<std::string> sites;
    for (const NodeId page : crawl) {
      crawled[page] = true;
      sites.insert(web_[page].site);
    }
    std::vector<sampler::Recaptured> recaptured;
    for (const NodeId page : sample)
      recaptured.push_back({crawled[page], sites.contains(web_[page].site)});
    const sampler::Recall recall = sampler::estimate_recall(recaptured, crawl.size());
    const double share = static_cast<double>(crawl.size()) / static_cast<double>(topic_.size());
    note("recall of pages", recall.pages.holds(share));
  }

  const KnownWeb& web_;
  const TrialOptions& options_;
  std::vector<NodeId> topic_;
  std::vector<std::size_t> rank_;  ///< Rank of a page of topic_ in the order of the classes;
                                   ///< topic_.size() for other pages.
  TrialFigures figures_;
  std::map<std::string, Held> all_;
};

using Vector = std::vector<double>;

constexpr int kMostIterations = 200;
constexpr double kPrecise = 1e-7;
constexpr double kSmallResidual = 1e-10;

double dot(const Vector& a, const Vector& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

/// Takes the constant part out.
void center(Vector& x) {
  const double mean = std::accumulate(x.begin(), x.end(), 0.0) / static_cast<double>(x.size());
  for (double& value : x) value -= mean;
}

Vector laplacian(const Adjacency& graph, const Vector& x) {
  Vector y(x.size());
  for (std::size_t u = 0; u < graph.size(); ++u) {
    for (const std::uint32_t v : graph[u]) y[u] += x[u] - x[v];
  }
  return y;
}

/// x with L x = b, x and b without constant part, by conjugate gradients; the preconditioner is the
/// diagonal.
Vector solve(const Adjacency& graph, const Vector& b) {
  const auto by_degree = [&](Vector r) {
    for (std::size_t u = 0; u < graph.size(); ++u) r[u] /= static_cast<double>(graph[u].size());
    center(r);
    return r;
  };
  Vector x(b.size()), r = b, z = by_degree(r), p = z;
  double rz = dot(r, z);
  const double enough = kSmallResidual * std::sqrt(dot(b, b));
  for (std::size_t step = 0; step < 10 * b.size() && std::sqrt(dot(r, r)) > enough; ++step) {
    const Vector lp = laplacian(graph, p);
    const double alpha = rz / dot(p, lp);
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] += alpha * p[i];
      r[i] -= alpha * lp[i];
    }
    z = by_degree(r);
    const double next = dot(r, z);
    for (std::size_t i = 0; i < x.size(); ++i) p[i] = z[i] + next / rz * p[i];
    rz = next;
  }
  center(x);
  return x;
}

}  // namespace

TrialFigures run_trials(const KnownWeb& web, const TrialOptions& options) {
  return Trials(web, options).run();
}

using sampler::NodeId;

KnownWeb KnownWeb::of(std::vector<Page> pages, std::vector<std::vector<NodeId>> out) {
  KnownWeb web;
  web.pages_ = std::move(pages);
  web.out_ = std::move(out);
  web.in_.resize(web.pages_.size());
  std::unordered_map<std::string, sampler::HostId> hosts;
  for (NodeId id = 0; id < web.pages_.size(); ++id) {
    Page& page = web.pages_[id];
    page.host =
        hosts.try_emplace(page.site, static_cast<sampler::HostId>(hosts.size())).first->second;
    std::erase(web.out_[id], id);
    for (const NodeId target : web.out_[id]) web.in_[target].push_back(id);
  }
  web.finish();
  return web;
}

void KnownWeb::finish() {
  for (auto* lists : {&out_, &in_}) {
    for (std::vector<NodeId>& list : *lists) {
      std::sort(list.begin(), list.end());
      list.erase(std::unique(list.begin(), list.end()), list.end());
    }
  }
  for (NodeId id = 0; id < pages_.size(); ++id) pages_[id].out_degree = out_[id].size();
}

std::vector<NodeId> KnownWeb::on_topic() const {
  std::vector<NodeId> ids;
  for (NodeId id = 0; id < pages_.size(); ++id) {
    if (pages_[id].on_topic) ids.push_back(id);
  }
  return ids;
}

std::vector<std::vector<NodeId>> KnownWeb::components_on_topic() const {
  std::vector<bool> seen(pages_.size());
  std::vector<std::vector<NodeId>> components;
  for (const NodeId start : on_topic()) {
    if (seen[start]) continue;
    std::vector<NodeId>& component = components.emplace_back(1, start);
    seen[start] = true;
    for (std::size_t at = 0; at < component.size(); ++at) {
      for (const auto* lists : {&out_, &in_}) {
        for (const NodeId next : (*lists)[component[at]]) {
          if (!pages_[next].on_topic || seen[next]) continue;
          seen[next] = true;
          component.push_back(next);
        }
      }
    }
    std::sort(component.begin(), component.end());
  }
  std::stable_sort(components.begin(), components.end(),
                   [](const auto& a, const auto& b) { return a.size() > b.size(); });
  return components;
}

Adjacency KnownWeb::graph_of(const std::vector<NodeId>& pages) const {
  Adjacency graph;
  for (const NodeId page : pages) {
    std::vector<std::uint32_t>& neighbours = graph.emplace_back();
    for (const auto* lists : {&out_, &in_}) {
      for (const NodeId next : (*lists)[page]) {
        const auto place = std::lower_bound(pages.begin(), pages.end(), next);
        if (place != pages.end() && *place == next)
          neighbours.push_back(static_cast<std::uint32_t>(place - pages.begin()));
      }
    }
    std::sort(neighbours.begin(), neighbours.end());
    neighbours.erase(std::unique(neighbours.begin(), neighbours.end()), neighbours.end());
  }
  return graph;
}

std::size_t KnownWeb::walk(sampler::WalkRun& run, sampler::PageGraph& graph,
                           bool in_links_known) const {
  std::size_t read = 0;
  while (!run.is_done()) {
    for (const NodeId id : run.take_turns()) {
      const Page& page = pages_[id];
      sampler::KnownPage known{true, page.on_topic, false, page.host, out_[id]};
      if (in_links_known) known.links.insert(known.links.end(), in_[id].begin(), in_[id].end());
      graph.add(id, id, std::move(known));
      ++read;
    }
  }
  return read;
}

SpectralGap spectral_gap(const Adjacency& neighbours) {
  SpectralGap out;
  for (const auto& list : neighbours) out.mean_degree += static_cast<double>(list.size());
  out.mean_degree /= static_cast<double>(neighbours.size());
  Vector x(neighbours.size());
  for (std::size_t i = 0; i < x.size(); ++i) x[i] = sampler::HashRng(1, 1, i).uniform() - 0.5;
  center(x);
  for (int iteration = 0; iteration < kMostIterations; ++iteration) {
    const double length = std::sqrt(dot(x, x));
    for (double& value : x) value /= length;
    const double last = out.lambda;
    out.lambda = dot(x, laplacian(neighbours, x));
    if (iteration > 0 && std::abs(out.lambda - last) <= kPrecise * out.lambda) break;
    out.slowest = x;
    x = solve(neighbours, x);
  }
  return out;
}

}  // namespace porthole::labs
