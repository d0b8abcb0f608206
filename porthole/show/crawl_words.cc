#include "porthole/show/crawl_words.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <vector>

#include "base/text/format.h"
#include "base/text/text.h"
#include "porthole/output.h"

namespace porthole::cli {
namespace {

double share(std::int64_t failures, std::int64_t pages) {
  return static_cast<double>(failures) / static_cast<double>(pages);
}

}  // namespace

std::string failures_in_words(std::int64_t failures, std::int64_t pages) {
  std::string words = with_commas(failures) + " failed";
  if (pages == 0) return words;
  char a_page[48];
  std::snprintf(a_page, sizeof a_page, " (%.2f a page fetched)", share(failures, pages));
  return words + a_page;
}

nlohmann::ordered_json page_requests_as_json(std::int64_t requests, std::int64_t failures,
                                             std::int64_t pages) {
  return {{"pages", requests},
          {"failures", failures},
          {"failures_per_page",
           pages == 0 ? nlohmann::ordered_json() : nlohmann::ordered_json(share(failures, pages))}};
}

namespace {

std::string rounded(double pages) {
  return with_commas(static_cast<std::int64_t>(std::llround(pages)));
}

void print_lacking(const char* kind, const std::vector<gatherer::Lacking>& list) {
  for (const gatherer::Lacking& one : list) {
    std::printf("lacking      %s %s: about %s relevant pages\n", kind, printable(one.name).c_str(),
                rounded(one.pages).c_str());
  }
}

/// Names three sites.
void print_seed_sites(const std::vector<gatherer::SeedSite>& sites, const std::string& folder) {
  if (sites.empty()) return;
  constexpr std::size_t kNamed = 3;
  std::string names;
  for (std::size_t i = 0; i < std::min(kNamed, sites.size()); ++i) {
    char relevance[16];
    std::snprintf(relevance, sizeof relevance, "%.3f", sites[i].relevance);
    names += (i == 0 ? "" : ", ") + sites[i].site + " (" + counted(sites[i].pages, "page") +
             ", mean relevance " + relevance + ")";
  }
  if (sites.size() > kNamed) names += " and other sites of seeds";
  std::cout << "seeds: hardly any page of " << printable(names)
            << " has the topic's words, so the index leaves out all but seeds and relevant ones\n"
            << "  what would help: words that such pages use, as more <term> of the topic in "
            << shell_word(folder) << "/porthole.xml, then porthole judge " << shell_word(folder)
            << "; a site that only links to others needs none\n";
}

/// But those that the line on stagnation tells.
void print_alarms(const std::vector<gatherer::Alarm>& alarms) {
  for (const gatherer::Alarm& alarm : alarms) {
    if (alarm.kind == gatherer::AlarmKind::kStandsStill) continue;
    print_alarm(alarm);
  }
}

}  // namespace

void print_alarm(const gatherer::Alarm& alarm) {
  std::cout << "alarm: " << gatherer::alarm_name(alarm.kind) << ": " << printable(alarm.what)
            << '\n';
  for (const std::string& remedy : alarm.remedies)
    std::cout << "  what would help: " << printable(remedy) << '\n';
}

void print_health(const operations::CrawlHealth& health, const std::string& folder) {
  if (!health.importance_model.empty())
    std::cout << "importance of pages: " << printable(health.importance_model) << '\n';
  if (health.saturated) {
    std::cout << "saturation: relevance is below .01 or above .99 for "
              << format_percent(*health.saturated)
              << " of the pages, so soft-focus, the alpha of utility and the lift of "
                 "soft-focus-distill hardly rank pages; add examples of topics beside the good "
                 "ones and train again\n";
  }
  print_seed_sites(health.seed_sites_off_topic, folder);
  if (!health.remark.empty()) std::cout << printable(health.remark) << '\n';
  print_alarms(health.alarms);
  if (!health.stagnation) return;
  std::cout << "stagnation: " << printable(health.stagnation->what) << '\n';
  for (const auto& [topic, pages] : health.stagnation->census) {
    std::cout << "  " << with_commas(pages) << " recent pages that are not relevant are about "
              << (topic.empty() ? "nothing in particular" : printable(topic)) << '\n';
  }
  for (const std::string& remedy : health.stagnation->remedies) {
    std::cout << "  what would help: " << printable(remedy) << '\n';
  }
}

void print_recall(const gatherer::RecallEstimate& estimate) {
  std::printf(
      "recall       %s of the relevant pages that links lead to (95 %% interval %s to %s); goal %s "
      "%s\n",
      format_percent(estimate.recall.estimate).c_str(), format_percent(estimate.recall.low).c_str(),
      format_percent(estimate.recall.high).c_str(), format_percent(estimate.target).c_str(),
      estimate.reached ? "reached" : "not reached");
  std::printf("             about %s relevant pages are missing (%s to %s), by %s random URLs\n",
              rounded(estimate.missing.estimate).c_str(), rounded(estimate.missing.low).c_str(),
              rounded(estimate.missing.high).c_str(),
              with_commas(static_cast<std::int64_t>(estimate.sampled)).c_str());
  print_lacking("site", estimate.sites);
  print_lacking("topic", estimate.topics);
}

namespace {

std::string others_in_words(const gatherer::GatherReport& done,
                            const gatherer::RoundReport& round) {
  std::string words = with_commas(round.others) + " of the " +
                      counted(round.known - round.entries, "other page") +
                      " by age and value: " + with_commas(round.others_changed) + " changed";
  std::int64_t failed = done.not_counted;
  std::int64_t forbidden = 0;
  for (const auto& [reason, count] : done.refresh_failures) {
    (reason == repository::DropReason::kRobots ? forbidden : failed) += count;
  }
  if (failed > 0) words += ", " + with_commas(failed) + " did not answer as pages";
  if (done.withheld > 0)
    words += " (" + with_commas(done.withheld) + " withheld: they stay as they were)";
  if (forbidden > 0) words += ", " + with_commas(forbidden) + " forbidden by robots.txt now";
  if (done.not_asked > 0) words += ", " + with_commas(done.not_asked) + " more not asked for";
  if (done.gone > 0) words += ", " + with_commas(done.gone) + " gone";
  if (done.back > 0) words += ", " + with_commas(done.back) + " back";
  return words;
}

std::string no_room_in_words(const gatherer::RoundReport& round) {
  if (round.no_room == 0) return "";
  return ", " + with_commas(round.no_room) +
         " not, since the collection has the pages that it may have (porthole budget)";
}

}  // namespace

bool has_news(const gatherer::GatherReport& done) {
  const gatherer::RoundReport round = done.round.value_or(gatherer::RoundReport());
  return round.entries_changed + round.others_changed + round.fresh + done.gone + done.back > 0;
}

std::string round_in_words(const gatherer::GatherReport& done) {
  const gatherer::RoundReport round = done.round.value_or(gatherer::RoundReport());
  const std::string indent = "\n         ";
  return "asked for " + with_commas(round.entries) +
         (round.entries == 1 ? " front page or feed" : " front pages and feeds") + " and " +
         counted(done.requests.sitemaps, "sitemap") + " of " + counted(round.hosts, "site") + ": " +
         with_commas(round.entries_changed) + " changed" + indent + others_in_words(done, round) +
         indent + counted(round.fresh, "new page") + " found there and fetched" +
         no_room_in_words(round);
}

nlohmann::ordered_json round_as_json(const gatherer::GatherReport& done) {
  const gatherer::RoundReport round = done.round.value_or(gatherer::RoundReport());
  nlohmann::ordered_json json = {{"fetched_again", done.refreshed},
                                 {"unchanged", done.unchanged},
                                 {"gone", done.gone},
                                 {"back", done.back},
                                 {"not_counted", done.not_counted},
                                 {"withheld", done.withheld},
                                 {"not_asked", done.not_asked},
                                 {"known", round.known},
                                 {"sites", round.hosts},
                                 {"entry_pages", round.entries},
                                 {"entry_pages_changed", round.entries_changed},
                                 {"other_pages", round.others},
                                 {"other_pages_changed", round.others_changed},
                                 {"sitemaps", done.requests.sitemaps},
                                 {"new_pages", round.fresh},
                                 {"without_room", round.no_room},
                                 {"stopped", repository::name_of(done.stop_reason)}};
  for (const auto& [reason, count] : done.refresh_failures)
    json["refresh_failures"][name_of(reason)] = count;
  if (const auto& fresh = done.freshness)
    json["freshness"] = {{"before", fresh->before}, {"after", fresh->after}};
  return json;
}

}  // namespace porthole::cli
