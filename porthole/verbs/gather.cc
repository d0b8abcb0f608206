#include "gatherer/crawl/gather.h"

#include <sys/resource.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cstdio>
#include <iostream>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>

#include "collection/collection.h"
#include "collection/open_collection.h"
#include "collection/private_files.h"
#include "collection/scope_choice.h"
#include "gatherer/crawl/revival.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/judge/page_judge.h"
#include "porthole/crawl_health.h"
#include "porthole/duration_option.h"
#include "porthole/exit_code.h"
#include "porthole/json_line.h"
#include "porthole/open_web.h"
#include "porthole/options/keep_free.h"
#include "porthole/options/scope_choice.h"
#include "porthole/output.h"
#include "porthole/steps/expanding_gather.h"
#include "porthole/steps/steps.h"
#include "porthole/verb.h"
#include "repository/repository.h"

namespace porthole::cli {
namespace {

struct GatherOptions {
  std::string folder;
  std::optional<std::int64_t> pages, more;
  std::string strategy, warm;
  std::vector<std::string> options;
  std::string duration, refresh;
  std::string refresh_order;
  bool keep_fresh = false;
  std::optional<double> until_recall;
  std::vector<std::string> retry;
  collection::ScopeChoice scope;
  std::uint64_t random_seed = 1;
  std::optional<std::int64_t> keep_free;  ///< Bytes.
  bool expand = false;
  bool dry_run = false;
  bool set_aside = false;
  std::string gatherer;  ///< "" for one that writes alone.
  std::string lease = "30s";
};

Result<gatherer::GatherOptions> gather_options(const GatherOptions& options) {
  gatherer::GatherOptions out;
  out.pages = options.pages;
  out.more = options.more;
  out.strategy = options.strategy;
  out.warm = options.warm;
  out.random_seed = options.random_seed;
  out.set_aside = options.set_aside;
  out.keep_free = options.keep_free;
  if (options.until_recall)
    out.until_recall = gatherer::RecallGoal{.recall = *options.until_recall};
  if (!options.duration.empty()) {
    Result<std::chrono::milliseconds> duration = duration_option("--for", options.duration);
    if (!duration) return fail(duration.error());
    if (duration->count() == 0)
      return fail(ErrorCode::kUsage, "--for 0 leaves no time to gather", "write 90s, 15m or 2h");
    out.duration = *duration;
  }
  if (!options.refresh.empty()) {
    Result<std::chrono::milliseconds> refresh = duration_option("--refresh", options.refresh);
    if (!refresh) return fail(refresh.error());
    out.refresh = *refresh;
  }
  if (!options.refresh_order.empty()) {
    Result<gatherer::RefreshOrder> order = gatherer::RefreshOrder::parse(options.refresh_order);
    if (!order) return fail(order.error());
    out.refresh_order = std::move(*order);
  }
  if (options.keep_fresh) {
    if (!out.refresh) out.refresh = std::chrono::milliseconds(0);
    out.refresh_order = gatherer::RefreshOrder::by_value();
  }
  for (const std::string& option : options.options) {
    const auto equals = option.find('=');
    if (equals == std::string::npos || equals == 0) {
      return fail(ErrorCode::kUsage, "--option " + option + " has no value",
                  "write --option NAME=VALUE");
    }
    out.options.emplace_back(option.substr(0, equals), option.substr(equals + 1));
  }
  return out;
}

int show_plan(const collection::Collection& collection, const gatherer::GatherOptions& options,
              const Common& common) {
  const auto repository = repository::open_if_there(collection::storage_of(collection));
  if (!repository) return report(repository.error(), common);
  Result<gatherer::GatherPlan> plan = gatherer::plan(collection, repository->get(), options);
  if (!plan) return report(plan.error(), common);
  if (common.json) {
    nlohmann::ordered_json json;
    for (const auto& [name, value] : plan->limits) json["limits"][name] = value;
    json["first"] = plan->first;
    if (options.refresh) {
      json["due"] = plan->due;
      json["would_be_gone"] = plan->would_be_gone;
    }
    print_json(json);
    return kDone;
  }
  for (const auto& [name, value] : plan->limits)
    std::printf("%-28s %s\n", name.c_str(), value.c_str());
  std::cout << "\nwould be fetched first (robots.txt is asked when it is due):\n";
  for (const std::string& url : plan->first) std::cout << "  " << url << '\n';
  if (!options.refresh) return kDone;
  std::cout << counted(plan->due, "page") << " would be fetched again\n";
  if (plan->would_be_gone.empty()) return kDone;
  std::cout << "\nwould leave the index if they fail again:\n";
  for (const std::string& url : plan->would_be_gone) std::cout << "  " << url << '\n';
  return kDone;
}

void print_report(const ExpandedGather& gathered, bool expand, const CrawlHealth& health) {
  const gatherer::GatherReport& report = gathered.gathered;
  nlohmann::ordered_json json;
  json["fetched"] = report.fetched;
  json["relevant"] = report.relevant;
  json["harvest_rate"] = report.harvest_rate();
  json["queued"] = report.queued;
  json["dropped"] = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : report.dropped) json["dropped"][name_of(reason)] = count;
  json["waiting_for"] = report.waiting_for;
  json["aliases"] = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : report.aliases) json["aliases"][name_of(reason)] = count;
  json["fetched_now"] = report.fetched_now;
  json["refreshed"] = report.refreshed;
  json["unchanged"] = report.unchanged;
  json["refresh_failures"] = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : report.refresh_failures)
    json["refresh_failures"][name_of(reason)] = count;
  json["gone"] = report.gone;
  json["back"] = report.back;
  json["not_counted"] = report.not_counted;
  if (const auto& fresh = report.freshness) {
    json["freshness"] = {{"pages", fresh->pages},
                         {"changes_a_day", fresh->changes_a_day},
                         {"before", fresh->before},
                         {"after", fresh->after},
                         {"age_before_days", fresh->age_before},
                         {"age_after_days", fresh->age_after}};
  }
  json["stopped"] = repository::name_of(report.stop_reason);
  json["recall"] = report.recall ? gatherer::recall_as_json(*report.recall) : nullptr;
  json["unfetched_seeds"] = nlohmann::ordered_json::array();
  for (const gatherer::UnfetchedSeed& seed : report.unfetched_seeds) {
    json["unfetched_seeds"].push_back({{"url", seed.url},
                                       {"reason", name_of(seed.reason)},
                                       {"detail", seed.detail},
                                       {"remedy", seed.remedy}});
  }
  if (expand) json["terms"] = {{"added", gathered.added}, {"taken_back", gathered.taken_back}};
  add_health(health, json);
  print_json(json);
}

