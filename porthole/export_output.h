#pragma once

/// Standard output as exports write it: as much as wanted, and an error when it takes no more.

#include "base/result.h"
#include "porthole/common.h"

namespace porthole::cli {

/// Standard output still takes what is written; an export that is asked often stops early.
bool export_goes_on();

/// Reports `done`, or that standard output failed; else `code`. Returns the exit code.
int export_finished(const Result<void>& done, int code, const Common& common);

}  // namespace porthole::cli
