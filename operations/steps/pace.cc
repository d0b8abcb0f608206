#include "operations/steps/pace.h"

#include <algorithm>
#include <cmath>

#include "base/text/format.h"
#include "base/text/text.h"

namespace porthole::operations {

std::string pace_in_words(std::int64_t pages, double seconds) {
  if (pages <= 0 || seconds <= 0) return "";
  constexpr double kMinute = 60, kHour = 3600;
  const double a_second = static_cast<double>(pages) / seconds;
  if (a_second >= 1) return with_commas(std::llround(a_second)) + " pages/s";
  if (a_second * kMinute >= 1)
    return counted(std::llround(a_second * kMinute), "page") + " a minute";
  return counted(std::max(1LL, std::llround(a_second * kHour)), "page") + " an hour";
}

std::string time_left_in_words(std::int64_t pages, double seconds, std::int64_t left) {
  constexpr std::int64_t kFewest = 3;  // For a guess.
  if (pages < kFewest || left <= 0) return "";
  const double time = seconds / static_cast<double>(pages) * static_cast<double>(left);
  const std::int64_t minutes = std::llround(time / 60);
  if (minutes == 0) return "under a minute left";
  const std::string hours = minutes < 60 ? "" : with_commas(minutes / 60) + " h ";
  return "about " + hours + std::to_string(minutes % 60) + " min left";
}

}  // namespace porthole::operations
