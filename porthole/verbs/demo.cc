// The demonstration: gathers and searches a topic on the real pages of a web in a box.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "base/text/text.h"
#include "base/url/url.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "labs/comparison/capped_crawl.h"
#include "labs/comparison/demo_comparison.h"
#include "labs/webbox/box.h"
#include "operations/program_file.h"
#include "operations/steps/index_round.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/show/results.h"
#include "porthole/verb.h"
#include "porthole/verbs/webbox/box_progress.h"
#include "repository/known_url.h"
#include "repository/repository.h"
#include "search/ranking/searcher.h"
#include "search/site/json.h"
#include "search/site/site.h"
#include "summarizer/summarize.h"

namespace porthole::cli {
namespace {

// Finds a search result that matches only by the link text of other pages.

struct SaidByOthers {
  std::string url;
  std::string said;        ///< The text of a link to it that contains the words.
  std::string said_on;     ///< The page with that link.
  std::int64_t pages = 0;  ///< Number of other pages that link to it with these words.
};

bool has(const std::string& text, const std::string& word) {
  return ascii_lower(text).find(word) != std::string::npos;
}

bool says_none(const repository::UrlRecord& url, const Document& page,
               const std::vector<std::string>& words) {
  return std::none_of(words.begin(), words.end(), [&](const std::string& word) {
    return has(page.text, word) || has(page.title, word) || has(page.description, word) ||
           has(url.href, word) ||
           std::any_of(page.properties.begin(), page.properties.end(),
                       [&](const Property& property) { return has(property.value, word); });
  });
}

/// The links of other pages to `target` whose text contains all of the words.
Result<SaidByOthers> links_that_say(repository::Repository& repository,
                                    const repository::UrlRecord& target,
                                    const std::vector<std::string>& words) {
  TRY_AS(links, repository.links().in_links(target.id));
  SaidByOthers found{target.href, "", "", 0};
  std::set<std::string> sources;
  bool quotes_another_site = false;
  for (const repository::InLink& link : *links) {
    const bool says_all = std::all_of(words.begin(), words.end(), [&](const std::string& word) {
      return has(link.link.anchor, word);
    });
    if (!says_all || link.source_href == target.href) continue;
    sources.insert(link.source_href);
    const bool is_another_site = link.source_site != target.site;
    if (found.said.empty() || (is_another_site && !quotes_another_site)) {
      found.said = link.link.anchor;
      found.said_on = link.source_href;
      quotes_another_site = is_another_site;
    }
  }
  found.pages = static_cast<std::int64_t>(sources.size());
  return found;
}

/// The first of `results` with none of the words in its text, title, description and URL, while
/// links of other pages to it contain all of them; links from other sites are preferred as quotes.
/// Words match by prefix: "replicat" matches replication, replicate, replicas. Requires: words in
/// lower case.
///
/// Errors: those of the repository.
Result<std::optional<SaidByOthers>> find_said_by_others(repository::Repository& repository,
                                                        const search::Results& results,
                                                        const std::vector<std::string>& words) {
  for (const search::Hit& hit : results.hits) {
    const Result<Url> url = Url::parse(hit.url);
    if (!url) continue;
    TRY_AS(known, repository::find_known_url(repository, *url));
    if (!*known) continue;
    TRY_AS(page, repository.pages().get((*known)->id));
    if (!*page || !says_none(**known, (*page)->document, words)) continue;
    TRY_AS(found, links_that_say(repository, **known, words));
    if (found->pages > 0) return std::optional<SaidByOthers>(*found);
  }
  return std::optional<SaidByOthers>();
}

namespace fs = std::filesystem;
using nlohmann::ordered_json;

/// A reader of the databases' manuals looks for their commands; other sites are there to be passed
/// by.
constexpr std::int64_t kPagesOfTopicSite = 400;
constexpr std::int64_t kPagesOfSite = 10;
constexpr std::int64_t kMorePages = 500;
constexpr const char* kTopic = "computers/databases";
/// Topics that were not used for tuning (their use is "report") and have at least four sites in the
/// box.
constexpr const char* kComparedTopics[] = {"health", "science/astronomy",
                                           "computers/web/frameworks", "science/geography"};
constexpr const char* kComparedStrategies[] = {"learned", "rw", "breadth-first"};

struct DemoOptions {
  bool once = false;
  bool compare = false;
  std::int64_t pages = 1000;
  int draws = 5;
  std::uint16_t port = 8080;
};

struct DemoSearch {
  const char* query;
  /// Words of the query that occur only in link texts of other pages, not in the page that is
  /// found.
  std::vector<std::string> said_by_others{};
};

const std::vector<DemoSearch>& searches() {
  static const std::vector<DemoSearch> all = {
      {"write-ahead log"}, {"full text search ranking"}, {"international team", {"international"}}};
  return all;
}

/// Prints a finished step, as one line of JSON or as text.
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

Result<collection::BoxReference> demo_box() {
  TRY_AS(sites, operations::program_file("examples/webbox/demo_sites.tsv"));
  return collection::BoxReference{*sites, demo_folder() / "box", 1500};
}

Result<labs::Box> open_demo_box(const collection::BoxReference& reference, const Common& common) {
  labs::BoxOptions options;
  options.sites = reference.sites;
  options.cache = reference.cache;
  options.fetch = true;
  options.hub_packages = reference.hub_packages;
  BoxProgress progress(common);
  progress.watch(options);
  return serve_box(options);
}

Result<labs::TopicOfList> demo_topic(const std::string& name) {
  TRY_AS(file, operations::program_file("examples/webbox/topics.tsv"));
  TRY_AS(topics, labs::read_topics(*file));
  for (labs::TopicOfList& topic : *topics) {
    if (topic.topic == name) return std::move(topic);
  }
  return fail(ErrorCode::kInvalid, *file + " lacks the topic " + name, "install Porthole again");
}

/// Gathers, summarises and indexes; prints each step. Returns the collection.
class Demo {
 public:
  Demo(const labs::Box& box, collection::BoxReference reference, std::int64_t pages,
       const Interrupt& interrupt, const Common& common)
      : box_(box),
        reference_(std::move(reference)),
        pages_(pages),
        interrupt_(interrupt),
        common_(common) {}

