#include "sampler/mixing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include "sampler/distributions.h"

namespace porthole::sampler {
namespace {

constexpr double kFalseAlarms = 0.01;

std::string in_words(double value) {
  if (std::isinf(value)) return "infinite";
  char text[32];
  std::snprintf(text, sizeof text, "%.2f", value);
  return text;
}

TraceMixing judge(const Trace& trace) {
  TraceMixing out;
  out.name = trace.name;
  out.r_hat = split_r_hat(trace.chains);
  const auto values = static_cast<double>(trace.chains.size() * trace.chains[0].size());
  out.effective_size = std::min(effective_size(trace.chains), values);
  for (const auto& chain : trace.chains) {
    const double z = geweke_z(chain);
    if (std::abs(z) > std::abs(out.geweke_z)) out.geweke_z = z;
    out.drift = std::max(out.drift, std::min(std::abs(z), std::abs(drift_z(chain))));
  }
  return out;
}

}  // namespace

Mixing judge_mixing(const std::vector<Trace>& traces) {
  Mixing out;
  const std::size_t walks = traces[0].chains.size();
  if (traces[0].chains[0].size() < kShortestChain) {
    out.reasons.push_back(
        "the walks are too short to tell anything: " + std::to_string(traces[0].chains[0].size()) +
        " moves each, at least " + std::to_string(kShortestChain) + " are needed");
    return out;
  }
  for (const Trace& trace : traces) out.traces.push_back(judge(trace));
  const auto& apart =
      *std::max_element(out.traces.begin(), out.traces.end(),
                        [](const auto& a, const auto& b) { return a.r_hat < b.r_hat; });
  const auto& slow = *std::min_element(
      out.traces.begin(), out.traces.end(),
      [](const auto& a, const auto& b) { return a.effective_size < b.effective_size; });
  const auto& drift =
      *std::max_element(out.traces.begin(), out.traces.end(),
                        [](const auto& a, const auto& b) { return a.drift < b.drift; });
  out.r_hat = apart.r_hat;
  out.effective_size = slow.effective_size;
  if (apart.r_hat > kLargestRHat) {
    out.reasons.push_back("the walks disagree about " + apart.name + ": split R-hat " +
                          in_words(apart.r_hat) + ", more than " + in_words(kLargestRHat));
  }
  const double tests = static_cast<double>(traces.size() * walks);
  if (drift.drift > normal_quantile(1 - kFalseAlarms / tests / 2)) {
    out.reasons.push_back("a walk's beginning and its end disagree about " + drift.name +
                          ": Geweke's z " + in_words(drift.drift));
  }
  if (slow.effective_size < kLeastEffectiveOfAWalk * static_cast<double>(walks)) {
    out.reasons.push_back("the effective sample size is only " + in_words(slow.effective_size) +
                          ", by " + slow.name);
  }
  return out;
}

}  // namespace porthole::sampler
