// Plays capped crawls (labs/experiments/played_crawl.h) over a recorded web in a box:
//   capped_play --web COLLECTION/repository.db --sites FILE --cache DIR
//               --topics examples/webbox/topics.tsv --out DIR [--strategy
//               NAME[:OPTION=VALUE...]]...
//               [--subsets 5] [--use tuning|report] [--judge words|naive-bayes|svm|pool]
//               [--uncalibrated] [--pages 600]
// The repository is of a crawl of the whole box: no cap of a site, seeds on all sites. Writes
// DIR/runs.jsonl, a line a run, and prints means over topics and the worst runs. The oracle plays
// always, by ten orders of the links of each page (oracle.h): its line has the means, and the runs
// are set against these (`oracle` in their lines: its pages on topic).

#include <CLI/CLI.hpp>
#include <algorithm>
#include <chrono>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <memory>
#include <span>
#include <unordered_map>
#include <unordered_set>

#include "base/json/json.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "gatherer/strategies/strategy_registry.h"
#include "labs/comparison/capped_crawl.h"
#include "labs/comparison/harvest.h"
#include "labs/comparison/oracle.h"
#include "labs/experiments/played_crawl.h"
#include "labs/experiments/recorded_links.h"
#include "labs/experiments/seed_models.h"
#include "labs/experiments/topic_means.h"
#include "labs/webbox/address.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
constexpr const char* kOracle = "oracle";
constexpr const char* kPool = "pool";  // naive Bayes and the topic's words

struct Options {
  std::string web, sites, cache, topics, use, out, judge = "words";
  std::size_t pages = 600, cap = 60, hub_packages = 1500;
  int subsets = 2;
  bool uncalibrated = false;
  std::vector<std::string> strategies = {"learned"};
  std::vector<std::string> only;
};

/// The pages that a crawler which knows all could find: of each site on the topic that links lead
/// to from the seeds, the pages that they lead to, at most as many as the cap; at most the budget
/// in all.
struct Ceiling {
  std::size_t pages = 0;
  std::size_t sites = 0;
};

Ceiling capped_ceiling_of(const PlayedCrawl& crawl,
                          const std::function<bool(RecordedLinks::PageId)>& on_topic) {
  std::map<std::uint32_t, std::size_t> of_site;
  for (const RecordedLinks::PageId page : reachable(crawl)) {
    if (on_topic(page)) ++of_site[crawl.sites[page]];
  }
  Ceiling ceiling;
  for (const auto& [site, pages] : of_site) {
    const std::size_t cap = crawl.caps[site];
    ceiling.pages += cap == 0 ? pages : std::min(pages, cap);
    ++ceiling.sites;
  }
  ceiling.pages = std::min(ceiling.pages, crawl.pages);
  return ceiling;
}

/// Judges each page of a recorded web once, when it is asked for.
class JudgedPages {
 public:
  JudgedPages(const RecordedLinks& web, std::unique_ptr<gatherer::PageJudge> judge)
      : web_(web), judge_(std::move(judge)) {}

  const gatherer::PageJudge& judge() const { return *judge_; }
  /// Without topics and terms.
  gatherer::Judgement operator()(RecordedLinks::PageId page) {
    const auto known = judged_.find(page);
    if (known != judged_.end()) return known->second;
    gatherer::Judgement judgement = judge_->judge(web_.pages()[page].document);
    judgement.topics.clear();
    judgement.terms.clear();
    return judged_.emplace(page, std::move(judgement)).first->second;
  }

 private:
  const RecordedLinks& web_;
  std::unique_ptr<gatherer::PageJudge> judge_;
  std::unordered_map<RecordedLinks::PageId, gatherer::Judgement> judged_;
};

/// A topic crawled from a pair of seed sites.
struct Trial {
  const TopicOfList& topic;
  int subset = 0;
  const std::vector<std::string>& seeds;
  Judge labels;
  Ceiling ceiling;
  double oracle = 0;  ///< Pages on topic that it finds, a mean.

