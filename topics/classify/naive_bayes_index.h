#pragma once

/// Read-optimised layout of a naive Bayes node; sums the log likelihoods of a page's terms.
///
/// Terms are sorted by hash, as they are in a page, so that memory is read in one direction and can
/// be prefetched. A node with few children has a dense row of values for each term; a node with
/// many children has a sparse list of the children that have the term. Each row or list begins with
/// the weight of the term's counts and is premultiplied by it.
///
/// Thread safety: const members, any thread.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "topics/classify/taxonomy.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {

// Parameters of one inner node of a naive Bayes model (naive_bayes.h), as trained and saved.

struct NaiveBayesNode {
  struct Child {
    TopicId topic = kRootTopic;
    float logprior = 0;
    float logdenom = 0;
  };
  /// logtheta(ci, t) + logdenom(ci), relative to that of a term that ci lacks.
  struct Theta {
    std::uint16_t child = 0;  ///< Index in `children`.
    float value = 0;
  };
  std::vector<Child> children;
  std::vector<TermHash> terms;        ///< F(c0), the most discriminative first.
  std::vector<float> weights;         ///< By term: the factor of its counts.
  std::vector<std::uint32_t> begins;  ///< By term: the begin of its part of `thetas`; then the end.
  std::vector<Theta> thetas;
  double length = 0;  ///< Limit of a page's effective length in occurrences; 0: unlimited.
};

enum class Counting : std::uint8_t { kPlain, kDamped };

/// Weight of n occurrences: n, or log(1 + n).
double count_for(std::uint32_t occurrences, Counting counting);

class NaiveBayesIndex {
 public:
  NaiveBayesIndex() = default;
  explicit NaiveBayesIndex(const NaiveBayesNode& node);

  /// Adds the page's terms to `sums`: to the first, n(d), the sum of the weighted counts of
  /// features; to the others, one for each child, the weighted counts times the thetas. Requires:
  /// one sum more than children.
  void add_up(const TermCounts& page, Counting counting, std::span<double> sums) const;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  /// The widest row is as long as a cache line.
  static constexpr std::size_t kFewChildren = 15;

  struct Slot {
    TermHash term = 0;
    std::uint32_t place = kNone;  ///< Rank of the term among the node's terms, ordered by hash.
  };

  /// Hash slots ordered by hash with linear probing: a term whose home slot is taken is in one of
  /// those after it.
  std::size_t home(TermHash term) const {
    return static_cast<std::size_t>((std::uint64_t{term} * homes_) >> 32);
  }
  std::uint32_t find(TermHash term) const;
  void add_term(const NaiveBayesNode& node, std::size_t term);

  std::size_t homes_ = 0;
  std::vector<Slot> slots_;
  std::size_t width_ = 0;              // of a row; 0 where there are lists
  std::vector<float> rows_;            // by place, then child
  std::vector<std::uint32_t> begins_;  // of lists, by place, and the end
  std::vector<NaiveBayesNode::Theta> lists_;
};

}  // namespace porthole::topics
