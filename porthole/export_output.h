#pragma once

/// Standard output of exports: stops early when the reader closes it, and reports write errors.

#include "base/result.h"
#include "porthole/common.h"

namespace porthole::cli {

/// True while standard output accepts data; long exports check it to stop early.
bool export_goes_on();

/// Reports the error of `done`, or of standard output. Returns the exit code, `code` if there was
/// none.
int export_finished(const Result<void>& done, int code, const Common& common);

}  // namespace porthole::cli
