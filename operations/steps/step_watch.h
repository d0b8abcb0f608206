#pragma once

/// StepWatch: shows how far a step is, and ends it; each member may be empty.
///
/// Thread safety: as that of the step. Lifetime: the flags outlive it.

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole::operations {

struct StepWatch {
  /// `label` says what is done ("indexing"); `total` 0 = unknown; `notes` follow, the most
  /// important first.
  std::function<void(const std::string& label, std::int64_t done, std::int64_t total,
                     const std::vector<std::string>& notes)>
      show;
  /// The step has ended; called whether or not it succeeded.
  std::function<void()> ended;
  const std::atomic<int>* signals = nullptr;           ///< As GatherOptions::stop.
  const std::atomic<bool>* stop = nullptr;             ///< Ends a step at its next safe point.
  std::function<void(const Error&)> on_termination{};  ///< As IndexOptions::on_termination.
};

/// A step that is shown during the lifetime of this object.
class ShownStep {
 public:
  ShownStep(std::string label, const StepWatch& watch) : label_(std::move(label)), watch_(watch) {}
  ~ShownStep() {
    if (watch_.ended) watch_.ended();
  }
  ShownStep(const ShownStep&) = delete;
  ShownStep& operator=(const ShownStep&) = delete;

  void show(std::int64_t done, std::int64_t total, const std::vector<std::string>& notes) const {
    if (watch_.show) watch_.show(label_, done, total, notes);
  }

 private:
  std::string label_;
  const StepWatch& watch_;
};

}  // namespace porthole::operations
