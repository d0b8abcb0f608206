#include "porthole/show/gather_report.h"

#include <algorithm>
#include <cstdio>
#include <iostream>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/show/crawl_words.h"

namespace porthole::cli {
namespace {

nlohmann::ordered_json plan_as_json(const gatherer::GatherPlan& plan, bool refresh) {
  nlohmann::ordered_json json;
  for (const auto& [name, value] : plan.limits) json["limits"][name] = value;
  json["first"] = plan.first;
  if (refresh) {
    json["due"] = plan.due;
    json["would_be_gone"] = plan.would_be_gone;
  }
  return json;
}

nlohmann::ordered_json counts_as_json(const repository::ReasonCounts& counts) {
  auto json = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : counts) json[name_of(reason)] = count;
  return json;
}

nlohmann::ordered_json requests_as_json(const gatherer::GatherReport& report) {
  const gatherer::RequestCounts& requests = report.requests;
  nlohmann::ordered_json json = page_requests_as_json(requests.pages, requests.failures,
                                                      report.fetched_now + report.refreshed);
  json["robots"] = requests.robots;
  json["sitemaps"] = requests.sitemaps;
  return json;
}

nlohmann::ordered_json freshness_as_json(const gatherer::PredictedFreshness& fresh) {
  return {{"pages", fresh.pages},
          {"changes_a_day", fresh.changes_a_day},
          {"before", fresh.before},
          {"after", fresh.after},
          {"age_before_days", fresh.age_before},
          {"age_after_days", fresh.age_after}};
}

void print_as_json(const operations::ExpandedGather& gathered, bool expand,
                   const operations::CrawlHealth& health) {
  const gatherer::GatherReport& report = gathered.gathered;
  nlohmann::ordered_json json;
  json["fetched"] = report.fetched;
  json["relevant"] = report.relevant;
  json["harvest_rate"] = report.harvest_rate();
  json["queued"] = report.queued;
  json["dropped"] = counts_as_json(report.dropped);
  json["waiting_for"] = report.waiting_for;
  json["aliases"] = counts_as_json(report.aliases);
  json["fetched_now"] = report.fetched_now;
  json["requests"] = requests_as_json(report);
  json["refreshed"] = report.refreshed;
  json["unchanged"] = report.unchanged;
  json["refresh_failures"] = counts_as_json(report.refresh_failures);
  json["gone"] = report.gone;
  json["back"] = report.back;
  json["not_counted"] = report.not_counted;
  json["withheld"] = report.withheld;
  json["not_asked"] = report.not_asked;
  if (report.freshness) json["freshness"] = freshness_as_json(*report.freshness);
  json["stopped"] = repository::name_of(report.stop_reason);
  json["recall"] = report.recall ? gatherer::recall_as_json(*report.recall) : nullptr;
  json["unfetched_seeds"] = unfetched_seeds_as_json(report);
  if (report.took_warm_weights) json["warm_weights_taken"] = *report.took_warm_weights;
  if (expand) json["terms"] = {{"added", gathered.added}, {"taken_back", gathered.taken_back}};
  operations::add_health(health, json);
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
  if (report.withheld > 0) {
    std::cout << with_commas(report.withheld)
              << " of them withheld by their hosts: the pages stay as they were\n";
  }
  if (report.gone > 0) {
    std::cout << counted(report.gone, "page") << (report.gone == 1 ? " counts" : " count")
              << " as gone from now on, and the index loses " << (report.gone == 1 ? "it" : "them")
              << " until there is an answer again\n";
  }
  if (report.back > 0) {
    std::cout << counted(report.back, "page") << " that counted as gone "
              << (report.back == 1 ? "is" : "are") << " back\n";
  }
  if (report.not_asked > 0) {
    std::cout << counted(report.not_asked, "page") << (report.not_asked == 1 ? " was" : " were")
              << " not asked for, since others of the same host were withheld\n";
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

void print_requests(const gatherer::GatherReport& report) {
  const gatherer::RequestCounts& requests = report.requests;
  std::cout << counted(requests.pages, "request") << " for pages, "
            << failures_in_words(requests.failures, report.fetched_now + report.refreshed) << "; "
            << with_commas(requests.robots) << " for robots.txt, " << with_commas(requests.sitemaps)
            << " for sitemaps\n";
}

void print_terms(const char* heading, const std::vector<std::string>& terms) {
  if (terms.empty()) return;
  std::cout << heading;
  for (std::size_t i = 0; i < terms.size(); ++i)
    std::cout << (i == 0 ? " " : ", ") << printable(terms[i]);
  std::cout << '\n';
}

void print_warm_weights(bool taken, const std::string& other) {
  std::cout << "--warm       "
            << (taken ? "began with the weights that the crawl of " + printable(other) + " learned"
                      : "the weights of " + printable(other) +
                            " were not taken: this crawl has learned its own")
            << '\n';
}

void print_words(const operations::ExpandedGather& gathered, const operations::CrawlHealth& health,
                 double seconds, const GatherChoice& choice) {
  const gatherer::GatherReport& report = gathered.gathered;
  std::cout << "fetched " << counted(report.fetched_now, "page");
  if (report.refreshed > 0) std::cout << ", again " << counted(report.refreshed, "page");
  if (report.unchanged > 0) std::cout << " (" << with_commas(report.unchanged) << " unchanged)";
  if (report.fetched != report.fetched_now)
    std::cout << " (" << with_commas(report.fetched) << " in all)";
  std::cout << " in " << format_duration(seconds) << "; " << with_commas(report.relevant)
            << " relevant, harvest rate " << format_percent(report.harvest_rate()) << '\n';
  print_requests(report);
  std::cout << "stopped: " << repository::name_of(report.stop_reason);
  if (report.queued > 0) {
    std::cout << "; " << counted(report.queued, "URL")
              << (report.queued == 1 ? " waits for " : " wait for ") << report.waiting_for;
  }
  std::cout << '\n';
  if (report.recall) {
    print_recall(*report.recall);
  } else if (choice.until_recall) {
    std::cout << "recall       no estimate yet: no sample of waiting URLs was read to its end; the "
                 "next run with --until-recall goes on with it\n";
  }
  if (report.took_warm_weights) print_warm_weights(*report.took_warm_weights, choice.warm);
  print_terms("terms that the expander added:", gathered.added);
  print_terms("terms that the expander took back:", gathered.taken_back);
  print_reasons("not fetched:", report.dropped);
  print_reasons("aliases of fetched or queued pages:", report.aliases);
  if (is_fruitless(report)) return;
  print_refresh(report);
  print_health(health, choice.folder);
  std::cout << "next: porthole summarize " << shell_word(choice.folder) << '\n';
}

void report_failed_seeds(const gatherer::GatherReport& done, const Common& common) {
  for (const auto& [url, reason] : done.failed_seeds) {
    Error error;
    error.message = "seed not used: " + url + ": " + reason;
    report(error, common);
  }
}

/// The seed, and why it was not fetched.
std::string cause_of(const gatherer::UnfetchedSeed& seed) {
  return seed.url + ": " + std::string(name_of(seed.reason)) +
         (seed.detail.empty() ? "" : " (" + seed.detail + ")");
}

std::string not_fetched(const gatherer::UnfetchedSeed& seed) {
  return "seed not fetched: " + cause_of(seed);
}

/// Reports a crawl that fetched nothing, with cause and remedy for each seed; returns the exit
/// code.
int report_fruitless(const gatherer::GatherReport& done, const Common& common) {
  for (const gatherer::UnfetchedSeed& seed : done.unfetched_seeds) {
    Error error;
    error.code = ErrorCode::kNetwork;
    error.message = not_fetched(seed);
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

}  // namespace

nlohmann::ordered_json unfetched_seeds_as_json(const gatherer::GatherReport& report) {
  auto json = nlohmann::ordered_json::array();
  for (const gatherer::UnfetchedSeed& seed : report.unfetched_seeds) {
    json.push_back({{"url", seed.url},
                    {"reason", name_of(seed.reason)},
                    {"detail", seed.detail},
                    {"remedy", seed.remedy}});
  }
  return json;
}

Error why_nothing(const gatherer::GatherReport& done) {
  Error error;
  error.code = ErrorCode::kNetwork;
  error.message = "nothing could be fetched";
  error.hint = "porthole explain DIR URL tells why a URL was left out";
  const auto& seeds = done.unfetched_seeds;
  if (!seeds.empty()) {
    error.message += ": " + cause_of(seeds.front());
    if (!seeds.front().remedy.empty()) error.hint = seeds.front().remedy;
  } else if (!done.failed_seeds.empty()) {
    const auto& [url, reason] = done.failed_seeds.front();
    error.message += ": " + url + ": " + reason;
  }
  const auto more = std::ssize(seeds) + std::ssize(done.failed_seeds) - 1;
  if (more > 0) error.message += "; nor " + counted(more, "other seed");
  return error;
}

void note_unfetched_seeds(const gatherer::GatherReport& done, const std::string& folder,
                          const Common& common) {
  constexpr std::size_t kShown = 5;
  const auto& seeds = done.unfetched_seeds;
  for (std::size_t i = 0; i < std::min(kShown, seeds.size()); ++i)
    note(not_fetched(seeds[i]), seeds[i].remedy, common);
  if (seeds.size() <= kShown) return;
  note(counted(static_cast<std::int64_t>(seeds.size() - kShown), "more seed") + " not fetched",
       "the next porthole gather " + shell_word(folder) + " --json lists all", common);
}

void print_plan(const gatherer::GatherPlan& plan, bool refresh, const Common& common) {
  if (common.json) {
    print_json(plan_as_json(plan, refresh));
    return;
  }
  for (const auto& [name, value] : plan.limits)
    std::printf("%-28s %s\n", name.c_str(), value.c_str());
  std::cout << "\nwould be fetched first (robots.txt is asked when it is due):\n";
  for (const std::string& url : plan.first) std::cout << "  " << url << '\n';
  if (!refresh) return;
  std::cout << counted(plan.due, "page") << " would be fetched again\n";
  if (plan.would_be_gone.empty()) return;
  std::cout << "\nwould leave the index if they fail again:\n";
  for (const std::string& url : plan.would_be_gone) std::cout << "  " << url << '\n';
}

int report_gathered(const GatherChoice& choice, const operations::ExpandedGather& gathered,
                    const operations::CrawlHealth& health, double seconds,
                    const Interrupt& interrupt, const Common& common) {
  const gatherer::GatherReport& done = gathered.gathered;
  if (common.json) {
    print_as_json(gathered, choice.expand, health);
  } else if (in_words(common)) {
    print_words(gathered, health, seconds, choice);
  }
  report_failed_seeds(done, common);
  if (interrupt.happened()) return interrupt.exit_code();
  if (is_fruitless(done)) return report_fruitless(done, common);
  if (!common.json) note_unfetched_seeds(done, choice.folder, common);
  return done.failed_seeds.empty() ? kDone : kDoneButNotAll;
}

}  // namespace porthole::cli
