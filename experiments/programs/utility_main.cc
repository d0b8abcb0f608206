// Crawls a web in a box by utility-biased strategies, for topics and pairs of seed sites:
//   utility --sites FILE --cache DIR --topics experiments/topics.tsv [--seeds FILE] --labels-from COLLECTION --out DIR
//           [--strategy NAME[:OPTION=VALUE...]]... [--subsets 3] [--pages 1000]
// The protocol is that of experiments/capped_crawl.h. Pages are judged by a linear SVM whose examples are of the seed
// sites; what counts is another one, with examples of the topic's other sites and of other sites of the other topics.
// Labels of status are in-links within COLLECTION, which has gathered the whole box. The topics are dealt into two
// halves; the status model of a topic has learned from no page of a site of its half.
// Writes DIR/runs.jsonl, a line a run; experiments/paired_intervals.py sets them side by side.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <nlohmann/json.hpp>
#include <random>
#include <set>

#include "collection/collection.h"
#include "experiments/capped_crawl.h"
#include "experiments/compared_run.h"
#include "experiments/crawl_run.h"
#include "experiments/seed_models.h"
#include "experiments/status_figures.h"
#include "experiments/strategy_text.h"
#include "gatherer/status_training.h"
#include "webbox/address.h"

namespace porthole::experiments {
namespace {

namespace fs = std::filesystem;

struct UtilityOptions {
  std::string sites, cache, topics, seeds, out, labels_from;
  std::int64_t pages = 1000;
  int subsets = 3;
  std::size_t most_examples = 10'000;
  std::vector<std::string> strategies = {"utility:alpha=1", "utility:alpha=0.5", "utility:delta=0.7",
                                         "utility:status=in-links:delta=0.7"};
  std::vector<std::string> only;
};

bool is_within(const std::string& topic, const std::string& above) {
  return topic == above || topic.starts_with(above + "/");
}

std::vector<std::string> sites_of(const webbox::Manifest& box, const std::string& topic) {
  std::vector<std::string> sites;
  for (std::size_t i = 0; i < box.sites().size(); ++i) {
    if (is_within(box.sites()[i].topic, topic) && !box.front_page(i).empty()) sites.push_back(box.sites()[i].name);
  }
  return sites;
}

/// Pair 0 is the first two sites of the topic, the others are drawn.
std::vector<std::vector<std::string>> draw_pairs(const std::vector<std::string>& sites, const std::string& topic, int count) {
  std::vector<std::vector<std::string>> pairs = {{sites[0], sites[1]}};
  std::mt19937 random(static_cast<unsigned>(std::hash<std::string>{}(topic)));
  while (static_cast<int>(pairs.size()) < count) {
    std::vector<std::string> drawn;
    std::sample(sites.begin(), sites.end(), std::back_inserter(drawn), 2, random);
    if (std::find(pairs.begin(), pairs.end(), drawn) == pairs.end()) pairs.push_back(std::move(drawn));
  }
  return pairs;
}

class UtilityRuns {
 public:
  UtilityRuns(const UtilityOptions& options, const webbox::Box& box, FrontPages front_pages, const SeedModels& models,
              const gatherer::StatusLabels& labels)
      : options_(options), box_(box), front_pages_(std::move(front_pages)), models_(models), labels_(labels),
        lines_(fs::path(options.out) / "runs.jsonl") {}

  /// A model that has learned from no page of a site of `held_out`.
  Result<topics::StatusModel> learn(repository::Repository& repository, const std::vector<std::string>& held_out) const {
    const webbox::Judge judge(box_.manifest->sites(), "");
    gatherer::StatusTraining training;
    training.most_pages = options_.most_examples;
    training.may_learn = [&](const repository::UrlRecord& url) {
      const auto there = box_.manifest->resolve(webbox::address_of(url.href));
      const webbox::Site* const site = there ? judge.site_of(webbox::page_name(*there)) : nullptr;
      return site != nullptr && std::none_of(held_out.begin(), held_out.end(),
                                             [&](const std::string& topic) { return is_within(site->topic, topic); });
    };
    return gatherer::train_status(repository, labels_, training);
  }

