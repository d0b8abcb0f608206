#pragma once

/// How the errors of a classifier change what a sample says, by its held-out confusion.
///
/// In:  statistics of pages that the classifier holds for on topic; how it judged pages that it was
///      not trained on, whose topics are known.
/// Out: the same statistics of the pages that are on topic: corrected, where the errors act on what
///      is counted, else bounds that hold whatever the wrong pages are like.
///
/// The share r of links that lead to the topic is seen as s r + f (1 - r), s being the sensitivity
/// and f the share of other pages that are taken for the topic: r = (seen - f) / (s - f). A share p
/// of the pages held for on topic is: a share seen among them is p x + (1 - p) y for the true x and
/// an unknown y in [0, 1]. Shares of topics are the ones under which what was predicted is most
/// likely, given Pr[predicted|actual], found by expectation maximisation.
///
/// Source: Rogan, Gladen, "Estimating prevalence from the results of a screening test", American
/// Journal of Epidemiology 107, 1978; Manski, "Identification Problems in the Social Sciences",
/// 1995, chapter 3 (bounds under contamination: Horowitz, Manski, Econometrica 63, 1995); Saerens,
/// Latinne, Decaestecker, "Adjusting the outputs of a classifier to new a priori probabilities",
/// Neural Computation 14, 2002 (expectation maximisation).
/// Thread safety: pure functions.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sampler/statistics.h"

namespace porthole::sampler {

/// Pages of one topic that were classified as one.
struct ConfusedPages {
  std::string actual, predicted;  ///< Paths of topics.
  std::size_t pages = 0;
};

/// Held-out pages, on topic or not.
struct ClassifierErrors {
  std::size_t on = 0, found = 0;     ///< On topic; of them held for it.
  std::size_t off = 0, claimed = 0;  ///< Off topic; of them held for on topic.
  Interval sensitivity() const { return share_interval(found, on); }
  Interval false_positives() const { return share_interval(claimed, off); }
  /// Share of the pages held for on topic that are, with as many on and off as in the training set.
  Interval precision() const { return share_interval(found, found + claimed); }
};

/// The share r that is seen as `seen`; empty when the classifier tells nothing apart.
std::optional<Interval> corrected_share(const Interval& seen, const ClassifierErrors& errors);

/// Bounds of a share among pages on topic, of whom a share `precision` of the pages consists in
/// which it was `seen`. The estimate is that of wrong pages that are like the others.
Interval bounded_share(const Interval& seen, double precision);

/// Shares of actual topics, by the topics that were predicted. Topics without held-out pages are
/// taken for always right.
std::map<std::string, double> corrected_topics(const Counts& predicted,
                                               const std::vector<ConfusedPages>& confusion);

}  // namespace porthole::sampler
