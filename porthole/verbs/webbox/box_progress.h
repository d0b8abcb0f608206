#pragma once

/// How far a web in a box is: what is fetched, which hub pages are made. For all verbs that open one.

#include "porthole/common.h"
#include "porthole/progress.h"
#include "labs/webbox/box.h"

namespace porthole::cli {

/// Shows the progress of the box that is opened with options which watch() was given. On what is no terminal a line
/// says at once that hub pages are made, since apt is asked for them without a word for half a minute.
class BoxProgress {
 public:
  explicit BoxProgress(const Common& common);
  /// Lifetime: this outlives the opening of the box.
  void watch(labs::BoxOptions& options);

 private:
  const Common& common_;
  ProgressBar packages_, hubs_;
};

}  // namespace porthole::cli
