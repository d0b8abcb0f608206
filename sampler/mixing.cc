#include "sampler/mixing.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <numeric>

#include "sampler/statistics.h"

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

double mean_of(std::span<const double> values) {
  return std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
}

/// With the divisor n, as it must be for a positive definite sequence.
double autocovariance(std::span<const double> values, double mean, std::size_t lag) {
  double sum = 0;
  for (std::size_t i = lag; i < values.size(); ++i)
    sum += (values[i] - mean) * (values[i - lag] - mean);
  return sum / static_cast<double>(values.size());
}

/// Within and between the chains: W and var+ (B / n is the variance of the means).
struct Variances {
  std::vector<double> means;
  double within = 0;
  double pooled = 0;
};

Variances variances_of(const Chains& chains) {
  Variances out;
  const auto n = static_cast<double>(chains[0].size());
  for (const auto& chain : chains) {
    out.means.push_back(mean_of(chain));
    out.within += autocovariance(chain, out.means.back(), 0) * n / (n - 1);
  }
  const auto m = static_cast<double>(chains.size());
  out.within /= m;
  out.pooled = out.within * (n - 1) / n;
  if (chains.size() > 1) {
    out.pooled += autocovariance(out.means, mean_of(out.means), 0) * m / (m - 1);
  }
  return out;
}

/// rho_t of equation 10; each lag is computed when it is asked for.
class Autocorrelation {
 public:
  Autocorrelation(const Chains& chains, const Variances& variances)
      : chains_(chains), variances_(variances) {}
  double at(std::size_t lag) const {
    double sum = 0;
    for (std::size_t m = 0; m < chains_.size(); ++m)
      sum += autocovariance(chains_[m], variances_.means[m], lag);
    return 1 - (variances_.within - sum / static_cast<double>(chains_.size())) / variances_.pooled;
  }

 private:
  const Chains& chains_;
  const Variances& variances_;
};

struct Windows {
  std::span<const double> first, last;
  double difference() const { return mean_of(first) - mean_of(last); }
};

Windows windows_of(std::span<const double> chain) {
  const auto steps = static_cast<double>(chain.size() - 1);
  return {chain.first(static_cast<std::size_t>(std::ceil(0.1 * steps)) + 1),
          chain.last(static_cast<std::size_t>(std::ceil(0.5 * steps)) + 1)};
}

double in_standard_errors(double difference, double variance) {
  if (variance > 0) return difference / std::sqrt(variance);
  return difference == 0 ? 0 : std::copysign(std::numeric_limits<double>::infinity(), difference);
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

Chains split_chains(const Chains& chains) {
  Chains halves;
  for (const auto& chain : chains) {
    const auto half = static_cast<std::ptrdiff_t>(chain.size() / 2);
    halves.emplace_back(chain.begin(), chain.begin() + half);
    halves.emplace_back(chain.end() - half, chain.end());
  }
  return halves;
}

double split_r_hat(const Chains& chains) {
  const Variances variances = variances_of(split_chains(chains));
  if (variances.pooled <= 0) return 1;
  if (variances.within <= 0) return std::numeric_limits<double>::infinity();
  return std::sqrt(variances.pooled / variances.within);
}

// Sums of neighbouring lags, P_t = rho_2t + rho_2t+1, are positive and fall in truth; what is
// estimated is cut where a sum is negative and made to fall.
double effective_size(const Chains& chains) {
  const Chains halves = split_chains(chains);
  const auto n = halves[0].size();
  const auto size = static_cast<double>(n * halves.size());
  const Variances variances = variances_of(halves);
  if (variances.pooled <= 0) return size;
  const Autocorrelation rho(halves, variances);
  double tau = -1;
  double last_pair = std::numeric_limits<double>::infinity();
  for (std::size_t lag = 0;; lag += 2) {
    const double even = lag == 0 ? 1 : rho.at(lag);
    const double pair = even + rho.at(lag + 1);
    if (lag > 0 && (pair < 0 || lag + 5 >= n)) {
      tau += std::max(even, 0.0);
      break;
    }
    last_pair = std::min(last_pair, pair);
    tau += 2 * last_pair;
  }
  return size / std::max(tau, 1 / std::log10(size));
}

double spectrum_at_zero(std::span<const double> values) {
  const auto n = static_cast<double>(values.size());
  const double mean = mean_of(values);
  const double variance = autocovariance(values, mean, 0);
  if (variance <= 0) return 0;
  const auto most = std::min(values.size() - 1, static_cast<std::size_t>(10 * std::log10(n)));
  std::vector<double> r(most + 1);
  for (std::size_t lag = 0; lag <= most; ++lag) r[lag] = autocovariance(values, mean, lag);
  // Durbin and Levinson: the coefficients of order p from those of p - 1.
  std::vector<double> phi;
  double left = variance;
  double best_aic = n * std::log(left);
  double best = left * n / (n - 1);
  for (std::size_t p = 1; p <= most; ++p) {
    double reflected = r[p];
    for (std::size_t i = 0; i < phi.size(); ++i) reflected -= phi[i] * r[p - 1 - i];
    reflected /= left;
    std::vector<double> next = phi;
    for (std::size_t i = 0; i < phi.size(); ++i) next[i] -= reflected * phi[phi.size() - 1 - i];
    next.push_back(reflected);
    phi = std::move(next);
    left *= 1 - reflected * reflected;
    if (left <= 0) break;
    const double aic = n * std::log(left) + 2 * static_cast<double>(p);
    if (aic < best_aic) {
      best_aic = aic;
      const double gain = 1 - std::accumulate(phi.begin(), phi.end(), 0.0);
      best = left * n / (n - static_cast<double>(p + 1)) / (gain * gain);
    }
  }
  return best;
}

double geweke_z(std::span<const double> chain) {
  const Windows windows = windows_of(chain);
  const double variance =
      spectrum_at_zero(windows.first) / static_cast<double>(windows.first.size()) +
      spectrum_at_zero(windows.last) / static_cast<double>(windows.last.size());
  return in_standard_errors(windows.difference(), variance);
}

double drift_z(std::span<const double> chain) {
  const Windows windows = windows_of(chain);
  const double pieces =
      1 / static_cast<double>(windows.first.size()) + 1 / static_cast<double>(windows.last.size());
  return in_standard_errors(windows.difference(), spectrum_at_zero(chain) * pieces);
}

}  // namespace porthole::sampler
