#pragma once

/// The parameters of a request: `?q=bicycle+hub&from=10`.

#include <map>
#include <string>
#include <string_view>

namespace porthole::search {

/// Values are decoded (`+` is a space) and made valid UTF-8; the first of one name counts; those
/// behind the 32nd are left out.
class Parameters {
 public:
  /// `query` is what stands behind the question mark.
  explicit Parameters(std::string_view query);

  /// "" when absent.
  const std::string& text(std::string_view name) const;
  /// Clamped to [low, high]; `fallback` when absent or no whole number.
  int number(std::string_view name, int fallback, int low, int high) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

/// Percent-encodes all but unreserved characters.
std::string encode_parameter(std::string_view value);

}  // namespace porthole::search
