// Plays crawls by utility-biased strategies over a recorded web:
//   utility --collection DIR --topics FILE --out DIR [--labels in-links|FILE]
//           [--importance-from model] [--web FILE] [--tuning TOPIC]...
//           [--strategy NAME[:OPTION=VALUE...]]... [--subsets 5] [--pages 500] [--examples 50]
// DIR has gathered the whole web; FILE names topics (labs/experiments/labelled_web.h). The data of
// the web is read once, and cached in the file --web. Every topic with at least --least-sites sites
// is crawled for.
//
// The protocol is that of Pant, Srinivasan, "Status Locality on the Web", section 5.1: of a topic's
// pages --examples are drawn, which the crawl's SVM learns from and which are its seeds, and as
// many others, which the SVM that counts learns from; so are as many pages off topic for each.
// Where a topic has few pages, a quarter of them is drawn. Importance is predicted by models that
// have seen no page of the same site. Writes DIR/runs.jsonl, a line a run;
// labs/experiments/paired_intervals.py sets them side by side.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <random>
#include <set>
#include <span>

#include "base/json/json.h"
#include "base/url/url.h"
#include "base/xml/tree.h"
#include "collection/collection.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/strategies/strategy_registry.h"
#include "labs/comparison/compared_run.h"
#include "labs/comparison/importance_figures.h"
#include "labs/comparison/strategy_text.h"
#include "labs/experiments/labelled_web.h"
#include "labs/experiments/played_crawl.h"
#include "topics/classify/training.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
using sampler::NodeId;

struct UtilityOptions {
  std::string collection, topics, out, labels = "in-links", web;
  ImportanceFrom importance_from = ImportanceFrom::kModel;
  std::vector<std::string> tuning, only;
  std::size_t pages = 500, subsets = 5, examples = 50, least_sites = 4, most_learned = 10'000;
  std::vector<std::string> strategies = {
      "utility:alpha=1", "utility:alpha=0.5", "utility:delta=0.7",
      "utility:importance=in-links:delta=0.7", "utility:alpha=0"};
};

constexpr std::size_t kLargestWeb = std::size_t{2} << 30;

Result<LabelledWeb> read_web(const UtilityOptions& options) {
  if (!options.web.empty() && fs::exists(options.web)) {
    const Result<std::string> bytes = xml::read_file(options.web, kLargestWeb);
    return bytes ? LabelledWeb::from_bytes(*bytes) : Result<LabelledWeb>(fail(bytes.error()));
  }
  TRY_AS(collection, collection::Collection::open(options.collection));
  auto repository =
      repository::open_sqlite(collection->repository_file(), repository::Access::kRead);
  if (!repository) return fail(repository.error());
  TRY_AS(labels, options.labels == "in-links"
                     ? gatherer::ImportanceLabels::in_links(**repository, options.collection)
                     : gatherer::ImportanceLabels::read(options.labels));
  TRY_AS(topics, TopicsByUrl::read(options.topics));
  auto web = LabelledWeb::read(**repository, *labels, *topics);
  if (!web || options.web.empty()) return web;
  TRY(collection::replace_file(options.web, web->bytes()));
  return web;
}

/// A classifier of one topic against all others, and what it says of a page, asked once.
class TopicJudge {
 public:
  static Result<TopicJudge> train(const LabelledWeb& web, const std::vector<NodeId>& on,
                                  const std::vector<NodeId>& off) {
    topics::Taxonomy taxonomy;
    const auto good = taxonomy.add(topics::kRootTopic, "topic", "topic");
    const auto other = taxonomy.add(topics::kRootTopic, "other", "other");
    if (!good || !other) return fail(good ? other.error() : good.error());
    TRY(taxonomy.mark_good({*good}));
    topics::TrainingSet set(taxonomy);
    for (const auto& [pages, topic] : {std::pair(&on, *good), std::pair(&off, *other)}) {
      for (const NodeId page : *pages)
        set.add(topic, set.group(web.pages[page].site), web.pages[page].terms);
    }
    auto model =
        topics::train(set, {.kind = topics::ModelKind::kLinearSvm, .naive_bayes = {}, .svm = {}});
    if (!model) return fail(model.error());
    return TopicJudge(web, std::move(*model));
  }

  double relevance(NodeId page) {
    double& known = known_[page];
    if (known < 0)
      known = std::clamp(model_->classify(web_->pages[page].terms).relevance, 0.0, 1.0);
    return known;
  }

