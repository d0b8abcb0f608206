#include "indexer/elision.h"

#include <algorithm>
#include <array>

namespace porthole::indexer {
namespace {

constexpr std::array<std::string_view, 27> kElided = {
    "agl",    "all", "c",     "coll", "d",      "dagl", "dall", "degl", "dell",
    "gl",     "j",   "jusqu", "l",    "lorsqu", "m",    "n",    "negl", "nell",
    "puisqu", "qu",  "quell", "s",    "sugl",   "sull", "t",    "un",   "v"};
static_assert(std::is_sorted(kElided.begin(), kElided.end()));

}  // namespace

std::string_view without_elision(std::string_view word) {
  const std::size_t apostrophe = word.find('\'');
  if (apostrophe == std::string_view::npos || word.size() - apostrophe < 3) return word;
  const bool is_elided =
      std::binary_search(kElided.begin(), kElided.end(), word.substr(0, apostrophe));
  return is_elided ? word.substr(apostrophe + 1) : word;
}

}  // namespace porthole::indexer
