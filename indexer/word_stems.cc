#include "indexer/word_stems.h"

#include <array>
#include <utility>

namespace porthole::indexer {
namespace {

constexpr std::array<std::pair<std::string_view, std::string_view>, 6> kSpelled = {
    {{"ä", "ae"}, {"å", "aa"}, {"æ", "ae"}, {"ö", "oe"}, {"ø", "oe"}, {"ü", "ue"}}};
constexpr char kLead = '\xC3';  // first byte of these letters

}  // namespace

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
