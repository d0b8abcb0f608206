#include "sampler/statistics.h"

#include <algorithm>
#include <array>
#include <map>
#include <utility>

namespace porthole::sampler {

std::vector<ShareOfValue> shares_of(const std::vector<std::string>& values, std::size_t most,
                                    std::uint64_t random_seed) {
  std::map<std::string, std::size_t> counts;
  for (const std::string& value : values) ++counts[value];
  std::vector<ShareOfValue> shares;
  for (const auto& [value, count] : counts) shares.push_back({value, count, {}});
  std::stable_sort(shares.begin(), shares.end(),
                   [](const auto& a, const auto& b) { return a.pages > b.pages; });
  if (shares.size() > most) shares.resize(most);
  for (ShareOfValue& share : shares) {
    if (share.pages == values.size()) {
      share.share = share_interval(share.pages, values.size());
      continue;
    }
    std::vector<double> marks(values.size(), 0);
    std::fill_n(marks.begin(), share.pages, 1.0);
    share.share = bootstrap_mean(marks, random_seed);
  }
  return shares;
}

Interval mean_of_shares(std::span<const double> shares, std::uint64_t random_seed) {
  for (const double end : {0.0, 1.0}) {
    const auto at_end = static_cast<std::size_t>(std::count(shares.begin(), shares.end(), end));
    if (at_end == shares.size()) return share_interval(end > 0 ? shares.size() : 0, shares.size());
  }
  return bootstrap_mean(shares, random_seed);
}

std::string bin_of(std::size_t count) {
  static constexpr std::array<std::pair<std::size_t, const char*>, 8> kBins = {
      {{0, "0"},
       {4, "1 to 4"},
       {9, "5 to 9"},
       {19, "10 to 19"},
       {49, "20 to 49"},
       {99, "50 to 99"},
       {199, "100 to 199"},
       {SIZE_MAX, "200 and more"}}};
  return std::find_if(kBins.begin(), kBins.end(),
                      [&](const auto& bin) { return count <= bin.first; })
      ->second;
}

}  // namespace porthole::sampler
