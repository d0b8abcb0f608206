#pragma once

/// A node of naive Bayes laid out for reading: adds up what the node says of a page's terms.
///
/// Terms stand in the order of their hashes, as they do in a page, so that a page goes through memory in one
/// direction; what is needed next is asked for early. A node of few children has for each term a row of as many
/// values, zeros among them; one of many has a list of the children that have the term. Either begins with what
/// the term's counts are multiplied by, and is multiplied by it.
///
/// Thread safety: const members, any thread.

#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "topics/classify/naive_bayes_node.h"

namespace porthole::topics {

enum class Counting : std::uint8_t { kPlain, kDamped };

/// What n occurrences count for: n, or log(1 + n).
double count_for(std::uint32_t occurrences, Counting counting);

class NaiveBayesIndex {
 public:
  NaiveBayesIndex() = default;
  explicit NaiveBayesIndex(const NaiveBayesNode& node);

  /// Adds the page's terms to `sums`: to the first n(d), the sum of what the counts of features count for, to
  /// those that follow, one a child, that times the thetas. Requires: one sum more than children.
  void add_up(const TermCounts& page, Counting counting, std::span<double> sums) const;

 private:
  static constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  /// The widest row is as long as a cache line.
  static constexpr std::size_t kFewChildren = 15;

  struct Slot {
    TermHash term = 0;
    std::uint32_t place = kNone;  ///< Of the term among the node's terms, in order of hash.
  };

  /// In order of hash, too; a term whose home is taken stands in one of the slots that follow.
  std::size_t home(TermHash term) const { return static_cast<std::size_t>((std::uint64_t{term} * homes_) >> 32); }
  std::uint32_t find(TermHash term) const;
  void add_term(const NaiveBayesNode& node, std::size_t term);

  std::size_t homes_ = 0;
  std::vector<Slot> slots_;
  std::size_t width_ = 0;    // of a row; 0 where there are lists
  std::vector<float> rows_;  // by place, then child
  std::vector<std::uint32_t> begins_;  // of lists, by place, and the end
  std::vector<NaiveBayesNode::Theta> lists_;
};

}  // namespace porthole::topics