 private:
  TopicJudge(const LabelledWeb& web, std::unique_ptr<topics::TrainedModel> model)
      : web_(&web), model_(std::move(model)), known_(web.pages.size(), -1) {}

  const LabelledWeb* web_;
  std::unique_ptr<topics::TrainedModel> model_;
  std::vector<double> known_;
};

class UtilityRuns {
 public:
  UtilityRuns(const UtilityOptions& options, const LabelledWeb& web,
              const std::vector<double>& importance)
      : options_(options),
        web_(web),
        importance_(importance),
        lines_(fs::path(options.out) / "runs.jsonl") {
    std::map<std::string, std::uint32_t> hosts;
    for (NodeId id = 0; id < web.pages.size(); ++id) {
      const LabelledWeb::Page& page = web.pages[id];
      const Result<Url> url = Url::parse(page.url);
      const std::string host = url ? url->host_and_port() : page.url;
      hosts_.push_back(
          hosts.try_emplace(host, static_cast<std::uint32_t>(hosts.size())).first->second);
      domains_.push_back(url ? registrable_domain(url->host()) : page.url);
      if (!page.topic.empty()) pages_of_[page.topic].push_back(id);
    }
  }

  Result<void> run() {
    for (const auto& [topic, pages] : pages_of_) {
      std::set<std::string> sites;
      for (const NodeId page : pages) sites.insert(web_.pages[page].site);
      const auto& only = options_.only;
      const bool wanted = only.empty() || std::find(only.begin(), only.end(), topic) != only.end();
      if (!wanted || sites.size() < options_.least_sites) continue;
      for (std::size_t subset = 0; subset < options_.subsets; ++subset) {
        if (auto done = run_subset(topic, pages, subset); !done) return done;
      }
    }
    return {};
  }

 private:
  Result<void> run_subset(const std::string& topic, std::vector<NodeId> on, std::size_t subset) {
    std::vector<NodeId> off;
    for (NodeId id = 0; id < web_.pages.size(); ++id) {
      if (web_.pages[id].topic != topic) off.push_back(id);
    }
    std::mt19937 random(static_cast<unsigned>(subset + 1));
    std::shuffle(on.begin(), on.end(), random);
    std::shuffle(off.begin(), off.end(), random);
    const auto count = static_cast<std::ptrdiff_t>(std::min(options_.examples, on.size() / 4));
    const std::vector<NodeId> seeds(on.begin(), on.begin() + count);
    TRY_AS(own, TopicJudge::train(web_, seeds, {off.begin(), off.begin() + count}));
    TRY_AS(held_out, TopicJudge::train(web_, {on.begin() + count, on.begin() + 2 * count},
                                       {off.begin() + count, off.begin() + 2 * count}));
    for (const std::string& strategy : options_.strategies) {
      if (auto done = run_once(topic, subset, seeds, strategy, *own, *held_out); !done) return done;
    }
    return {};
  }

  Result<void> run_once(const std::string& topic, std::size_t subset,
                        const std::vector<NodeId>& seeds, const std::string& strategy,
                        TopicJudge& own, TopicJudge& held_out) {
    TRY_AS(chosen, read_strategy(strategy));
    const collection::Topic no_words;
    TRY_AS(made, gatherer::make_strategy(*chosen, {.topic = no_words, .random_seed = subset + 1}));
    const PlayedCrawl crawl{.out = [&](NodeId page) { return std::span(web_.out[page]); },
                            .hosts = hosts_,
                            .judge =
                                [&](NodeId page) {
                                  gatherer::Judgement judgement;
                                  judgement.relevance = Relevance(own.relevance(page));
                                  judgement.relevant =
                                      own.relevance(page) >= gatherer::kClassifierThreshold;
                                  judgement.best_is_wanted = judgement.relevant;
                                  judgement.importance = importance_[page];
                                  return judgement;
                                },
                            .seeds = seeds,
                            .pages = options_.pages};
    ComparedRun run;
    run.strategy = strategy;
    double on_topic = 0;
    const std::vector<NodeId> fetched = play(crawl, *made->strategy, made->order);
    for (const NodeId page : fetched) {
      const double said = held_out.relevance(page);
      ComparedPage& kept = run.pages.emplace_back();
      kept.server = domains_[page];
      kept.site = web_.pages[page].site;
      kept.own_relevance = own.relevance(page);
      kept.opinion = {said, said >= gatherer::kClassifierThreshold, true};
      kept.importance = std::log1p(web_.pages[page].label);
      on_topic += web_.pages[page].topic == topic ? 1 : 0;
    }
    write(topic, subset, run, on_topic / static_cast<double>(fetched.size()));
    return {};
  }

