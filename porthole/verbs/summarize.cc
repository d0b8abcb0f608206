#include <chrono>
#include <iostream>
#include <memory>

#include "base/json/json.h"
#include "collection/open_collection.h"
#include "operations/steps/steps.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

void list_skipped(const std::vector<repository::UrlId>& skipped, repository::Repository& repository,
                  const Common& common) {
  for (const repository::UrlId id : skipped) {
    const auto url = repository.urls().get(id);
    Error error;
    error.message =
        "not summarized: " + (url && *url ? (*url)->href : "page " + std::to_string(id));
    report(error, common);
  }
}

void print_report(const summarizer::SummarizeReport& report, double seconds,
                  const std::string& folder, const Common& common) {
  if (common.json) {
    print_json({{"summarized", report.summarized},
                {"annotations", report.annotations},
                {"described", report.described},
                {"removed", report.removed},
                {"failed", report.skipped.size()},
                {"stopped", report.stopped}});
    return;
  }
  if (!in_words(common)) return;
  if (report.described > 0)
    std::cout << "described " << counted(report.described, "URL") << " by links alone\n";
  std::cout << "made " << with_commas(report.summarized)
            << (report.summarized == 1 ? " summary with " : " summaries with ")
            << counted(report.annotations, "annotation") << " by others in "
            << format_duration(seconds) << '\n'
            << "next: porthole " << (report.stopped ? "summarize " : "index ") << shell_word(folder)
            << '\n';
}

int run_summarize(const std::string& folder, const Common& common) {
  Result<collection::OpenCollection> open =
      collection::open_collection(folder, repository::Access::kWrite);
  if (!open) return report(open.error(), common);
  if (auto there = collection::check_has_pages(*open, folder); !there)
    return report(there.error(), common);
  const Interrupt interrupt;
  const auto started = std::chrono::steady_clock::now();
  const auto done =
      operations::Steps(open->collection, *open->repository, step_watch(interrupt, common))
          .summarize();
  if (!done) return report(done.error(), common);
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  print_report(*done, took.count(), folder, common);
  list_skipped(done->skipped, *open->repository, common);
  if (interrupt.happened()) return interrupt.exit_code();
  return done->skipped.empty() ? kDone : kDoneButNotAll;
}

}  // namespace

Action declare_summarize(Command app) {
  const auto folder = std::make_shared<std::string>();
  app.add_option("DIR", *folder, "The collection's folder").required();
  return [folder](const Common& common) { return run_summarize(*folder, common); };
}

}  // namespace porthole::cli