void print_freshness(const gatherer::PredictedFreshness& fresh) {
  std::printf(
      "freshness as predicted, by weight: %.3f before, %.3f now; mean age %.2f days before, %.2f "
      "now (%s, %.3g changes a day)\n",
      fresh.before, fresh.after, fresh.age_before, fresh.age_after,
      counted(fresh.pages, "page").c_str(), fresh.changes_a_day);
}

void print_refresh(const gatherer::GatherReport& report) {
  std::cout << std::flush;
  if (report.freshness) print_freshness(*report.freshness);
  std::fflush(stdout);
  print_reasons("did not answer as pages:", report.refresh_failures);
  if (report.gone > 0) {
    std::cout << counted(report.gone, "page") << (report.gone == 1 ? " counts" : " count")
              << " as gone from now on, and the index loses " << (report.gone == 1 ? "it" : "them")
              << " until there is an answer again\n";
  }
  if (report.back > 0) {
    std::cout << counted(report.back, "page") << " that counted as gone "
              << (report.back == 1 ? "is" : "are") << " back\n";
  }
  if (report.not_counted > 0) {
    std::cout << counted(report.not_counted, "page")
              << " had no answer, which is not counted, since no server answered: "
              << "is this machine online?\n";
  }
}

/// True if nothing was fetched, and nothing is left to try.
bool is_fruitless(const gatherer::GatherReport& report) {
  return report.fetched == 0 && report.queued == 0 &&
         report.stop_reason == repository::StopReason::kFrontierEmpty;
}

void print_terms(const char* heading, const std::vector<std::string>& terms) {
  if (terms.empty()) return;
  std::cout << heading;
  for (std::size_t i = 0; i < terms.size(); ++i)
    std::cout << (i == 0 ? " " : ", ") << printable(terms[i]);
  std::cout << '\n';
}

