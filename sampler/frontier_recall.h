#pragma once

/// Estimates the recall of a crawl from a random sample of the URLs that it has not fetched.
///
/// In:  of each generation of the sample, how many URLs it stands for, how many were read, and how
///      many of these are on topic.
/// Out: the pages on topic that the crawl lacks, and its recall, each with an interval.
///
/// All that a crawl lacks lies behind the URLs that wait to be fetched: they are the first
/// generation. Some are drawn at random and read; the URLs that these lead to, and that were not
/// known, are the second, of which some are drawn, and so on until no generation leads to another.
/// Each URL of a generation is drawn with the same probability, whatever the crawl thinks of it, so
/// that a page with few links counts like one with many.
///
/// With N URLs in a generation, of which m were read and h are on topic, N h / m pages of it are on
/// topic. The next generation has N' = d (N / m)^b URLs, where d were found by the m that were read
/// and b says how fast the number grows: b = log2(d / d_half), where the first half of the m found
/// d_half, within 0 (all lead to the same URLs) and 1 (each leads to others).
///
/// The variance is the sum over generations of (N - m)^2 p (1 - p) / m + (N - m) p (1 - p) and,
/// for URLs that are counted but not known, (p (N - known))^2; p is (h + 1/2) / (m + 1), so that a
/// sample without a page on topic does not claim to be certain. The interval is normal about the
/// sum of (N - m) p, at least 0, with kInflation times this standard deviation: the pages behind
/// one URL are found or missed together, and a run that ends when the estimate is high ends where
/// it is too high. The factor and the form were measured (labs/results/recall.md); a log-normal
/// interval, as Chao's, becomes too wide to end a run where hardly any page of the sample is on
/// topic.
///
/// Sources: Heaps 1978 (growth of distinct items); Cochran, "Sampling Techniques", 3rd edition
/// 1977, section 3.2 (variance of a sampled total); Jeffreys' prior for p. Thread safety: pure
/// functions.

#include <cstddef>
#include <span>
#include <vector>

#include "sampler/statistics.h"

namespace porthole::sampler {

inline constexpr double kInflation = 3;

/// URLs at equal distance from what was known when the sample began.
struct Generation {
  std::size_t known = 0;          ///< URLs found; of the first generation all that waited.
  std::size_t read = 0;           ///< Drawn from them; at most `known`.
  std::size_t hits = 0;           ///< Pages on topic among them.
  std::size_t found = 0;          ///< URLs that they lead to and that were not known.
  std::size_t found_by_half = 0;  ///< By the first half of the drawn ones.
};

struct FrontierRecall {
  Interval missing;  ///< Pages on topic that are not in the crawl.
  Interval recall;
};

/// Number of URLs in each generation, those included that nothing read leads to; and of one more,
/// where the last generation leads to others.
std::vector<double> generation_sizes(std::span<const Generation> generations);

/// `on_topic`: pages on topic in the crawl, those of the sample among them. Without generations
/// nothing is missing.
FrontierRecall estimate_recall(std::span<const Generation> generations, std::size_t on_topic,
                               double level = kLevel, double inflation = kInflation);

}  // namespace porthole::sampler