  bool is_on_topic(const std::string& url) const {
    const Site* site = labels.site_of(page_name(url));
    return site != nullptr && labels.is_on_topic(*site);
  }
};

/// Sums over the runs of the oracle, for the means of its line in runs.jsonl.
struct OracleRuns {
  double pages = 0, found = 0, sites = 0, area = 0, failed = 0, known = 0, seconds = 0;

  void add(const Harvest& harvest, const PlayedPages& played, std::size_t budget, double took) {
    pages += static_cast<double>(harvest.pages);
    found += static_cast<double>(harvest.found_at.size());
    sites += static_cast<double>(harvest.site_at.size());
    area += harvest.area(budget);
    failed += static_cast<double>(played.failed);
    known += static_cast<double>(played.known);
    seconds += took;
  }
};

class Trials {
 public:
  Trials(const Options& options, const Box& box, const RecordedLinks& web, const SeedModels* models)
      : options_(options),
        box_(box),
        web_(web),
        models_(models),
        lines_(fs::path(options.out) / "runs.jsonl") {
    for (const std::string& site : web.sites()) {
      const bool is_hub = std::any_of(
          box.manifest->sites().begin(), box.manifest->sites().end(),
          [&](const Site& known) { return known.is_hub() && site == "https://" + known.base; });
      caps_.push_back(is_hub ? 0 : options.cap);
    }
    for (const RecordedLinks::Page& page : web.pages()) {
      hosts_.push_back(page.host);
      page_sites_.push_back(page.site);
    }
  }

  /// Errors: those of a strategy or option that does not exist, and of training.
  Result<void> run(const TopicOfList& topic, int subset, const std::vector<std::string>& seeds) {
    CappedCrawl capped;
    capped.topic = topic;
    capped.strategy = "learned";
    capped.seed_sites = seeds;
    capped.reference =
        collection::BoxReference{options_.sites, options_.cache, options_.hub_packages};
    const fs::path file = fs::path(options_.out) / "trial.xml";
    TRY_AS(written, collection::replace_file(file, capped_specification(box_, capped)));
    TRY_AS(specification, collection::read_specification(file));
    std::unique_ptr<gatherer::PageJudge> judge;
    if (models_ == nullptr) {
      judge = gatherer::make_own_words_judge(specification->topic);
    } else {
      const bool is_pool = options_.judge == kPool;
      TRY_AS(trained,
             models_->judge(
                 topic.topic, seeds,
                 is_pool ? topics::ModelKind::kNaiveBayes : *topics::model_kind(options_.judge),
                 !options_.uncalibrated, is_pool ? &specification->topic : nullptr));
      judge = std::move(*trained);
    }
    JudgedPages judged(web_, std::move(judge));
    PlayedCrawl crawl{
        .out = [&](auto page) { return std::span(web_.pages()[page].targets); },
        .hosts = hosts_,
        .judge = [&](auto page) { return judged(page); },
        .seeds = {},
        .pages = options_.pages,
        .link = [&](auto page, std::size_t nth,
                    Link& link) { link = web_.pages()[page].links[nth]; },
        .document = [&](auto page) { return web_.pages()[page].document; },
        .sites = page_sites_,
        .caps = caps_,
        .fails = [&](auto page) { return web_.pages()[page].fails; },
        .content_length = [&](auto page) { return web_.pages()[page].content_length; },
        .rate_all_targets = true};
    for (const collection::Seed& seed : specification->seeds) {
      const Result<Url> url = Url::parse(seed.url);
      const auto page = url ? web_.find(url->key()) : RecordedLinks::no_page();
      if (page == RecordedLinks::no_page()) {
        std::cerr << "capped_play: the web lacks the seed " << seed.url << '\n';
      } else {
        crawl.seeds.push_back(page);
      }
    }
    Trial trial{.topic = topic,
                .subset = subset,
                .seeds = seeds,
                .labels = Judge(box_.manifest->sites(), topic.topic),
                .ceiling = {}};
    const auto is_on_topic = [&](auto page) { return trial.is_on_topic(web_.pages()[page].url); };
    trial.ceiling = capped_ceiling_of(crawl, is_on_topic);
    play_oracle(crawl, trial);
    for (const std::string& name : options_.strategies) {
      TRY_AS(choice, read_strategy(name));
      TRY_AS(made, gatherer::make_strategy(
                       *choice, {.topic = specification->topic, .judge = &judged.judge()}));
      const auto start = std::chrono::steady_clock::now();
      const PlayedPages played = play(crawl, *made->strategy, made->strategy->order());
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      write(trial, name, played, took.count());
    }
    return {};
  }