  Result<void> run_topic(const TopicOfList& topic, const topics::StatusModel& status) {
    const std::vector<std::string> sites = sites_of(*box_.manifest, topic.topic);
    const auto pairs = draw_pairs(sites, topic.topic, options_.subsets);
    for (std::size_t subset = 0; subset < pairs.size(); ++subset) {
      std::vector<std::string> others;
      std::copy_if(sites.begin(), sites.end(), std::back_inserter(others), [&](const std::string& site) {
        return std::find(pairs[subset].begin(), pairs[subset].end(), site) == pairs[subset].end();
      });
      auto own = models_.judge(topic.topic, pairs[subset], topics::ModelKind::kLinearSvm);
      if (!own) return fail(own.error());
      auto held_out = models_.judge(topic.topic, others, topics::ModelKind::kLinearSvm, 2);
      if (!held_out) return fail(held_out.error());
      for (const std::string& strategy : options_.strategies) {
        auto done = run_once(topic, subset, pairs[subset], strategy, {**own, **held_out, status});
        if (!done) return done;
      }
    }
    return {};
  }

 private:
  struct Models {
    const gatherer::PageJudge& own;
    const gatherer::PageJudge& held_out;
    const topics::StatusModel& status;
  };

  Result<void> run_once(const TopicOfList& topic, std::size_t subset, const std::vector<std::string>& seed_sites,
                        const std::string& strategy, const Models& models) {
    CappedCrawl capped;
    capped.topic = topic;
    capped.strategy = "breadth-first";
    capped.pages = options_.pages;
    capped.front_pages = front_pages_;
    capped.seed_sites = seed_sites;
    const fs::path folder = fs::path(options_.out) / "crawl";
    const fs::path file = folder.string() + ".xml";
    if (auto written = collection::replace_file(file, capped_specification(box_, capped)); !written) return written;
    auto specification = collection::read_specification(file);
    if (!specification) return fail(specification.error());
    auto chosen = read_strategy(strategy);
    if (!chosen) return fail(chosen.error());
    CrawlRun run;
    run.folder = folder;
    run.specification = std::move(*specification);
    run.specification.strategy = std::move(*chosen);
    run.pages = options_.pages;
    run.random_seed = subset + 1;
    run.judge = &models.own;
    run.status = &models.status;
    run.web = &web_;
    ComparedRun out;
    out.strategy = strategy;
    RunJudge judge;
    judge.with_text = true;
    judge.judge = [&](const auto&, const auto& page) {
      const gatherer::Judgement said = models.held_out.judge(page.document);
      return Opinion{said.relevance.value(), said.relevant, true};
    };
    judge.status = [&](const Url& url) { return labels_.of(url); };
    run.look = [&](repository::Repository& repository) { return look_at(repository, judge, out); };
    Result<CrawlOutcome> crawled = crawl_once(run);
    if (!crawled) return fail(crawled.error());
    std::error_code ignored;
    fs::remove_all(folder, ignored);
    write(topic, subset, seed_sites, out, share_on_topic(topic, *crawled));
    return {};
  }

  double share_on_topic(const TopicOfList& topic, const CrawlOutcome& crawled) const {
    const webbox::Judge judge(box_.manifest->sites(), topic.topic);
    std::size_t on_topic = 0;
    for (const CrawledPage& page : crawled.pages) {
      const webbox::Site* const site = judge.site_of(webbox::page_name(page.url));
      on_topic += site != nullptr && judge.is_on_topic(*site) ? 1 : 0;
    }
    return crawled.pages.empty() ? 0 : static_cast<double>(on_topic) / static_cast<double>(crawled.pages.size());
  }

  void write(const TopicOfList& topic, std::size_t subset, const std::vector<std::string>& seed_sites, const ComparedRun& run,
             double on_topic) {
    std::vector<std::size_t> grid;
    for (std::size_t tenth = 1; tenth <= 10; ++tenth) grid.push_back(static_cast<std::size_t>(options_.pages) * tenth / 10);
    const StatusFigures figures = status_figures_of({run}, {run.strategy}, grid);
    const RunStatus& status = figures.runs.front();
    double own = 0;
    for (const ComparedPage& page : run.pages) own += page.own_relevance / static_cast<double>(run.pages.size());
    const nlohmann::ordered_json line = {{"topic", topic.topic},
                                         {"use", topic.use},
                                         {"subset", subset},
                                         {"seed_sites", seed_sites},
                                         {"strategy", run.strategy},
                                         {"pages", status.pages},
                                         {"labelled", status.labelled},
                                         {"topicality", status.topicality},
                                         {"on_topic_sites", on_topic},
                                         {"own_topicality", own},
                                         {"status", status.status},
                                         {"domains", status.domains},
                                         {"topicality_so_far", status.topicality_so_far},
                                         {"status_so_far", status.status_so_far},
                                         {"alpha", status.alpha},
                                         {"map", figures.strategies.front().map.pages}};
    lines_ << line.dump() << std::endl;
    std::fprintf(stderr, "%s\t%zu\t%s\t%zu pages\ttopicality %.3f (sites %.3f)\tstatus %.3f\n", topic.topic.c_str(), subset,
                 run.strategy.c_str(), status.pages, status.topicality, on_topic, status.status);
  }

