#pragma once

/// RequestCounts: the requests that a server answered, by status, and the time that they took.
/// Nothing of a request but its status is counted.
///
/// Thread safety: any thread.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/text/metrics_text.h"

namespace porthole::search {

class RequestCounts {
 public:
  void add(int status, std::chrono::nanoseconds took) {
    if (status < kFirst || status >= kFirst + kStatuses) return;
    counts_[static_cast<std::size_t>(status - kFirst)].fetch_add(1, std::memory_order_relaxed);
    took_.fetch_add(took.count(), std::memory_order_relaxed);
  }

  void write(MetricsText& text) const {
    text.begin("porthole_http_requests_total", "counter",
               "Requests that were answered, by status.");
    std::int64_t all = 0;
    for (int i = 0; i < kStatuses; ++i) {
      const std::int64_t count = counts_[static_cast<std::size_t>(i)].load();
      if (count > 0) text.add(count, {{"code", std::to_string(kFirst + i)}});
      all += count;
    }
    text.begin("porthole_http_request_duration_seconds", "summary", "Time to make an answer.");
    text.add(std::chrono::duration<double>(std::chrono::nanoseconds(took_.load())).count(), {},
             "_sum");
    text.add(all, {}, "_count");
  }

 private:
  static constexpr int kFirst = 100;
  static constexpr int kStatuses = 500;

  std::array<std::atomic<std::int64_t>, kStatuses> counts_{};
  std::atomic<std::int64_t> took_{0};
};

}  // namespace porthole::search
