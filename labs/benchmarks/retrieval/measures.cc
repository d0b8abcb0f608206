#include "labs/benchmarks/retrieval/measures.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace porthole::labs {
namespace {

double discounted(int gain, std::size_t rank) {
  return (std::exp2(gain) - 1) / std::log2(1 + static_cast<double>(rank));
}

std::size_t relevant_in(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  const auto end = ranked.begin() + static_cast<std::ptrdiff_t>(std::min(depth, ranked.size()));
  return static_cast<std::size_t>(std::count_if(
      ranked.begin(), end, [&](const std::string& name) { return judged.contains(name); }));
}

}  // namespace

double ndcg(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  double gained = 0;
  for (std::size_t i = 0; i < std::min(depth, ranked.size()); ++i) {
    const auto found = judged.find(ranked[i]);
    if (found != judged.end()) gained += discounted(found->second, i + 1);
  }
  std::vector<int> gains;
  for (const auto& [name, gain] : judged) gains.push_back(gain);
  std::sort(gains.begin(), gains.end(), std::greater<>());
  double ideal = 0;
  for (std::size_t i = 0; i < std::min(depth, gains.size()); ++i)
    ideal += discounted(gains[i], i + 1);
  return ideal > 0 ? gained / ideal : 0;
}

double average_precision(const Ranked& ranked, const Judgements& judged) {
  double sum = 0;
  double found = 0;
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    if (judged.contains(ranked[i])) sum += ++found / static_cast<double>(i + 1);
  }
  return judged.empty() ? 0 : sum / static_cast<double>(judged.size());
}

double precision(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  return static_cast<double>(relevant_in(ranked, judged, depth)) / static_cast<double>(depth);
}

double recall(const Ranked& ranked, const Judgements& judged, std::size_t depth) {
  if (judged.empty()) return 0;
  return static_cast<double>(relevant_in(ranked, judged, depth)) /
         static_cast<double>(judged.size());
}

double reciprocal_rank(const Ranked& ranked, const Judgements& judged) {
  const auto first = std::find_if(ranked.begin(), ranked.end(),
                                  [&](const std::string& name) { return judged.contains(name); });
  return first == ranked.end() ? 0 : 1 / static_cast<double>(first - ranked.begin() + 1);
}

}  // namespace porthole::labs
