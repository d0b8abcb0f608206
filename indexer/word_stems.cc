#include "indexer/word_stems.h"

#include <array>
#include <utility>

namespace porthole::indexer {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSpelled = {
    {{"ä", "ae"}, {"å", "aa"}, {"æ", "ae"}, {"ö", "oe"}, {"ø", "oe"}, {"ü", "ue"}}};
constexpr char kLead = '\xC3';  // first byte of these letters

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

std::string spelled_out(std::string_view word) {
  std::string spelled;
  bool changed = false;
  for (std::size_t at = 0; at < word.size();) {
    const auto* const found =
        word[at] != kLead ? kSpelled.end()
                          : std::find_if(kSpelled.begin(), kSpelled.end(), [&](const auto& one) {
                              return word.substr(at).starts_with(one.first);
                            });
    if (found == kSpelled.end()) {
      spelled += word[at++];
      continue;
    }
    spelled += found->second;
    at += found->first.size();
    changed = true;
  }
  return changed ? spelled : std::string();
}

}  // namespace porthole::indexer