  Result<collection::Collection> run() {
    TRY_AS(topic, demo_topic(kTopic));
    TRY(gather(*topic));
    Result<collection::Collection> collection = collection::Collection::open(folder());
    if (!collection || interrupt_.happened()) return collection;
    TRY_AS(repository, repository::open_repository(collection::storage_of(*collection),
                                                   repository::Access::kWrite));
    TRY(summarize_and_index(*collection, **repository));
    TRY(show_searches(*collection, **repository));
    return collection;
  }

 private:
  static fs::path folder() { return demo_folder() / "demo" / "databases"; }

  Result<void> gather(const labs::TopicOfList& topic) {
    ProgressBar bar("gathering", common_);
    labs::CappedCrawl crawl;
    crawl.folder = folder();
    crawl.topic = topic;
    crawl.strategy = collection::Strategy().name;
    crawl.pages = pages_;
    crawl.pages_of_site = kPagesOfSite;
    crawl.pages_of_topic_site = kPagesOfTopicSite;
    crawl.reference = reference_;
    crawl.stop = &interrupt_.count();
    crawl.progress = [&](const gatherer::Progress& p) {
      bar.show(p.fetched, p.budget, {with_commas(number(p.queued)) + " queued"});
    };
    TRY_AS(result, labs::run_capped_crawl(box_, crawl));
    bar.clear();
    const labs::Verdict& found = result->verdict;
    tell({{"fetched", result->report.fetched},
          {"pages_on_topic", found.pages_on_topic},
          {"sites_on_topic", found.sites_on_topic}},
         "gathered " + counted(result->report.fetched, "page") + " about " + topic.title +
             ", the most promising links first: " + with_commas(number(found.pages_on_topic)) +
             " lie on the " + with_commas(number(found.sites_on_topic)) +
             " sites that the box's list calls \"" + topic.topic + "\"\n",
         common_);
    return {};
  }

  Result<void> summarize_and_index(const collection::Collection& collection,
                                   repository::Repository& repository) {
    ProgressBar bar("summarising", common_);
    summarizer::SummarizeOptions options;
    options.topic_title = collection.specification().topic.title;
    options.described = collection.specification().limits.described;
    options.progress = [&](std::int64_t done) { bar.show(done, 0, {}); };
    TRY_AS(summarized, summarizer::summarize_stale(repository, options));
    bar.clear();
    TRY_AS(indexed, operations::index_summaries(collection, repository));
    tell({{"summarized", summarized->summarized},
          {"indexed", indexed->indexed},
          {"documents", indexed->documents}},
         "summarised " + counted(summarized->summarized, "page") + ", indexed " +
             with_commas(indexed->indexed) + "; the index has " +
             counted(indexed->documents, "document") + "\n",
         common_);
    return {};
  }

  Result<void> show_searches(const collection::Collection& collection,
                             repository::Repository& repository) {
    if (!common_.json && common_.quiet) return {};
    TRY_AS(searcher, search::Searcher::open({collection.index_folder()}));
    for (const DemoSearch& one : searches()) {
      TRY_AS(results, searcher->search({one.query, 0, 3}));
      if (common_.json) {
        std::cout << search::results_as_json(*results) << '\n';
      } else {
        std::cout << "\nsearch: " << one.query << '\n';
        show_results(*results);
      }
      if (one.said_by_others.empty()) continue;
      if (auto shown = show_said_by_others(repository, *results, one); !shown) return shown;
    }
    return {};
  }

