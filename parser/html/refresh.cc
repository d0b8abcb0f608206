#include "parser/html/refresh.h"

#include <algorithm>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "parser/limits.h"

namespace porthole::parser {

std::string refresh_target(std::string_view content) {
  content = trim(content);
  const auto time_end = std::find_if_not(content.begin(), content.end(),
                                         [](char c) { return is_digit(c) || c == '.'; });
  const auto digits = static_cast<std::size_t>(time_end - content.begin());
  std::string_view rest = content.substr(digits);
  constexpr std::string_view kSeparators = ";, \t\r\n\f";
  if (digits == 0 || rest.empty() || kSeparators.find(rest.front()) == std::string_view::npos)
    return "";
  rest = trim(rest);
  if (rest.starts_with(';') || rest.starts_with(',')) rest = trim(rest.substr(1));
  if (equals_ignoring_case(rest.substr(0, 3), "url")) {
    const std::string_view value = trim(rest.substr(3));
    if (value.starts_with('=')) rest = trim(value.substr(1));
  }
  if (rest.starts_with('"') || rest.starts_with('\'')) {
    const char quote = rest.front();
    rest.remove_prefix(1);
    rest = rest.substr(0, rest.find(quote));
  }
  return rest.size() > kMaxUrlBytes ? "" : std::string(rest);
}

}  // namespace porthole::parser
