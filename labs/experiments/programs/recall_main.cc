// How often the interval that `gather --until-recall` ends with holds the true recall, over topics
// and seeds of the web in a box:
//   porthole webbox --sites examples/webbox/demo_sites.tsv     # prints GATEWAY
//   recall --gateway GATEWAY --topics examples/webbox/topics.tsv
//          --seeds examples/webbox/recall_seeds.tsv --out DIR [--goal 0.9] [--runs 10]
//          [--strategy learned] [--use report]
//   recall --web WHOLE/repository.db ...
// --web plays the crawls over a complete record of the box (recall_trial.h) instead of fetching its
// pages, and without new seeds.
// A line of the file of seeds has a topic and the URLs to begin at, separated by tabs. The true
// recall is the share of the pages on topic, by the judge of the crawl, that a crawl from the same
// seeds without a goal finds, which ends when nothing is left to fetch. Writes DIR/runs.jsonl, a
// line a run; the same command again goes on after the last. Prints the coverage.

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "gatherer/strategies/strategy_registry.h"
#include "labs/experiments/capped_crawl.h"
#include "labs/experiments/comparison/strategy_text.h"
#include "labs/experiments/crawl_run.h"
#include "labs/experiments/judged_pages.h"
#include "labs/experiments/recall_trial.h"
#include "sampler/interval.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
using nlohmann::json;

struct Options {
  std::string gateway, web, topics, seeds, out, strategy = "learned", use;
  double goal = 0.9;
  std::size_t runs = 10;
};

/// The seeds of each run, by topic.
std::map<std::string, std::vector<std::vector<std::string>>> read_seeds(const fs::path& file) {
  std::map<std::string, std::vector<std::vector<std::string>>> seeds;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.empty() || line.front() == '#') continue;
    const auto columns = split(line, '\t');
    seeds[std::string(columns[0])].emplace_back(columns.begin() + 1, columns.end());
  }
  return seeds;
}

collection::Specification specification_of(const Options& options, const TopicOfList& topic,
                                           const std::vector<std::string>& seeds,
                                           const std::string& strategy) {
  collection::Specification made;
  made.agent.name = "porthole";
  made.topic = {.title = topic.title, .terms = topic.terms, .taxonomy_file = ""};
  for (const std::string& seed : seeds) made.seeds.push_back({seed, "", 0});
  made.sitemaps = false;
  made.strategy.name = strategy;
  made.network.gateway = options.gateway;
  return made;
}

json line_of(const std::string& topic, std::size_t number, const RecallTrial& trial) {
  return {{"topic", topic},
          {"run", number},
          {"true", trial.truth},
          {"reachable", trial.reached},
          {"fetched", trial.fetched},
          {"samples", trial.samples},
          {"recall",
           {{"recall",
             {{"estimate", trial.said.estimate},
              {"low", trial.said.low},
              {"high", trial.said.high}}}}}};
}

/// One run over the record. Errors: those of a strategy that does not exist, and of a seed that the
/// record lacks.
Result<json> played_trial(const Options& options, const TopicOfList& topic,
                          const std::vector<std::string>& seeds, std::size_t number,
                          const RecordedLinks& web) {
  const collection::Topic own{.title = topic.title, .terms = topic.terms, .taxonomy_file = ""};
  JudgedPages judged(web, gatherer::make_own_words_judge(own));
  CappedPlay crawl{.web = web,
                   .judge = [&](auto page) -> const gatherer::Judgement& { return judged(page); },
                   .seeds = {},
                   .caps = std::vector<std::size_t>(web.sites().size())};
  for (const std::string& seed : seeds) {
    const Result<Url> url = Url::parse(seed);
    const auto page = url ? web.find(url->key()) : RecordedLinks::no_page();
    if (page == RecordedLinks::no_page())
      return fail(ErrorCode::kNotFound, "the record lacks the seed " + seed);
    crawl.seeds.push_back(page);
  }
  TRY_AS(choice, read_strategy(options.strategy));
  TRY_AS(made, gatherer::make_strategy(*choice, {.topic = own, .judge = &judged.judge()}));
  return line_of(topic.topic, number,
                 play_until_recall(crawl, *made->strategy, {.recall = options.goal}, number + 1));
}

