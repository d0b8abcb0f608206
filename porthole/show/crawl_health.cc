#include "porthole/show/crawl_health.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iostream>
#include <vector>

#include "base/text/format.h"
#include "base/text/text.h"

namespace porthole::cli {
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

}  // namespace porthole::cli
