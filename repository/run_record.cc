#include <array>
#include <utility>

#include "repository/records.h"

namespace porthole::repository {
namespace {

// In the order of StopReason.
constexpr std::array<std::string_view, 9> kNames = {"",       "frontier empty", "budget",
                                                    "time",   "interrupted",    "refreshed",
                                                    "recall", "hand-over",      "failed"};
static_assert(kNames.size() == static_cast<std::size_t>(StopReason::kFailed) + 1);

}  // namespace

std::string_view name_of(StopReason reason) { return kNames[static_cast<std::size_t>(reason)]; }

std::string RunRecord::stopped() const {
  return failure.empty() ? std::string(name_of(stop_reason)) : failure;
}

void RunRecord::set_stopped(std::string text) {
  failure.clear();
  for (std::size_t i = 0; i < kNames.size(); ++i) {
    stop_reason = static_cast<StopReason>(i);
    if (kNames[i] == text) return;
  }
  stop_reason = StopReason::kFailed;
  failure = std::move(text);
}

}  // namespace porthole::repository
