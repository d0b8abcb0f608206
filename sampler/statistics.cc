#include "sampler/statistics.h"

#include <gsl/gsl_cdf.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>
#include <utility>
#include <vector>

#include "sampler/hash_rng.h"

namespace porthole::sampler {
namespace {

constexpr double kLeastExpected = 5;

std::size_t sum_of(const Counts& counts) {
  std::size_t sum = 0;
  for (const auto& [value, count] : counts) sum += count;
  return sum;
}

double within_one(double share) { return std::clamp(share, 0.0, 1.0); }

}  // namespace

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

Interval share_interval(std::size_t hits, std::size_t size, double level) {
  if (size == 0) return {0, 0, 1};
  const auto n = static_cast<double>(size);
  const double share = static_cast<double>(hits) / n;
  const double z = normal_quantile((1 + level) / 2);
  const double middle = (share + z * z / (2 * n)) / (1 + z * z / n);
  const double half =
      z / (1 + z * z / n) * std::sqrt(share * (1 - share) / n + z * z / (4 * n * n));
  // At the ends the bounds are 0 and 1 but for rounding.
  return {share, hits == 0 ? 0 : middle - half, hits == size ? 1 : middle + half};
}

Interval bootstrap_mean(std::span<const double> values, std::uint64_t random_seed, double level,
                        int rounds) {
  const auto n = static_cast<double>(values.size());
  const double mean = std::accumulate(values.begin(), values.end(), 0.0) / n;
  if (values.size() < 2) return {mean, mean, mean};
  std::vector<double> means(static_cast<std::size_t>(rounds));
  for (std::size_t round = 0; round < means.size(); ++round) {
    HashRng rng(random_seed, values.size(), round);
    double sum = 0;
    for (std::size_t i = 0; i < values.size(); ++i) sum += values[rng.below(values.size())];
    means[round] = sum / n;
  }
  std::sort(means.begin(), means.end());
  // Bootstrap means scatter by sqrt((n - 1) / n) too little, and their quantiles are the normal's,
  // not Student's.
  const double tail =
      normal_below(-std::sqrt(n / (n - 1)) * student_quantile((1 + level) / 2, n - 1));
  const auto at = [&](double p) {
    const double place = p * static_cast<double>(rounds + 1) - 1;
    const double inside = std::clamp(place, 0.0, static_cast<double>(rounds - 1));
    const auto below = static_cast<std::size_t>(inside);
    const std::size_t above = std::min(below + 1, means.size() - 1);
    return means[below] + (inside - std::floor(inside)) * (means[above] - means[below]);
  };
  return {mean, at(tail), at(1 - tail)};
}

// The number of values below the median is binomial with p = 1/2; its bounds by the normal
// distribution.
Interval median_interval(std::span<const double> values, double level) {
  std::vector<double> sorted(values.begin(), values.end());
  std::sort(sorted.begin(), sorted.end());
  const auto n = static_cast<double>(sorted.size());
  const double off = normal_quantile((1 + level) / 2) * std::sqrt(n) / 2;
  const auto at = [&](double rank) {
    return sorted[static_cast<std::size_t>(std::clamp(rank, 1.0, n)) - 1];
  };
  return {(at(std::floor((n + 1) / 2)) + at(std::ceil((n + 1) / 2))) / 2,
          at(std::floor(n / 2 - off)), at(std::ceil(n / 2 + 1 + off))};
}

double chi_square_above(double x, double degrees) { return gsl_cdf_chisq_Q(x, degrees); }
double normal_quantile(double p) { return gsl_cdf_ugaussian_Pinv(p); }
double normal_below(double z) { return gsl_cdf_ugaussian_P(z); }
double student_quantile(double p, double degrees) { return gsl_cdf_tdist_Pinv(p, degrees); }

ChiSquare proportionality(std::span<const std::size_t> counts,
                          std::span<const std::size_t> weights) {
  const auto sum =
      static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::size_t{0}));
  const auto weight =
      static_cast<double>(std::accumulate(weights.begin(), weights.end(), std::size_t{0}));
  ChiSquare out;
  for (std::size_t i = 0; i < counts.size(); ++i) {
    const double expected = sum * static_cast<double>(weights[i]) / weight;
    const double off = static_cast<double>(counts[i]) - expected;
    out.statistic += off * off / expected;
  }
  out.degrees = static_cast<double>(counts.size() - 1);
  out.p = chi_square_above(out.statistic, out.degrees);
  return out;
}

