#include "gatherer/crawl/gather.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <chrono>
#include <memory>

#include "collection/collection.h"
#include "collection/open_collection.h"
#include "collection/scope_choice.h"
#include "gatherer/crawl/revival.h"
#include "gatherer/judge/judge_factory.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/report/settings.h"
#include "operations/doctor/crawl_health.h"
#include "operations/steps/expanding_gather.h"
#include "operations/steps/steps.h"
#include "porthole/exit_code.h"
#include "porthole/options/gather_choice.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/show/gather_report.h"
#include "porthole/verb.h"
#include "porthole/verbs/open_web.h"
#include "repository/repository.h"

namespace porthole::cli {
namespace {

int show_plan(const collection::Collection& collection, const gatherer::GatherOptions& options,
              const Common& common) {
  const auto repository = repository::open_if_there(collection::storage_of(collection));
  if (!repository) return report(repository.error(), common);
  const Result<gatherer::GatherPlan> plan = gatherer::plan(collection, repository->get(), options);
  if (!plan) return report(gatherer::placed_in(collection.specification(), plan.error()), common);
  print_plan(*plan, options.refresh.has_value(), common);
  return kDone;
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

/// Queues the URLs again that were dropped for one of `reasons` (--retry).
Result<void> queue_again(repository::Repository& repository,
                         const std::vector<std::string>& reasons, const Common& common) {
  if (reasons.empty()) return {};
  TRY_AS(queued, gatherer::retry_dropped(repository, reasons));
  note(counted(*queued, "URL") + " that could not be fetched " + (*queued == 1 ? "waits" : "wait") +
           " again",
       "", common);
  return {};
}

/// The collection with its specification limited for this run.
Result<collection::Collection> open_limited(const GatherChoice& choice) {
  TRY_AS(scope, collection::checked(choice.scope));
  Result<collection::Collection> opened = collection::Collection::open(choice.folder);
  if (!opened) return opened;
  collection::Specification specification = opened->specification();
  collection::limit(specification, *scope);
  return collection::Collection::of(opened->folder(), std::move(specification));
}

/// One run of the crawl, or with --expand several.
Result<operations::ExpandedGather> gather_with_expander(const GatherChoice& choice,
                                                        gatherer::GatherOptions gather_with,
                                                        const collection::Collection& collection,
                                                        repository::Repository& repository,
                                                        const Interrupt& interrupt,
                                                        const Common& common) {
  if (choice.expand) {
    const operations::ExpandingGather::Open open = [&choice] { return open_limited(choice); };
    const operations::StepWatch watch = step_watch(interrupt, common);
    return operations::ExpandingGather(open, repository, watch).run(std::move(gather_with));
  }
  auto done = operations::Steps(collection, repository, step_watch(interrupt, common))
                  .gather(std::move(gather_with), "gathering");
  if (!done) return fail(done.error());
  return operations::ExpandedGather{std::move(*done), {}, {}};
}

/// One of several gatherers (--gatherer).
int run_together(const GatherChoice& choice, gatherer::GatherOptions gather_with,
                 const collection::Collection& collection, const Common& common) {
  Result<std::chrono::milliseconds> term = duration_option("--lease", choice.lease);
  if (!term) return report(term.error(), common);
  const Interrupt interrupt;
  const auto started = std::chrono::steady_clock::now();
  auto gathered =
      operations::gather_together(collection, {.name = choice.gatherer, .term = *term},
                                  std::move(gather_with), step_watch(interrupt, common));
  if (!gathered) return report(gathered.error(), common);
  const auto repository =
      repository::open_repository(collection::storage_of(collection), repository::Access::kRead);
  if (!repository) return report(repository.error(), common);
  const Result<operations::CrawlHealth> health =
      operations::read_health(collection, **repository, choice.folder);
  if (!health) return report(health.error(), common);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  return report_gathered(choice, {std::move(*gathered), {}, {}}, *health, took.count(), interrupt,
                         common);
}

int run_gather(const GatherChoice& choice, const Common& common) {
  Result<collection::Collection> collection = open_limited(choice);
  if (!collection) return report(collection.error(), common);
  Result<gatherer::GatherOptions> gather_with = gather_options(choice);
  if (!gather_with) return report(gather_with.error(), common);
  if (choice.dry_run) return show_plan(*collection, *gather_with, common);
  // Checked before a repository is created: a collection that cannot be crawled stays unchanged.
  if (auto ready = check_ready(*collection); !ready) return report(ready.error(), common);
  advise_against_root("gather", *collection, common);
  if (collection::is_private(collection->folder())) ::umask(077);
  const auto web = open_web(*collection, common);
  if (!web) return report(web.error(), common);
  if (!choice.gatherer.empty()) {
    return run_together(choice, std::move(*gather_with), *collection, common);
  }
  auto repository =
      repository::open_repository(collection::storage_of(*collection), repository::Access::kWrite);
  if (!repository) return report(repository.error(), common);
  if (auto queued = queue_again(**repository, choice.retry, common); !queued)
    return report(queued.error(), common);

  const Interrupt interrupt;
  const auto started = std::chrono::steady_clock::now();
  const Result<operations::ExpandedGather> gathered = gather_with_expander(
      choice, std::move(*gather_with), *collection, **repository, interrupt, common);
  if (!gathered) return report(gathered.error(), common);
  const Result<operations::CrawlHealth> health =
      operations::read_health(*collection, **repository, choice.folder);
  if (!health) return report(health.error(), common);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  return report_gathered(choice, *gathered, *health, took.count(), interrupt, common);
}

}  // namespace

Action declare_gather(Command app) {
  const auto choice = std::make_shared<GatherChoice>();
  add_gather_choice(app, *choice);
  return [choice](const Common& common) { return run_gather(*choice, common); };
}

}  // namespace porthole::cli
