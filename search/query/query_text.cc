#include "search/query/query_text.h"

#include "base/text/text.h"

namespace porthole::search {
namespace {

bool is_border(std::string_view query, std::size_t at) {
  return at >= query.size() || query[at] == ' ' || query[at] == '(' || query[at] == ')';
}

std::size_t find_part(std::string_view query, std::string_view part) {
  if (part.empty()) return std::string_view::npos;
  for (std::size_t at = query.find(part); at != std::string_view::npos;
       at = query.find(part, at + 1)) {
    const bool begins =
        at == 0 || is_border(query, at - 1) || query[at - 1] == '-' || query[at - 1] == '+';
    if (begins && is_border(query, at + part.size())) return at;
  }
  return std::string_view::npos;
}

}  // namespace

bool has_part(std::string_view query, std::string_view part) {
  return find_part(query, part) != std::string_view::npos;
}

std::string with_part(std::string_view query, std::string_view part) {
  const bool has_alternatives = has_part(query, "OR") || has_part(query, "XOR");
  std::string whole = has_alternatives ? "(" + std::string(query) + ")" : std::string(query);
  return whole.append(whole.empty() ? "" : " ").append(part);
}

std::string without_part(std::string_view query, std::string_view part) {
  std::size_t begin = find_part(query, part);
  if (begin == std::string_view::npos) return std::string(query);
  const std::string_view behind = query.substr(begin + part.size());
  while (begin > 0 && (query[begin - 1] == '-' || query[begin - 1] == '+')) --begin;
  return fold_space(std::string(query.substr(0, begin)).append(behind));
}

std::string without_order(std::string_view query) {
  const std::size_t at = query.find("sort:");
  if (at == std::string_view::npos || (at > 0 && !is_border(query, at - 1)))
    return std::string(query);
  std::size_t end = at;
  while (!is_border(query, end)) ++end;
  return fold_space(std::string(query.substr(0, at)).append(query.substr(end)));
}

}  // namespace porthole::search