  const std::vector<TopicRun>& outcomes() const { return outcomes_; }

 private:
  /// By kLinkOrders orders of the links of each page.
  void play_oracle(PlayedCrawl crawl, Trial& trial) {
    std::unordered_map<std::string, bool> known;  // by URL: most links occur on many pages
    const auto on_topic = [&](const std::string& url) {
      const auto [found, is_new] = known.try_emplace(url);
      if (is_new) {
        const auto parsed = Url::parse(url);
        const auto page = parsed ? web_.find(parsed->key()) : RecordedLinks::no_page();
        found->second =
            page != RecordedLinks::no_page() && trial.is_on_topic(web_.pages()[page].url);
      }
      return found->second;
    };
    OracleRuns sums;
    for (crawl.link_order = 1; crawl.link_order <= kLinkOrders; ++crawl.link_order) {
      Oracle oracle(on_topic);
      const auto start = std::chrono::steady_clock::now();
      const PlayedPages played = play(crawl, oracle, oracle.order());
      const std::chrono::duration<double> took = std::chrono::steady_clock::now() - start;
      const Harvest harvest = harvest_of_play(trial, played);
      sums.add(harvest, played, options_.pages, took.count());
      outcomes_.push_back({trial.topic.topic, trial.topic.use, trial.subset, kOracle, harvest});
    }
    const auto mean = [](double sum) { return sum / static_cast<double>(kLinkOrders); };
    trial.oracle = mean(sums.found);
    write_line(trial, kOracle,
               {{"pages", mean(sums.pages)},
                {"found", mean(sums.found)},
                {"sites", mean(sums.sites)},
                {"area", mean(sums.area)},
                {"failed", mean(sums.failed)},
                {"known", mean(sums.known)},
                {"seconds", mean(sums.seconds)},
                {"link_orders", kLinkOrders}});
  }

  Harvest harvest_of_play(const Trial& trial, const PlayedPages& played) const {
    std::vector<CrawledPage> pages;
    for (const auto page : played.fetched) {
      CrawledPage& added = pages.emplace_back();
      added.url = web_.pages()[page].url;
    }
    std::unordered_set<std::string> seen;
    return harvest_of(pages, [&](const std::string& url) {
      std::string name_of_page = page_name(url);
      const Site* site = trial.labels.site_of(name_of_page);
      Label said;
      said.again = !seen.insert(std::move(name_of_page)).second;
      said.on_topic = site != nullptr && trial.labels.is_on_topic(*site);
      if (site != nullptr) said.site = site->name;
      return said;
    });
  }

  void write(const Trial& trial, const std::string& name, const PlayedPages& played,
             double seconds) {
    const Harvest harvest = harvest_of_play(trial, played);
    write_line(trial, name,
               {{"pages", harvest.pages},
                {"found", harvest.found_at.size()},
                {"sites", harvest.site_at.size()},
                {"area", harvest.area(options_.pages)},
                {"failed", played.failed},
                {"known", played.known},
                {"seconds", seconds}});
    outcomes_.push_back({trial.topic.topic, trial.topic.use, trial.subset, name, harvest});
  }

