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

void print_report(const summarizer::SummarizeReport& report, const std::string& folder,
                  const Common& common) {
  if (common.json) {
    print_json({{"summarized", report.summarized},
                {"described", report.described},
                {"removed", report.removed},
                {"stopped", report.stopped}});
    return;
  }
  if (!in_words(common)) return;
  if (report.described > 0)
    std::cout << "described " << counted(report.described, "URL") << " by links alone\n";
  std::cout << with_commas(report.summarized)
            << (report.summarized == 1 ? " summary is" : " summaries are") << " new or changed\n"
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
  const auto done =
      operations::Steps(open->collection, *open->repository, step_watch(interrupt, common))
          .summarize();
  if (!done) return report(done.error(), common);
  print_report(*done, folder, common);
  return interrupt.happened() ? interrupt.exit_code() : kDone;
}

}  // namespace

Action declare_summarize(Command app) {
  const auto folder = std::make_shared<std::string>();
  app.add_folder(*folder);
  return [folder](const Common& common) { return run_summarize(*folder, common); };
}

}  // namespace porthole::cli
