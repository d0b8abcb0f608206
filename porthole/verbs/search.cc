#include <iostream>
#include <memory>

#include "collection/collection.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/show_results.h"
#include "porthole/verb.h"
#include "search/json.h"
#include "search/searcher.h"

namespace porthole::cli {
namespace {

struct Options {
  std::string folder;
  std::vector<std::string> words;
  int from = 0;
  int size = 10;
};

int run(const Options& options, const Common& common) {
  Result<collection::Collection> collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  Result<search::Searcher> searcher = search::Searcher::open({collection->index_folder()});
  if (!searcher) return report(searcher.error(), common);
  std::string query;
  for (const std::string& word : options.words) query += (query.empty() ? "" : " ") + word;
  Result<search::Results> results = searcher->search({query, options.from, options.size});
  if (!results) return report(results.error(), common);
  if (common.json) {
    std::cout << search::results_as_json(*results) << '\n';
  } else {
    show_results(*results);
  }
  return kDone;
}

}  // namespace

Action declare_search(CLI::App& app) {
  const auto options = std::make_shared<Options>();
  app.add_option("DIR", options->folder, "The collection's folder")->required();
  take_verbatim(
      app.add_option(
          "QUERY", options->words,
          "Words, \"phrases\", title: anchor: site: url: lang:, AND, OR, NOT, -word (after --)"))
      ->required();
  app.add_option("--from", options->from, "Leave out the first N results")
      ->type_name("N")
      ->check(CLI::Range(0, search::kMaxResultFrom))
      ->capture_default_str();
  app.add_option("--size", options->size, "Show at most N results")
      ->type_name("N")
      ->check(CLI::Range(1, search::kMaxResultSize))
      ->capture_default_str();
  return [options](const Common& common) { return run(*options, common); };
}

}  // namespace porthole::cli