  const UtilityOptions& options_;
  const webbox::Box& box_;
  FrontPages front_pages_;
  const SeedModels& models_;
  const gatherer::StatusLabels& labels_;
  gatherer::SharedWeb web_;
  std::ofstream lines_;
};

Result<void> run_all(const UtilityOptions& options) {
  webbox::BoxOptions box_options;
  box_options.sites = options.sites;
  box_options.cache = options.cache;
  Result<webbox::Box> box = webbox::open_box(box_options);
  if (!box) return fail(box.error());
  Result<std::vector<TopicOfList>> topics = read_topics(options.topics);
  if (!topics) return fail(topics.error());
  Result<FrontPages> front_pages = options.seeds.empty() ? Result<FrontPages>(FrontPages()) : read_front_pages(options.seeds);
  if (!front_pages) return fail(front_pages.error());
  std::error_code error;
  fs::create_directories(options.out, error);
  Result<collection::Collection> whole = collection::Collection::open(options.labels_from);
  if (!whole) return fail(whole.error());
  auto repository = repository::open_sqlite(whole->repository_file(), repository::Access::kRead);
  if (!repository) return fail(repository.error());
  auto labels = gatherer::StatusLabels::in_links(**repository, options.labels_from);
  if (!labels) return fail(labels.error());
  SeedModels models(*box->manifest);
  if (auto read = models.read(); !read) return read;
  UtilityRuns runs(options, *box, std::move(*front_pages), models, *labels);
  for (std::size_t half = 0; half < 2; ++half) {
    std::vector<std::string> held_out;
    for (std::size_t i = half; i < topics->size(); i += 2) held_out.push_back((*topics)[i].topic);
    auto status = runs.learn(**repository, held_out);
    if (!status) return fail(status.error());
    const topics::StatusOrigin& origin = status->origin();
    std::fprintf(stderr, "half %zu: %llu pages, %llu sites, %zu leaves, theta %.3f, held-out rho %.3f (%.3f to %.3f)\n", half,
                 static_cast<unsigned long long>(origin.pages), static_cast<unsigned long long>(origin.sites),
                 status->tree().leaves(), status->theta(), origin.held_out.rho, origin.held_out.low, origin.held_out.high);
    for (std::size_t i = half; i < topics->size(); i += 2) {
      const TopicOfList& topic = (*topics)[i];
      const bool wanted = options.only.empty() ||
                          std::find(options.only.begin(), options.only.end(), topic.topic) != options.only.end();
      if (!wanted || sites_of(*box->manifest, topic.topic).size() < 4) continue;
      if (auto done = runs.run_topic(topic, *status); !done) return done;
    }
  }
  return {};
}

}  // namespace
}  // namespace porthole::experiments

int main(int argc, char** argv) {
  CLI::App app("Compares utility-biased crawls of a web in a box: topicality by a held-out classifier, status by in-links.");
  porthole::experiments::UtilityOptions options;
  app.add_option("--sites", options.sites, "List of sites")->required();
  app.add_option("--cache", options.cache, "Folder with their packages")->required();
  app.add_option("--topics", options.topics, "Topics to crawl for")->required();
  app.add_option("--seeds", options.seeds, "Front pages of the sites (topic, name, host/path), else the box's own");
  app.add_option("--labels-from", options.labels_from, "A collection that has gathered the whole box")->required();
  app.add_option("--out", options.out, "Folder for the results")->required();
  app.add_option("--only", options.only, "Only these topics");
  app.add_option("--pages", options.pages, "Budget of a crawl")->capture_default_str();
  app.add_option("--subsets", options.subsets, "Pairs of seed sites a topic")->capture_default_str();
  app.add_option("--strategy", options.strategies, "NAME or NAME:OPTION=VALUE:...");
  CLI11_PARSE(app, argc, argv);
  const auto done = porthole::experiments::run_all(options);
  if (done) return 0;
  std::cerr << "utility: " << done.error().to_string() << '\n';
  return 4;
}
