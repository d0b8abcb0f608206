#pragma once

/// Utility of a page: combines its topicality and its importance, with an adaptive balance.
///
///   Cobb-Douglas   U(p) = tau^alpha sigma^(1 - alpha)             (equation 1)
///   linear         U(p) = alpha tau + (1 - alpha) sigma           (equation 2)
///   adaptive       alpha <- alpha + step (delta - t), 0 <= alpha <= 1   (equation 3), per page
///
/// tau: the topicality of page p, sigma: its importance ("status" in the paper), both in [0, 1]; t:
/// the mean topicality of the last M pages, of all of them while there are fewer; delta: the least
/// topicality that is wanted.
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", section 4 and section 6.1 (M = 25, step
/// = 0.01).
/// Thread safety: one thread.

#include <cstddef>
#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "base/text/state_bytes.h"

namespace porthole::topics {

enum class Utility { kCobbDouglas, kLinear };

/// Requires: all in [0, 1]. 0 to the power of 0 is 1: a factor with weight 0 has no effect.
double utility(Utility kind, double alpha, double topicality, double importance);

class AdaptiveAlpha {
 public:
  struct Options {
    double start = 0.5;
    double target = 0.7;      ///< delta
    double step = 0.01;       ///< Delta in the paper
    std::size_t window = 25;  ///< M
  };

  explicit AdaptiveAlpha(const Options& options) : options_(options), alpha_(options.start) {}

  double alpha() const { return alpha_; }
  /// Updates alpha after a page of this topicality was fetched.
  void saw(double topicality);

  /// Serialises the state on one line.
  std::string state() const;
  /// Restores the output of state(); invalid parts are ignored.
  void restore(std::string_view state);

 private:
  Options options_;
  double alpha_;
  std::deque<double> last_;  ///< Topicality, the newest last.
};

// InLinkImportance: estimates the importance of pages by the in-links that a crawl has read so
// far.
//
//   sigma(d) = 1 / (1 + e^-(x - theta)),   x = ln(1 + in-links of d)
//
// theta is the median of x over the pages that were added, so that the median page has 1/2.
// In-links are counted by pages: one that repeats its link counts once.
//
// Source: Pant, Srinivasan, "Status Locality on the Web", section 7.2 (the in-links crawler), with
// the sigmoid of its importance model. Units: none; sigma is in (0, 1). Memory: 8 bytes for each
// number of a page up to the largest, which are dense in a repository. Thread safety: one thread.

class InLinkImportance {
 public:
  /// Counts a link of a page. Requires: all links of a page come one after another, and numbers
  /// are below 2^32; the source is not 0.
  void add_link(std::int64_t source, std::int64_t target);
  /// Adds a page, with the in-links that it has now, to those of the median.
  void add_page(std::int64_t page);
  /// sigma of a page, which need not have been added.
  double of(std::int64_t page) const;

  void save(StateWriter& writer) const;
  void load(StateReader& reader);

 private:
  struct Links {
    std::uint32_t count = 0;
    std::uint32_t last = 0;  ///< The last page that was counted.
  };
  std::uint32_t count_of(std::int64_t page) const;

  std::vector<Links> links_;               ///< By the number of the page.
  std::vector<std::uint32_t> pages_with_;  ///< Pages that were added, by their in-links then.
  std::uint64_t pages_ = 0;
  std::uint64_t below_ = 0;  ///< Pages with fewer in-links than the median.
  std::size_t median_ = 0;   ///< The least m such that half of the pages have m in-links or fewer.
};

}  // namespace porthole::topics
