#include "http/etag.h"

#include <algorithm>
#include <functional>

#include "base/text/text.h"

namespace porthole::http {

std::string etag_of(const std::string& body) {
  return '"' + std::to_string(std::hash<std::string>{}(body)) + '"';
}

// Splits at commas, which the ETags of this program do not contain.
bool names_etag(std::string_view if_none_match, std::string_view etag) {
  const auto names = [etag](std::string_view one) {
    std::string_view name = trim(one);
    if (name.starts_with("W/")) name.remove_prefix(2);  // weak comparison
    return name == etag || name == "*";
  };
  const auto all = split(if_none_match, ',');
  return std::any_of(all.begin(), all.end(), names);
}

}  // namespace porthole::http
