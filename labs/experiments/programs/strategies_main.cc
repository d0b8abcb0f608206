// Compares strategies by the capped crawl (labs/experiments/capped_crawl.h) over topics and pairs
// of seed sites:
//   strategies --sites FILE --cache DIR --topics examples/webbox/topics.tsv [--seeds FILE]
//              --out DIR [--fast] [--strategy NAME[:OPTION=VALUE...]]... [--subsets 5]
//              [--use tuning|report] [--judge naive-bayes] [--pages 3000]
// Writes DIR/runs.jsonl, a line a run with the orders of its finds, tells each run on standard
// error, and prints means over topics. The oracle runs always.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <atomic>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <mutex>
#include <thread>
#include <unordered_set>

#include "base/json/json.h"
#include "base/text/text.h"
#include "labs/experiments/capped_crawl.h"
#include "labs/experiments/comparison/strategy_text.h"
#include "labs/experiments/comparison/topic_means.h"
#include "labs/experiments/harvest.h"
#include "labs/experiments/oracle.h"
#include "labs/experiments/seed_draws.h"
#include "labs/experiments/seed_models.h"
#include "labs/webbox/address.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
constexpr const char* kOracle = "oracle";

struct Options {
  std::string sites, cache, topics, seeds, use, out, judge = "words";
  std::int64_t pages = 3000;
  int subsets = 5;
  unsigned threads = 2;
  bool fast = false;
  std::vector<std::string> strategies = {"breadth-first", "rw"};
  std::vector<std::string> only;
};

struct Task {
  TopicOfList topic;
  int subset = 0;
  std::string strategy;
  std::vector<std::string> seed_sites;
};

class Comparison {
 public:
  /// `models` is null when pages are judged by the topic's own words.
  Comparison(const Options& options, const labs::Box& box, FrontPages front_pages,
             const SeedModels* models)
      : options_(options),
        box_(box),
        models_(models),
        front_pages_(std::move(front_pages)),
        lines_(fs::path(options.out) / "runs.jsonl") {}

  void run(std::vector<Task> tasks) {
    tasks_ = std::move(tasks);
    std::vector<std::thread> threads;
    for (unsigned i = 0; i < options_.threads; ++i) threads.emplace_back([this, i] { work(i); });
    for (std::thread& thread : threads) thread.join();
  }

  const std::vector<TopicRun>& outcomes() const { return outcomes_; }

 private:
  /// Judge shared by the consecutive runs of one pair of seeds, trained once.
  struct TrainedFor {
    std::string topic;
    int subset = -1;
    std::unique_ptr<gatherer::PageJudge> judge;
  };

  void work(unsigned number) {
    TrainedFor trained;
    for (std::size_t i; (i = next_++) < tasks_.size();) {
      const fs::path folder = fs::path(options_.out) / ("run" + std::to_string(number));
      Result<TopicRun> outcome = crawl(tasks_[i], folder, trained);
      const std::lock_guard lock(mutex_);
      if (!outcome) {
        std::cerr << "strategies: " << tasks_[i].topic.topic << " " << tasks_[i].strategy << ": "
                  << outcome.error().to_string() << '\n';
        continue;
      }
      write(tasks_[i], *outcome);
      outcomes_.push_back(std::move(*outcome));
    }
  }

  Result<void> train_for(const Task& task, TrainedFor& trained) const {
    if (models_ == nullptr || (trained.topic == task.topic.topic && trained.subset == task.subset))
      return {};
    auto judge =
        models_->judge(task.topic.topic, task.seed_sites, *topics::model_kind(options_.judge));
    if (!judge) return fail(judge.error());
    trained = {task.topic.topic, task.subset, std::move(*judge)};
    return {};
  }

  Result<TopicRun> crawl(const Task& task, const fs::path& folder, TrainedFor& trained) {
    CappedCrawl capped;
    capped.topic = task.topic;
    capped.strategy = "breadth-first";
    capped.pages = options_.pages;
    capped.front_pages = front_pages_;
    capped.seed_sites = task.seed_sites;
    const fs::path file = folder.string() + ".xml";
    TRY(collection::replace_file(file, capped_specification(box_, capped)));
    TRY_AS(specification, collection::read_specification(file));
    CrawlRun run;
    run.folder = folder;
    run.specification = std::move(*specification);
    run.pages = options_.pages;
    run.random_seed = static_cast<std::uint64_t>(task.subset) + 1;
    run.pace = options_.fast ? CrawlRun::Pace::kFast : CrawlRun::Pace::kOneByOne;
    run.web = &web_;
    labs::Judge judge(box_.manifest->sites(), task.topic.topic);
    if (task.strategy == kOracle) {
      run.own_strategy = [this, &judge] {
        return std::make_unique<Oracle>([this, &judge](const std::string& url) {
          const auto there = box_.manifest->resolve(labs::address_of(url));
          const labs::Site* site = there ? judge.site_of(labs::page_name(*there)) : nullptr;
          return site != nullptr && judge.is_on_topic(*site);
        });
      };
    } else {
      TRY_AS(strategy, read_strategy(task.strategy));
      run.specification.strategy = std::move(*strategy);
    }
    TRY(train_for(task, trained));
    run.judge = trained.judge.get();
    TRY_AS(crawled, crawl_once(run));
    std::unordered_set<std::string> seen;
    const auto label = [&](const std::string& url) {
      std::string name = labs::page_name(url);
      const labs::Site* site = judge.site_of(name);
      Label said;
      said.again = !seen.insert(std::move(name)).second;
      said.on_topic = site != nullptr && judge.is_on_topic(*site);
      if (site != nullptr) said.site = site->name;
      return said;
    };
    TopicRun outcome{task.topic.topic,
                     task.topic.use,
                     task.subset,
                     task.strategy,
                     harvest_of(crawled->pages, label),
                     crawled->report.relevant};
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    return outcome;
  }