/// One run and its truth. Errors: those of gather().
Result<json> trial(const Options& options, const TopicOfList& topic,
                   const std::vector<std::string>& seeds, std::size_t number,
                   gatherer::SharedWeb& web) {
  CrawlRun run;
  run.folder = fs::path(options.out) / "crawl";
  run.specification = specification_of(options, topic, seeds, "breadth-first");
  run.web = &web;
  run.pace = CrawlRun::Pace::kFast;
  TRY_AS(all, crawl_once(run));
  run.specification = specification_of(options, topic, seeds, options.strategy);
  run.until_recall = gatherer::RecallGoal{.recall = options.goal};
  run.random_seed = number + 1;
  TRY_AS(ended, crawl_once(run));
  const gatherer::GatherReport& report = ended->report;
  json line = {{"topic", topic.topic},
               {"run", number},
               {"on_topic", all->report.relevant},
               {"reachable", all->report.fetched},
               {"found", report.relevant},
               {"fetched", report.fetched}};
  if (report.recall) line["recall"] = json::parse(gatherer::recall_as_json(*report.recall).dump());
  return line;
}

void print_coverage(const std::vector<json>& runs) {
  std::size_t held = 0, above = 0, ended = 0;
  double truth = 0, width = 0, fetched = 0;
  for (const json& run : runs) {
    if (!run.contains("recall")) continue;
    ++ended;
    const double is = run.contains("true")
                          ? run["true"].get<double>()
                          : run["found"].get<double>() / run["on_topic"].get<double>();
    const double low = run["recall"]["recall"]["low"], high = run["recall"]["recall"]["high"];
    held += low <= is && is <= high;
    above += low > is;
    truth += is;
    width += high - low;
    fetched += run["fetched"].get<double>() / run["reachable"].get<double>();
  }
  const auto n = static_cast<double>(ended);
  const sampler::Interval coverage = sampler::share_interval(held, ended);
  std::printf("runs %zu, held %zu: %.3f (%.3f to %.3f); interval too high %zu, too low %zu\n",
              ended, held, coverage.estimate, coverage.low, coverage.high, above,
              ended - held - above);
  std::printf("mean true recall %.3f, width %.3f, share of reachable pages fetched %.3f\n",
              truth / n, width / n, fetched / n);
}

int run(const Options& options) {
  const auto topics = read_topics(options.topics);
  if (!topics) return std::cerr << topics.error().to_string() << '\n', 1;
  const auto seeds = read_seeds(options.seeds);
  fs::create_directories(options.out);
  const fs::path file = fs::path(options.out) / "runs.jsonl";
  std::vector<json> runs;
  if (std::ifstream known(file); known) {
    for (std::string line; std::getline(known, line);) runs.push_back(json::parse(line));
  }
  std::ofstream lines(file, std::ios::app);
  gatherer::SharedWeb web;
  std::optional<RecordedLinks> record;
  if (!options.web.empty()) {
    auto repository = repository::open_sqlite(options.web, repository::Access::kRead);
    if (!repository) return std::cerr << repository.error().to_string() << '\n', 1;
    auto read = RecordedLinks::read(**repository);
    if (!read) return std::cerr << read.error().to_string() << '\n', 1;
    record = std::move(*read);
  }
  for (std::size_t number = 0; number < options.runs; ++number) {
    for (const TopicOfList& topic : *topics) {
      const auto drawn = seeds.find(topic.topic);
      if (!options.use.empty() && topic.use != options.use) continue;
      if (drawn == seeds.end() || number >= drawn->second.size()) continue;
      const bool is_known = std::any_of(runs.begin(), runs.end(), [&](const json& run) {
        return run["topic"] == topic.topic && run["run"] == number;
      });
      if (is_known) continue;
      const std::vector<std::string>& from = drawn->second[number];
      const Result<json> line = record ? played_trial(options, topic, from, number, *record)
                                       : trial(options, topic, from, number, web);
      if (!line) return std::cerr << line.error().to_string() << '\n', 1;
      lines << line->dump() << std::endl;
      std::cerr << line->dump() << '\n';
      runs.push_back(*line);
    }
  }
  print_coverage(runs);
  return 0;
}

}  // namespace
}  // namespace porthole::labs

int main(int argc, char** argv) {
  porthole::labs::Options options;
  CLI::App app("Measures how often the interval of gather --until-recall holds the truth");
  auto* const gateway = app.add_option("--gateway", options.gateway);
  app.add_option("--web", options.web, "A complete record of the box, to play over")
      ->excludes(gateway);
  app.add_option("--topics", options.topics)->required();
  app.add_option("--seeds", options.seeds)->required();
  app.add_option("--out", options.out)->required();
  app.add_option("--goal", options.goal);
  app.add_option("--runs", options.runs);
  app.add_option("--strategy", options.strategy);
  app.add_option("--use", options.use);
  CLI11_PARSE(app, argc, argv);
  if (options.gateway.empty() && options.web.empty())
    return std::cerr << "recall: give --gateway or --web\n", 2;
  return porthole::labs::run(options);
}
