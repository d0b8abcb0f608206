#include "operations/integrity/repair.h"

#include <sys/stat.h>

#include <iostream>
#include <memory>
#include <string>

#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/collection.h"
#include "porthole/exit_code.h"
#include "porthole/interrupt.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/show/integrity_report.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

struct RepairVerbOptions {
  std::string folder;
  bool anew = false;
  bool dry_run = false;
  bool parses_all = false;
};

/// Damage remains: the archive is read, and never changed.
bool is_incomplete(const operations::Integrity& integrity, const operations::RepairReport& report) {
  return !integrity.archive_is_sound || report.repository.refused > 0;
}

void print_report(const operations::RepairPlan& plan, const operations::RepairReport& report,
                  const Common& common) {
  if (common.json) {
    print_json({{"repository", plan.repository},
                {"summaries", plan.summaries},
                {"index", plan.index},
                {"answers", report.repository.answers},
                {"pages", report.repository.pages},
                {"unreadable", report.repository.damaged},
                {"refused", report.repository.refused},
                {"summaries_made", report.summaries},
                {"documents", report.documents},
                {"set_aside", report.aside.string()},
                {"stopped", report.stopped}});
    return;
  }
  if (!in_words(common)) return;
  if (plan.repository) {
    std::cout << "built the repository again: " << counted(report.repository.pages, "page")
              << " from " << counted(report.repository.answers, "answer") << " of the archive\n";
    if (report.repository.damaged > 0)
      std::cout << counted(report.repository.damaged, "place")
                << " of the archive could not be read: what was there waits to be fetched again\n";
    if (report.repository.refused > 0)
      std::cout << counted(report.repository.refused, "answer")
                << " were left out by the rules of today\n";
  }
  if (plan.summaries || report.summaries > 0)
    std::cout << "made " << with_commas(report.summaries)
              << (report.summaries == 1 ? " summary\n" : " summaries\n");
  if (plan.index)
    std::cout << "built the index again: " << counted(report.documents, "document") << '\n';
  if (!report.aside.empty()) std::cout << "damaged parts are in " << report.aside.string() << '\n';
  if (report.stopped) std::cout << "stopped before the end: run the same command again\n";
}

void print_plan(const operations::RepairPlan& plan, const Common& common) {
  if (common.json) {
    print_json(
        {{"repository", plan.repository}, {"summaries", plan.summaries}, {"index", plan.index}});
    return;
  }
  if (plan.empty()) std::cout << "nothing is to be built again\n";
  for (const std::string& words : in_words(plan)) std::cout << words << '\n';
}

int run_repair(const RepairVerbOptions& options, const Common& common) {
  const auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  if (collection::is_private(collection->folder())) ::umask(077);
  const Interrupt interrupt;
  operations::Repair repair(*collection, step_watch(interrupt, common));
  if (!options.dry_run) {
    if (auto finished = repair.finish_earlier(); !finished) return report(finished.error(), common);
  }
  const auto integrity =
      check_with_progress(*collection, options.folder, options.parses_all, interrupt, common);
  if (!integrity) return report(integrity.error(), common);
  if (interrupt.happened()) return interrupt.exit_code();
  if (!common.json && !common.quiet) print_integrity(*integrity, options.folder, common);
  const operations::RepairPlan plan =
      operations::plan_repair(*collection, *integrity, options.anew);
  if (options.dry_run) {
    print_plan(plan, common);
    return kDone;
  }
  const auto done = repair.run(plan);
  if (!done) return report(done.error(), common);
  print_report(plan, *done, common);
  if (interrupt.happened()) return interrupt.exit_code();
  return is_incomplete(*integrity, *done) ? kDoneButNotAll : kDone;
}

}  // namespace

Action declare_repair(Command app) {
  const auto options = std::make_shared<RepairVerbOptions>();
  app.add_folder(options->folder);
  app.add_flag("--anew", options->anew, "Build summaries and index again though they are sound");
  app.add_flag("--parse-all", options->parses_all, kParseAllHelp);
  add_dry_run(app, options->dry_run, "Print what is damaged and what would be built again");
  return [options](const Common& common) { return run_repair(*options, common); };
}

}  // namespace porthole::cli
