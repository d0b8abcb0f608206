#include <iostream>
#include <memory>

#include "base/json/json.h"
#include "collection/open_collection.h"
#include "operations/steps/steps.h"
#include "porthole/exit_code.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/progress.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

struct PruneVerbOptions {
  std::string folder;
  std::int64_t keep = 0;
  bool dry_run = false;
};

void print_words(const gatherer::PruneReport& report, bool dry_run) {
  std::cout << (dry_run ? "would drop " : "dropped ") << with_commas(report.dropped) << " of "
            << counted(report.captures, "capture") << ", " << format_bytes(report.freed) << " of "
            << format_bytes(report.bytes) << ", in " << counted(report.files, "file") << '\n';
}

int run_prune(const PruneVerbOptions& options, const Common& common) {
  Result<collection::OpenCollection> open = collection::open_collection(
      options.folder, options.dry_run ? repository::Access::kRead : repository::Access::kWrite);
  if (!open) return report(open.error(), common);
  const Interrupt interrupt;
  gatherer::PruneOptions prune;
  prune.keep = options.keep;
  prune.dry_run = options.dry_run;
  const auto done =
      operations::Steps(open->collection, *open->repository, step_watch(interrupt, common))
          .prune(prune);
  if (!done) return report(done.error(), common);
  if (common.json) {
    print_json({{"captures", done->captures},
                {"dropped", done->dropped},
                {"bytes", done->bytes},
                {"freed", done->freed},
                {"files", done->files},
                {"dry_run", options.dry_run}});
  } else if (in_words(common)) {
    print_words(*done, options.dry_run);
  }
  return interrupt.happened() ? interrupt.exit_code() : kDone;
}

}  // namespace

Action declare_prune(Command app) {
  const auto options = std::make_shared<PruneVerbOptions>();
  app.add_folder(options->folder);
  app.add_option("--keep", options->keep,
                 "Keep the newest N captures of each URL; the one that a page was read from always "
                 "stays")
      .type_name("N")
      .required()
      .within(std::int64_t{1}, std::int64_t{1'000'000}, "a number from 1 on");
  add_dry_run(app, options->dry_run, "Say what would be dropped, and change nothing");
  return [options](const Common& common) { return run_prune(*options, common); };
}

}  // namespace porthole::cli
