#pragma once

/// The hosts that a specification has asked less often:
/// <politeness><host name="example.org" delay="30"/></politeness>.
///
/// Thread safety: functions without state.

#include <chrono>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace porthole::collection {

/// A longer delay of one host and the hosts below it.
struct SlowHost {
  std::string name;  ///< Lower case: "example.org" is meant with "www.example.org".
  std::chrono::milliseconds delay{};
  friend bool operator==(const SlowHost&, const SlowHost&) = default;
};

/// The words of a slow host: `example.org=30`, in seconds up to a day; `=0` for none any more.
/// Errors: kUsage.
Result<SlowHost> slow_host_of(const std::string& words);

/// Those of the specification in `file`, which is valid; none if it cannot be read.
std::vector<SlowHost> slow_hosts_in(const std::filesystem::path& file);

/// Returns `text` of a specification with the delay of a host and those below it set; a delay of 0
/// takes it away. Everything else is unchanged. Errors: kInvalid for text that is not XML, or an
/// empty element <collection/>.
Result<std::string> set_slow_host(const std::string& text, const SlowHost& host);

}  // namespace porthole::collection