void print_words(const ExpandedGather& gathered, const CrawlHealth& health, double seconds,
                 const std::string& folder) {
  const gatherer::GatherReport& report = gathered.gathered;
  std::cout << "fetched " << counted(report.fetched_now, "page");
  if (report.refreshed > 0) std::cout << ", again " << counted(report.refreshed, "page");
  if (report.unchanged > 0) std::cout << " (" << with_commas(report.unchanged) << " unchanged)";
  if (report.fetched != report.fetched_now)
    std::cout << " (" << with_commas(report.fetched) << " in all)";
  std::cout << " in " << format_duration(seconds) << "; " << with_commas(report.relevant)
            << " on topic, harvest rate " << format_percent(report.harvest_rate())
            << "\nstopped: " << repository::name_of(report.stop_reason);
  if (report.queued > 0) {
    std::cout << "; " << counted(report.queued, "URL")
              << (report.queued == 1 ? " waits for " : " wait for ") << report.waiting_for;
  }
  std::cout << '\n';
  if (report.recall) print_recall(*report.recall);
  print_terms("terms that the expander added:", gathered.added);
  print_terms("terms that the expander took back:", gathered.taken_back);
  print_reasons("not fetched:", report.dropped);
  print_reasons("aliases of fetched or queued pages:", report.aliases);
  if (is_fruitless(report)) return;
  print_refresh(report);
  print_health(health);
  std::cout << "next: porthole summarize " << shell_word(folder) << '\n';
}

void report_failed_seeds(const gatherer::GatherReport& done, const Common& common) {
  for (const auto& [url, reason] : done.failed_seeds) {
    Error error;
    error.message = "seed not used: " + url + ": " + reason;
    report(error, common);
  }
}

/// Reports a crawl that fetched nothing, with cause and remedy for each seed; returns the exit
/// code.
int report_fruitless(const gatherer::GatherReport& done, const Common& common) {
  for (const gatherer::UnfetchedSeed& seed : done.unfetched_seeds) {
    Error error;
    error.code = ErrorCode::kNetwork;
    error.message = "seed not fetched: " + seed.url + ": " + name_of(seed.reason) +
                    (seed.detail.empty() ? "" : " (" + seed.detail + ")");
    error.hint = seed.remedy;
    report(error, common);
  }
  Error error;
  error.code = ErrorCode::kNetwork;
  error.message = "nothing could be fetched";
  error.hint = done.unfetched_seeds.empty()
                   ? "porthole explain DIR URL tells why a URL was left out"
                   : "fix the seeds as described, and run the same command again";
  report(error, common);
  return kCannotRun;
}

/// With fewer file descriptors a crawl fails at its first connections.
Result<void> check_open_files() {
  constexpr rlim_t kLeast = 32;
  rlimit limit{};
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0 || limit.rlim_cur >= kLeast) return {};
  return fail(ErrorCode::kPermission,
              "too many open files would be needed: this process may have " +
                  std::to_string(limit.rlim_cur) + ", a crawl needs " + std::to_string(kLeast) +
                  " or more",
              "allow more: ulimit -n 1024");
}

Result<void> check_ready(const collection::Collection& collection) {
  if (auto ready = gatherer::check_ready(collection.specification()); !ready) return ready;
  if (auto judge = gatherer::check_page_judge(collection); !judge) return judge;
  return check_open_files();
}

/// Whoever gets out of a worker process of root owns the machine.
void advise_against_root(const Common& common) {
  if (::geteuid() != 0) return;
  note("gather runs as root", "run it as a user of its own (SECURITY.md)", common);
}

/// Queues the URLs again that were dropped for one of `reasons` (--retry).
Result<void> queue_again(repository::Repository& repository,
                         const std::vector<std::string>& reasons, const Common& common) {
  if (reasons.empty()) return {};
  const Result<std::int64_t> queued = gatherer::retry_dropped(repository, reasons);
  if (!queued) return fail(queued.error());
  note(counted(*queued, "URL") + " that could not be fetched " + (*queued == 1 ? "waits" : "wait") +
           " again",
       "", common);
  return {};
}

/// The collection with its specification limited for this run.
Result<collection::Collection> open_limited(const GatherOptions& options) {
  Result<collection::ScopeChoice> choice = collection::checked(options.scope);
  if (!choice) return fail(choice.error());
  Result<collection::Collection> opened = collection::Collection::open(options.folder);
  if (!opened) return opened;
  collection::Specification specification = opened->specification();
  collection::limit(specification, *choice);
  return collection::Collection::of(opened->folder(), std::move(specification));
}

