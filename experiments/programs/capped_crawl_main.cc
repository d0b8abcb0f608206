// Runs the capped crawl for each topic and strategy and prints a table:
//   capped_crawl --sites FILE --cache DIR --topics experiments/topics.tsv [--seeds FILE] [--use report] [--pages 3000]
//                [--strategy rw]... [--option NAME=VALUE]... --out DIR

#include <CLI/CLI.hpp>
#include <cstdio>
#include <filesystem>
#include <iostream>

#include "base/clock.h"
#include "experiments/capped_crawl.h"

namespace porthole::experiments {
namespace {

struct Options {
  std::string sites, cache, topics, seeds, use, out;
  std::int64_t pages = 3000;
  std::vector<std::string> strategies = {"breadth-first", "rw"};
  std::vector<std::string> options;
};

struct Sums {
  double pages = 0, sites = 0;
};

int fail_with(const Error& error) {
  std::cerr << "capped_crawl: " << error.to_string() << '\n';
  return 4;
}

int run(const Options& options) {
  webbox::BoxOptions box_options;
  box_options.sites = options.sites;
  box_options.cache = options.cache;
  Result<webbox::Box> box = webbox::open_box(box_options);
  if (!box) return fail_with(box.error());
  Result<std::vector<TopicOfList>> topics = read_topics(options.topics);
  if (!topics) return fail_with(topics.error());

  FrontPages front_pages;
  if (!options.seeds.empty()) {
    Result<FrontPages> read = read_front_pages(options.seeds);
    if (!read) return fail_with(read.error());
    front_pages = std::move(*read);
  }
  std::printf("# %s, %zu sites, %zu pages in the box, %ld pages a crawl\n", format_time(system_clock().wall()).c_str(),
              box->manifest->sites().size(), box->manifest->page_count(), static_cast<long>(options.pages));
  std::printf("topic\tuse\tstrategy\tpages on topic\tsites on topic\tpages\tjudged relevant\n");
  std::vector<Sums> sums(options.strategies.size());
  int count = 0;
  for (const TopicOfList& topic : *topics) {
    if (!options.use.empty() && topic.use != options.use) continue;
    ++count;
    for (std::size_t s = 0; s < options.strategies.size(); ++s) {
      std::string name = topic.topic + "-" + options.strategies[s];
      for (char& c : name) c = c == '/' ? '_' : c;
      CappedCrawl crawl{.folder = std::filesystem::path(options.out) / name,
                        .topic = topic,
                        .strategy = options.strategies[s],
                        .options = {},
                        .pages = options.pages,
                        .front_pages = front_pages,
                        .progress = {},
                        .stop = nullptr};
      std::filesystem::remove_all(crawl.folder);
      for (const std::string& option : options.options) {
        const auto equals = option.find('=');
        if (crawl.strategy != "breadth-first" && equals != std::string::npos) {
          crawl.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
        }
      }
      Result<CappedResult> result = run_capped_crawl(*box, crawl);
      if (!result) return fail_with(result.error());
      const webbox::Verdict& v = result->verdict;
      std::printf("%s\t%s\t%s\t%zu\t%zu\t%ld\t%ld\n", topic.topic.c_str(), topic.use.c_str(), crawl.strategy.c_str(),
                  v.pages_on_topic, v.sites_on_topic, static_cast<long>(result->report.fetched),
                  static_cast<long>(result->report.relevant));
      std::fflush(stdout);
      sums[s].pages += static_cast<double>(v.pages_on_topic);
      sums[s].sites += static_cast<double>(v.sites_on_topic);
      std::filesystem::remove_all(crawl.folder);
    }
  }
  for (std::size_t s = 0; s < sums.size() && count > 0; ++s) {
    std::printf("mean of %d\t%s\t%s\t%.1f\t%.2f\t\t%.2f times %s\n", count, options.use.c_str(),
                options.strategies[s].c_str(), sums[s].pages / count, sums[s].sites / count,
                sums[0].pages > 0 ? sums[s].pages / sums[0].pages : 0.0, options.strategies[0].c_str());
  }
  return 0;
}

}  // namespace
}  // namespace porthole::experiments

int main(int argc, char** argv) {
  CLI::App app("Crawls a web in a box, capped by site, with each strategy, and judges by the sites' topics.");
  porthole::experiments::Options options;
  app.add_option("--sites", options.sites, "List of sites")->required();
  app.add_option("--cache", options.cache, "Folder with their packages")->required();
  app.add_option("--topics", options.topics, "Topics to crawl for")->required();
  app.add_option("--seeds", options.seeds, "Front pages of the sites (topic, name, host/path), else the box's own");
  app.add_option("--use", options.use, "Only topics with this use (tuning, report)");
  app.add_option("--out", options.out, "Folder for the collections, removed again")->required();
  app.add_option("--pages", options.pages, "Budget of a crawl")->capture_default_str();
  app.add_option("--strategy", options.strategies, "Strategies, the first is the one compared with");
  app.add_option("--option", options.options, "NAME=VALUE for the strategies other than breadth-first");
  CLI11_PARSE(app, argc, argv);
  return porthole::experiments::run(options);
}
