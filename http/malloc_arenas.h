#pragma once

/// Keeps the memory of a server small.
///
/// glibc gives threads arenas of their own, eight for each processor, and an arena keeps about as
/// much memory as the largest answer that was made in it.
///
/// Thread safety: call it once, before there are threads.

namespace porthole::http {

/// At most so many arenas, and at least two.
void limit_malloc_arenas(int most);

/// As many arenas as processors, and at least two.
void limit_malloc_arenas();

}  // namespace porthole::http
