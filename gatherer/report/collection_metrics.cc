#include "gatherer/report/collection_metrics.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "base/text/metrics_text.h"
#include "collection/open_collection.h"
#include "gatherer/report/alarms.h"
#include "repository/query.h"
#include "repository/url_state.h"

namespace porthole::gatherer {
namespace {

using Labels = MetricsText::Labels;
using Number = std::optional<double>;

std::optional<double> seconds_of(WallTime time) {
  if (time == WallTime{}) return std::nullopt;
  return static_cast<double>(time.time_since_epoch().count());
}

Number harvest_ratio(const CollectionNumbers& of) {
  if (of.counts.fetched == 0) return std::nullopt;
  return static_cast<double>(of.counts.relevant) / static_cast<double>(of.counts.fetched);
}

Number run_started(const CollectionNumbers& of) {
  return of.last_run ? seconds_of(of.last_run->started) : std::nullopt;
}

Number run_ended(const CollectionNumbers& of) {
  return of.last_run ? seconds_of(of.last_run->ended) : std::nullopt;
}

Number run_took(const CollectionNumbers& of) {
  const Number begin = run_started(of), end = run_ended(of);
  return begin && end ? Number(*end - *begin) : std::nullopt;
}

Number run_pages(const CollectionNumbers& of) {
  return run_ended(of) ? Number(static_cast<double>(of.last_run->fetched)) : std::nullopt;
}

template <std::int64_t repository::Counts::*kCount>
Number count(const CollectionNumbers& of) {
  return static_cast<double>(of.counts.*kCount);
}

Number documents(const CollectionNumbers& of) {
  return of.documents ? Number(static_cast<double>(*of.documents)) : std::nullopt;
}

Number withheld(const CollectionNumbers& of) { return static_cast<double>(of.withheld); }
Number kept(const CollectionNumbers& of) { return static_cast<double>(of.kept); }

Number missing_ratio(const CollectionNumbers& of) {
  return of.recall ? Number(1 - of.recall->estimate) : std::nullopt;
}

/// A whole number is written as one.
void add_number(MetricsText& text, double value, const Labels& labels) {
  const auto whole = static_cast<std::int64_t>(value);
  if (static_cast<double>(whole) == value) {
    text.add(whole, labels);
  } else {
    text.add(value, labels);
  }
}

/// A metric with one value for each collection that has it.
struct Gauge {
  std::string_view name, help;
  Number (*value)(const CollectionNumbers&);
};

using repository::Counts;
constexpr std::array kGauges = {
    Gauge{"porthole_pages_relevant", "Fetched pages that are relevant.", count<&Counts::relevant>},
    Gauge{"porthole_harvest_ratio", "Share of the fetched pages that are relevant.", harvest_ratio},
    Gauge{"porthole_pages_duplicate", "Fetched pages that are copies of another page.",
          count<&Counts::duplicates>},
    Gauge{"porthole_pages_failing", "Fetched pages that did not answer when asked again.",
          count<&Counts::failing>},
    Gauge{"porthole_pages_withheld",
          "Fetched pages in whose place their hosts sent something else when asked again.",
          withheld},
    Gauge{"porthole_pages_kept",
          "Pages in the index that its last round would have taken out, had they been fewer.",
          kept},
    Gauge{"porthole_pages_gone", "Fetched pages that count as gone.", count<&Counts::gone>},
    Gauge{"porthole_page_requests", "Requests for pages until each was first fetched or given up.",
          count<&Counts::requests>},
    Gauge{"porthole_page_requests_failed",
          "Those that brought neither a page nor the URL that it has moved to.",
          count<&Counts::failures>},
    Gauge{"porthole_links", "Links of fetched pages.", count<&Counts::links>},
    Gauge{"porthole_hosts", "Hosts that were asked.", count<&Counts::hosts>},
    Gauge{"porthole_sites", "Sites with a fetched page.", count<&Counts::sites>},
    Gauge{"porthole_summaries", "Summaries that were made.", count<&Counts::summaries>},
    Gauge{"porthole_summaries_stale", "Summaries to make or renew.", count<&Counts::stale>},
    Gauge{"porthole_index_documents", "Pages in the index.", documents},
    Gauge{"porthole_last_run_start_timestamp_seconds", "Start of the last crawl.", run_started},
    Gauge{"porthole_last_run_end_timestamp_seconds", "End of the last crawl.", run_ended},
    Gauge{"porthole_last_run_duration_seconds", "Duration of the last crawl.", run_took},
    Gauge{"porthole_last_run_pages", "Pages that the last crawl fetched.", run_pages},
    Gauge{"porthole_missing_ratio", "Estimated share of the relevant pages that are missing.",
          missing_ratio},
};

void add_urls(MetricsText& text, std::span<const CollectionNumbers> collections) {
  text.begin("porthole_urls", "gauge", "Known URLs, by state.");
  for (const CollectionNumbers& one : collections) {
    const std::pair<const char*, std::int64_t> states[] = {{"queued", one.counts.queued},
                                                           {"fetched", one.counts.fetched},
                                                           {"alias", one.counts.alias},
                                                           {"dropped", one.counts.dropped}};
    for (const auto& [state, urls] : states)
      text.add(urls, {{"collection", one.name}, {"state", state}});
  }
  text.begin("porthole_urls_dropped", "gauge", "URLs that are not fetched, by reason.");
  for (const CollectionNumbers& one : collections) {
    for (const auto& [reason, urls] : one.counts.reasons)
      text.add(urls, {{"collection", one.name}, {"reason", repository::name_of(reason)}});
  }
}

void add_waiting(MetricsText& text, std::span<const CollectionNumbers> collections) {
  text.begin("porthole_hosts_waiting", "gauge",
             "Hosts with queued URLs that may not be asked yet, by reason.");
  for (const CollectionNumbers& one : collections) {
    for (const auto& waiting : one.waiting)
      text.add(waiting.hosts, {{"collection", one.name}, {"reason", waiting.reason}});
  }
  text.begin("porthole_hosts_waiting_longest_seconds", "gauge",
             "Time until the last of the waiting hosts may be asked, by reason.");
  for (const CollectionNumbers& one : collections) {
    for (const auto& waiting : one.waiting)
      text.add(waiting.seconds, {{"collection", one.name}, {"reason", waiting.reason}});
  }
}

void add_recall(MetricsText& text, std::span<const CollectionNumbers> collections) {
  text.begin("porthole_recall_ratio", "gauge",
             "The last estimate of recall, and the ends of its interval.");
  for (const CollectionNumbers& one : collections) {
    if (!one.recall) continue;
    const std::pair<const char*, double> bounds[] = {
        {"low", one.recall->low}, {"estimate", one.recall->estimate}, {"high", one.recall->high}};
    for (const auto& [bound, value] : bounds)
      add_number(text, value, {{"collection", one.name}, {"bound", bound}});
  }
}

Result<std::vector<CollectionNumbers::Waiting>> read_waiting(
    const collection::Collection& collection, WallTime now) {
  const std::string time = std::to_string(now.time_since_epoch().count());
  TRY_AS(found, repository::run_query(collection::storage_of(collection),
                                      "SELECT reason, count(DISTINCT host), max(not_before) - " +
                                          time + " FROM url WHERE state = 0 AND not_before > " +
                                          time + " GROUP BY reason ORDER BY reason",
                                      {}));
  std::vector<CollectionNumbers::Waiting> waiting;
  for (const auto& row : found->rows) {
    const auto reason = static_cast<repository::DropReason>(std::get<std::int64_t>(row[0]));
    waiting.push_back({std::string(repository::name_of(reason)), std::get<std::int64_t>(row[1]),
                       std::get<std::int64_t>(row[2])});
  }
  return waiting;
}

}  // namespace

Result<CollectionNumbers> read_numbers(const collection::Collection& collection,
                                       repository::Repository& repository, WallTime now) {
  CollectionNumbers numbers;
  numbers.name = collection.specification().name;
  TRY_AS(counts, repository.counts());
  numbers.counts = std::move(*counts);
  TRY_AS(withheld, read_withheld(collection));
  for (const WithheldPages& host : *withheld) numbers.withheld += host.stored;
  if (const auto sums = last_sums(collection.folder())) numbers.kept = sums->kept_pages();
  TRY_AS(run, repository.crawl().last_run());
  numbers.last_run = std::move(*run);
  TRY_AS(waiting, read_waiting(collection, now));
  numbers.waiting = std::move(*waiting);
  return numbers;
}

std::string collection_metrics(std::span<const CollectionNumbers> collections) {
  MetricsText text;
  add_urls(text, collections);
  for (const Gauge& gauge : kGauges) {
    const auto has_it = [&](const CollectionNumbers& one) { return gauge.value(one).has_value(); };
    if (std::none_of(collections.begin(), collections.end(), has_it)) continue;
    text.begin(gauge.name, "gauge", gauge.help);
    for (const CollectionNumbers& one : collections) {
      if (const Number value = gauge.value(one))
        add_number(text, *value, {{"collection", one.name}});
    }
  }
  add_waiting(text, collections);
  add_recall(text, collections);
  return text.take();
}

}  // namespace porthole::gatherer
