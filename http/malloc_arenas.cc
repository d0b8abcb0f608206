#include "http/malloc_arenas.h"

#include <malloc.h>

#include <algorithm>
#include <thread>

namespace porthole::http {

void limit_malloc_arenas(int most) { mallopt(M_ARENA_MAX, std::max(2, most)); }

void limit_malloc_arenas() {
  limit_malloc_arenas(static_cast<int>(std::thread::hardware_concurrency()));
}

}  // namespace porthole::http
