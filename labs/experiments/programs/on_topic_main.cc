// How well the rule that says which pages are on topic (topics/on_topic.h) does, over topics and
// pairs of seed sites of the web in a box, each by a capped crawl
// (labs/experiments/capped_crawl.h):
//   on_topic --sites FILE --cache DIR --topics examples/webbox/topics.tsv --out DIR [--judge
//   words|naive-bayes|svm|pool]
//            [--strategy learned] [--subsets 2] [--pages 600] [--hub-packages 1500]
// Prints the tables of labs/experiments/comparison/standing_figures.h, and tells each crawl on
// standard error. DIR keeps every crawl: the same command again scores those that it finds there,
// and crawls for the others.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>
#include <string>
#include <vector>

#include "gatherer/report/topic_pages.h"
#include "labs/experiments/capped_crawl.h"
#include "labs/experiments/comparison/standing_figures.h"
#include "labs/experiments/comparison/strategy_text.h"
#include "labs/experiments/crawl_run.h"
#include "labs/experiments/seed_draws.h"
#include "labs/experiments/seed_models.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
constexpr const char* kPool = "pool";  // naive Bayes and the topic's words, as make_judge_by() does

struct Options {
  std::string sites, cache, topics, out, judge = "words", strategy = "learned";
  std::int64_t pages = 600;
  std::size_t hub_packages = 1500;
  int subsets = 2;
};

topics::JudgedBy judged_by(const Options& options) {
  if (options.judge == "words") return topics::JudgedBy::kWords;
  return options.judge == kPool ? topics::JudgedBy::kPool : topics::JudgedBy::kClassifier;
}

class Trials {
 public:
  Trials(const Options& options, const labs::Box& box)
      : options_(options), box_(box), models_(*box.manifest) {}

  Result<std::vector<JudgedCrawl>> run(const std::vector<TopicOfList>& topics) {
    std::vector<JudgedCrawl> crawls;
    for (const TopicOfList& topic : topics) {
      const auto pairs = seed_pairs(*box_.manifest, topic, options_.subsets);
      for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
        TRY_AS(done, crawl(topic, pair, pairs[pair]));
        std::fprintf(stderr, "%s, pair %zu: %zu pages\n", topic.topic.c_str(), pair,
                     done->pages.size());
        crawls.push_back(std::move(*done));
      }
    }
    return crawls;
  }

 private:
  Result<JudgedCrawl> crawl(const TopicOfList& topic, std::size_t pair,
                            const std::vector<std::string>& seed_sites) {
    CappedCrawl capped;
    capped.topic = topic;
    capped.strategy = "breadth-first";
    capped.pages = options_.pages;
    capped.reference =
        collection::BoxReference{options_.sites, options_.cache, options_.hub_packages};
    capped.seed_sites = seed_sites;
    const fs::path folder = folder_of(topic, pair);
    const std::string specification = capped_specification(box_, capped);
    if (!is_kept(folder, specification)) {
      TRY(gather(folder, specification, topic, pair, seed_sites));
    }
    return look_at(folder, topic);
  }

  /// The pages of a crawl as `index` would look at them.
  Result<JudgedCrawl> look_at(const fs::path& folder, const TopicOfList& topic) const {
    TRY_AS(specification, collection::read_specification(folder / "porthole.xml"));
    TRY_AS(repository,
           repository::open_sqlite(folder / "repository.db", repository::Access::kRead));
    const auto pages =
        gatherer::TopicPages::read(*specification, judged_by(options_), **repository);
    if (!pages) return fail(pages.error());
    JudgedCrawl crawl{.topic = topic.topic, .use = topic.use, .pages = {}};
    const labs::Judge judge(box_.manifest->sites(), topic.topic);
    pages->for_each([&](const std::string& href, const topics::Standing& standing) {
      const labs::Site* site = judge.site_of(labs::page_name(href));
      crawl.pages.push_back({site != nullptr && judge.is_on_topic(*site), standing});
    });
    return crawl;
  }

  fs::path folder_of(const TopicOfList& topic, std::size_t pair) const {
    std::string name =
        options_.judge + "-" + options_.strategy + "-" + topic.topic + "-" + std::to_string(pair);
    std::replace(name.begin(), name.end(), '/', '_');
    return fs::path(options_.out) / name;
  }

  /// The specification is written when the crawl has ended: one that was interrupted is made again.
  static bool is_kept(const fs::path& folder, const std::string& specification) {
    std::ifstream in(folder / "porthole.xml");
    return std::string{std::istreambuf_iterator<char>(in), {}} == specification;
  }

  Result<void> gather(const fs::path& folder, const std::string& text, const TopicOfList& topic,
                      std::size_t pair, const std::vector<std::string>& seed_sites) {
    const fs::path file = fs::path(options_.out) / "run.xml";
    TRY(collection::replace_file(file, text));
    CrawlRun run;
    TRY_AS(specification, collection::read_specification(file));
    run.specification = std::move(*specification);
    run.specification.network.gateway = box_.server->url() + "/";
    TRY_AS(strategy, read_strategy(options_.strategy));
    run.specification.strategy = std::move(*strategy);
    run.folder = folder;
    run.pages = options_.pages;
    run.random_seed = pair + 1;
    run.web = &web_;
    std::unique_ptr<gatherer::PageJudge> classifier;
    if (options_.judge != "words") {
      TRY(read_models());
      const bool is_pool = options_.judge == kPool;
      TRY_AS(made, models_.judge(topic.topic, seed_sites,
                                 is_pool ? topics::ModelKind::kNaiveBayes
                                         : *topics::model_kind(options_.judge),
                                 true, is_pool ? &run.specification.topic : nullptr));
      classifier = std::move(*made);
      run.judge = classifier.get();
    }
    TRY(crawl_once(run));
    return collection::replace_file(folder / "porthole.xml", text);
  }

  Result<void> read_models() {
    if (models_are_read_) return {};
    models_are_read_ = true;
    return models_.read();
  }

  const Options& options_;
  const labs::Box& box_;
  SeedModels models_;
  bool models_are_read_ = false;
  gatherer::SharedWeb web_;
};

