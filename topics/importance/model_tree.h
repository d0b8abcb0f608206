#pragma once

/// M5' model tree: a regression tree whose leaves are linear models.
///
///   split   the test x_i <= v is taken that reduces the deviation most, SDR = s(T) - sum over the
///           two sides of |T_j| / |T| s(T_j); each side keeps a fifth of the cases at least. A node
///           with few cases, or whose deviation is a small share of the root's, is a leaf.
///   model   each node has a linear model (linear_regression.h) of the attributes that are tested
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
#include "topics/importance/linear_regression.h"

namespace porthole::topics {

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
