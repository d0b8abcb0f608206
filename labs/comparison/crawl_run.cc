#include "labs/comparison/crawl_run.h"

#include <system_error>

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;

Result<void> prepare(const CrawlRun& run) {
  std::error_code error;
  fs::remove_all(run.folder, error);
  fs::create_directories(run.folder / "archive", error);
  if (!error && !run.model.empty())
    fs::create_directory_symlink(fs::absolute(run.model), run.folder / "model", error);
  if (error)
    return fail(ErrorCode::kStorage, "cannot make " + run.folder.string() + ": " + error.message());
  return {};
}

}  // namespace

Result<CrawlOutcome> crawl_once(const CrawlRun& run) {
  TRY(prepare(run));
  const auto collection = collection::Collection::of(run.folder, run.specification);
  auto repository =
      repository::open_sqlite(run.folder / "repository.db", repository::Access::kWrite);
  if (!repository) return fail(repository.error());
  gatherer::GatherOptions options;
  options.pages = run.pages;
  options.random_seed = run.random_seed;
  options.web = run.web;
  options.judge = run.judge;
  options.own_strategy = run.own_strategy;
  options.pages_at_once = 1;  // The same pages in every run.
  options.stop = run.stop;
  TRY_AS(report, gatherer::gather(collection, **repository, options));
  CrawlOutcome outcome;
  outcome.report = std::move(*report);
  auto visited =
      (*repository)->pages().for_each({}, [&](const auto& url, const auto& page, auto, auto) {
        outcome.pages.push_back({url.href, url.site, page.relevance.value(), page.relevant,
                                 url.seed, page.topic, url.hops});
        return true;
      });
  if (!visited) return fail(visited.error());
  if (run.look) {
    TRY(run.look(**repository));
  }
  return outcome;
}

}  // namespace porthole::labs
