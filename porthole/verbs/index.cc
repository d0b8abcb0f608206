#include <chrono>
#include <filesystem>
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

void print_report(const operations::IndexedRound& report, double seconds, const std::string& next,
                  const Common& common) {
  if (common.json) {
    print_json({{"indexed", report.indexed},
                {"removed", report.removed},
                {"documents", report.documents},
                {"off_topic", report.off_topic},
                {"left_out", report.left_out},
                {"failed", report.failed.size()},
                {"rebuilt", report.rebuilt},
                {"stopped", report.stopped},
                {"sums", sums_as_json(report.sums)}});
    return;
  }
  if (!in_words(common)) return;
  std::cout << (report.rebuilt ? "rebuilt the index: " : "") << "indexed "
            << counted(report.indexed, "page");
  if (report.removed > 0) std::cout << " and removed " << with_commas(report.removed);
  std::cout << " in " << format_duration(seconds) << "; the index has "
            << with_commas(report.documents);
  if (report.off_topic > 0)
    std::cout << ", of them " << with_commas(report.off_topic) << " off topic";
  std::cout << '\n';
  if (report.left_out > 0) {
    std::cout << counted(report.left_out, "page") << (report.left_out == 1 ? " is" : " are")
              << " left out as off topic (porthole explain " << shell_word(common.folder)
              << " URL says why; index --all includes them)\n";
  }
  if (report.sums.before > 0) {
    std::cout << sums_in_words(report.sums) << '\n';
    for (const std::string& line : losses_in_words(report.sums, common.folder))
      std::cout << "  " << line << '\n';
  }
  std::cout << "next: porthole " << next << '\n';
}

struct IndexVerbOptions {
  std::string folder;
  bool all = false;
  bool accept_loss = false;
};

int run_index(const IndexVerbOptions& asked, const Common& common) {
  const std::string& folder = asked.folder;
  Result<collection::OpenCollection> open =
      collection::open_collection(folder, repository::Access::kRead);
  if (!open) return report(open.error(), common);
  std::error_code ignored;
  if (!std::filesystem::exists(open->collection.index_folder(), ignored)) {
    if (auto there = collection::check_has_pages(*open, folder); !there)
      return report(there.error(), common);
  }
  Result<repository::Counts> counts = open->repository->counts();
  if (!counts) return report(counts.error(), common);

  const Interrupt interrupt;
  const auto started = std::chrono::steady_clock::now();
  const auto done =
      operations::Steps(open->collection, *open->repository, step_watch(interrupt, common))
          .index(asked.all ? indexer::OffTopic::kTakeIn : indexer::OffTopic::kLeaveOut,
                 asked.accept_loss ? operations::Loss::kAccept : operations::Loss::kAsk);
  if (!done) return report(done.error(), common);
  if (counts->stale > 0) {
    note(counted(counts->stale, "page") +
             (counts->stale == 1 ? " has no summary that is" : " have no summaries that are") +
             " up to date",
         "make them: porthole summarize " + shell_word(folder), common);
  }
  const std::string verb = done->stopped ? "index " : counts->stale > 0 ? "summarize " : "serve ";
  const std::chrono::duration<double> took = std::chrono::steady_clock::now() - started;
  print_report(*done, took.count(), verb + shell_word(folder), common);
  for (const auto& [url, error] : done->failed) {
    Error failed = error;
    failed.message = "not indexed: " + url + ": " + error.message;
    cli::report(failed, common);
  }
  if (interrupt.happened()) return interrupt.exit_code();
  return done->failed.empty() ? kDone : kDoneButNotAll;
}

}  // namespace

Action declare_index(Command app) {
  const auto options = std::make_shared<IndexVerbOptions>();
  app.add_folder(options->folder);
  app.add_flag("--all", options->all,
               "Index off-topic pages, too; searches leave them out unless asked (search --all)");
  app.add_flag("--accept-loss", options->accept_loss,
               "Take out the pages that are off topic or gone, however many of a site or of all "
               "they are (docs/on_topic.md)");
  return [options](const Common& common) { return run_index(*options, common); };
}

}  // namespace porthole::cli