  void write_line(const Trial& trial, const std::string& name,
                  const nlohmann::ordered_json& figures) {
    nlohmann::ordered_json line = {{"topic", trial.topic.topic},
                                   {"use", trial.topic.use},
                                   {"subset", trial.subset},
                                   {"seed_sites", trial.seeds},
                                   {"strategy", name},
                                   {"oracle", trial.oracle},
                                   {"ceiling", trial.ceiling.pages},
                                   {"ceiling_sites", trial.ceiling.sites}};
    line.update(figures);
    lines_ << line.dump() << std::endl;
  }

  const Options& options_;
  const Box& box_;
  const RecordedLinks& web_;
  const SeedModels* models_;
  std::vector<std::size_t> caps_;
  std::vector<std::uint32_t> hosts_, page_sites_;  // by page
  std::ofstream lines_;
  std::vector<TopicRun> outcomes_;
};

Result<void> run(const Options& options) {
  BoxOptions box_options;
  box_options.sites = options.sites;
  box_options.cache = options.cache;
  box_options.hub_packages = options.hub_packages;
  TRY_AS(box, prepare_box(box_options));
  TRY_AS(topics, read_topics(options.topics));
  TRY_AS(repository, repository::open_sqlite(options.web, repository::Access::kRead));
  TRY_AS(web, RecordedLinks::read(**repository));
  std::cerr << "capped_play: " << web->pages().size() << " URLs on " << web->sites().size()
            << " sites\n";
  std::error_code ignored;
  fs::create_directories(options.out, ignored);
  SeedModels models(*box->manifest);
  if (options.judge != "words") {
    TRY(models.read());
  }
  Trials trials(options, *box, *web, options.judge == "words" ? nullptr : &models);
  for (const TopicOfList& topic : *topics) {
    if (!options.use.empty() && topic.use != options.use) continue;
    if (!options.only.empty() &&
        std::find(options.only.begin(), options.only.end(), topic.topic) == options.only.end()) {
      continue;
    }
    const auto pairs = seed_pairs(*box->manifest, topic, options.subsets);
    for (int subset = 0; subset < static_cast<int>(pairs.size()); ++subset) {
      auto played = trials.run(topic, subset, pairs[static_cast<std::size_t>(subset)]);
      if (!played) return played;
    }
  }
  std::fputs(means_table(trials.outcomes(), static_cast<std::int64_t>(options.pages)).c_str(),
             stdout);
  std::fputs(("\n" + worst_table(trials.outcomes())).c_str(), stdout);
  return {};
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  CLI::App app("Plays capped crawls over a recorded web in a box, judged by the sites' topics.");
  porthole::labs::Options options;
  app.add_option("--web", options.web, "Repository of a crawl of the whole box")->required();
  app.add_option("--sites", options.sites, "List of sites")->required();
  app.add_option("--cache", options.cache, "Folder with their packages")->required();
  app.add_option("--topics", options.topics, "Topics to crawl for")->required();
  app.add_option("--out", options.out, "Folder for the results")->required();
  app.add_option("--use", options.use, "Only topics with this use (tuning, report)");
  app.add_option("--only", options.only, "Only these topics");
  app.add_option("--judge", options.judge, "What pages are judged by")
      ->check(CLI::IsMember({"words", "naive-bayes", "svm", "pool"}))
      ->capture_default_str();
  app.add_flag("--uncalibrated", options.uncalibrated,
               "Leaves the probabilities of the classifier as they are");
  app.add_option("--pages", options.pages, "Budget of a crawl")->capture_default_str();
  app.add_option("--cap", options.cap, "Pages of a site, hubs apart")->capture_default_str();
  app.add_option("--hub-packages", options.hub_packages, "Pages of the package hub")
      ->capture_default_str();
  app.add_option("--subsets", options.subsets, "Pairs of seed sites a topic")
      ->capture_default_str();
  app.add_option("--strategy", options.strategies, "NAME or NAME:OPTION=VALUE:...");
  CLI11_PARSE(app, argc, argv);
  const auto done = porthole::labs::run(options);
  if (done) return 0;
  std::cerr << "capped_play: " << done.error().to_string() << '\n';
  return 4;
}
