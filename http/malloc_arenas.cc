#include "http/malloc_arenas.h"

#include <malloc.h>

#include <algorithm>
#include <thread>

namespace porthole::http {

void limit_malloc_arenas() {
  mallopt(M_ARENA_MAX, std::max(2, static_cast<int>(std::thread::hardware_concurrency())));
}

}  // namespace porthole::http
