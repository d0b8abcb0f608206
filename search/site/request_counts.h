#pragma once

/// RequestCounts: the requests that a server answered, by status, and the time that they took,
/// searches apart. Nothing else of a request is counted.
///
/// Source: Prometheus, "Metric types", histogram.
///
/// Thread safety: any thread.

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>

#include "base/text/metrics_text.h"

namespace porthole::search {

/// Durations as Prometheus counts them: how many took at most so long, for each of a few bounds.
class DurationCounts {
 public:
  void add(std::chrono::nanoseconds took) {
    const double seconds = std::chrono::duration<double>(took).count();
    std::size_t place = 0;
    while (place < kBounds.size() && seconds > kBounds[place]) ++place;
    counts_[place].fetch_add(1, std::memory_order_relaxed);
    took_.fetch_add(took.count(), std::memory_order_relaxed);
  }

  void write(MetricsText& text, std::string_view name, std::string_view help) const {
    text.begin(name, "histogram", help);
    std::int64_t all = 0;
    for (std::size_t i = 0; i < counts_.size(); ++i) {
      all += counts_[i].load();
      text.add(all, {{"le", i < kBounds.size() ? MetricsText::number(kBounds[i]) : "+Inf"}},
               "_bucket");
    }
    text.add(std::chrono::duration<double>(std::chrono::nanoseconds(took_.load())).count(), {},
             "_sum");
    text.add(all, {}, "_count");
  }

 private:
  static constexpr std::array kBounds = {0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
                                         0.1,   0.25,   0.5,   1.0,  2.5,   10.0};  // seconds

  std::array<std::atomic<std::int64_t>, kBounds.size() + 1> counts_{};
  std::atomic<std::int64_t> took_{0};
};

class RequestCounts {
 public:
  void add(int status, std::chrono::nanoseconds took, bool is_search) {
    if (status < kFirst || status >= kFirst + kStatuses) return;
    counts_[static_cast<std::size_t>(status - kFirst)].fetch_add(1, std::memory_order_relaxed);
    all_.add(took);
    if (is_search) searches_.add(took);
  }

  void write(MetricsText& text) const {
    text.begin("porthole_http_requests_total", "counter",
               "Requests that were answered, by status.");
    for (int i = 0; i < kStatuses; ++i) {
      const std::int64_t count = counts_[static_cast<std::size_t>(i)].load();
      if (count > 0) text.add(count, {{"code", std::to_string(kFirst + i)}});
    }
    all_.write(text, "porthole_http_request_duration_seconds", "Time to make an answer.");
    searches_.write(text, "porthole_search_duration_seconds", "Time to answer a search.");
  }

 private:
  static constexpr int kFirst = 100;
  static constexpr int kStatuses = 500;

  std::array<std::atomic<std::int64_t>, kStatuses> counts_{};
  DurationCounts all_, searches_;
};

}  // namespace porthole::search
