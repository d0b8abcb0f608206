// How well the rule that says which pages are on topic (topics/on_topic.h) does, over topics and pairs of seed sites of
// the web in a box, each by a capped crawl (labs/experiments/capped_crawl.h):
//   on_topic --sites FILE --cache DIR --topics examples/webbox/topics.tsv --out DIR [--judge words|naive-bayes|svm]
//            [--strategy learned] [--subsets 2] [--pages 600] [--hub-packages 1500]
// Prints the tables of labs/experiments/comparison/standing_figures.h, and tells each crawl on standard error.

#include <CLI/CLI.hpp>
#include <cstdint>
#include <cstdio>
#include <filesystem>
#include <iostream>
#include <string>
#include <vector>

#include "labs/experiments/capped_crawl.h"
#include "labs/experiments/crawl_run.h"
#include "labs/experiments/seed_models.h"
#include "labs/experiments/seed_draws.h"
#include "labs/experiments/comparison/standing_figures.h"
#include "labs/experiments/comparison/strategy_text.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

struct Options {
  std::string sites, cache, topics, out, judge = "words", strategy = "learned";
  std::int64_t pages = 600;
  std::size_t hub_packages = 1500;
  int subsets = 2;
};

topics::JudgedBy judged_by(const Options& options) {
  return options.judge == "words" ? topics::JudgedBy::kWords : topics::JudgedBy::kClassifier;
}

/// The pages of a crawl as `index` would look at them.
Result<void> look_at(repository::Repository& repository, topics::JudgedBy by, const labs::Judge& judge, JudgedCrawl& crawl) {
  struct Seen {
    std::string href, site;
    double relevance;
    bool seed;
  };
  std::vector<Seen> seen;
  topics::TopicalSites sites(by);
  auto visited = repository.for_each_page({}, [&](const auto& url, const auto& page, auto, auto) {
    if (page.duplicate_of != 0 || page.noindex) return true;
    sites.add(url.site, page.relevance.value());
    seen.push_back({url.href, url.site, page.relevance.value(), url.seed});
    return true;
  });
  if (!visited) return fail(visited.error());
  for (const Seen& page : seen) {
    const labs::Site* site = judge.site_of(labs::page_name(page.href));
    crawl.pages.push_back({site != nullptr && judge.is_on_topic(*site), sites.standing(page.site, page.relevance, page.seed)});
  }
  return {};
}

class Trials {
 public:
  Trials(const Options& options, const labs::Box& box) : options_(options), box_(box), models_(*box.manifest) {}

  Result<std::vector<JudgedCrawl>> run(const std::vector<TopicOfList>& topics) {
    if (options_.judge != "words") {
      if (auto read = models_.read(); !read) return fail(read.error());
    }
    std::vector<JudgedCrawl> crawls;
    for (const TopicOfList& topic : topics) {
      const auto pairs = seed_pairs(*box_.manifest, topic, options_.subsets);
      for (std::size_t pair = 0; pair < pairs.size(); ++pair) {
        Result<JudgedCrawl> done = crawl(topic, pair, pairs[pair]);
        if (!done) return fail(done.error());
        std::fprintf(stderr, "%s, pair %zu: %zu pages\n", topic.topic.c_str(), pair, done->pages.size());
        crawls.push_back(std::move(*done));
      }
    }
    return crawls;
  }

 private:
  Result<JudgedCrawl> crawl(const TopicOfList& topic, std::size_t pair, const std::vector<std::string>& seed_sites) {
    CappedCrawl capped;
    capped.folder = fs::path(options_.out) / "run";
    capped.topic = topic;
    capped.strategy = "breadth-first";
    capped.pages = options_.pages;
    capped.seed_sites = seed_sites;
    const fs::path file = fs::path(options_.out) / "run.xml";
    if (auto written = collection::replace_file(file, capped_specification(box_, capped)); !written) return fail(written.error());
    CrawlRun run;
    auto specification = collection::read_specification(file);
    if (!specification) return fail(specification.error());
    run.specification = std::move(*specification);
    auto strategy = read_strategy(options_.strategy);
    if (!strategy) return fail(strategy.error());
    run.specification.strategy = std::move(*strategy);
    run.folder = capped.folder;
    run.pages = options_.pages;
    run.random_seed = pair + 1;
    run.web = &web_;
    std::unique_ptr<gatherer::PageJudge> classifier;
    if (options_.judge != "words") {
      auto made = models_.judge(topic.topic, seed_sites, *topics::model_kind(options_.judge));
      if (!made) return fail(made.error());
      classifier = std::move(*made);
      run.judge = classifier.get();
    }
    JudgedCrawl judged{.topic = topic.topic, .use = topic.use, .pages = {}};
    const labs::Judge judge(box_.manifest->sites(), topic.topic);
    run.look = [&](repository::Repository& repository) { return look_at(repository, judged_by(options_), judge, judged); };
    if (auto done = crawl_once(run); !done) return fail(done.error());
    return judged;
  }

  const Options& options_;
  const labs::Box& box_;
  SeedModels models_;
  gatherer::SharedWeb web_;
};

Result<std::vector<JudgedCrawl>> run(const Options& options) {
  labs::BoxOptions box_options;
  box_options.sites = options.sites;
  box_options.cache = options.cache;
  box_options.hub_packages = options.hub_packages;
  Result<labs::Box> box = labs::open_box(box_options);
  if (!box) return fail(box.error());
  Result<std::vector<TopicOfList>> topics = read_topics(options.topics);
  if (!topics) return fail(topics.error());
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
  app.add_option("--out", options.out, "Folder for the crawls, one after the other")->required();
  app.add_option("--judge", options.judge, "What the crawls judge pages by: words, naive-bayes, svm")
      ->check(CLI::IsMember({"words", "naive-bayes", "svm"}))
      ->capture_default_str();
  app.add_option("--strategy", options.strategy, "NAME or NAME:OPTION=VALUE:...")->capture_default_str();
  app.add_option("--pages", options.pages, "Budget of a crawl")->capture_default_str();
  app.add_option("--subsets", options.subsets, "Pairs of seed sites a topic")->capture_default_str();
  app.add_option("--hub-packages", options.hub_packages, "Pages of the package hub")->capture_default_str();
  CLI11_PARSE(app, argc, argv);
  using namespace porthole;
  const auto crawls = labs::run(options);
  if (!crawls) {
    std::cerr << "on_topic: " << crawls.error().to_string() << '\n';
    return 4;
  }
  std::cout << labs::standing_tables(*crawls, topics::TopicalSites::least_site(labs::judged_by(options)));
  return 0;
}