ChiSquare homogeneity(const Counts& sample, const Counts& reference) {
  std::map<std::string, std::pair<double, double>> both;
  for (const auto& [value, count] : sample) both[value].first = static_cast<double>(count);
  for (const auto& [value, count] : reference) both[value].second = static_cast<double>(count);
  const auto n = static_cast<double>(sum_of(sample));
  const auto m = static_cast<double>(sum_of(reference));
  ChiSquare out;
  if (n == 0 || m == 0) return out;
  std::vector<std::pair<double, double>> classes;
  std::pair<double, double> rare;
  const double smaller_share = (n < m ? n : m) / (n + m);
  for (const auto& [value, counts] : both) {
    if ((counts.first + counts.second) * smaller_share >= kLeastExpected) {
      classes.push_back(counts);
    } else {
      rare.first += counts.first;
      rare.second += counts.second;
    }
  }
  if (rare.first + rare.second > 0) classes.push_back(rare);
  if (classes.size() < 2) return out;
  for (const auto& [a, b] : classes) {
    const double share = (a + b) / (n + m);
    out.statistic += (a - n * share) * (a - n * share) / (n * share);
    out.statistic += (b - m * share) * (b - m * share) / (m * share);
  }
  out.degrees = static_cast<double>(classes.size() - 1);
  out.p = chi_square_above(out.statistic, out.degrees);
  return out;
}

Recall estimate_recall(const std::vector<Recaptured>& sample, std::size_t crawled) {
  const auto pages = static_cast<std::size_t>(std::count_if(
      sample.begin(), sample.end(), [](const Recaptured& page) { return page.page_known; }));
  const auto sites = static_cast<std::size_t>(std::count_if(
      sample.begin(), sample.end(), [](const Recaptured& page) { return page.site_known; }));
  Recall out;
  out.pages = share_interval(pages, sample.size());
  out.sites = share_interval(sites, sample.size());
  const auto n1 = static_cast<double>(crawled);
  const auto n2 = static_cast<double>(sample.size());
  const auto m = static_cast<double>(pages);
  out.topic_size.estimate = (n1 + 1) * (n2 + 1) / (m + 1) - 1;
  out.topic_size.low = out.pages.high > 0 ? n1 / out.pages.high : n1;
  out.topic_size.high =
      out.pages.low > 0 ? n1 / out.pages.low : std::numeric_limits<double>::infinity();
  return out;
}

std::optional<Interval> corrected_share(const Interval& seen, const ClassifierErrors& errors) {
  const double least = errors.false_positives().estimate;
  const double range = errors.sensitivity().estimate - least;
  if (errors.on == 0 || errors.off == 0 || range <= 0) return std::nullopt;
  const auto correct = [&](double share) { return within_one((share - least) / range); };
  return Interval{correct(seen.estimate), correct(seen.low), correct(seen.high)};
}

Interval bounded_share(const Interval& seen, double precision) {
  if (precision <= 0) return {seen.estimate, 0, 1};
  return {seen.estimate, within_one((seen.low - (1 - precision)) / precision),
          within_one(seen.high / precision)};
}

std::map<std::string, double> corrected_topics(const Counts& predicted,
                                               const std::vector<ConfusedPages>& confusion) {
  std::map<std::string, double> pages_of;  // by actual
  for (const ConfusedPages& cell : confusion)
    pages_of[cell.actual] += static_cast<double>(cell.pages);
  // Pr[predicted|actual], by predicted.
  std::map<std::string, std::map<std::string, double>> likely;
  for (const ConfusedPages& cell : confusion)
    likely[cell.predicted][cell.actual] = static_cast<double>(cell.pages) / pages_of[cell.actual];
  double all = 0;
  for (const auto& [topic, pages] : predicted) {
    if (!pages_of.contains(topic)) likely[topic][topic] = 1;
    all += static_cast<double>(pages);
  }
  std::map<std::string, double> shares;
  for (const auto& [topic, pages] : predicted) {
    for (const auto& [actual, probability] : likely[topic]) shares[actual] = 0;
  }
  for (auto& [actual, share] : shares) share = 1.0 / static_cast<double>(shares.size());
  constexpr int kMostRounds = 10'000;
  constexpr double kStill = 1e-9;
  for (int round = 0; round < kMostRounds && all > 0; ++round) {
    std::map<std::string, double> next;
    for (const auto& [topic, pages] : predicted) {
      double sum = 0;
      for (const auto& [actual, probability] : likely[topic]) sum += shares[actual] * probability;
      if (sum == 0) continue;
      for (const auto& [actual, probability] : likely[topic])
        next[actual] += static_cast<double>(pages) / all * shares[actual] * probability / sum;
    }
    double moved = 0;
    for (auto& [actual, share] : shares) {
      moved += std::abs(next[actual] - share);
      share = next[actual];
    }
    if (moved < kStill) break;
  }
  return shares;
}

}  // namespace porthole::sampler
