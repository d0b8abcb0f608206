#include "gatherer/fetch/host_pace.h"

#include <algorithm>
#include <charconv>

#include "base/clock.h"
#include "base/text/text.h"
#include "base/url/site.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using std::chrono::milliseconds;

constexpr milliseconds kLeastSlowed = 1s;  // where the ordinary pause is shorter
constexpr int kMostDoublings = 10;

/// Retry-After: seconds or a date; zero when absent or nonsense.
std::chrono::seconds retry_after(const FetchResponse& response, WallTime now) {
  const std::string_view value = trim(response.header("retry-after"));
  long seconds = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), seconds);
  if (error == std::errc() && end == value.data() + value.size()) {
    return std::clamp<std::chrono::seconds>(std::chrono::seconds(seconds), 0s, kMostRetryAfter);
  }
  if (const Result<WallTime> date = parse_http_date(value))
    return std::clamp<std::chrono::seconds>(*date - now, 0s, kMostRetryAfter);
  return 0s;
}

}  // namespace

milliseconds HostPace::ordinary(std::string_view host,
                                std::optional<milliseconds> crawl_delay) const {
  if (!patient_) return 0ms;
  const milliseconds asked = std::min(crawl_delay.value_or(0ms), politeness_.max_crawl_delay);
  milliseconds pause = std::max({politeness_.delay, politeness_.min_delay, asked});
  for (const collection::SlowHost& slow : slow_) {
    if (is_below(host, slow.name)) pause = std::max(pause, slow.delay);
  }
  return pause;
}

milliseconds HostPace::after(const std::string& host, const FetchResponse& response,
                             std::optional<milliseconds> crawl_delay, WallTime now) {
  const milliseconds pause = ordinary(host, crawl_delay);
  if (!patient_) return pause;
  if (is_cut_transfer(response)) {
    const int doublings = std::min(++cut_[host], kMostDoublings);
    const milliseconds slowed = std::max(pause, kLeastSlowed) * (1 << doublings);
    return std::max(pause, std::min<milliseconds>(slowed, kBackOff));
  }
  if (response.status == FetchStatus::kAnswer) cut_.erase(host);
  return is_busy(response.http_status) ? std::max<milliseconds>(pause, retry_after(response, now))
                                       : pause;
}

milliseconds HostPace::turned_away(const std::string& host) {
  Turned& turned = turned_[host];
  turned.times = std::min(turned.times + 1, kManyTurns + kMostDoublings);
  const int beyond = turned.times - kManyTurns;
  if (beyond >= 0) turned.to_skip = 1 << std::min(beyond + 1, kMostDoublings);
  const int doublings = std::min(turned.times, kMostDoublings);
  const milliseconds slowed = std::max(ordinary(host, std::nullopt), kLeastSlowed);
  return patient_ ? std::max(slowed, std::min<milliseconds>(slowed * (1 << doublings), kBackOff))
                  : 0ms;
}

void HostPace::gave_a_page(const std::string& host) {
  const auto turned = turned_.find(host);
  if (turned != turned_.end()) turned->second = {turned->second.times / 2, 0};
}

bool HostPace::skips(const std::string& host) {
  const auto turned = turned_.find(host);
  if (turned == turned_.end() || turned->second.to_skip == 0) return false;
  --turned->second.to_skip;
  return true;
}

milliseconds HostPace::before_next_try(int tries, const FetchResponse& response,
                                       WallTime now) const {
  if (!patient_) return 0ms;
  const auto back_off = kBackOff * (1 << std::clamp(tries - 1, 0, kMostDoublings));
  return std::max<milliseconds>(back_off, retry_after(response, now));
}

}  // namespace porthole::gatherer
