#pragma once

/// Feature selection: scores terms by how well they separate the children of a taxonomy node.
///
/// In:  for each child c and each term t, statistics of t over the units of c (pages or groups).
/// Out: a number for each term: the larger, the better the term separates the children.
///
/// Fisher index: x(d, t) is the rate at which t occurs in d, mu(c, t) its mean over D(c),
///
///              sum over pairs {c1, c2} of (mu(c1, t) - mu(c2, t))^2
///   Fisher = ------------------------------------------------------------------
///              sum over c of 1/|D(c)| * sum over d in D(c) of (x(d, t) - mu(c, t))^2
///
/// Mutual information, of whether a unit has t and which child it belongs to, in nats:
///
///   MI = sum over c and over t in d or not of Pr[t, c] * log(Pr[t, c] / (Pr[t] * Pr[c]))
///
/// Both are sums over the children, so that a term needs a constant number of sums, and a child
/// that lacks the term need not be looked at.
///
/// Source: Fisher index: Chakrabarti, Dom, Agrawal, Raghavan, "Scalable feature selection,
/// classification and signature generation ...", VLDB Journal 7(3), 1998, to which Chakrabarti et
/// al. 1999 (VLDB), section 2.1.1, refer. Mutual information: Cover, Thomas, "Elements of
/// Information Theory", 2006, section 2.3.
/// Thread safety: one thread at a time.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

namespace porthole::topics {

enum class FeatureIndex : std::uint8_t { kFisher, kMutualInformation };
/// "fisher", "mutual-information"; and back.
std::string_view feature_index_name(FeatureIndex index);
std::optional<FeatureIndex> feature_index(std::string_view name);

/// Statistics of one term over the units of one child.
struct TermInChild {
  double units = 0;      ///< |D(c)|, at least 1.
  double with_term = 0;  ///< Units that have the term.
  double sum = 0;        ///< Sum of x(d, t).
  double squares = 0;    ///< Sum of x(d, t)^2.
};

/// The Fisher index of one term.
class FisherSum {
 public:
  /// A child in which the term occurs.
  void add(const TermInChild& child);
  /// `children` is the number of children with units. A variance of zero is replaced by a very
  /// small one.
  double value(std::size_t children) const;

 private:
  double means_ = 0;
  double squared_means_ = 0;
  double variances_ = 0;
};

/// The mutual information of one term with the children.
class InformationSum {
 public:
  /// A child in which the term occurs.
  void add(const TermInChild& child);
  /// `units` are those of all children, `sum_n_log_n` is the sum of n log n over their numbers n of
  /// units.
  double value(double units, double sum_n_log_n) const;

 private:
  double with_term_ = 0;
  double joint_ = 0;  // sum of w log w + (n - w) log (n - w) - n log n
};

/// n log n; 0 for 0.
double n_log_n(double n);

}  // namespace porthole::topics
