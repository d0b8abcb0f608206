#include "search/folding.h"

#include <algorithm>
#include <cstdint>
#include <optional>

#include "indexer/fields.h"
#include "indexer/shingles.h"

namespace porthole::search {
namespace {

constexpr std::size_t kBetweenClocks = 64;  // results; each is compared with all before it

using Print = std::optional<std::uint64_t>;

std::optional<std::size_t> first_near(const Print& print, const std::vector<Print>& shown) {
  if (!print) return std::nullopt;
  const auto found = std::find_if(shown.begin(), shown.end(),
                                  [&](const Print& one) { return one && indexer::are_near(*print, *one); });
  if (found == shown.end()) return std::nullopt;
  return static_cast<std::size_t>(found - shown.begin());
}

}  // namespace

FoldedPage fold(const Xapian::MSet& matches, std::size_t from, std::size_t size, const Deadline& deadline) {
  FoldedPage page;
  std::vector<Print> shown;
  std::size_t looked = 0;
  for (auto it = matches.begin(); it != matches.end(); ++it) {
    if (++looked % kBetweenClocks == 0 && deadline.has_passed()) return page;
    const Print print = indexer::read_fingerprint(it.get_document().get_value(indexer::kFingerprintSlot));
    const auto same = first_near(print, shown);
    if (!same && shown.size() == from + size) {
      page.has_more = true;
      break;
    }
    if (same && *same >= from) {
      page.results[*same - from].repeats.push_back(it);
    } else if (same) {
      page.repeats_of_earlier += shown.size() > from ? 1 : 0;
    } else {
      shown.push_back(print);
      if (shown.size() > from) page.results.push_back({it, {}});
    }
  }
  return page;
}

}  // namespace porthole::search
