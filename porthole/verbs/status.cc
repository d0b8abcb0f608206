#include <cstdio>
#include <filesystem>
#include <iostream>
#include <memory>
#include <optional>

#include "base/clock.h"
#include "base/confinement/confinement.h"
#include "base/json/json.h"
#include "collection/collection.h"
#include "collection/open_collection.h"
#include "gatherer/crawl/disk_room.h"
#include "gatherer/crawl/gather.h"
#include "gatherer/crawl/recall_record.h"
#include "gatherer/report/alarms.h"
#include "gatherer/report/collection_metrics.h"
#include "operations/doctor/alarm_notices.h"
#include "operations/doctor/crawl_health.h"
#include "operations/plugins/missing_formats.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/show/crawl_words.h"
#include "porthole/verb.h"
#include "repository/repository.h"
#include "sampling/sample_report.h"
#include "search/ranking/searcher.h"

namespace porthole::cli {
namespace {

/// All data of the report, read before anything is printed.
struct Status {
  repository::Counts counts;
  std::optional<repository::RunRecord> last_run;
  std::vector<PluginRecord> plugins;             ///< Plug-ins that failed in the last run.
  std::vector<operations::UnreadFormat> unread;  ///< Documents that something is missing for.
  std::optional<repository::UrlRecord> next;     ///< The queued URL of highest priority.
  std::optional<std::int64_t> documents;         ///< In the index; absent if there is none.
  std::string waiting_for;
  operations::CrawlHealth health;
  std::optional<gatherer::RecallEstimate> recall;  ///< By gather --until-recall.

