#pragma once

/// How much each of the topic's terms tells a page of the topic from others, in one collection.
///
/// In:  of every page its site, and p_t of each term (topics/text/text_relevance.h).
/// Out: a weight of each term in [0, 1]; relevance by weighted terms.
///
/// "Index" is a word of databases that most manuals have; "transaction" is not. A term counts by
/// how rare it is on sites that have none of the other terms. With x(s, t) the share of the pages
/// of site s that have t, and v(s) = n / (n + 2) for a site of n pages,
///
///     q(s, t) = v(s) prod_{u != t} (1 - x(s, u))
///     b(t) = sum_s q(s, t) x(s, t) / (2 + sum_s q(s, t))
///     w(t) = ((1 - b(t)) / (1 - min_u b(u)))^4
///     R'(d) = 1 - prod_t (1 - w(t) p_t)
///
/// The 2 stands for two sites without the term, so that small collections change little. A topic of
/// fewer than kFewest terms keeps them all at 1: there are too few others to tell by.
///
/// Source: ours; b(t) takes the place of the collection frequency in the inverse document frequency
/// of K. Sparck Jones, "A statistical interpretation of term specificity and its application in
/// retrieval", 1972, which would punish the topic's own terms in a collection that is about the
/// topic. How the values were chosen: docs/on_topic.md. Thread safety: const members, any thread.

#include <cstddef>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace porthole::topics {

class TermContrast {
 public:
  static constexpr std::size_t kFewest = 5;

  explicit TermContrast(std::size_t terms) : terms_(terms) {}

  /// A page. Requires: a value for each term.
  void add(std::string_view site, const std::vector<float>& probabilities);

  /// w(t), in order of the terms; 1 where no page was added.
  std::vector<double> weights() const;

 private:
  struct Site {
    double pages = 0;
    std::vector<double> with_term;  ///< Pages, by term.
  };
  std::vector<double> background() const;

  std::size_t terms_;
  std::unordered_map<std::string, Site> sites_;
};

/// R'(d). Requires: as many weights as probabilities.
double weighted_relevance(const std::vector<float>& probabilities,
                          const std::vector<double>& weights);

}  // namespace porthole::topics
