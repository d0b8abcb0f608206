#include "gatherer/crawl/gather.h"

#include <unistd.h>

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "archive/warc_writer.h"
#include "base/log.h"
#include "base/text/format.h"
#include "collection/collection.h"
#include "collection/local_scope.h"
#include "collection/open_collection.h"
#include "gatherer/crawl/committer.h"
#include "gatherer/crawl/crawl.h"
#include "gatherer/crawl/crawl_setup.h"
#include "gatherer/fetch/network.h"
#include "gatherer/fetch/routing_fetcher.h"
#include "gatherer/fetch/shared_web.h"
#include "gatherer/others/other_collections.h"
#include "gatherer/report/alarms.h"
#include "gatherer/report/remedy.h"
#include "gatherer/scores/local_distiller.h"
#include "gatherer/share/share.h"
#include "gatherer/strategies/strategy.h"
#include "parser/parser_pool.h"
#include "plugins/host/plugin_host.h"
#include "repository/visits.h"

namespace porthole::gatherer {
namespace {

/// The connections and processes of a run, and the archive that it writes to.
struct Tools {
  std::vector<Protocol> protocols;
  std::unique_ptr<Fetcher> fetcher;
  std::unique_ptr<parser::ParserPool> parsers;
  std::unique_ptr<archive::WarcWriter> archive;
};

Result<std::unique_ptr<Fetcher>> route_by_scheme(const collection::Network& network,
                                                 const std::vector<Protocol>& protocols,
                                                 std::unique_ptr<Fetcher> web) {
  if (protocols.empty()) return web;
  std::vector<ProtocolWorker> workers;
  for (const Protocol& protocol : protocols) {
    TRY_AS(worker, ProtocolWorker::make(protocol, network.timeout, network.allow));
    workers.push_back(std::move(*worker));
  }
  return std::make_unique<RoutingFetcher>(std::move(web), std::move(workers));
}

Result<std::unique_ptr<Fetcher>> make_fetcher(const collection::Specification& specification,
                                              const std::vector<Protocol>& protocols,
                                              const GatherOptions& options) {
  MayAsk may_ask;
  if (const Share* share = options.share) may_ask = [share] { return share->may_ask(); };
  Result<std::unique_ptr<Fetcher>> fetcher = open_network(specification, std::move(may_ask));
  if (fetcher) fetcher = route_by_scheme(specification.network, protocols, std::move(*fetcher));
  if (!fetcher || options.web == nullptr) return fetcher;
  return std::make_unique<CachingFetcher>(std::move(*fetcher), *options.web);
}

std::string host_name() {
  char name[256] = {};
  return ::gethostname(name, sizeof name - 1) == 0 ? name : "localhost";
}

Result<std::unique_ptr<archive::WarcWriter>> open_archive(const collection::Collection& collection,
                                                          repository::Repository& repository,
                                                          const GatherOptions& gather) {
  const collection::Agent& agent = collection.specification().agent;
  TRY_AS(end, repository.crawl().archive_end());
  archive::WarcWriterOptions options;
  options.user_agent = agent.user_agent();
  options.operator_contact = agent.email.empty() ? agent.url : agent.email;
  options.host = host_name();
  if (gather.share != nullptr) options.host += "-" + gather.share->gatherer();
  options.set_aside = gather.set_aside;
  options.remedy = "go on in a new file, and leave the archive as it is: porthole gather " +
                   shell_word(collection.folder().string()) + " --set-aside (docs/backup.md)";
  auto writer =
      archive::WarcWriter::open(collection.archive_folder(), options, end->first, end->second);
  if (!writer || !(*writer)->file().empty()) return writer;
  // The name of a new file is committed before its first capture, so that the next start knows what
  // to cut.
  auto begun = (*writer)->begin();
  if (begun) begun = (*writer)->sync();
  repository::Batch batch;
  batch.archive_file = (*writer)->file();
  batch.archive_size = (*writer)->size();
  if (begun) begun = repository.crawl().apply(batch);
  if (begun) begun = (*writer)->committed();
  if (!begun) return fail(begun.error());
  return writer;
}

/// Closes the collection's files to other users where they may hold somebody's mail.
Result<void> close_if_private(const collection::Collection& collection,
                              const std::vector<Protocol>& protocols) {
  const bool is_private =
      std::any_of(protocols.begin(), protocols.end(),
                  [](const Protocol& protocol) { return !protocol.manners.open_to_links; });
  return is_private ? collection::make_private(collection.folder()) : Result<void>();
}

Result<Tools> open_tools(const collection::Collection& collection,
                         repository::Repository& repository, const GatherOptions& options) {
  Tools tools;
  TRY_AS(protocols, choose_protocols(collection.specification()));
  tools.protocols = std::move(*protocols);
  TRY(close_if_private(collection, tools.protocols));
  TRY_AS(fetcher, make_fetcher(collection.specification(), tools.protocols, options));
  tools.fetcher = std::move(*fetcher);
  TRY_AS(parsers, start_parsers(collection, options.web));
  tools.parsers = std::move(*parsers);
  TRY_AS(archive, open_archive(collection, repository, options));
  tools.archive = std::move(*archive);
  return tools;
}

const Clock& clock_of(const GatherOptions& options) {
  return options.clock != nullptr ? *options.clock : system_clock();
}

/// When an earlier run may have made its last request: times are kept to the second, and one that
/// was killed may have made it just now.
Result<std::optional<WallTime>> last_asked(repository::Repository& repository, WallTime now) {
  TRY_AS(run, repository.crawl().last_run());
  if (!*run) return std::optional<WallTime>();
  const bool has_ended = (*run)->ended != WallTime{};
  return std::optional(has_ended ? (*run)->ended + std::chrono::seconds(1) : now);
}

/// The same of all that ask the hosts of this crawl.
Result<std::optional<WallTime>> last_asked_by_any(repository::Repository& repository,
                                                  const OtherCollections* others, WallTime now) {
  auto last = last_asked(repository, now);
  if (others == nullptr) return last;
  for (repository::Repository* other : others->repositories()) {
    const auto asked = last_asked(*other, now);
    if (!last || !asked) return asked ? last : asked;
    if (*asked && (!*last || **last < **asked)) last = *asked;
  }
  return last;
}

/// Null where nothing is shared.
Result<std::unique_ptr<OtherCollections>> open_others(const collection::Collection& collection,
                                                      const GatherOptions& options) {
  TRY_AS(folders, collection::shares_of(collection));
  if (folders->empty() || options.web != nullptr) return std::unique_ptr<OtherCollections>();
  return OtherCollections::open(*folders, collection::storage_of(collection).lock_file());
}

/// The URL that stands for a seed, when it was dropped since it could not be fetched.
Result<std::optional<repository::UrlRecord>> unfetched(repository::Repository& repository,
                                                       const Url& seed) {
  auto known = repository.urls().find(seed.key());
  for (int steps = 0; known && *known && (*known)->alias_of != 0 && steps < 64; ++steps) {
    known = repository.urls().get((*known)->alias_of);
  }
  if (!known) return fail(known.error());
  const bool failed =
      *known && repository::applies((*known)->status(), repository::UrlEvent::kRequest);
  return failed ? std::move(*known) : std::optional<repository::UrlRecord>();
}

Result<void> fill_seeds(GatherReport& report, const collection::Specification& specification,
                        repository::Repository& repository) {
  for (const collection::Seed& seed : specification.seeds) {
    const Result<Url> url = Url::parse(seed.url);
    if (!url) continue;
    TRY_AS(record, unfetched(repository, *url));
    if (!*record) continue;
    report.unfetched_seeds.push_back({url->without_credentials().href(), (*record)->reason,
                                      (*record)->detail, remedy_for(**record, specification)});
  }
  return {};
}

Result<void> fill_report(GatherReport& report, repository::Repository& repository) {
  TRY_AS(counts, repository.counts());
  report.queued = counts->queued;
  report.dropped = counts->reasons;
  report.aliases = counts->alias_reasons;
  if (report.queued == 0) return {};
  if (report.is_complete()) {
    report.waiting_for = kAfterRecall;
  } else if (report.stop_reason == repository::StopReason::kBudget) {
    report.waiting_for = "a larger budget (--pages or --more)";
  } else if (report.stop_reason == repository::StopReason::kTime) {
    report.waiting_for = "more time (--for)";
  } else {
    report.waiting_for = "the next run of porthole gather";
  }
  return {};
}

/// Crawls until there is a reason to stop, and returns that.
Result<repository::StopReason> restore_and_run(Crawl& crawl, std::optional<WallTime> asked,
                                               bool seeds) {
  TRY(crawl.restore(asked));
  if (seeds) {
    crawl.add_seeds();
    TRY(crawl.take_from_others());
  }
  return crawl.run();
}

/// Writes the strategy that is in force down.
void note_strategy(repository::RunRecord& record, const Strategy& strategy,
                   const SpecificationWatch* watch) {
  record.strategy = std::string(strategy.name());
  if (watch != nullptr) record.options = watch->current().options;
}

/// Stores that a run has begun, and returns its record.
Result<repository::RunRecord> begin_run(repository::CrawlState& crawl_state, WallTime now,
                                        const Strategy& strategy, const SpecificationWatch* watch) {
  repository::RunRecord record;
  record.started = now;
  note_strategy(record, strategy, watch);
  TRY_AS(id, crawl_state.begin_run(record));
  record.id = *id;
  return record;
}

/// A crawl without a checkpoint begins as well, and more slowly.
void keep_checkpoint(const Crawl& crawl, const Checkpoint& now) {
  const Result<void> saved = crawl.save_checkpoint(now);
  if (saved) return;
  log(LogLevel::kWarning, "gather",
      "the next run begins slowly, without crawl.checkpoint: " + saved.error().message);
}

using Visits = std::vector<repository::VisitRecord>;

/// The visits of the pages, when they decide what is fetched again first.
Result<std::optional<Visits>> visits_for(const collection::Collection& collection,
                                         const GatherOptions& options, const RefreshOrder& order) {
  if (!options.refresh || !order.needs_value()) return std::nullopt;
  TRY_AS(visits, repository::read_visits(collection::storage_of(collection)));
  return std::move(*visits);
}

/// Crawls with all that was opened, and records the run.
/// Ends the run's record: how it stopped, and what it fetched.
Result<void> end_run(repository::CrawlState& state, repository::RunRecord record,
                     const Result<repository::StopReason>& stopped, const GatherReport& report,
                     WallTime now) {
  record.ended = now;
  record.stop_reason = stopped ? *stopped : repository::StopReason::kFailed;
  if (!stopped) record.failure = stopped.error().message;
  record.fetched = report.fetched_now + report.refreshed;
  return state.end_run(record);
}

/// Computes scores anew around the pages of a commit. Several gatherers leave that to one that
/// crawls alone, or to the next distillation.
std::function<Result<void>()> after_commit(repository::Repository& repository,
                                           const GatherOptions& options) {
  if (options.share != nullptr) return nullptr;
  return [distiller = LocalDistiller(repository.score_changes())]() mutable -> Result<void> {
    const Result<std::size_t> settled = distiller.advance();
    return settled ? Result<void>() : fail(settled.error());
  };
}

Result<GatherReport> crawl_and_record(const collection::Collection& collection,
                                      repository::Repository& repository,
                                      const GatherOptions& options, Rules rules,
                                      const Tools& tools) {
  const Clock& clock = clock_of(options);
  const PageJudge& judge = options.judge != nullptr ? *options.judge : *rules.own_judge;
  SpecificationWatch watch(
      collection.specification(),
      {options.strategy, options.options, options.random_seed, options.refresh_order.has_value()},
      clock, &judge);
  SpecificationWatch* const watched = options.own_strategy ? nullptr : &watch;
  TRY_AS(others, open_others(collection, options));
  TRY_AS(asked, last_asked_by_any(repository, others->get(), clock.wall()));
  std::optional<MarkWatch> marks;
  if (watched != nullptr && options.judge == nullptr && options.share == nullptr)
    marks.emplace(collection, *rules.own_judge, clock);
  Result<RefreshOrder> order = RefreshOrder::specified(collection.specification());
  if (options.refresh_order) order = *options.refresh_order;
  if (!order) return fail(order.error());
  TRY_AS(visits, visits_for(collection, options, *order));
  TRY_AS(record, begin_run(repository.crawl(), clock.wall(), *rules.strategy.strategy, watched));

  note_keep_free(collection.folder(), options.keep_free);
  DiskRoom room(collection.folder(), options.keep_free, options.ask_disk);
  Committer committer(repository.crawl(), *tools.archive, &room, options.stop,
                      after_commit(repository, options));
  const bool keeps_checkpoint = rules.checkpoint.has_value();
  Crawl crawl({.specification = collection.specification(),
               .archive_folder = collection.archive_folder(),
               .options = options,
               .clock = clock,
               .scope = rules.scope,
               .precedence = rules.precedence,
               .judge = judge,
               .recall_file = recall_file(collection.folder()),
               .importance = rules.importance.get(),
               .manners = manners_of(tools.protocols),
               .sources = std::move(rules.sources),
               .room = &room,
               .visits = *visits ? &**visits : nullptr,
               .refresh_order = std::move(*order),
               .watch = watched,
               .others = others->get(),
               .marks = marks ? &*marks : nullptr,
               .checkpoint = std::move(rules.checkpoint),
               .begins_at_checkpoint = options.warm.empty()},
              {*tools.fetcher, *tools.parsers, committer, repository}, std::move(rules.strategy));
  Result<repository::StopReason> stopped = restore_and_run(crawl, *asked, !options.refresh);
  Result<void> written = committer.finish();
  if (written && options.share == nullptr) {
    written = LocalDistiller(repository.score_changes()).run([&] {
      return options.stop != nullptr && options.stop->load() != 0;
    });
  }
  if (stopped && !written) stopped = fail(written.error());
  if (stopped && keeps_checkpoint) keep_checkpoint(crawl, {collection, watch.current()});

  if (crawl.taken() > 0) {
    log(LogLevel::kInfo, "gather",
        std::to_string(crawl.taken()) + " pages were taken from other collections");
  }
  GatherReport report = crawl.report();
  note_strategy(*record, crawl.strategy(), watched);
  const Result<void> ended =
      end_run(repository.crawl(), *std::move(record), stopped, report, clock.wall());
  if (!stopped) return fail(stopped.error());
  if (!ended) return fail(ended.error());
  report.stop_reason = *stopped;
  return report;
}

/// GatherReport::took_warm_weights; asked before the crawl, which learns weights of its own.
Result<std::optional<bool>> takes_warm_weights(repository::Repository& repository,
                                               const Strategy& strategy,
                                               const GatherOptions& options) {
  if (options.warm.empty()) return std::optional<bool>();
  TRY_AS(own, repository.crawl().strategy_state(strategy.name()));
  return std::optional(own->empty());
}

}  // namespace

Result<void> check_ready(const collection::Specification& specification) {
  if (collection::asks_others(specification) && !specification.agent.has_contact())
    return fail(collection::no_contact(specification, "the live web will not be crawled"));
  if (!specification.missing.empty()) return fail(specification.missing.front());
  if (specification.seeds.empty()) {
    return fail({.code = ErrorCode::kIncomplete,
                 .message = "there are no seeds to start from",
                 .file = specification.file.string(),
                 .hint = "add some: porthole seeds add " +
                         shell_word(specification.file.parent_path().string()) + " URL..."});
  }
  return {};
}

Result<GatherReport> gather(const collection::Collection& collection,
                            repository::Repository& repository, const GatherOptions& options) {
  const collection::Specification& specification = collection.specification();
  TRY(check_ready(specification));
  TRY_AS(rules, choose_rules(collection, options));
  TRY_AS(warmed, takes_warm_weights(repository, *rules->strategy.strategy, options));
  TRY_AS(tools, open_tools(collection, repository, options));
  Result<GatherReport> report =
      crawl_and_record(collection, repository, options, std::move(*rules), *tools);
  if (!report) return report;
  report->took_warm_weights = *warmed;
  // Once more, for files that were made meanwhile.
  TRY(close_if_private(collection, tools->protocols));
  TRY(fill_report(*report, repository));
  TRY(fill_seeds(*report, specification, repository));
  return report;
}

}  // namespace porthole::gatherer