  /// No page was fetched since.
  bool has_recall_of_now() const { return recall && recall->fetched == counts.fetched; }
  double harvest_rate() const {
    return counts.fetched == 0
               ? 0
               : static_cast<double>(counts.relevant) / static_cast<double>(counts.fetched);
  }
};

/// Describes the event that the crawl waits for.
std::string waiting_for(const collection::Collection& collection, const Status& status,
                        WallTime now) {
  if (auto ready = gatherer::check_ready(collection.specification()); !ready)
    return ready.error().message;
  if (!status.last_run) return "the first run of porthole gather";
  const std::optional<std::int64_t> floor = gatherer::noted_keep_free(collection.folder());
  if (gatherer::DiskRoom room(collection.folder(), floor); !room.has_room())
    return room.waiting_for();
  if (status.last_run->ended == WallTime{})
    return "the end of a running gather, or the next porthole gather if it was killed";
  if (status.counts.queued == 0) return "nothing: no URL is left to fetch";
  if (status.next && status.next->not_before > now) {
    return "the next try at " + format_time(status.next->not_before) + " (" +
           name_of(status.next->reason) + ")";
  }
  if (status.last_run->stop_reason == repository::StopReason::kBudget)
    return "a larger budget (porthole gather --pages or --more)";
  if (status.last_run->stop_reason == repository::StopReason::kRecall)
    return std::string(gatherer::kAfterRecall);
  if (status.last_run->stop_reason == repository::StopReason::kTime)
    return "more time (porthole gather --for)";
  return "the next run of porthole gather";
}

Result<void> read_repository(const collection::Collection& collection,
                             repository::Repository& repository, const std::string& folder,
                             Status& status) {
  TRY_AS(counts, repository.counts());
  status.counts = std::move(*counts);
  TRY_AS(run, repository.crawl().last_run());
  status.last_run = std::move(*run);
  TRY_AS(plugins, repository.crawl().plugins());
  status.plugins = std::move(*plugins);
  TRY_AS(unread, operations::unread_formats(repository));
  status.unread = std::move(*unread);
  TRY_AS(head, repository.urls().queue_head(1));
  if (!head->empty()) status.next = std::move(head->front());
  TRY_AS(health, operations::read_health(collection, repository, folder));
  status.health = std::move(*health);
  return {};
}

Result<Status> read_status(const collection::Collection& collection, const std::string& folder) {
  Status status;
  auto repository =
      repository::open_repository(collection::storage_of(collection), repository::Access::kRead);
  if (repository) {
    TRY(read_repository(collection, **repository, folder, status));
  } else if (repository.error().code != ErrorCode::kNotFound) {
    return fail(repository.error());
  }
  auto searcher = search::Searcher::open({collection.index_folder()});
  if (searcher) {
    TRY_AS(documents, searcher->documents());
    status.documents = *documents;
  } else if (searcher.error().code != ErrorCode::kNotFound) {
    return fail(searcher.error());
  }
  TRY_AS(recall, gatherer::read_recall(gatherer::recall_file(collection.folder())));
  status.recall = recall->estimate;
  status.waiting_for = waiting_for(collection, status, system_clock().wall());
  return status;
}

/// Pages a second; absent for a run shorter than a second, the resolution of stored times.
std::optional<double> run_rate(const repository::RunRecord& run) {
  const auto seconds = (run.ended - run.started).count();
  if (seconds <= 0) return std::nullopt;
  return static_cast<double>(run.fetched) / static_cast<double>(seconds);
}

nlohmann::ordered_json run_as_json(const std::optional<repository::RunRecord>& run) {
  if (!run) return nullptr;
  const bool ended = run->ended != WallTime{};
  const std::optional<double> rate = run_rate(*run);
  nlohmann::ordered_json options = nlohmann::ordered_json::object();
  for (const auto& [name, value] : run->options) options[name] = value;
  return {
      {"started", format_time(run->started)},
      {"ended", ended ? nlohmann::ordered_json(format_time(run->ended)) : nlohmann::ordered_json()},
      {"strategy", run->strategy},
      {"options", std::move(options)},
      {"stopped", run->stopped()},
      {"fetched", run->fetched},
      {"pages_per_second", rate ? nlohmann::ordered_json(*rate) : nlohmann::ordered_json()}};
}

nlohmann::ordered_json plugins_as_json(const std::vector<PluginRecord>& plugins) {
  auto list = nlohmann::ordered_json::array();
  for (const PluginRecord& plugin : plugins) {
    list.push_back({{"name", plugin.name},
                    {"version", plugin.version},
                    {"used", plugin.used},
                    {"failed", plugin.failed},
                    {"last_failure", plugin.last_failure},
                    {"set_aside", plugin.set_aside}});
  }
  return list;
}

void print_plugins(const std::vector<PluginRecord>& plugins) {
  for (const PluginRecord& plugin : plugins) {
    std::printf("plug-in      %s %s%s failed %s of %s times, the last: %s\n",
                printable(plugin.name).c_str(), printable(plugin.version).c_str(),
                plugin.set_aside ? " was disabled:" : "", with_commas(plugin.failed).c_str(),
                with_commas(plugin.used).c_str(), printable(plugin.last_failure).c_str());
  }
}

void print_status_json(const collection::Collection& collection, const Status& status) {
  const repository::Counts& counts = status.counts;
  nlohmann::ordered_json dropped = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : counts.reasons) dropped[name_of(reason)] = count;
  nlohmann::ordered_json aliases = nlohmann::ordered_json::object();
  for (const auto& [reason, count] : counts.alias_reasons) aliases[name_of(reason)] = count;
  nlohmann::ordered_json json = {{"name", collection.specification().name},
                                 {"fetched", counts.fetched},
                                 {"relevant", counts.relevant},
                                 {"harvest_rate", status.harvest_rate()},
                                 {"queued", counts.queued},
                                 {"dropped", std::move(dropped)},
                                 {"waiting_for", status.waiting_for}};
  json["states"] = {{"queued", counts.queued},
                    {"fetched", counts.fetched},
                    {"alias", counts.alias},
                    {"dropped", counts.dropped}};
  json["aliases"] = std::move(aliases);
  json["requests"] = page_requests_as_json(counts.requests, counts.failures, counts.fetched);
  json["urls"] = counts.urls;
  json["duplicates"] = counts.duplicates;
  json["links"] = counts.links;
  json["hosts"] = counts.hosts;
  json["sites"] = counts.sites;
  json["failing"] = counts.failing;
  json["gone"] = counts.gone;
  json["summaries"] = {{"made", counts.summaries}, {"stale", counts.stale}};
  json["documents"] =
      status.documents ? nlohmann::ordered_json(*status.documents) : nlohmann::ordered_json();
  json["last_run"] = run_as_json(status.last_run);
  json["kernel_lacks"] = confinement::kernel_support().missing();
  json["plugins_in_trouble"] = plugins_as_json(status.plugins);
  json["unread"] = operations::unread_as_json(status.unread);
  json["recall"] = status.recall ? gatherer::recall_as_json(*status.recall) : nullptr;
  json["recall_is_of_now"] = status.has_recall_of_now();
  json["samples"] = sampling::samples_of(collection);
  operations::add_health(status.health, json);
  print_json(json);
}

void print_line(const char* name, std::int64_t count, const std::string& note) {
  std::printf("%-12s %10s  %s\n", name, with_commas(count).c_str(), printable(note).c_str());
}

void print_last_run(const repository::RunRecord& run) {
  std::string options;
  for (const auto& [name, value] : run.options)
    options += (options.empty() ? " (" : ", ") + name + "=" + value;
  if (!options.empty()) options += ")";
  std::printf("last run     by %s%s from %s", run.strategy.c_str(), printable(options).c_str(),
              format_time(run.started).c_str());
  if (run.ended == WallTime{}) {
    std::printf(", not ended\n");
    return;
  }
  const std::optional<double> rate = run_rate(run);
  char a_second[40] = "in less than a second";
  if (rate)
    std::snprintf(a_second, sizeof a_second, *rate < 10 ? "%.2f a second" : "%.0f a second", *rate);
  std::printf(" to %s: %s, %s, stopped: %s\n", format_time(run.ended).c_str(),
              counted(run.fetched, "page").c_str(), a_second, printable(run.stopped()).c_str());
}

void print_samples(const collection::Collection& collection) {
  for (const nlohmann::ordered_json& sample : sampling::samples_of(collection)) {
    std::string found =
        "worth " + with_commas(static_cast<std::int64_t>(sample["effective_size"].get<double>())) +
        " independent pages" + (sample["mixed"].get<bool>() ? "" : ", NOT MIXED");
    if (sample["recall"].is_object()) {
      found += "; recall " + format_percent(sample["recall"].value("estimate", 0.0)) + " (" +
               format_percent(sample["recall"].value("low", 0.0)) + " to " +
               format_percent(sample["recall"].value("high", 0.0)) + ")";
    }
    std::printf("sample       %s: %s\n", printable(sample["name"].get<std::string>()).c_str(),
                found.c_str());
  }
}

void print_words(const collection::Collection& collection, const Status& status,
                 const std::string& folder) {
  const repository::Counts& counts = status.counts;
  std::printf("%s: %s\n\n", printable(collection.specification().name).c_str(),
              printable(collection.specification().topic.title).c_str());
  print_line("URLs", counts.urls, counted(counts.hosts, "host") + " asked");
  print_line("fetched", counts.fetched,
             "from " + counted(counts.sites, "site") + ", " + with_commas(counts.duplicates) +
                 " of them " + (counts.duplicates == 1 ? "a copy" : "copies") + " of another page");
  print_line("requests", counts.requests,
             "for pages, " + failures_in_words(counts.failures, counts.fetched));
  print_line("relevant", counts.relevant,
             "judged page by page, harvest rate " + format_percent(status.harvest_rate()));
  if (counts.failing > 0)
    print_line("failing", counts.failing,
               "fetched pages that did not answer when last asked again");
  std::int64_t withheld = 0;
  for (const gatherer::WithheldPages& host : status.health.withheld) withheld += host.stored;
  if (withheld > 0)
    print_line("withheld", withheld, "of these: their hosts sent something else, and they stay");
  if (counts.gone > 0)
    print_line("gone", counts.gone,
               "fetched pages that their owners took away, or that do not answer for days");
  print_line("queued", counts.queued, "");
  print_line("aliases", counts.alias, "");
  print_line("dropped", counts.dropped, "");
  print_line("links", counts.links, "");
  print_line("summaries", counts.summaries, with_commas(counts.stale) + " more to make or renew");
  print_line("indexed", status.documents.value_or(0),
             status.documents ? "on topic for the index (porthole explain " + shell_word(folder) +
                                    " URL says why)"
                              : "there is no index yet");
  if (const auto& index = status.health.index; index && !index->kept.empty())
    print_line("kept", index->kept_pages(),
               "of these would have left: " + gatherer::accept_loss(shell_word(folder)) +
                   " takes them out");
  print_reasons("\ndropped URLs by reason:", counts.reasons);
  print_reasons("\naliases by reason:", counts.alias_reasons);
  std::printf("\n");
  if (status.last_run) print_last_run(*status.last_run);
  std::printf("waiting for  %s\n", printable(status.waiting_for).c_str());
  if (const std::string missing = confinement::kernel_support().missing(); !missing.empty())
    std::printf("confinement  this kernel lacks %s (porthole doctor)\n", missing.c_str());
  print_plugins(status.plugins);
  for (const operations::UnreadFormat& one : status.unread)
    std::printf(
        "not read     %s: %s\n", printable(operations::unread_in_words(one)).c_str(),
        printable(operations::unread_remedy(one, "porthole update " + shell_word(folder))).c_str());
  if (status.recall) print_recall(*status.recall);
  if (status.recall && !status.has_recall_of_now()) {
    std::printf("             That was at %s pages: gather --until-recall estimates it anew\n",
                with_commas(status.recall->fetched).c_str());
  }
  print_samples(collection);
  print_health(status.health, folder);
  if (counts.stale > 0) std::printf("next: porthole summarize %s\n", shell_word(folder).c_str());
}

Result<std::string> metrics_text(const collection::Collection& collection, const Status& status) {
  gatherer::CollectionNumbers numbers;
  numbers.name = collection.specification().name;
  TRY_AS(repository, repository::open_if_there(collection::storage_of(collection)));
  if (*repository != nullptr) {
    TRY_AS(read, gatherer::read_numbers(collection, **repository, system_clock().wall()));
    numbers = std::move(*read);
  }
  numbers.documents = status.documents;
  if (status.has_recall_of_now())
    numbers.recall = {status.recall->recall.low, status.recall->recall.estimate,
                      status.recall->recall.high};
  return gatherer::collection_metrics({&numbers, 1});
}

struct StatusOptions {
  std::string folder;
  bool metrics = false;
  operations::NoticeTargets notices;
};

int run_status(const StatusOptions& options, const Common& common) {
  const std::string& folder = options.folder;
  if (options.metrics && common.json)
    return report(ErrorCode::kUsage, "--json does not apply to --metrics, the format of Prometheus",
                  "leave one of the two out", common);
  if (auto usable = operations::check_targets(options.notices); !usable)
    return report(usable.error(), common);
  Result<collection::Collection> collection = collection::Collection::open(folder);
  if (!collection) return report(collection.error(), common);
  Result<Status> status = read_status(*collection, folder);
  if (!status) return report(status.error(), common);
  if (options.metrics) {
    const auto text = metrics_text(*collection, *status);
    if (!text) return report(text.error(), common);
    std::cout << *text;
  } else if (common.json) {
    print_status_json(*collection, *status);
  } else {
    print_words(*collection, *status, folder);
  }
  const auto told = operations::tell_alarms(*collection, status->health.alarms, options.notices);
  return told ? kDone : report(told.error(), common);
}

}  // namespace

Action declare_status(Command app) {
  const auto options = std::make_shared<StatusOptions>();
  app.add_folder(options->folder);
  app.add_flag("--metrics", options->metrics, "Print the numbers in the text format of Prometheus");
  app.add_option("--webhook", options->notices.webhook,
                 "Post alarms that were not told there yet to this URL as JSON")
      .type_name("URL");
  app.add_option("--mail", options->notices.mail,
                 "Send alarms that were not told there yet to this address by the local sendmail")
      .type_name("ADDRESS");
  return [=](const Common& common) { return run_status(*options, common); };
}

}  // namespace porthole::cli
