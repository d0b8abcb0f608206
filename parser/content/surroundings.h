#pragma once

/// Surroundings: the elements around one block, from its own to the body, as features of the block.
///
/// In:  the page's elements with their sums, a block's element, the words of the page.
/// Out: numbers of a Row (feature_row.h), in an order that is part of the model's features.

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "parser/content/block_collector.h"
#include "parser/content/feature_row.h"

namespace porthole::parser::block_feature {

class Surroundings {
 public:
  /// Refers to `page`. `own` is the element of the block, `page_words` the words of all blocks.
  Surroundings(const BlockCollector& page, std::uint32_t own, std::uint32_t page_words);

  /// The element itself, `block_words` of its words in the block; then the tags and marks around.
  void put_tags_and_marks(Row& row, std::uint32_t block_words) const;
  /// Elements at fixed distances, and the innermost ones that hold so much of the page.
  void put_levels(Row& row) const;
  /// The runs of like siblings that the block is in; `sums` by the index of a run.
  void put_runs(Row& row, std::span<const RunSum> sums) const;

 private:
  static constexpr int kLevels = 24;  ///< Elements around a block that are looked at.

  /// The element of a run of like siblings around a block, and how far it is.
  struct RunAround {
    std::uint32_t run = 0, size = 1, ordinal = 0, level = 0, words = 0;
    float link_density = 0;
  };

  void read_level(int level, Marks& seen);
  /// The element `level` levels up, the outermost if there are fewer.
  const PageElement& up(int level) const;
  template <class Holds>
  const PageElement& first(Holds holds) const;
  void put_element(Row& row, const char* prefix, const PageElement& element) const;
  void put_run(Row& row, const char* prefix, const RunAround& run, const RunSum& sum) const;

  const std::vector<PageElement>& elements_;
  const std::vector<std::uint32_t>& run_sizes_;
  const std::uint32_t page_words_;
  const float all_;  ///< The words of the page, at least 1.
  std::array<std::uint32_t, kLevels> around_{};
  int levels_ = 0;
  std::array<float, kBlockTags> tags_{};  ///< Share of the page below the innermost with the tag.
  std::array<float, kMarkGroups> marks_{};
  RunAround inner_run_, big_run_;  ///< The innermost of three or more, and the biggest.
};

}  // namespace porthole::parser::block_feature