  void write(const Task& task, const TopicRun& outcome) {
    const Harvest& h = outcome.harvest;
    const nlohmann::ordered_json line = {{"topic", outcome.topic},
                                         {"use", outcome.use},
                                         {"subset", outcome.subset},
                                         {"seed_sites", task.seed_sites},
                                         {"strategy", outcome.strategy},
                                         {"pages", h.pages},
                                         {"judged_relevant", outcome.own_relevant},
                                         {"found_at", h.found_at},
                                         {"site_at", h.site_at},
                                         {"seeds_at", h.seeds_at}};
    lines_ << line.dump() << std::endl;
    std::fputs((run_line(outcome) + "\n").c_str(), stderr);
  }

  const Options& options_;
  const labs::Box& box_;
  const SeedModels* models_;
  FrontPages front_pages_;
  gatherer::SharedWeb web_;
  std::vector<Task> tasks_;
  std::atomic<std::size_t> next_{0};
  std::mutex mutex_;
  std::ofstream lines_;
  std::vector<TopicRun> outcomes_;
};

int fail_with(const Error& error) {
  std::cerr << "strategies: " << error.to_string() << '\n';
  return 4;
}

int run(const Options& options) {
  labs::BoxOptions box_options;
  box_options.sites = options.sites;
  box_options.cache = options.cache;
  Result<labs::Box> box = labs::open_box(box_options);
  if (!box) return fail_with(box.error());
  Result<std::vector<TopicOfList>> topics = read_topics(options.topics);
  if (!topics) return fail_with(topics.error());
  Result<FrontPages> front_pages =
      options.seeds.empty() ? Result<FrontPages>() : read_front_pages(options.seeds);
  if (!front_pages) return fail_with(front_pages.error());
  std::error_code error;
  fs::create_directories(options.out, error);

  std::vector<Task> tasks;
  std::vector<std::string> strategies = options.strategies;
  strategies.insert(strategies.begin(), kOracle);
  for (const TopicOfList& topic : *topics) {
    if (!options.use.empty() && topic.use != options.use) continue;
    if (!options.only.empty() &&
        std::find(options.only.begin(), options.only.end(), topic.topic) == options.only.end()) {
      continue;
    }
    const auto pairs = seed_pairs(*box->manifest, topic, options.subsets);
    for (int subset = 0; subset < static_cast<int>(pairs.size()); ++subset) {
      for (const std::string& strategy : strategies) {
        tasks.push_back({topic, subset, strategy, pairs[static_cast<std::size_t>(subset)]});
      }
    }
  }
  SeedModels models(*box->manifest);
  if (options.judge != "words") {
    if (auto read = models.read(); !read) return fail_with(read.error());
  }
  Comparison comparison(options, *box, std::move(*front_pages),
                        options.judge == "words" ? nullptr : &models);
  comparison.run(std::move(tasks));
  std::fputs(means_table(comparison.outcomes(), options.pages).c_str(), stdout);
  return 0;
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  CLI::App app(
      "Compares crawl strategies on a web in a box, capped by site, judged by the sites' topics.");
  porthole::labs::Options options;
  app.add_option("--sites", options.sites, "List of sites")->required();
  app.add_option("--cache", options.cache, "Folder with their packages")->required();
  app.add_option("--topics", options.topics, "Topics to crawl for")->required();
  app.add_option("--seeds", options.seeds,
                 "Front pages of the sites (topic, name, host/path), else the box's own");
  app.add_option("--out", options.out, "Folder for the results")->required();
  app.add_option("--use", options.use, "Only topics with this use (tuning, report)");
  app.add_option("--only", options.only, "Only these topics");
  app.add_option("--judge", options.judge,
                 "What the crawls judge pages by: words, naive-bayes, svm")
      ->check(CLI::IsMember({"words", "naive-bayes", "svm"}))
      ->capture_default_str();
  app.add_option("--pages", options.pages, "Budget of a crawl")->capture_default_str();
  app.add_option("--subsets", options.subsets, "Pairs of seed sites a topic")
      ->capture_default_str();
  app.add_flag("--fast", options.fast,
               "As many pages at once as is useful: runs then differ from one another");
  app.add_option("--threads", options.threads, "Crawls at once")->capture_default_str();
  app.add_option("--strategy", options.strategies, "NAME or NAME:OPTION=VALUE:...");
  CLI11_PARSE(app, argc, argv);
  return porthole::labs::run(options);
}
