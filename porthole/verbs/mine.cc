#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>

#include "base/json/json.h"
#include "operations/mining/mine_work.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

constexpr std::size_t kMostTopicsShown = 20;

struct MineVerbOptions {
  std::string folder;
  std::string method = "auto";
  bool store = false;
};

const std::map<std::string, operations::MineMethod>& methods() {
  static const std::map<std::string, operations::MineMethod> all = [] {
    std::map<std::string, operations::MineMethod> by_name;
    for (const operations::MineMethod method :
         {operations::MineMethod::kArrays, operations::MineMethod::kJoins,
          operations::MineMethod::kProbes}) {
      by_name[name_of(method)] = method;
    }
    return by_name;
  }();
  return all;
}

/// A collection with its mining tables.
struct Opened {
  collection::OpenCollection collection;
  std::unique_ptr<repository::MiningDatabase> database;
  operations::MineOptions options;
};

Result<Opened> open_to_mine(const MineVerbOptions& options) {
  TRY_AS(open,
         collection::open_collection(options.folder, options.store ? repository::Access::kWrite
                                                                   : repository::Access::kRead));
  TRY(collection::check_has_pages(*open, options.folder));
  TRY_AS(database, repository::MiningDatabase::open(collection::storage_of(open->collection),
                                                    {.cache_bytes = operations::kMiningMemory}));
  Opened out{std::move(*open), std::move(*database), {}};
  if (const auto method = methods().find(options.method); method != methods().end())
    out.options.method = method->second;
  return out;
}

void print_next(const MineVerbOptions& options, const char* example) {
  const std::string folder = shell_word(options.folder);
  if (options.store) {
    std::printf("next: porthole summarize %s\n", folder.c_str());
  } else {
    std::printf("next: porthole query %s \"%s\"\n", folder.c_str(), example);
  }
}

nlohmann::ordered_json as_json(const operations::MinedPages& mined) {
  auto topics = nlohmann::ordered_json::array();
  for (const operations::MinedTopic& topic : mined.topics)
    topics.push_back({{"topic", topic.path}, {"pages", topic.best}, {"expected", topic.expected}});
  return {{"method", name_of(mined.method)},
          {"pages", mined.pages},
          {"relevant", mined.relevant},
          {"expected_relevant", mined.expected_relevant},
          {"topics", topics}};
}

void print_words(const operations::MinedPages& mined) {
  std::printf("%s, by %s: %s relevant, %.1f expected\n", counted(mined.pages, "page").c_str(),
              name_of(mined.method), with_commas(mined.relevant).c_str(), mined.expected_relevant);
  std::printf("\n  best leaf   expected  topic\n");
  for (std::size_t i = 0; i < std::min(kMostTopicsShown, mined.topics.size()); ++i) {
    const operations::MinedTopic& topic = mined.topics[i];
    std::printf("  %9s  %9.1f  %s\n", with_commas(topic.best).c_str(), topic.expected,
                printable(topic.path).c_str());
  }
  if (mined.topics.size() > kMostTopicsShown) {
    std::printf("  and %s (--json has all)\n",
                counted(number(mined.topics.size() - kMostTopicsShown), "more topic").c_str());
  }
  std::printf("\n");
}

int classify(const MineVerbOptions& options, const Common& common) {
  auto open = open_to_mine(options);
  if (!open) return report(open.error(), common);
  const Interrupt interrupt;
  ProgressBar bar("counting terms", common);
  const auto counts = open->collection.repository->counts();
  if (!counts) return report(counts.error(), common);
  open->options.stop = &interrupt.stop();
  open->options.progress = [&](std::int64_t pages) { bar.show(pages, counts->fetched, {}); };
  const auto mined = operations::mine_classes(open->collection, *open->database, open->options);
  bar.clear();
  if (!mined) return report(mined.error(), common);
  if (!*mined) return interrupt.exit_code();
  if (options.store) {
    auto stored =
        operations::store_judgements(*open->database, **mined, *open->collection.repository);
    if (!stored) return report(stored.error(), common);
  }
  if (common.json) {
    print_json(as_json(**mined));
  } else if (in_words(common)) {
    print_words(**mined);
    print_next(
        options,
        "SELECT path, sum(pr) FROM class JOIN taxonomy USING (kcid) GROUP BY path ORDER BY 2 "
        "DESC");
  }
  return kDone;
}

int distill(const MineVerbOptions& options, const Common& common) {
  auto open = open_to_mine(options);
  if (!open) return report(open.error(), common);
  const auto mined = operations::mine_scores(open->collection, *open->database, open->options);
  if (!mined) return report(mined.error(), common);
  if (options.store) {
    auto stored =
        open->collection.repository->scores().put_distilled(mined->scores, mined->scale());
    if (!stored) return report(stored.error(), common);
  }
  const repository::MinedGraph& graph = mined->graph;
  if (common.json) {
    print_json({{"method", name_of(mined->method)},
                {"pages", graph.pages},
                {"sites", graph.sites},
                {"links", graph.citations},
                {"candidates", graph.candidates},
                {"rho", graph.rho},
                {"rounds", mined->rounds.rounds},
                {"converged", mined->rounds.converged}});
  } else if (in_words(common)) {
    std::printf("%s of %s, by %s: %s between sites to %s of relevance above %.3f; %s\n",
                counted(graph.pages, "page").c_str(), counted(graph.sites, "site").c_str(),
                name_of(mined->method), counted(graph.citations, "link").c_str(),
                counted(graph.candidates, "page").c_str(), graph.rho,
                counted(mined->rounds.rounds, "round").c_str());
    print_next(options, "SELECT key, score FROM hubs JOIN url ON id = oid ORDER BY score DESC");
  }
  return kDone;
}

void declare_how(Command sub, MineVerbOptions& options, const std::vector<std::string>& names) {
  sub.add_option(
         "--method", options.method,
         "Where it is computed: " + join(names, ", ") + "; auto: arrays when they fit into 1 GiB")
      .type_name("METHOD")
      .one_of(names)
      .capture_default_str();
}

}  // namespace

Action declare_mine(Command app) {
  const auto options = std::make_shared<MineVerbOptions>();
  const auto works = std::make_shared<Subcommands<MineVerbOptions>>("mine", app, options);
  Command classifying = works->add(
      "classify", "Compute the probability of each topic for each page, in tables for query.",
      "classify cycling", classify);
  declare_how(classifying, *options, {"auto", "arrays", "joins", "probes"});
  classifying.add_flag("--store", options->store, "Replace the judgements of the pages by these");
  Command distilling =
      works->add("distill", "Compute link weights, hubs and authorities, in tables for query.",
                 "distill cycling --method joins", distill);
  declare_how(distilling, *options, {"auto", "arrays", "joins"});
  distilling.add_flag("--store", options->store, "Replace the scores of the pages by these");
  return [works](const Common& common) { return works->run(common); };
}

}  // namespace porthole::cli
