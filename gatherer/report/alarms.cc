#include "gatherer/report/alarms.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <numeric>
#include <string>
#include <system_error>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "gatherer/fetch/fetcher.h"
#include "repository/query.h"

namespace porthole::gatherer {

namespace {

using repository::DropReason;

constexpr std::size_t kGroup = 50;        // pages
constexpr std::size_t kRead = 20'000;     // pages
constexpr double kLeastRelevance = 0.02;  // deviation of the mean of a group
constexpr double kLeastRate = 0.1;        // deviation of the logarithm of a rate
constexpr double kLeastTime = 1;          // seconds: the resolution of stored times

double log_rate(double pages, double seconds) {
  return std::log(pages / std::max(kLeastTime, seconds));
}

Alarm alarm_of(AlarmKind kind, std::string what, StagnationFinding finding) {
  return {kind, std::move(what), std::move(finding.remedies), std::move(finding.ancestor),
          std::move(finding.strategy)};
}

using Values = std::vector<double>::const_iterator;

double mean_of(Values begin, Values end) {
  return begin == end ? 0 : std::accumulate(begin, end, 0.0) / static_cast<double>(end - begin);
}

std::optional<Alarm> find_fall_of_relevance(const CrawlHistory& history,
                                            const FetchedPages& fetched,
                                            const std::string& folder) {
  FallDetector detector(kLeastRelevance);
  const auto& pages = fetched.pages;
  std::vector<double> means;
  for (std::size_t i = 0; i + kGroup <= pages.size(); i += kGroup) {
    double sum = 0;
    for (std::size_t k = i; k < i + kGroup; ++k) sum += pages[k].relevance;
    means.push_back(sum / kGroup);
    detector.add(means.back());
  }
  if (!detector.has_fallen()) return std::nullopt;
  const auto fall = means.begin() + static_cast<std::ptrdiff_t>(detector.before());
  const std::int64_t pages_since = (means.end() - fall) * static_cast<std::int64_t>(kGroup);
  const std::string what = "the mean relevance of the last " + counted(pages_since, "page") +
                           " is " + format_percent(mean_of(fall, means.end())) + ", after " +
                           format_percent(mean_of(means.begin(), fall)) + " before";
  return alarm_of(AlarmKind::kRelevanceFell, what,
                  describe_stagnation(Stagnation::kRelevanceFalls, history, folder));
}

std::string per_second(double log_of_rate) {
  const double rate = std::exp(log_of_rate);
  const double shown = std::round(100 * rate) / 100;
  return nlohmann::json(shown).dump();
}

std::optional<Alarm> find_fall_of_rate(const CrawlHistory& history, const FetchedPages& fetched,
                                       WallTime now, const std::string& folder) {
  if (fetched.run_started == WallTime{}) return std::nullopt;
  std::vector<WallTime> times;
  for (const FetchedPages::Page& page : fetched.pages) {
    if (page.at >= fetched.run_started) times.push_back(page.at);
  }
  std::sort(times.begin(), times.end());
  FallDetector detector(kLeastRate);
  std::size_t i = 0;
  double last = 0;
  for (; i + kGroup < times.size(); i += kGroup) {
    last = log_rate(kGroup, static_cast<double>((times[i + kGroup] - times[i]).count()));
    detector.add(last);
  }
  if (i < times.size()) {
    const double open = log_rate(kGroup, static_cast<double>((now - times[i]).count()));
    if (open < detector.usual()) detector.add(last = open);
  }
  if (!detector.has_fallen()) return std::nullopt;
  Alarm alarm{.kind = AlarmKind::kRateFell,
              .what = per_second(last) + " pages a second at most, after " +
                      per_second(detector.usual()) + " before",
              .remedies = {},
              .mark = {},
              .strategy = {}};
  if (history.hosts_waiting > 0) {
    alarm.remedies.push_back(counted(history.hosts_waiting, "host") + " of " +
                             with_commas(history.hosts) + " with queued URLs may not be asked yet");
  }
  alarm.remedies.push_back("seeds on other hosts: porthole seeds add " + folder + " URL...");
  alarm.remedies.push_back("a look at network, name servers and disk: porthole doctor " + folder);
  return alarm;
}

/// "202, 401, ...": the statuses that say nothing of a page.
std::string refusals() {
  std::string list;
  for (int status = 200; status < 600; ++status)
    if (is_refusal(status)) list += (list.empty() ? "" : ", ") + std::to_string(status);
  return list;
}

Alarm alarm_of_kept(const IndexSums& index, const std::string& folder) {
  constexpr std::size_t kNamed = 3;
  Alarm alarm{.kind = AlarmKind::kPagesKept,
              .what = counted(index.kept_pages(), "page") +
                      " would leave the index, and stay since they are so many at once: ",
              .remedies = {},
              .mark = {},
              .strategy = {},
              .work = "accept-loss"};
  for (std::size_t i = 0; i < std::min(kNamed, index.kept.size()); ++i)
    alarm.what += (i == 0 ? "" : ", ") + in_words(index.kept[i]);
  if (kNamed < index.kept.size()) alarm.what += ", and others";
  alarm.remedies.push_back("wait until they are back, or take them out: " + accept_loss(folder));
  return alarm;
}

std::string in_words(const WithheldPages& of) {
  std::string words = of.host + " (" + name_of(of.reason) + ": ";
  if (of.stored > 0) words += counted(of.stored, "page");
  if (of.stored > 0 && of.never > 0) words += ", ";
  if (of.never > 0) words += counted(of.never, "URL") + " never had";
  return words + ")";
}

constexpr const char* kNote = "keep-free";

constexpr double kReference = 0.5;  // k
constexpr double kAlarm = 8;        // h
constexpr double kEnd = kAlarm / 2;
constexpr double kMost = kAlarm + 4;
constexpr std::size_t kFirst = 8;  // values before the first that counts

}  // namespace

std::string_view alarm_name(AlarmKind kind) {
  switch (kind) {
    case AlarmKind::kRelevanceFell:
      return "relevance fell";
    case AlarmKind::kRateFell:
      return "rate fell";
    case AlarmKind::kStandsStill:
      return "stands still";
    case AlarmKind::kPagesWithheld:
      return "pages withheld";
    case AlarmKind::kPagesKept:
      return "pages kept";
  }
  return {};
}

Result<FetchedPages> read_fetched(const collection::Collection& collection,
                                  repository::Repository& repository) {
  TRY_AS(found,
         repository::run_query(collection::storage_of(collection),
                               "SELECT fetched_at, relevance FROM page ORDER BY fetch_order DESC",
                               {.rows = kRead}));
  FetchedPages fetched;
  for (const auto& row : found->rows) {
    const auto* const relevance = std::get_if<double>(&row[1]);
    fetched.pages.push_back({WallTime(std::chrono::seconds(std::get<std::int64_t>(row[0]))),
                             relevance == nullptr ? 0 : *relevance});
  }
  std::reverse(fetched.pages.begin(), fetched.pages.end());
  TRY_AS(withheld, read_withheld(collection));
  fetched.withheld = std::move(*withheld);
  fetched.index = last_sums(collection.folder());
  TRY_AS(run, repository.crawl().last_run());
  if (*run && (*run)->ended == WallTime{}) fetched.run_started = (*run)->started;
  return fetched;
}

// A failure that says nothing of its page (gatherer/crawl/refresh_failures.h) is not counted where
// the host gave no page: it is stored as none, unless others came before. A URL that was never had
// is one of a challenge.
Result<std::vector<WithheldPages>> read_withheld(const collection::Collection& collection) {
  const auto number = [](DropReason reason) { return std::to_string(static_cast<int>(reason)); };
  constexpr std::size_t kMostHosts = 1'000'000;
  const std::string challenge = number(DropReason::kChallenge);
  const std::string one_text = number(DropReason::kOneTextForAll);
  TRY_AS(found,
         repository::run_query(
             collection::storage_of(collection),
             "SELECT host, min(reason), sum(stored), sum(never) FROM ("
             "SELECT u.host AS host, f.reason AS reason, f.failures AS failures, 1 AS stored,"
             " 0 AS never FROM page_failure f JOIN url u ON u.id = f.page WHERE f.gone = 0"
             " AND (f.reason BETWEEN " +
                 challenge + " AND " + one_text + " OR f.reason IN (" + refusals() +
                 ")) UNION ALL SELECT host, reason, 0, 0, 1 FROM url WHERE state = 3"
                 " AND reason IN (32, 40) AND reason = " +
                 challenge +
                 ") AS turned GROUP BY host HAVING"
                 " sum(CASE WHEN failures = 0 OR reason = " +
                 challenge + " THEN 1 ELSE 0 END) > 0 AND (min(reason) <= " + one_text +
                 " OR count(*) >= " + std::to_string(kLeastWithheld) +
                 ") ORDER BY count(*) DESC, host",
             {.rows = kMostHosts}));
  std::vector<WithheldPages> withheld;
  for (const auto& row : found->rows) {
    withheld.push_back({std::get<std::string>(row[0]),
                        static_cast<DropReason>(std::get<std::int64_t>(row[1])),
                        std::get<std::int64_t>(row[2]), std::get<std::int64_t>(row[3])});
  }
  return withheld;
}

Alarm alarm_of_withheld(const std::vector<WithheldPages>& hosts, const std::string& folder) {
  constexpr std::size_t kNamed = 3;
  Alarm alarm{.kind = AlarmKind::kPagesWithheld,
              .what = counted(static_cast<std::int64_t>(hosts.size()), "host") +
                      " sent something else in the place of pages when last asked: ",
              .remedies = {},
              .mark = {},
              .strategy = {}};
  const std::size_t named = std::min(kNamed, hosts.size());
  bool has_never = false;
  for (const WithheldPages& host : hosts) has_never |= host.never > 0;
  for (std::size_t i = 0; i < named; ++i) alarm.what += (i == 0 ? "" : ", ") + in_words(hosts[i]);
  if (named < hosts.size()) alarm.what += ", and others";
  alarm.what += "; what was stored of them stays as it was";
  alarm.remedies.push_back(
      "ask the sites' owners to let this crawler in by its name and address (docs/bot_page.md)");
  alarm.remedies.push_back("once it is let in: porthole update " + folder);
  if (has_never)
    alarm.remedies.push_back("and for URLs that were never had: porthole gather " + folder +
                             " --retry challenge");
  return alarm;
}

std::vector<Alarm> find_alarms(const CrawlHistory& history, const FetchedPages& fetched,
                               WallTime now, const std::string& folder) {
  std::vector<Alarm> alarms;
  if (auto stands = find_stagnation(history, folder);
      stands && stands->kind != Stagnation::kRelevanceFalls) {
    const std::string what = stands->what;
    alarms.push_back(alarm_of(AlarmKind::kStandsStill, what, std::move(*stands)));
  }
  if (!fetched.withheld.empty()) alarms.push_back(alarm_of_withheld(fetched.withheld, folder));
  if (fetched.index && !fetched.index->kept.empty())
    alarms.push_back(alarm_of_kept(*fetched.index, folder));
  if (auto fell = find_fall_of_relevance(history, fetched, folder)) alarms.push_back(*fell);
  if (auto fell = find_fall_of_rate(history, fetched, now, folder)) alarms.push_back(*fell);
  return alarms;
}

nlohmann::ordered_json alarms_as_json(const std::vector<Alarm>& alarms) {
  auto list = nlohmann::ordered_json::array();
  for (const Alarm& alarm : alarms) {
    list.push_back({{"kind", alarm_name(alarm.kind)},
                    {"what", alarm.what},
                    {"remedies", alarm.remedies},
                    {"mark", alarm.mark},
                    {"strategy", alarm.strategy},
                    {"work", alarm.work}});
  }
  return list;
}

std::optional<std::int64_t> noted_keep_free(const std::filesystem::path& folder) {
  std::ifstream file(folder / kNote);
  std::int64_t bytes = -1;
  if (!(file >> bytes) || bytes < 0) return std::nullopt;
  return bytes;
}

void note_keep_free(const std::filesystem::path& folder, std::optional<std::int64_t> bytes) {
  if (noted_keep_free(folder) == bytes) return;
  if (bytes) {
    (void)collection::replace_file(folder / kNote, std::to_string(*bytes) + "\n");
  } else {
    std::error_code ignored;
    std::filesystem::remove(folder / kNote, ignored);
  }
}

double FallDetector::normal_score(double value) const {
  const auto n = static_cast<double>(learned_ + 1);
  const double freedom = n - 2;
  const double deviation =
      std::max(least_deviation_, std::sqrt(squares_ / static_cast<double>(learned_ - 1)));
  const double t = (value - mean_) / deviation * std::sqrt((n - 1) / n);
  const double score =
      (8 * freedom + 1) / (8 * freedom + 3) * std::sqrt(freedom * std::log1p(t * t / freedom));
  return std::copysign(score, t);
}

void FallDetector::learn(double value) {
  ++learned_;
  const double change = value - mean_;
  mean_ += change / static_cast<double>(learned_);
  squares_ += change * (value - mean_);
}

void FallDetector::add(double value) {
  ++values_;
  if (learned_ >= kFirst) sum_ = std::clamp(sum_ - normal_score(value) - kReference, 0.0, kMost);
  if (sum_ == 0) last_zero_ = values_;
  is_alarm_ = sum_ > (is_alarm_ ? kEnd : kAlarm);
  if (!is_alarm_) learn(value);
}

}  // namespace porthole::gatherer
