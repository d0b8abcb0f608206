#pragma once

/// BoxProgress: progress display while a web in a box is opened: packages fetched, hub pages
/// generated.

#include "labs/webbox/box.h"
#include "porthole/common.h"
#include "porthole/progress.h"

namespace porthole::cli {

/// Shows the progress of a box opened with the options given to watch(). Without a terminal a note
/// is printed first when hub pages are generated, since the query to apt takes half a minute.
class BoxProgress {
 public:
  explicit BoxProgress(const Common& common);
  /// Lifetime: this outlives the opening of the box.
  void watch(labs::BoxOptions& options);

 private:
  const Common& common_;
  ProgressBar packages_, hubs_;
};

/// Opens the box and serves it; the threads of its server leave signals to the main thread. While
/// packages are fetched, a signal does what the caller has set.
Result<labs::Box> serve_box(const labs::BoxOptions& options);

}  // namespace porthole::cli