/// One run of the crawl, or with --expand several.
Result<ExpandedGather> gather_with_expander(const GatherOptions& options,
                                            gatherer::GatherOptions gather_with,
                                            const collection::Collection& collection,
                                            repository::Repository& repository,
                                            const Interrupt& interrupt, const Common& common) {
  if (options.expand) {
    const ExpandingGather::Open open = [&options] { return open_limited(options); };
    return ExpandingGather(open, repository, interrupt, common).run(std::move(gather_with));
  }
  auto done =
      Steps(collection, repository, interrupt, common).gather(std::move(gather_with), "gathering");
  if (!done) return fail(done.error());
  return ExpandedGather{std::move(*done), {}, {}};
}

/// Prints what was gathered, and returns the exit code.
int report_gathered(const GatherOptions& options, const ExpandedGather& gathered,
                    const CrawlHealth& health, std::chrono::steady_clock::time_point started,
                    const Interrupt& interrupt, const Common& common) {
  const gatherer::GatherReport& done = gathered.gathered;
  if (common.json) {
    print_report(gathered, options.expand, health);
  } else if (in_words(common)) {
    const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
    print_words(gathered, health, took.count(), options.folder);
  }
  report_failed_seeds(done, common);
  if (interrupt.happened()) return interrupt.exit_code();
  if (is_fruitless(done)) return report_fruitless(done, common);
  return done.failed_seeds.empty() ? kDone : kDoneButNotAll;
}

/// One of several gatherers (--gatherer).
int run_together(const GatherOptions& options, gatherer::GatherOptions gather_with,
                 const collection::Collection& collection, const Common& common) {
  Result<std::chrono::milliseconds> term = duration_option("--lease", options.lease);
  if (!term) return report(term.error(), common);
  const Interrupt interrupt;
  const auto started = std::chrono::steady_clock::now();
  auto gathered = gather_together(collection, {.name = options.gatherer, .term = *term},
                                  std::move(gather_with), interrupt, common);
  if (!gathered) return report(gathered.error(), common);
  const auto repository =
      repository::open_repository(collection::storage_of(collection), repository::Access::kRead);
  if (!repository) return report(repository.error(), common);
  const Result<CrawlHealth> health = read_health(collection, **repository, options.folder);
  if (!health) return report(health.error(), common);
  return report_gathered(options, {std::move(*gathered), {}, {}}, *health, started, interrupt,
                         common);
}

int run_gather(const GatherOptions& options, const Common& common) {
  Result<collection::Collection> collection = open_limited(options);
  if (!collection) return report(collection.error(), common);
  Result<gatherer::GatherOptions> gather_with = gather_options(options);
  if (!gather_with) return report(gather_with.error(), common);
  if (options.dry_run) return show_plan(*collection, *gather_with, common);
  // Checked before a repository is created: a collection that cannot be crawled stays unchanged.
  if (auto ready = check_ready(*collection); !ready) return report(ready.error(), common);
  advise_against_root(common);
  if (collection::is_private(collection->folder())) ::umask(077);
  const auto web = open_web(*collection, common);
  if (!web) return report(web.error(), common);
  if (!options.gatherer.empty()) {
    return run_together(options, std::move(*gather_with), *collection, common);
  }
  auto repository =
      repository::open_repository(collection::storage_of(*collection), repository::Access::kWrite);
  if (!repository) return report(repository.error(), common);
  if (auto queued = queue_again(**repository, options.retry, common); !queued)
    return report(queued.error(), common);

  const Interrupt interrupt;
  const auto started = std::chrono::steady_clock::now();
  const Result<ExpandedGather> gathered = gather_with_expander(
      options, std::move(*gather_with), *collection, **repository, interrupt, common);
  if (!gathered) return report(gathered.error(), common);
  const Result<CrawlHealth> health = read_health(*collection, **repository, options.folder);
  if (!health) return report(health.error(), common);
  return report_gathered(options, *gathered, *health, started, interrupt, common);
}

