#include "porthole/show/round_report.h"

#include "porthole/output.h"

namespace porthole::cli {
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
