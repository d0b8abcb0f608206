#pragma once

/// Changes of a collection's taxonomy, one at a time, each of which can be taken back.
///
/// Thread safety: any thread. Another program that changes the file at the same time: the last one
/// wins, as on the command line.

#include <functional>
#include <mutex>
#include <string>
#include <vector>

#include "base/result.h"
#include "training/open_taxonomy.h"

namespace porthole::console {

class TaxonomyEditor {
 public:
  static constexpr std::size_t kMostUndone = 50;

  using Change = std::function<Result<void>(collection::TaxonomyFile&)>;

  /// Opens the taxonomy, makes it if there is none, applies the change and saves it. With
  /// SeedExamples::kYes new examples of good topics become seeds.
  /// Errors: those of the change, of open_or_make_taxonomy() and of save_taxonomy().
  Result<void> change(const std::string& folder, training::SeedExamples seeds,
                      const Change& change);

  /// Puts the file back as it was before the last change(); seeds stay. Errors: kBusy when there
  /// is nothing to take back, or the file was changed since by something else.
  Result<void> undo(const std::string& folder);
  std::size_t undoable();

 private:
  struct Step {
    std::string before, after;
  };
  std::mutex mutex_;
  std::vector<Step> steps_;  // guarded by mutex_
};

}  // namespace porthole::console
