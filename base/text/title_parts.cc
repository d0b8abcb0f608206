#include "base/text/title_parts.h"

#include <algorithm>
#include <array>

namespace porthole {
namespace {

constexpr std::size_t kMaxSeparators = 8;
constexpr std::array<std::string_view, 12> kSeparators = {" | ", " - ",  " – ", " — ", " · ", " • ",
                                                          " » ", " :: ", " / ", " ‹ ", " « ", "|"};

}  // namespace

std::vector<TitleSeparator> title_separators(std::string_view title) {
  std::vector<TitleSeparator> found;
  for (std::size_t at = 1; at + 1 < title.size() && found.size() < kMaxSeparators;) {
    const auto separator =
        std::find_if(kSeparators.begin(), kSeparators.end(),
                     [&](std::string_view one) { return title.substr(at).starts_with(one); });
    if (separator == kSeparators.end()) {
      ++at;
      continue;
    }
    const std::size_t end = at + separator->size();
    if (end < title.size()) found.push_back({at, end});
    at = end;
  }
  return found;
}

}  // namespace porthole
