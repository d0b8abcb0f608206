#include <filesystem>
#include <iostream>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "collection/collection.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/show/results.h"
#include "porthole/verb.h"
#include "search/ranking/searcher.h"
#include "search/site/json.h"

namespace porthole::cli {
namespace {

struct SearchOptions {
  std::string folder;
  std::vector<std::string> others;
  std::vector<std::string> words;
  search::SearchRequest request;
  std::string first;
  bool fields = false;
};

std::string fields_command(const SearchOptions& options) {
  return "porthole search " + shell_word(options.folder) + " --fields";
}

std::vector<std::string> all_folders(const SearchOptions& options) {
  std::vector<std::string> folders = {options.folder};
  folders.insert(folders.end(), options.others.begin(), options.others.end());
  return folders;
}

/// Pages of a collection that is named twice would count twice.
Result<void> check_named_once(const std::vector<std::string>& folders) {
  for (std::size_t one = 0; one < folders.size(); ++one) {
    for (std::size_t other = 0; other < one; ++other) {
      std::error_code missing;
      if (!std::filesystem::equivalent(folders[one], folders[other], missing)) continue;
      return fail(ErrorCode::kUsage, "the collection " + folders[one] + " is named twice",
                  "name each collection once");
    }
  }
  return {};
}

int list_fields(const SearchOptions& options, search::Searcher& searcher, const Common& common) {
  constexpr int kValues = 5;
  const std::string name = options.words.empty() ? "" : options.words[0];
  const auto fields = searcher.list_fields(name.empty() ? kValues : search::kMaxFieldValues, name);
  if (!fields) return report(fields.error(), common);
  if (fields->empty()) {
    return report(ErrorCode::kInvalid, "there is no field \"" + name + "\"",
                  "all fields: " + fields_command(options), common);
  }
  if (common.json) {
    std::cout << search::fields_as_json(*fields) << '\n';
  } else {
    show_fields(*fields);
  }
  return kDone;
}

int run_search(const SearchOptions& options, const Common& common) {
  if (options.words.empty() && !options.fields) {
    return report(ErrorCode::kUsage, "QUERY is missing",
                  "give the words to search for, or list the fields: " + fields_command(options),
                  common);
  }
  const std::vector<std::string> folders = all_folders(options);
  if (auto once = check_named_once(folders); !once) return report(once.error(), common);
  std::vector<std::filesystem::path> indexes;
  for (const std::string& folder : folders) {
    const Result<collection::Collection> collection = collection::Collection::open(folder);
    if (!collection) return report(collection.error(), common);
    indexes.push_back(collection->index_folder());
  }
  Result<search::Searcher> searcher = search::Searcher::open(indexes);
  if (!searcher) return report(searcher.error(), common);
  if (options.fields) return list_fields(options, *searcher, common);
  std::string query;
  for (const std::string& word : options.words) query += (query.empty() ? "" : " ") + word;
  search::SearchRequest request = options.request;
  request.query = query;
  request.first = search::first_named(options.first);
  Result<search::Results> results = searcher->search(request);
  if (!results) {
    Error error = results.error();
    if (error.code == ErrorCode::kInvalid) error.hint += "; all fields: " + fields_command(options);
    return report(error, common);
  }
  if (common.json) {
    std::cout << search::results_as_json(*results) << '\n';
  } else {
    show_results(*results);
  }
  return kDone;
}

}  // namespace

Action declare_search(Command app) {
  const auto options = std::make_shared<SearchOptions>();
  app.add_folder(options->folder);
  app.add_option("QUERY", options->words,
                 "Words, \"phrases\", FIELD:value, AND, OR, NOT, -word (after --)")
      .take_verbatim();
  app.add_option("--with", options->others,
                 "Search this collection, too, as one with DIR; may be repeated")
      .repeatable()
      .type_name("DIR");
  app.add_flag("--fields", options->fields,
               "List the fields of queries with frequent values; with a name, that field");
  app.add_option("--from", options->request.from, "Skip the first N results")
      .type_name("N")
      .within(0, search::kMaxResultFrom)
      .capture_default_str();
  app.add_option("--size", options->request.size, "Show at most N results")
      .type_name("N")
      .within(1, search::kMaxResultSize)
      .capture_default_str();
  app.add_option("--first", options->first, "Show hubs (lists of resources) or authorities first")
      .type_name("KIND")
      .one_of({"hubs", "authorities"});
  app.add_option("--min-recommendations", options->request.min_recommendations,
                 "Leave out pages with annotations by fewer than N other sites")
      .type_name("N")
      .not_negative();
  app.add_flag("--as-written", options->request.as_written,
               "Do not correct words that no page has");
  app.add_flag("--facets", options->request.facets,
               "Count the topics, sites, types, languages, years and kinds of annotation of the "
               "results (facets)");
  app.add_flag("--all", options->request.off_topic,
               "Include off-topic pages (which porthole index --all has indexed)");
  app.add_flag("--explain", options->request.explain, "Show the parts of each result's score");
  return [options](const Common& common) { return run_search(*options, common); };
}

}  // namespace porthole::cli