  void write(const std::string& topic, std::size_t subset, const ComparedRun& run,
             double on_topic) {
    std::vector<std::size_t> grid;
    for (std::size_t tenth = 1; tenth <= 10; ++tenth) grid.push_back(options_.pages * tenth / 10);
    const ImportanceFigures figures = importance_figures_of({run}, {run.strategy}, grid);
    const RunImportance& importance = figures.runs.front();
    double own = 0;
    std::set<std::string> sites;
    for (const ComparedPage& page : run.pages) {
      own += page.own_relevance / static_cast<double>(run.pages.size());
      sites.insert(page.site);
    }
    const auto& tuning = options_.tuning;
    const bool tuned = std::find(tuning.begin(), tuning.end(), topic) != tuning.end();
    const nlohmann::ordered_json line = {{"topic", topic},
                                         {"use", tuned ? "tuning" : "report"},
                                         {"subset", subset},
                                         {"strategy", run.strategy},
                                         {"pages", importance.pages},
                                         {"topicality", importance.topicality},
                                         {"on_topic", on_topic},
                                         {"own_topicality", own},
                                         {"importance", importance.importance},
                                         {"domains", importance.domains},
                                         {"sites", sites.size()},
                                         {"topicality_so_far", importance.topicality_so_far},
                                         {"importance_so_far", importance.importance_so_far},
                                         {"alpha", importance.alpha},
                                         {"map", figures.strategies.front().map.pages}};
    lines_ << line.dump() << std::endl;
  }

  const UtilityOptions& options_;
  const LabelledWeb& web_;
  const std::vector<double>& importance_;  // sigma, by page
  std::vector<std::uint32_t> hosts_;       // by page, as the next
  std::vector<std::string> domains_;
  std::map<std::string, std::vector<NodeId>> pages_of_;
  std::ofstream lines_;
};

Result<void> run_all(const UtilityOptions& options) {
  std::error_code error;
  fs::create_directories(options.out, error);
  TRY_AS(web, read_web(options));
  const CrossFitted fitted =
      cross_fitted_importance(*web, options.importance_from, options.most_learned);
  std::fprintf(
      stderr,
      "%zu pages, importance: %s\nheld-out rho %.3f (%.3f to %.3f), R squared %.3f; variance "
      "between sites %.3f of all\n",
      web->pages.size(), web->labels.c_str(), fitted.correlation.rho, fitted.correlation.low,
      fitted.correlation.high, fitted.explained, fitted.between_sites);
  return UtilityRuns(options, *web, fitted.importance).run();
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  CLI::App app(
      "Plays utility-biased crawls over a recorded web: topicality by a held-out classifier, "
      "importance by labels.");
  porthole::labs::UtilityOptions options;
  app.add_option("--collection", options.collection, "A collection that has gathered the whole web")
      ->required();
  app.add_option("--topics", options.topics, "URL or host/path TAB topic, a line each")->required();
  app.add_option("--out", options.out, "Folder for the results")->required();
  app.add_option("--labels", options.labels, "in-links, or a file of importance labels")
      ->capture_default_str();
  app.add_option("--web", options.web,
                 "File that keeps what was read of the web; read when it is there");
  const std::map<std::string, porthole::labs::ImportanceFrom> sources = {
      {"model", porthole::labs::ImportanceFrom::kModel},
      {"page-local", porthole::labs::ImportanceFrom::kPageLocal},
      {"labels", porthole::labs::ImportanceFrom::kLabels}};
  app.add_option("--importance-from", options.importance_from,
                 "model, page-local (without the domain), or labels (what no crawl knows)")
      ->transform(CLI::CheckedTransformer(sources));
  app.add_option("--tuning", options.tuning, "Topics that are not to be reported");
  app.add_option("--only", options.only, "Only these topics");
  app.add_option("--pages", options.pages, "Budget of a crawl")->capture_default_str();
  app.add_option("--examples", options.examples, "Examples of a topic, which are the seeds")
      ->capture_default_str();
  app.add_option("--subsets", options.subsets, "Draws of seeds a topic")->capture_default_str();
  app.add_option("--least-sites", options.least_sites, "Of a topic that is crawled for")
      ->capture_default_str();
  app.add_option("--strategy", options.strategies, "NAME or NAME:OPTION=VALUE:...");
  CLI11_PARSE(app, argc, argv);
  const auto done = porthole::labs::run_all(options);
  if (done) return 0;
  std::cerr << "utility: " << done.error().to_string() << '\n';
  return 4;
}
