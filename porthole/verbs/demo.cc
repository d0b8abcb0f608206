// The demonstration: everything that a user of the live web would do, on real pages without a network.

#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "collection/collection.h"
#include "experiments/capped_crawl.h"
#include "porthole/exit_code.h"
#include "porthole/index_summaries.h"
#include "porthole/interrupt.h"
#include "porthole/json_line.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/show_results.h"
#include "porthole/verb.h"
#include "search/json.h"
#include "search/searcher.h"
#include "search/server.h"
#include "summarizer/summarizer.h"
#include "webbox/box.h"

namespace porthole::cli {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::int64_t kBudget = 600;

struct DemoOptions {
  bool once = false;
  std::uint16_t port = 8080;
};

experiments::TopicOfList demo_topic() {
  return {"health", "Health",
          {"medicine", "medical", "health", "patient", "neuroimaging", "brain", "mri", "clinical", "hospital", "dicom", "fmri"},
          ""};
}

constexpr const char* kSearches[] = {"brain imaging pipeline", "\"magnetic resonance\" imaging", "anchor:dicom"};

/// What was done, as one line of JSON or in words.
void tell(const ordered_json& json, const std::string& words, const Common& common) {
  if (common.json) print_json(json);
  if (in_words(common)) std::cout << words;
  std::cout << std::flush;
}

fs::path demo_folder() {
  if (const char* cache = std::getenv("XDG_CACHE_HOME"); cache != nullptr && *cache != '\0') {
    return fs::path(cache) / "porthole";
  }
  const char* home = std::getenv("HOME");
  return fs::path(home != nullptr && *home != '\0' ? home : "/tmp") / ".cache" / "porthole";
}

Result<webbox::Box> open_demo_box(const Common& common) {
  Result<std::string> sites = program_file("examples/webbox/demo_sites.tsv");
  if (!sites) return fail(sites.error());
  webbox::BoxOptions options;
  options.sites = *sites;
  options.cache = demo_folder() / "box";
  options.fetch = true;
  options.hub_packages = 1500;
  ProgressBar bar("fetching Debian documentation packages", common);
  options.progress = [&](const webbox::FetchProgress& p) {
    bar.show(static_cast<std::int64_t>(p.packages), static_cast<std::int64_t>(p.packages_total),
             {bytes(static_cast<std::int64_t>(p.bytes)), p.package});
  };
  return webbox::open_box(options);
}

Result<experiments::CappedResult> gather(const webbox::Box& box, const std::string& strategy,
                                         const Interrupt& interrupt, const Common& common) {
  ProgressBar bar("gathering, " + strategy, common);
  experiments::CappedCrawl crawl;
  crawl.folder = demo_folder() / "demo" / strategy;
  crawl.topic = demo_topic();
  crawl.strategy = strategy;
  crawl.pages = kBudget;
  crawl.stop = &interrupt.count();
  crawl.progress = [&](const gatherer::Progress& p) {
    bar.show(p.fetched, p.budget,
             {"harvest rate " + percent(p.fetched == 0 ? 0
                                                       : static_cast<double>(p.relevant) /
                                                             static_cast<double>(p.fetched))});
  };
  return experiments::run_capped_crawl(box, crawl);
}

Result<void> summarize_and_index(const collection::Collection& collection, const Common& common) {
  auto repository = repository::open_sqlite(collection.repository_file(), repository::Access::kWrite);
  if (!repository) return fail(repository.error());
  ProgressBar bar("summarising", common);
  summarizer::SummarizeOptions options;
  options.topic_title = collection.specification().topic.title;
  options.progress = [&](std::int64_t done) { bar.show(done, 0, {}); };
  Result<summarizer::SummarizeReport> summarized = summarizer::summarize_stale(**repository, options);
  if (!summarized) return fail(summarized.error());
  bar.clear();
  Result<indexer::IndexReport> indexed = index_summaries(collection, **repository);
  if (!indexed) return fail(indexed.error());
  tell({{"summarized", summarized->summarized}, {"indexed", indexed->indexed}, {"documents", indexed->documents}},
       "summarised " + counted(summarized->summarized, "page") + ", indexed " + with_commas(indexed->indexed) +
           "; the index has " + counted(indexed->documents, "document") + "\n",
       common);
  return {};
}

Result<void> show_searches(const collection::Collection& collection, const Common& common) {
  Result<search::Searcher> searcher = search::Searcher::open({collection.index_folder()});
  if (!searcher) return fail(searcher.error());
  for (const char* query : kSearches) {
    Result<search::Results> results = searcher->search({query, 0, 3});
    if (!results) return fail(results.error());
    if (common.json) {
      std::cout << search::results_as_json(*results) << '\n';
      continue;
    }
    std::cout << "\nsearch: " << query << '\n';
    show_results(*results);
  }
  return {};
}

ordered_json verdict_as_json(const experiments::CappedResult& result) {
  return {{"pages_on_topic", result.verdict.pages_on_topic}, {"sites_on_topic", result.verdict.sites_on_topic}};
}

std::string verdict_in_words(const char* name, const experiments::CappedResult& result) {
  char line[96];
  std::snprintf(line, sizeof line, "  %-22s %4zu pages on %zu sites\n", name, result.verdict.pages_on_topic,
                result.verdict.sites_on_topic);
  return line;
}

/// A strategy that the demonstration crawls by, and what it found.
struct ShownCrawl {
  std::string strategy;
  std::string in_words;
  experiments::CappedResult result{};
};

void print_comparison(const std::vector<ShownCrawl>& crawls, const Common& common) {
  ordered_json json = {{"pages", kBudget}};
  std::string words = "\nof " + counted(kBudget, "page") + " each, on sites that the list calls \"health\":\n";
  for (const ShownCrawl& crawl : crawls) {
    json[crawl.strategy] = verdict_as_json(crawl.result);
    words += verdict_in_words(crawl.in_words.c_str(), crawl.result);
  }
  tell(json, words + "\n", common);
}

int serve(const collection::Collection& collection, const DemoOptions& options, const Interrupt& interrupt, const Common& common) {
  search::ServerOptions server_options;
  server_options.port = options.port;
  auto server = search::SearchServer::start({search::serve_collection(collection)}, server_options);
  if (!server) return report(server.error(), common);
  if (common.json) {
    print_json({{"url", (*server)->url()}});
  } else {
    std::cout << "\nsearch page: " << (*server)->url() << "   (Ctrl-C ends)\n";
  }
  std::cout << std::flush;
  interrupt.wait();
  return interrupt.exit_code();
}

int run_demo(const DemoOptions& options, const Common& common) {
  const Interrupt interrupt;
  Result<webbox::Box> box = open_demo_box(common);
  if (!box) return report(box.error(), common);
  const auto sites = static_cast<std::int64_t>(box->manifest->sites().size() - box->manifest->left_out().size());
  const auto pages = static_cast<std::int64_t>(box->manifest->page_count());
  tell({{"sites", sites}, {"pages", pages}},
       "a web in a box: " + counted(sites, "real site") + ", " + counted(pages, "page") + "\n", common);
  std::vector<ShownCrawl> crawls = {
      {"rw", "relevance weighting"}, {"learned", "learned, the default"}, {"breadth-first", "breadth-first"}};
  for (ShownCrawl& crawl : crawls) {
    Result<experiments::CappedResult> result = gather(*box, crawl.strategy, interrupt, common);
    if (!result) return report(result.error(), common);
    crawl.result = std::move(*result);
  }
  if (interrupt.happened()) return interrupt.exit_code();
  print_comparison(crawls, common);

  Result<collection::Collection> collection = collection::Collection::open(demo_folder() / "demo" / "rw");
  if (!collection) return report(collection.error(), common);
  if (auto done = summarize_and_index(*collection, common); !done) return report(done.error(), common);
  if (auto shown = show_searches(*collection, common); !shown) return report(shown.error(), common);
  const std::string next = "porthole new cycling --topic bicycle --seed URL --contact you@your.domain";
  tell({{"collection", collection->folder().string()}, {"next", next}},
       "\nthe collection: " + collection->folder().string() + "\nnext: " + next + "\n", common);
  return options.once ? kDone : serve(*collection, options, interrupt, common);
}

}  // namespace

Action declare_demo(CLI::App& app) {
  const auto options = std::make_shared<DemoOptions>();
  app.add_flag("--once", options->once, "Stop after the searches, serve nothing");
  app.add_option("--port", options->port, "Port of the search page")->type_name("N")->capture_default_str();
  return [options](const Common& common) { return run_demo(*options, common); };
}

}  // namespace porthole::cli
