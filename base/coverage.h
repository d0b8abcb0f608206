#pragma once

/// Counters of the preset coverage: which lines and branches were executed.
///
/// They are written when a process ends by exit(). One that ends by _exit() or std::_Exit() calls
/// this before. It does nothing in other presets.
///
/// Thread safety: any thread, but not a signal handler.

#ifdef PORTHOLE_COVERAGE
extern "C" void __gcov_dump();
#endif

namespace porthole {

inline void write_coverage_counters() {
#ifdef PORTHOLE_COVERAGE
  __gcov_dump();
#endif
}

}  // namespace porthole