Result<std::vector<JudgedCrawl>> run(const Options& options) {
  labs::BoxOptions box_options;
  box_options.sites = options.sites;
  box_options.cache = options.cache;
  box_options.hub_packages = options.hub_packages;
  TRY_AS(box, labs::open_box(box_options));
  TRY_AS(topics, read_topics(options.topics));
  std::error_code ignored;
  fs::create_directories(options.out, ignored);
  return Trials(options, *box).run(*topics);
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  CLI::App app("Measures which pages of capped crawls of the web in a box count as on topic.");
  porthole::labs::Options options;
  app.add_option("--sites", options.sites, "List of sites")->required();
  app.add_option("--cache", options.cache, "Folder with their packages")->required();
  app.add_option("--topics", options.topics, "Topics to crawl for")->required();
  app.add_option("--out", options.out,
                 "Folder that keeps the crawls: those that are there are scored again")
      ->required();
  app.add_option("--judge", options.judge,
                 "What the crawls judge pages by: words, naive-bayes, svm, pool")
      ->check(CLI::IsMember({"words", "naive-bayes", "svm", porthole::labs::kPool}))
      ->capture_default_str();
  app.add_option("--strategy", options.strategy, "NAME or NAME:OPTION=VALUE:...")
      ->capture_default_str();
  app.add_option("--pages", options.pages, "Budget of a crawl")->capture_default_str();
  app.add_option("--subsets", options.subsets, "Pairs of seed sites a topic")
      ->capture_default_str();
  app.add_option("--hub-packages", options.hub_packages, "Pages of the package hub")
      ->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  using namespace porthole;
  const auto crawls = labs::run(options);
  if (!crawls) {
    std::cerr << "on_topic: " << crawls.error().to_string() << '\n';
    return 4;
  }
  std::cout << labs::standing_tables(*crawls,
                                     topics::TopicalSites::least_share(labs::judged_by(options)));
  return 0;
}
