#include "indexer/elision.h"

#include <algorithm>
#include <array>
#include <span>

namespace porthole::indexer {
namespace {

constexpr std::array<std::string_view, 12> kFrench = {"c", "d", "j",  "l",     "m",      "n",
                                                      "s", "t", "qu", "jusqu", "lorsqu", "puisqu"};
constexpr std::array<std::string_view, 22> kItalian = {
    "c",   "d",    "l",    "m",    "n",    "s",    "t",    "v",    "un",   "gl",   "all",
    "agl", "dall", "dagl", "dell", "degl", "nell", "negl", "sull", "sugl", "coll", "quell"};
constexpr std::array<std::string_view, 6> kCatalan = {"d", "l", "m", "n", "s", "t"};

std::span<const std::string_view> elided_in(std::string_view stemmer) {
  if (stemmer == "fr") return kFrench;
  if (stemmer == "it") return kItalian;
  if (stemmer == "ca") return kCatalan;
  return {};
}

}  // namespace

std::string_view without_elision(std::string_view word, std::string_view stemmer) {
  const std::size_t apostrophe = word.find('\'');
  if (apostrophe == std::string_view::npos || apostrophe + 1 == word.size()) return word;
  const auto elided = elided_in(stemmer);
  const bool is_elided =
      std::find(elided.begin(), elided.end(), word.substr(0, apostrophe)) != elided.end();
  return is_elided ? word.substr(apostrophe + 1) : word;
}

}  // namespace porthole::indexer
