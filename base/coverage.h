#pragma once

/// Counters of the preset coverage: which lines and branches were executed.
///
/// They are written when a process ends by exit(). One that ends by _exit() calls these before or
/// instead.
///
/// Thread safety: any thread, but not a signal handler.

#include <unistd.h>

#ifdef PORTHOLE_COVERAGE
extern "C" void __gcov_dump();
#endif

namespace porthole {

/// Does nothing in other presets.
inline void write_coverage_counters() {
#ifdef PORTHOLE_COVERAGE
  __gcov_dump();
#endif
}

/// _exit(), behind the counters.
[[noreturn]] inline void end_process(int code) {
  write_coverage_counters();
  ::_exit(code);
}

}  // namespace porthole
