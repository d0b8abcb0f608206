#include <iostream>
#include <memory>

#include "base/json/json.h"
#include "collection/open_collection.h"
#include "gatherer/scores/local_distiller.h"
#include "operations/steps/steps.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

void print_words(const gatherer::JudgeReport& report, const std::string& folder) {
  std::cout << "judged " << counted(report.judged, "page") << ": " << with_commas(report.relevant)
            << " relevant (" << with_commas(report.relevant_before) << " before), "
            << with_commas(report.changed) << " with another relevance or topic\n"
            << "next: porthole " << (report.changed > 0 ? "summarize " : "gather ")
            << shell_word(folder) << '\n';
}

int run_judge(const std::string& folder, const Common& common) {
  Result<collection::OpenCollection> open =
      collection::open_collection(folder, repository::Access::kWrite);
  if (!open) return report(open.error(), common);
  if (auto there = collection::check_has_pages(*open, folder); !there)
    return report(there.error(), common);
  const Interrupt interrupt;
  const auto done =
      operations::Steps(open->collection, *open->repository, step_watch(interrupt, common)).judge();
  if (!done) return report(done.error(), common);
  const auto stop = [&] { return interrupt.happened(); };
  if (auto settled = gatherer::settle_changes(*open->repository, stop); !settled)
    return report(settled.error(), common);
  if (common.json) {
    print_json({{"judged", done->judged},
                {"changed", done->changed},
                {"relevant", done->relevant},
                {"relevant_before", done->relevant_before},
                {"stopped", done->stopped}});
  } else if (in_words(common) && !done->stopped) {
    print_words(*done, folder);
  }
  return interrupt.happened() ? interrupt.exit_code() : kDone;
}

}  // namespace

Action declare_judge(Command app) {
  const auto folder = std::make_shared<std::string>();
  app.add_folder(*folder);
  return [folder](const Common& common) { return run_judge(*folder, common); };
}

}  // namespace porthole::cli
