#pragma once

/// ContentModel: tells which blocks of a page are its main content, and the page's type.
///
/// A forest of boosted trees for each type of page rates the page; the highest wins. Another gives
/// the probability of each block from its features (block_features.h), those ratings among them.
/// The log-odds of blocks of like place (messages of a thread, items of a list) are drawn to their
/// mean. Then the set of blocks is taken whose expected F1 against the main content
/// is the greatest (Jansche, "A Maximum Expected Utility Framework for Binary Sequence Labeling",
/// ACL 2007), by words.
///
/// The forests were trained on WCXB (docs/content.md); content_model.txt has them, with the command
/// that made them. Its form: a line `feature NAME THRESHOLD...` for each feature, `forest NAME
/// SCALE BIAS` before the trees of a forest, and a line of base64 for each tree (forest.h).
///
/// Thread safety: a model is read-only once made.

#include <array>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/result.h"
#include "parser/content/block_features.h"
#include "parser/content/forest.h"

namespace porthole::parser {

/// Moves the log-odds of each block towards the mean of its group, in an empirical Bayes estimate:
/// by n / (n + 16) in a group of n blocks. groups[i] < groups.size() is the group of block i.
void draw_to_group(const std::vector<std::uint32_t>& groups, std::vector<float>& logits);

/// The blocks of greatest expected F1.
std::vector<bool> best_blocks(const std::vector<float>& probabilities,
                              const std::vector<std::uint32_t>& words);

class ContentModel {
 public:
  /// The model that is built in.
  static const ContentModel& built_in();

  /// Errors: kInvalid.
  static Result<ContentModel> read(std::string_view text);

  /// Writes the ratings of the page's types into its rows. Returns the type that is rated highest,
  /// kUnknown without blocks.
  PageType rate_types(BlockFeatures& features) const;

  /// The probability of each block that it is main content. Needs the ratings of the types.
  std::vector<float> probabilities(const BlockFeatures& features) const;

  /// The features that decided most about block `at`, with their values, as words: "in nav 0.2
  /// (against), words 34 (for)".
  std::string reason(const BlockFeatures& features, std::size_t at) const;

  /// The sums of the forests for a row, by their names in the model; 0 for an unknown name.
  std::int32_t sum(std::string_view forest, const float* row) const;

  /// The columns of the model's features, in its order.
  const std::vector<std::uint32_t>& columns() const { return columns_; }

 private:
  struct Part {
    Forest forest;
    float scale = 0, bias = 0;
    float logit(const float* row) const {
      return bias + scale * static_cast<float>(forest.sum(row));
    }
  };
  Part content_;
  std::vector<std::uint32_t> columns_;
  std::vector<std::string> names_;  ///< The names of all features, by column.
  std::array<Part, kPageTypes> types_;
};

/// Writes blocks and page type of a page that was read as a tree; and, if `explain`, the reasons.
void classify_blocks(BlockCollector& page, const PageHints& hints, bool explain,
                     Document& document);

}  // namespace porthole::parser