  /// Points out a result that is found only by the link text of other pages.
  Result<void> show_said_by_others(repository::Repository& repository,
                                   const search::Results& results, const DemoSearch& search) {
    TRY_AS(found, find_said_by_others(repository, results, search.said_by_others));
    if (!*found) return {};
    const SaidByOthers& page = **found;
    tell({{"found_by_others",
           {{"query", search.query},
            {"url", page.url},
            {"pages", page.pages},
            {"said", page.said},
            {"said_on", page.said_on}}}},
         "\n" + printable(page.url) + " nowhere says \"" + join(search.said_by_others, "\", \"") +
             "\": it was found because " + counted(page.pages, "other page") +
             (page.pages == 1 ? " calls" : " call") + " it so, as \"" + printable(page.said) +
             "\" on " + printable(page.said_on) + ".\n",
         common_);
    return {};
  }

  const labs::Box& box_;
  collection::BoxReference reference_;
  std::int64_t pages_;
  const Interrupt& interrupt_;
  const Common& common_;
};

int serve(const collection::Collection& collection, const DemoOptions& options,
          const Interrupt& interrupt, const Common& common) {
  http::ServerOptions server_options;
  server_options.port = options.port;
  auto served = search::serve_collection(collection);
  if (!served) return report(served.error(), common);
  auto server = [&] {
    const SignalsForMainThread main_thread_hears;
    return search::start_server({std::move(*served)}, server_options);
  }();
  if (!server) return report(server.error(), common);
  if (common.json) {
    print_json({{"url", (*server)->url()}});
  } else {
    std::cout << "\nsearch page: " << (*server)->url() << "   (Ctrl-C ends)\n";
  }
  std::cout << std::flush;
  interrupt.wait();
  interrupt.end_within(kStopTime);
  (*server)->stop();
  return interrupt.exit_code();
}

int compare(const labs::Box& box, const DemoOptions& options, const Interrupt& interrupt,
            const Common& common) {
  labs::DemoComparison comparison;
  for (const char* name : kComparedTopics) {
    Result<labs::TopicOfList> topic = demo_topic(name);
    if (!topic) return report(topic.error(), common);
    comparison.topics.push_back(std::move(*topic));
  }
  comparison.strategies.assign(std::begin(kComparedStrategies), std::end(kComparedStrategies));
  comparison.draws = options.draws;
  comparison.folder = demo_folder() / "demo" / "compared";
  comparison.stop = &interrupt.count();
  ProgressBar bar("comparing", common);
  comparison.progress = [&](std::size_t done, std::size_t all, const std::string& run) {
    bar.show(number(done), number(all), {run});
  };
  const Result<std::vector<labs::DemoRuns>> runs = labs::compare_in_box(box, comparison);
  bar.clear();
  if (!runs) return report(runs.error(), common);
  if (interrupt.happened()) return interrupt.exit_code();
  tell(labs::comparison_as_json(*runs, comparison), labs::comparison_in_words(*runs, comparison),
       common);
  return kDone;
}

int run_demo(const DemoOptions& options, const Common& common) {
  const Result<collection::BoxReference> reference = demo_box();
  if (!reference) return report(reference.error(), common);
  const Result<labs::Box> box = open_demo_box(*reference, common);
  if (!box) return report(box.error(), common);
  const Interrupt interrupt;  // not before: while packages are fetched, a signal ends it
  const auto sites = number(box->manifest->sites().size() - box->manifest->left_out().size());
  const auto pages = number(box->manifest->page_count());
  tell({{"sites", sites}, {"pages", pages}},
       "a web in a box: " + counted(sites, "real site") + ", " + counted(pages, "page") + "\n",
       common);
  if (options.compare) return compare(*box, options, interrupt, common);

  const Result<collection::Collection> collection =
      Demo(*box, *reference, options.pages, interrupt, common).run();
  if (!collection) return report(collection.error(), common);
  if (interrupt.happened()) return interrupt.exit_code();
  const std::string folder = collection->folder().string();
  const std::string next =
      "porthole update " + shell_word(folder) + " --more " + std::to_string(kMorePages);
  tell({{"collection", folder}, {"next", next}},
       "\nthe collection: " + folder + "\nnext: " + next + "\n" +
           "your own: porthole new cycling --topic bicycle --seed URL --contact ADDRESS   "
           "(ADDRESS: your own e-mail address)\n",
       common);
  return options.once ? kDone : serve(*collection, options, interrupt, common);
}

}  // namespace

Action declare_demo(Command app) {
  const auto options = std::make_shared<DemoOptions>();
  Option once = app.add_flag("--once", options->once, "Stop after the searches, serve nothing");
  app.add_option("--port", options->port, "Port of the search page")
      .type_name("N")
      .capture_default_str();
  app.add_option("--pages", options->pages, "Pages to gather")
      .type_name("N")
      .within(std::int64_t{1}, std::int64_t{1} << 40, "a number from 1 on")
      .capture_default_str();
  Option compare = app.add_flag("--compare", options->compare,
                                "Compare strategies instead, over four topics and several "
                                "draws of seeds (some five minutes)")
                       .excludes(once);
  app.add_option("--draws", options->draws, "Draws of seeds for each topic")
      .type_name("N")
      .within(1, 100)
      .capture_default_str()
      .needs(compare);
  return [options](const Common& common) { return run_demo(*options, common); };
}

}  // namespace porthole::cli
