#pragma once

/// URL query parameters: `?q=bicycle+hub&from=10`.

#include <map>
#include <string>
#include <string_view>

namespace porthole::http {

/// Decodes values (`+` is a space) and repairs their UTF-8. The first parameter of a name counts;
/// those after the 32nd are ignored.
class Parameters {
 public:
  /// `query`: the part of a URL after the question mark.
  explicit Parameters(std::string_view query);

  /// "" when absent.
  const std::string& text(std::string_view name) const;
  /// Clamped to [low, high]; `fallback` when absent or not an integer.
  int number(std::string_view name, int fallback, int low, int high) const;

 private:
  std::map<std::string, std::string, std::less<>> values_;
};

}  // namespace porthole::http
