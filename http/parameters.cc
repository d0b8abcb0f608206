#include "http/parameters.h"

#include <algorithm>
#include <charconv>
#include <limits>

#include "base/text/text.h"
#include "base/url/percent_encode.h"

namespace porthole::http {
namespace {

constexpr std::size_t kMaxParameters = 32;

std::string decode(std::string_view text) {
  std::string spaced(text);
  std::replace(spaced.begin(), spaced.end(), '+', ' ');
  return clean_utf8(percent_decode(spaced));
}

}  // namespace

Parameters::Parameters(std::string_view query) {
  std::size_t read = 0;
  for (const std::string_view part : split(query, '&')) {
    if (part.empty()) continue;
    if (++read > kMaxParameters) break;
    const std::size_t equals = part.find('=');
    const std::string_view value = equals == std::string_view::npos ? "" : part.substr(equals + 1);
    values_.try_emplace(decode(part.substr(0, equals)), decode(value));
  }
}

const std::string& Parameters::text(std::string_view name) const {
  static const std::string kNone;
  const auto found = values_.find(name);
  return found == values_.end() ? kNone : found->second;
}

int Parameters::number(std::string_view name, int fallback, int low, int high) const {
  const std::string& value = text(name);
  long long parsed = 0;
  const auto [end, error] = std::from_chars(value.data(), value.data() + value.size(), parsed);
  if (error == std::errc::result_out_of_range) {
    parsed =
        value.starts_with('-') ? std::numeric_limits<int>::min() : std::numeric_limits<int>::max();
  } else if (error != std::errc() || end != value.data() + value.size()) {
    return fallback;
  }
  return static_cast<int>(std::clamp<long long>(parsed, low, high));
}

}  // namespace porthole::http
