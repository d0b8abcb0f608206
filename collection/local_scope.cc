#include "collection/local_scope.h"

#include <algorithm>
#include <iterator>

namespace porthole::collection {
namespace {

constexpr std::string_view kLocalSchemes[] = {"file", "maildir", "mbox", "sqlite"};
constexpr std::string_view kFile = "file:";

bool is_confined(const ScopeRule& rule) {
  if (!rule.accept) return true;
  if (rule.plugin) return false;
  if (!rule.schemes.empty())
    return std::all_of(rule.schemes.begin(), rule.schemes.end(), is_local_scheme);
  const std::size_t colon = rule.prefix.find(':');
  return colon != std::string::npos &&
         is_local_scheme(std::string_view(rule.prefix).substr(0, colon));
}

}  // namespace

bool is_local_scheme(std::string_view scheme) {
  return std::find(std::begin(kLocalSchemes), std::end(kLocalSchemes), scheme) !=
         std::end(kLocalSchemes);
}

bool asks_others(const Specification& specification) {
  const std::vector<ScopeRule>& scope = specification.scope;
  return specification.network.is_live() &&
         (scope.empty() || !std::all_of(scope.begin(), scope.end(), is_confined));
}

std::string common_folder(const std::vector<std::string>& urls) {
  std::string common;
  for (const std::string& url : urls) {
    if (!url.starts_with(kFile)) continue;
    const std::string folder = url.substr(0, url.rfind('/') + 1);
    if (common.empty()) common = folder;
    const auto end =
        std::mismatch(common.begin(), common.end(), folder.begin(), folder.end()).first;
    common.erase(end, common.end());
    common.erase(common.rfind('/') + 1);
  }
  return common;
}

}  // namespace porthole::collection
