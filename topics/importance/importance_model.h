#pragma once

/// Predicts the importance of a page (the paper: its status) from its features.
///
///   sigma = 1 / (1 + e^-(x - theta)),  x = the model tree's prediction of ln(1 + label)
///
/// theta is the median of the predictions for the pages that it was trained on, so that half of
/// them are above 1/2. Labels are supplied by the user: in-links within a web, the rank of a host,
/// a number of the user's (gatherer/judge/importance_labels.h). The trait `domain` is looked up:
/// what is known of the page's registrable domain where the labels come from. A domain that is not
/// known there counts as the mean of the trait.
///
/// Source: Pant, Srinivasan, "Status Locality on the Web", section 4.2 (M5', logarithms, the
/// sigmoid, theta).
/// Thread safety: const members, any thread.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "topics/importance/model_tree.h"
#include "topics/importance/page_traits.h"

namespace porthole::topics {

// Spearman's rank correlation of two quantities, with a confidence interval.
//
// rho is the correlation of the ranks, ties having the mean of theirs. Its interval follows from
// Fisher's transformation z = artanh(rho) with the variance (1 + rho^2 / 2) / (n - 3) of Bonett
// and Wright.
//
// Source: Spearman, "The proof and measurement of association between two things", 1904; Bonett,
// Wright, "Sample size requirements for estimating Pearson, Kendall and Spearman correlations",
// Psychometrika 65, 2000.

struct RankCorrelation {
  std::size_t pairs = 0;
  double rho = 0;  ///< 0 where one of both does not vary, or there are fewer than two pairs.
  double low = -1, high = 1;  ///< The 95 per cent interval.
};

/// Requires: as many values in one as in the other.
RankCorrelation rank_correlation(std::span<const double> one, std::span<const double> other);

/// A training example.
struct ImportanceExample {
  PageTraits traits{};
  double label = 0;         ///< Before the logarithm; at least 0.
  std::uint32_t group = 0;  ///< Its site: pages of one are held out together.
};

/// Provenance of a model, for display.
struct ImportanceOrigin {
  std::string labels;       ///< "in-links from 3,012 pages of ...".
  std::uint64_t pages = 0;  ///< Number of training pages.
  std::uint64_t sites = 0;
  RankCorrelation held_out;  ///< Correlation of prediction and label on pages of held-out sites.
};

/// Describes the origin: the kind of labels, the number of pages, the accuracy on held-out sites.
std::string describe(const ImportanceOrigin& origin);

class ImportanceModel {
 public:
  using Domains =
      std::unordered_map<std::string, float>;  ///< Registrable domain -> x of the trait `domain`.

  /// Requires: at least one example.
  static ImportanceModel train(const std::vector<ImportanceExample>& examples, Rarity rarity,
                               Domains domains, std::string labels);

  /// x: ln(1 + label) as predicted.
  double predict(const PageTraits& traits) const { return tree_.predict(traits); }
  /// sigma where x is predicted.
  double importance_at(double x) const;
  /// sigma of a page; `domain` is its registrable domain.
  double importance(const TraitSource& page, const std::string& domain) const;
  PageTraits traits(const TraitSource& page, const std::string& domain) const;

  double theta() const { return theta_; }
  const ModelTree& tree() const { return tree_; }
  const ImportanceOrigin& origin() const { return origin_; }

  std::string bytes() const;
  /// Errors: kInvalid when the bytes are not a model, are damaged, or of a version that this
  /// program does not know.
  static Result<ImportanceModel> from_bytes(std::string_view bytes);

 private:
  ImportanceModel(ModelTree tree, Rarity rarity)
      : tree_(std::move(tree)), rarity_(std::move(rarity)) {}

  ModelTree tree_;
  Rarity rarity_;
  Domains domains_;
  double unknown_domain_ = 0;  ///< ln(1 + x)
  double theta_ = 0;
  ImportanceOrigin origin_;
};

/// Cross-validates a tree on sites that it has not seen: each fifth of the groups is predicted by a
/// tree grown from the others.
RankCorrelation held_out_correlation(const std::vector<ImportanceExample>& examples);

}  // namespace porthole::topics
