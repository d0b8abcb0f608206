#include "labs/laboratory/judged_web.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <deque>
#include <iterator>
#include <limits>
#include <optional>
#include <thread>
#include <unordered_map>

#include "gatherer/judge/classifier_judge.h"
#include "gatherer/strategies/distillation.h"
#include "gatherer/strategies/strategy_registry.h"
#include "labs/comparison/oracle.h"
#include "labs/experiments/played_crawl.h"
#include "topics/classify/training.h"

namespace porthole::labs {

namespace {

constexpr std::uint64_t kExampleDraws = 101, kImportanceDraws = 102;
constexpr double kKnownImportance = .7;

/// Ids of a snapshot begin at 1.
repository::UrlId snapshot_id(NodeId page) { return static_cast<repository::UrlId>(page) + 1; }
NodeId page_of(repository::UrlId id) { return static_cast<NodeId>(id - 1); }

/// A URL by which a page is found at less cost than by its own.
std::string name_of(NodeId page) { return std::to_string(page); }
NodeId page_of(const std::string& name) { return static_cast<NodeId>(std::stoul(name)); }

std::string topic_name(std::size_t topic) { return "t" + std::to_string(topic); }

/// The first `count` of the list after a shuffle.
void draw_first(std::vector<NodeId>& list, std::size_t count, sampler::HashRng& rng) {
  count = std::min(count, list.size());
  for (std::size_t i = 0; i < count; ++i) std::swap(list[i], list[i + rng.below(list.size() - i)]);
  list.resize(count);
}

/// Distances in links from the seeds over the pages that were fetched.
std::unordered_map<NodeId, int> distances(const GeneratedWeb& web, const std::vector<NodeId>& seeds,
                                          const std::vector<bool>& fetched) {
  std::unordered_map<NodeId, int> distance;
  std::deque<NodeId> waiting(seeds.begin(), seeds.end());
  for (const NodeId seed : seeds) distance[seed] = 0;
  for (; !waiting.empty(); waiting.pop_front()) {
    const NodeId page = waiting.front();
    if (!fetched[page]) continue;
    for (const NodeId target : web.links(page)) {
      if (distance.emplace(target, distance[page] + 1).second) waiting.push_back(target);
    }
  }
  return distance;
}

std::vector<std::uint32_t> best_sites(const GeneratedWeb& web,
                                      const gatherer::DistilledCrawl& distilled) {
  std::unordered_map<std::uint32_t, double> sums;
  for (const repository::ScoreRecord& score : distilled.scores())
    sums[web[page_of(score.page)].site] += score.authority;
  std::vector<std::pair<double, std::uint32_t>> order;
  for (const auto& [site, sum] : sums) {
    if (sum > 0) order.emplace_back(-sum, site);
  }
  std::sort(order.begin(), order.end());
  std::vector<std::uint32_t> best;
  for (std::size_t i = 0; i < std::min(order.size(), kTopAuthorities); ++i)
    best.push_back(order[i].second);
  std::sort(best.begin(), best.end());
  return best;
}

}  // namespace

bool reads_words(const std::string& strategy) {
  constexpr const char* kWithout[] = {"breadth-first", "random",     "hits",
                                      "hard-focus",    "soft-focus", "soft-focus-distill",
                                      "in-links",      "utility"};
  const std::string name = strategy.substr(0, strategy.find(':'));
  return std::find(std::begin(kWithout), std::end(kWithout), name) == std::end(kWithout);
}

std::vector<NodeId> found_by(const LabCrawl& crawl, const std::vector<NodeId>& fetched) {
  std::vector<NodeId> found;
  std::copy_if(fetched.begin(), fetched.end(), std::back_inserter(found), [&](NodeId page) {
    return std::find(crawl.seeds.begin(), crawl.seeds.end(), page) == crawl.seeds.end();
  });
  return found;
}

Result<JudgedWeb> JudgedWeb::train(GeneratedWeb web) {
  JudgedWeb judged(std::move(web));
  const GeneratedWeb& pages = judged.web_;
  judged.examples_.resize(pages.dials().topics);
  for (NodeId page = 0; page < pages.size(); ++page) {
    judged.hosts_.push_back(pages[page].site);
    if (pages[page].topic != kNoTopic && pages[page].kind == GeneratedKind::kOrdinary)
      judged.examples_[pages[page].topic].push_back(page);
  }
  topics::Taxonomy taxonomy;
  for (std::size_t topic = 0; topic < judged.examples_.size(); ++topic) {
    sampler::HashRng rng(pages.seed(), topic, kExampleDraws);
    draw_first(judged.examples_[topic], kExamples, rng);
    TRY_AS(added, taxonomy.add(topics::kRootTopic, topic_name(topic), topic_name(topic)));
  }
  topics::TrainingSet set(taxonomy);
  for (std::size_t topic = 0; topic < judged.examples_.size(); ++topic) {
    for (const NodeId page : judged.examples_[topic]) {
      set.add(static_cast<topics::TopicId>(topic + 1),
              set.group(GeneratedWeb::host(pages[page].site)),
              topics::count_terms(pages.document(page), topics::JudgedText::kWhole));
    }
  }
  auto model =
      topics::train(set, {.kind = topics::ModelKind::kLinearSvm, .naive_bayes = {}, .svm = {}});
  if (!model) return fail(model.error());
  judged.model_ = std::move(*model);
  judged.probabilities_.assign(pages.size() * pages.dials().topics, -1);
  return judged;
}

const float* JudgedWeb::probabilities(NodeId page, std::uint16_t topic) {
  const std::size_t topics = web_.dials().topics;
  float* row = probabilities_.data() + page * topics;
  if (*row < 0) {
    std::fill(row, row + topics, 0.F);
    const auto found =
        model_->classify(topics::count_terms(web_.document(page), topics::JudgedText::kWhole));
    for (const topics::TopicProbability& child : found.topics) {
      if (child.topic != topics::kRootTopic)
        row[child.topic - 1] = static_cast<float>(std::clamp(child.probability, 0.0, 1.0));
    }
  }
  return row + topic;
}

gatherer::Judgement JudgedWeb::judge(NodeId page, std::uint16_t topic) {
  const float* const row = probabilities(page, 0);
  const std::size_t topics = web_.dials().topics;
  gatherer::Judgement judgement;
  judgement.relevance = Relevance(static_cast<double>(row[topic]));
  judgement.relevant = static_cast<double>(row[topic]) >= gatherer::kClassifierThreshold;
  const auto best = static_cast<std::size_t>(std::max_element(row, row + topics) - row);
  judgement.topic = topic_name(best);
  judgement.best_is_wanted = best == topic;
  judgement.topics.push_back({topics::kRootTopic, 1});
  for (std::size_t i = 0; i < topics; ++i) {
    judgement.topics.push_back({static_cast<topics::TopicId>(i + 1), static_cast<double>(row[i])});
  }
  sampler::HashRng rng(web_.seed(), page, kImportanceDraws);
  judgement.importance = kKnownImportance * static_cast<double>(web_[page].importance) +
                         (1 - kKnownImportance) * rng.uniform();
  return judgement;
}

JudgedWeb::Bounds JudgedWeb::bounds(const LabCrawl& crawl) {
  PlayedCrawl played{.out = [&](NodeId page) { return web_.links(page); },
                     .hosts = hosts_,
                     .judge = [](NodeId) { return gatherer::Judgement(); },
                     .seeds = crawl.seeds,
                     .pages = crawl.pages,
                     .link = [&](NodeId source, std::size_t nth,
                                 Link& link) { link.url = name_of(web_.links(source)[nth]); }};
  const auto on_topic = [&](NodeId page) { return is_on_topic(page, crawl.topic); };
  double sum = 0;
  for (played.link_order = 1; played.link_order <= kLinkOrders; ++played.link_order) {
    Oracle oracle([&](const std::string& name) { return on_topic(page_of(name)); });
    const std::vector<NodeId> found = found_by(crawl, play(played, oracle, oracle.order()).fetched);
    sum += static_cast<double>(std::count_if(found.begin(), found.end(), on_topic));
  }
  return {sum / static_cast<double>(kLinkOrders),
          static_cast<double>(ceiling_of(played, on_topic))};
}

Result<std::vector<NodeId>> JudgedWeb::crawl(const LabCrawl& crawl) {
  std::vector<std::string> words = web_.topic_terms(crawl.topic, kOwnWords);
  collection::Topic topic;
  topic.title = words.front();
  topic.terms.assign(words.begin() + 1, words.end());
  gatherer::ChosenStrategy chosen;
  if (crawl.strategy == "oracle") {
    chosen.strategy = std::make_unique<Oracle>([&](const std::string& url) {
      const auto page = web_.find(url);
      return page && is_on_topic(*page, crawl.topic);
    });
    chosen.order = chosen.strategy->order();
  } else {
    TRY_AS(choice, read_strategy(crawl.strategy));
    auto made =
        gatherer::make_strategy(*choice, {.topic = topic, .random_seed = crawl.random_seed});
    if (!made) return fail(made.error());
    chosen = std::move(*made);
  }
  PlayedCrawl played{.out = [&](NodeId page) { return web_.links(page); },
                     .hosts = hosts_,
                     .judge = [&](NodeId page) { return judge(page, crawl.topic); },
                     .seeds = crawl.seeds,
                     .pages = crawl.pages};
  if (crawl.words) {
    played.link = [&](NodeId source, std::size_t nth, Link& link) {
      web_.fill_link(source, nth, link);
    };
    played.document = [&](NodeId page) { return web_.document(page); };
  }
  return play(played, *chosen.strategy, chosen.order).fetched;
}

JudgedWeb::Record JudgedWeb::record(const LabCrawl& crawl, const std::vector<NodeId>& fetched,
                                    int run) {
  Record record;
  ComparedRun& out = record.run;
  out.strategy = crawl.strategy;
  out.run = run;
  for (const NodeId seed : crawl.seeds) out.seeds.push_back(web_.url(seed));
  std::vector<bool> is_fetched(web_.size());
  gatherer::CrawlSnapshot snapshot;
  for (const NodeId page : fetched) {
    is_fetched[page] = true;
    ComparedPage& kept = out.pages.emplace_back();
    kept.name = std::to_string(page);
    kept.server = kept.site = GeneratedWeb::host(web_[page].site);
    kept.seed = std::find(crawl.seeds.begin(), crawl.seeds.end(), page) != crawl.seeds.end();
    kept.own_relevance = relevance(page, crawl.topic);
    const bool on_topic = is_on_topic(page, crawl.topic);
    kept.opinion = {on_topic ? 1.0 : 0.0, on_topic, true};
    kept.importance = std::log(web_[page].label());
    snapshot.add_page(snapshot_id(page), web_[page].site, Relevance(kept.own_relevance));
    for (const NodeId target : web_.links(page))
      snapshot.add_link(snapshot_id(page), snapshot_id(target));
  }
  out.stop_reason = fetched.size() < crawl.pages ? "nothing left" : "budget";
  const auto distance = distances(web_, crawl.seeds, is_fetched);
  const gatherer::DistilledCrawl distilled = gatherer::distill(std::move(snapshot));
  for (const auto& score : distilled.top_authorities(kTopAuthorities)) {
    const auto found = distance.find(page_of(score.page));
    out.authority_distances.push_back(found == distance.end() ? kUnreached : found->second);
  }
  record.best_sites = best_sites(web_, distilled);
  return record;
}

void Series::set(std::size_t draw, const std::string& name, double value) {
  const std::lock_guard lock(mutex_);
  std::vector<double>& values = values_[name];
  values.resize(draws_, std::numeric_limits<double>::quiet_NaN());
  values[draw] = value;
}

const std::vector<double>& Series::operator[](const std::string& name) const {
  const std::lock_guard lock(mutex_);
  std::vector<double>& values = values_[name];
  values.resize(draws_, std::numeric_limits<double>::quiet_NaN());
  return values;
}

Result<void> run_draws(const WebDials& dials, const DrawOptions& options,
                       const Experiment& experiment) {
  std::atomic<std::size_t> next{0};
  std::mutex mutex;
  std::optional<Error> error;
  const auto run_web = [&](std::size_t number) -> Result<void> {
    TRY_AS(web, GeneratedWeb::generate(dials, options.first_seed + number));
    TRY_AS(judged, JudgedWeb::train(std::move(*web)));
    for (std::size_t topic = 0; topic < options.topics; ++topic) {
      const TopicDraw draw{number * options.topics + topic, static_cast<std::uint16_t>(topic)};
      if (auto done = experiment(*judged, draw); !done) return done;
    }
    return {};
  };
  const auto work = [&] {
    for (std::size_t number; (number = next++) < options.webs;) {
      const Result<void> done = run_web(number);
      const std::lock_guard lock(mutex);
      if (!done && !error) error = done.error();
      if (error) return;
    }
  };
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < options.threads; ++i) threads.emplace_back(work);
  for (std::thread& thread : threads) thread.join();
  if (error) return fail(*error);
  return {};
}

}  // namespace porthole::labs
