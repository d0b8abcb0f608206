#pragma once

/// Forest: boosted decision trees in quantised form.
///
/// In:  trees as bytes. A tree is its nodes in preorder: an inner node is the index of a feature,
///      the index of one of the feature's thresholds, and the number of bytes of its left subtree,
///      after which its right one follows; a leaf is the byte 255 and a signed byte, its value.
/// Out: the sum of the leaves that a row of features reaches, times a scale.
///
/// A row goes left where its value is less than the threshold.

#include <cstdint>
#include <string_view>
#include <vector>

namespace porthole::parser {

class Forest {
 public:
  /// The thresholds of each feature, by the feature's index in the model.
  using Thresholds = std::vector<std::vector<float>>;

  /// Adds a tree. False if `bytes` are not one: then the forest is unchanged. `columns` maps the
  /// model's features to columns of the rows.
  bool add(std::string_view bytes, const Thresholds& thresholds,
           const std::vector<std::uint32_t>& columns);

  /// The sum over all trees, in units of a leaf.
  std::int32_t sum(const float* row) const;

  /// Adds to `shares`, by column, what each feature contributed to the sum of `row`: along the path
  /// through each tree, the difference that its test makes to the mean of the leaves below
  /// (Saabas, "Interpreting random forests", 2014).
  void explain(const float* row, std::vector<float>& shares) const;

 private:
  struct Node {
    float threshold = 0;
    std::uint32_t column = 0;  ///< kLeaf: a leaf.
    std::int32_t right = 0;  ///< Index of the right child; the left one is next. A leaf: its value.
    float mean = 0;          ///< Mean of the leaves below, each subtree counted alike.
  };
  static constexpr std::uint32_t kLeaf = 0xFFFFFFFF;

  /// Appends the nodes of a tree, all but their means. False if `bytes` are not one.
  bool read_nodes(std::string_view bytes, const Thresholds& thresholds,
                  const std::vector<std::uint32_t>& columns);

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> roots_;
};

}  // namespace porthole::parser
