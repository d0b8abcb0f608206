#include "gatherer/report/stagnation.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <map>
#include <variant>

#include "base/text/text.h"
#include "collection/open_collection.h"
#include "collection/taxonomy_file.h"
#include "gatherer/strategies/strategy_registry.h"
#include "repository/query.h"
#include "repository/url_state.h"

namespace porthole::gatherer {
namespace {

constexpr double kSigmas = 3;
constexpr std::size_t kCensusTopics = 5;
// Share of the irrelevant recent pages from which a topic is reported as the cause.
constexpr double kMostShare = 0.3;
// RWB's default boost (docs/strategies.md), and values that make it and the learned strategy
// explore more.
constexpr double kBoost = 0.9, kMoreLooks = 0.5;

std::int64_t relevant_of(const std::vector<CrawlHistory::Page>& pages) {
  return std::count_if(pages.begin(), pages.end(),
                       [](const CrawlHistory::Page& page) { return page.relevant; });
}

struct Share {
  double value;
  double variance;
};

// Adds one page of either kind.
Share share_of(std::int64_t part, std::int64_t whole) {
  const double pages = static_cast<double>(whole) + 2;
  const double share = (static_cast<double>(part) + 1) / pages;
  return {share, share * (1 - share) / pages};
}

bool relevance_falls(const CrawlHistory& history) {
  if (history.recent.size() < kRecentPages ||
      history.earlier < static_cast<std::int64_t>(kRecentPages))
    return false;
  const Share now =
      share_of(relevant_of(history.recent), static_cast<std::int64_t>(history.recent.size()));
  const Share before = share_of(history.earlier_relevant, history.earlier);
  return (now.value - before.value) / std::sqrt(now.variance + before.variance) < -kSigmas;
}

std::optional<Stagnation> kind_of(const CrawlHistory& history) {
  if (history.recent.empty()) return std::nullopt;
  if (history.queued == 0)
    return history.pruned > 0 ? Stagnation::kAllPruned : Stagnation::kFrontierEmpty;
  if (history.hosts_waiting > 0 && history.hosts_waiting == history.hosts)
    return Stagnation::kHostsWaiting;
  return relevance_falls(history) ? std::optional(Stagnation::kRelevanceFalls) : std::nullopt;
}

std::string share_in_words(std::int64_t part, std::int64_t whole) {
  const double share = whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
  return std::to_string(std::lround(100 * share)) + " %";
}

std::string describe(Stagnation kind, const CrawlHistory& history) {
  switch (kind) {
    case Stagnation::kFrontierEmpty:
      return "the frontier is empty: every known URL in scope was fetched";
    case Stagnation::kAllPruned:
      return counted(history.pruned, "URL") + " left, and " + history.strategy +
             " pruned all of them";
    case Stagnation::kHostsWaiting:
      return "all of " + counted(history.hosts, "host") +
             " with URLs in the queue are waited for; the first until " +
             format_time(history.next_ready);
    case Stagnation::kRelevanceFalls:
      return "of the last " + std::to_string(history.recent.size()) + " pages " +
             share_in_words(relevant_of(history.recent),
                            static_cast<std::int64_t>(history.recent.size())) +
             " are relevant, of those before " +
             share_in_words(history.earlier_relevant, history.earlier) +
             ": more than chance explains";
  }
  return {};
}

std::vector<std::pair<std::string, std::int64_t>> census_of(const CrawlHistory& history) {
  std::map<std::string, std::int64_t> counts;
  for (const CrawlHistory::Page& page : history.recent) {
    if (!page.relevant) ++counts[page.topic];
  }
  std::vector<std::pair<std::string, std::int64_t>> census(counts.begin(), counts.end());
  std::stable_sort(census.begin(), census.end(),
                   [](const auto& a, const auto& b) { return a.second > b.second; });
  if (census.size() > kCensusTopics) census.resize(kCensusTopics);
  return census;
}

/// The path of the nearest common ancestor; "" when that is the root.
std::string common_ancestor(const std::string& a, const std::string& b) {
  const std::vector<std::string_view> left = split(a, '/'), right = split(b, '/');
  std::string path;
  for (std::size_t i = 0; i < std::min(left.size(), right.size()) && left[i] == right[i]; ++i) {
    path += (path.empty() ? "" : "/") + std::string(left[i]);
  }
  return path;
}

void add_marking(const CrawlHistory& history, const std::string& folder,
                 StagnationFinding& finding) {
  const std::int64_t irrelevant =
      static_cast<std::int64_t>(history.recent.size()) - relevant_of(history.recent);
  for (const auto& [topic, count] : finding.census) {
    if (topic.empty() || static_cast<double>(count) < kMostShare * static_cast<double>(irrelevant))
      continue;
    for (const std::string& good : history.good) {
      const std::string ancestor = common_ancestor(topic, good);
      if (ancestor.empty()) continue;
      std::string command = "porthole examples mark " + folder + " " + ancestor;
      for (const std::string& other : history.good) {
        if (common_ancestor(other, ancestor) != ancestor) command += " " + other;
      }
      finding.ancestor = ancestor;
      finding.remedies.push_back("mark " + ancestor +
                                 " good: " + share_in_words(count, irrelevant) +
                                 " of what is not relevant is " + topic + ", too near to " + good +
                                 " to keep apart: " + command);
      return;
    }
  }
}

/// The value of a numeric option of the strategy, from its command line or the specification.
double option_of(const CrawlHistory& history, const std::string& name, double otherwise) {
  for (const auto& [given, value] : history.options) {
    if (given == name) std::from_chars(value.data(), value.data() + value.size(), otherwise);
  }
  return otherwise;
}

void add_strategy(const CrawlHistory& history, const std::string& folder,
                  StagnationFinding& finding) {
  std::vector<std::string>& remedies = finding.remedies;
  const std::string gather = "porthole gather " + folder;
  const bool pruned = finding.kind == Stagnation::kAllPruned;
  if (history.strategy == "hard-focus") {
    finding.strategy = "soft-focus";
    remedies.push_back("prune nothing: " + gather + " --strategy soft-focus");
  } else if (history.strategy == "rwb") {
    const double boost = option_of(history, "boost", kBoost);
    if (pruned && boost > 0) {
      remedies.push_back("fetch more of the pruned URLs: " + gather +
                         " --strategy rwb --option boost=" + (boost > kMoreLooks ? "0.5" : "0"));
    }
  } else if (pruned) {
    finding.strategy = "rwb";
    remedies.push_back("fetch some pruned URLs at random: " + gather + " --strategy rwb");
    remedies.emplace_back("words that the pages use, as <term> of the topic");
  } else if (history.strategy == "breadth-first" || history.strategy == "random" ||
             history.strategy == "in-links") {
    finding.strategy = "learned";
    remedies.push_back("use relevance: " + gather + " --strategy learned");
  } else if (history.strategy != "learned") {
    finding.strategy = "rwb";
    remedies.push_back("explore at random: " + gather + " --strategy rwb");
  }
}

/// Counts of the whole crawl in one row. The engine counts, so that memory does not grow with the
/// crawl. All hosts are counted only where one waits, since the engine has to sort them.
std::string sql_of_counts(WallTime now) {
  const auto number = [](auto value) { return std::to_string(static_cast<int>(value)); };
  const std::string queued = "state = " + number(repository::UrlState::kQueued);
  const std::string waits =
      queued + " AND not_before > " + std::to_string(now.time_since_epoch().count());
  return "SELECT (SELECT count(*) FROM page), (SELECT count(*) FROM page WHERE relevant <> 0),"
         " (SELECT count(*) FROM url WHERE " +
         queued + "), (SELECT count(*) FROM url WHERE NOT " + queued +
         " AND reason = " + number(repository::DropReason::kThreshold) +
         "), CASE WHEN waiting.hosts = 0 THEN 0 ELSE (SELECT count(DISTINCT host) FROM url WHERE " +
         queued +
         ") END, waiting.hosts, waiting.ready FROM (SELECT count(*) AS hosts, min(ready) AS ready"
         " FROM (SELECT max(not_before) AS ready FROM url WHERE " +
         waits + " GROUP BY host) AS host) AS waiting";
}

std::int64_t count_of(const repository::QueryValue& value) {
  const auto* const count = std::get_if<std::int64_t>(&value);
  return count == nullptr ? 0 : *count;
}

Result<void> read_counts(const repository::StoragePlace& place, WallTime now,
                         CrawlHistory& history) {
  TRY_AS(found, repository::run_query(place, sql_of_counts(now), {.rows = 1}));
  const std::vector<repository::QueryValue>& row = found->rows.at(0);
  history.earlier = count_of(row[0]);
  history.earlier_relevant = count_of(row[1]);
  history.queued = count_of(row[2]);
  history.pruned = count_of(row[3]);
  history.hosts = count_of(row[4]);
  history.hosts_waiting = count_of(row[5]);
  history.next_ready = WallTime(WallTime::duration(count_of(row[6])));
  return {};
}

/// Takes the last pages from those before.
Result<void> read_recent(const repository::StoragePlace& place, CrawlHistory& history) {
  TRY_AS(found,
         repository::run_query(place, "SELECT relevant, topic FROM page ORDER BY fetch_order DESC",
                               {.rows = kRecentPages}));
  for (auto row = found->rows.rbegin(); row != found->rows.rend(); ++row) {
    history.recent.push_back({count_of(row->at(0)) != 0, std::get<std::string>(row->at(1))});
  }
  const auto recent = static_cast<std::int64_t>(history.recent.size());
  history.earlier = std::max<std::int64_t>(history.earlier - recent, 0);
  history.earlier_relevant =
      std::max<std::int64_t>(history.earlier_relevant - relevant_of(history.recent), 0);
  return {};
}

std::vector<std::string> good_topics(const collection::Collection& collection) {
  std::vector<std::string> paths;
  const std::string& file = collection.specification().topic.taxonomy_file;
  if (file.empty()) return paths;
  const auto taxonomy = collection::read_taxonomy_of(collection.folder(), file);
  if (!taxonomy) return paths;  // Verbs that need the taxonomy report the error.
  for (const topics::TopicId id : taxonomy->taxonomy().good())
    paths.push_back(taxonomy->taxonomy()[id].path);
  return paths;
}

}  // namespace

std::string_view stagnation_name(Stagnation kind) {
  switch (kind) {
    case Stagnation::kFrontierEmpty:
      return "frontier empty";
    case Stagnation::kAllPruned:
      return "all pruned";
    case Stagnation::kHostsWaiting:
      return "all hosts waiting";
    case Stagnation::kRelevanceFalls:
      return "relevance falls";
  }
  return {};
}

std::optional<StagnationFinding> find_stagnation(const CrawlHistory& history,
                                                 const std::string& folder) {
  const std::optional<Stagnation> kind = kind_of(history);
  if (!kind) return std::nullopt;
  return describe_stagnation(*kind, history, folder);
}

StagnationFinding describe_stagnation(Stagnation kind, const CrawlHistory& history,
                                      const std::string& folder) {
  StagnationFinding finding{.kind = kind,
                            .what = describe(kind, history),
                            .census = census_of(history),
                            .remedies = {},
                            .ancestor = {},
                            .strategy = {}};
  if (kind == Stagnation::kHostsWaiting) {
    finding.remedies.push_back("wait, or give seeds on other hosts: porthole seeds add " + folder +
                               " URL...");
    return finding;
  }
  add_marking(history, folder, finding);
  if (kind != Stagnation::kFrontierEmpty) add_strategy(history, folder, finding);
  finding.remedies.push_back("more seeds: porthole seeds add " + folder + " URL...");
  return finding;
}

Result<CrawlHistory> read_history(const collection::Collection& collection,
                                  repository::Repository& repository, WallTime now) {
  CrawlHistory history;
  const repository::StoragePlace place = collection::storage_of(collection);
  TRY(read_counts(place, now, history));
  TRY(read_recent(place, history));
  TRY_AS(strategy, strategy_in_force(collection.specification(), repository));
  history.strategy = std::move(strategy->name);
  history.options = std::move(strategy->options);
  history.good = good_topics(collection);
  return history;
}

Result<std::optional<StagnationFinding>> find_stagnation(const collection::Collection& collection,
                                                         repository::Repository& repository,
                                                         WallTime now, const std::string& folder) {
  TRY_AS(history, read_history(collection, repository, now));
  return find_stagnation(*history, folder);
}

}  // namespace porthole::gatherer
