#pragma once

/// M5' model tree: a regression tree whose leaves are linear models, and the fitting of these.
///
///   split   the test x_i <= v is taken that reduces the deviation most, SDR = s(T) - sum over the
///           two sides of |T_j| / |T| s(T_j); each side keeps a fifth of the cases at least. A node
///           with few cases, or whose deviation is a small share of the root's, is a leaf.
///   model   each node has a linear model (fit_linear_model()) of the attributes that are tested
///           below it
///   prune   from the bottom up: a node becomes a leaf if the error of its model is at most that of
///           its subtree, each times (n + c v) / (n - v); n cases, v parameters
///   smooth  from a leaf to the root p' = (n p + k q) / (n + k): n cases of the node that p comes
///           from, q the model of its parent, k = 15. Applied to the leaf's model once, so that a
///           prediction reads one leaf.
///
/// s(T) is the fifth root of the variance and c is 2 as in Weka's M5P, on whose figures Pant and
/// Srinivasan's results stand (the square root and 1 in the papers on the tree). Trees are tested
/// against Weka's own, leaf by leaf.
///
/// Source: Quinlan, "Learning with continuous classes", AI'92, sections 2 to 4; Wang, Witten,
/// "Inducing model trees for continuous classes", ECML 1997, sections 2 and 3. Values that are
/// missing have to be filled in by the caller.
/// Cost: O(a n log n) a level to grow; a prediction is one path and one product.
/// Thread safety: const members, any thread.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "topics/classify/model_bytes.h"

namespace porthole::topics {

// Linear regression by least squares with the attribute selection of M5'.
//
// In:  cases (values of the attributes, a target each), which of them count, which attributes may
// be used. Out: y = intercept + sum of coefficients[i] * x[i]; 0 for attributes that are not used.
//
// Attributes whose standardised coefficient |b_i sd(x_i) / sd(y)| is above 1.5 are taken out
// first, one at a time, the largest first: they are collinear with others. Then that with the
// smallest is taken out, again and again, as long as SE / SE_full (n - p) + 2 v falls; SE is the
// sum of squared errors, SE_full that of the model after the first step, p its parameters, v those
// of the model that is tried, the intercept among both. A ridge of 1e-8 on the standardised
// attributes keeps the equations solvable; it is raised tenfold while they are not.
//
// Source: Quinlan, "Learning with continuous classes", AI'92, section 3 (terms dropped while the
// estimated error falls); Wang, Witten, "Inducing model trees for continuous classes", ECML 1997,
// section 3; the estimate (Akaike's criterion), the limit of 1.5 and the ridge as in Weka 3.6,
// against which it is tested.

/// Cases to learn from.
struct RegressionData {
  std::size_t attributes = 0;
  std::vector<double> values;   ///< Case by case, `attributes` of them each.
  std::vector<double> targets;  ///< One a case.

  std::size_t cases() const { return targets.size(); }
  std::span<const double> row(std::size_t which) const {
    return std::span<const double>(values).subspan(which * attributes, attributes);
  }
  double value(std::size_t which, std::size_t attribute) const {
    return values[which * attributes + attribute];
  }
};

struct LinearModel {
  double intercept = 0;
  std::vector<double> coefficients;  ///< One an attribute, or none at all: a constant.

  double operator()(std::span<const double> x) const;
  std::size_t parameters() const;  ///< Coefficients that are not 0, and the intercept.
};

/// Requires: `cases` is not empty, and all of `attributes` and `cases` are there.
LinearModel fit_linear_model(const RegressionData& data, std::span<const std::uint32_t> cases,
                             std::span<const std::uint32_t> attributes);

class ModelTree {
 public:
  struct Node {
    std::int32_t attribute = -1;        ///< Tested attribute; -1 at a leaf.
    double split = 0;                   ///< v: to the left when the value is at most this.
    std::uint32_t left = 0, right = 0;  ///< Indexes of the children, greater than their parent's.
    std::uint32_t cases = 0;            ///< Training cases at this node.
    LinearModel model;                  ///< Model of a leaf, smoothed.
  };

  /// Requires: at least one case.
  static ModelTree grow(const RegressionData& data);

  /// Requires: as many values as there were attributes.
  double predict(std::span<const double> x) const;

  std::size_t attributes() const { return attributes_; }
  const std::vector<Node>& nodes() const { return nodes_; }  ///< The root is the first.
  std::size_t leaves() const;

  void put(ByteWriter& out) const;
  /// Returns empty, with `in` no longer good, for an invalid tree: unknown attributes, children
  /// before their parents.
  static std::optional<ModelTree> take(ByteReader& in);

 private:
  ModelTree(std::size_t attributes, std::vector<Node> nodes)
      : attributes_(attributes), nodes_(std::move(nodes)) {}

  std::size_t attributes_;
  std::vector<Node> nodes_;
};

}  // namespace porthole::topics