/// Options of one of several gatherers; returns the one that the other needs.
CLI::Option* add_gatherer(CLI::App& app, GatherOptions& options) {
  CLI::Option* gatherer =
      app.add_option("--gatherer", options.gatherer,
                     "Crawl as one of several gatherers on a repository in PostgreSQL, under this "
                     "name (docs/scale.md)")
          ->type_name("NAME");
  app.add_option("--lease", options.lease,
                 "With --gatherer: others take over the sites of a gatherer that was not heard of "
                 "for this long")
      ->type_name("DURATION")
      ->needs(gatherer)
      ->capture_default_str();
  return gatherer;
}

}  // namespace

Action declare_gather(CLI::App& app) {
  const auto options = std::make_shared<GatherOptions>();
  app.add_option("DIR", options->folder, "The collection's folder")->required();
  const CLI::Range at_least_one(std::int64_t{1}, std::int64_t{1} << 40, "a number from 1 on");
  app.add_option("--pages", options->pages, "Stop when the collection has N pages in all")
      ->type_name("N")
      ->check(at_least_one)
      ->envname("PORTHOLE_PAGES");
  app.add_option("--more", options->more, "Fetch N more pages, ignoring --pages")
      ->type_name("N")
      ->check(at_least_one);
  app.add_option("--strategy", options->strategy,
                 "The crawl strategy: learned, rw, soft-focus, ... (docs/strategies.md; default: "
                 "the specification's)")
      ->type_name("NAME")
      ->envname("PORTHOLE_STRATEGY");
  app.add_option("--option", options->options, "Set an option of the strategy; may be repeated")
      ->type_name("NAME=VALUE");
  app.add_option("--warm", options->warm,
                 "Begin with the weights that the crawl of another collection learned, unless this "
                 "one has its own (docs/strategies.md)")
      ->type_name("DIR");
  app.add_option("--for", options->duration, "Stop after this long: 90s, 15m, 2h")
      ->type_name("DURATION");
  CLI::Option* until_recall =
      app.add_option("--until-recall", options->until_recall,
                     "Stop when this share of the pages on topic was found, as random samples of "
                     "the waiting URLs estimate it: 0.9 (docs/recall.md)")
          ->type_name("SHARE")
          ->check(CLI::Range(0.01, 1.0));
  CLI::Option* expand = app.add_flag(
      "--expand", options->expand,
      "Let the topic expander add terms that the crawl assures, and take back those that lead "
      "astray (docs/expander.md)");
  CLI::Option* refresh =
      app.add_option("--refresh", options->refresh,
                     "Recrawl only: fetch pages again that are this old or older (2h, 7d), and no "
                     "new ones; --more limits their number")
          ->type_name("AGE");
  refresh->excludes(until_recall)->excludes(expand);
  CLI::Option* gatherer = add_gatherer(app, *options);
  CLI::Option* refresh_order =
      app.add_option("--refresh-order", options->refresh_order,
                     "The order of --refresh: lastvisited, tries, hub, authority, relevance and "
                     "value, each asc or desc (default: hub desc, relevance desc)")
          ->type_name("COLUMNS")
          ->needs(refresh);
  CLI::Option* keep_fresh = app.add_flag(
      "--keep-fresh", options->keep_fresh,
      "Recrawl only, by value: the pages first whose fetch gains the most freshness, by their "
      "change rate, relevance and scores (docs/strategies.md); --more limits their number");
  keep_fresh->excludes(until_recall)->excludes(expand)->excludes(refresh_order);
  CLI::Option* retry =
      app.add_option("--retry", options->retry,
                     "Queue URLs again that were dropped for this reason: "
                     "unresolvable, \"http 404\", ... "
                     "(porthole status lists them, docs/url_states.md all; may be repeated)")
          ->type_name("REASON")
          ->expected(1);
  for (CLI::Option* without : {refresh, keep_fresh, until_recall, expand, retry})
    gatherer->excludes(without);
  for (CLI::Option* option : add_scope_choice(app, options->scope)) {
    refresh->excludes(option);
    keep_fresh->excludes(option);
  }
  app.add_option("--random-seed", options->random_seed, "Random seed for randomised strategies")
      ->type_name("N")
      ->capture_default_str();
  add_keep_free(app, options->keep_free);
  app.add_flag("--set-aside", options->set_aside,
               "Resume from a repository that is older than the archive; records unknown to it "
               "stay in the archive (docs/backup.md)");
  app.add_flag("--dry-run", options->dry_run,
               "Print the effective limits and the URLs that would be fetched first");
  return [options](const Common& common) { return run_gather(*options, common); };
}

}  // namespace porthole::cli
