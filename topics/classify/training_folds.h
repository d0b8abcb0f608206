#pragma once

/// Splits examples into folds for cross-validation.
///
/// The pages of a group stay together, and the groups of a topic are spread over the folds. With
/// fewer than two groups, pages are assigned one by one.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "topics/classify/training_set.h"

namespace porthole::topics {

/// Returns `parts` lists that together contain `examples`, each in order. Requires: parts >= 1.
std::vector<std::vector<ExampleId>> deal_to_parts(const TrainingSet& set,
                                                  const std::vector<ExampleId>& examples,
                                                  std::size_t parts);

/// Returns the `examples` that are not in `part`; both are in order.
std::vector<ExampleId> without(const std::vector<ExampleId>& examples,
                               const std::vector<ExampleId>& part);

/// By topic, the examples of it and of all topics below it, ordered by group.
std::vector<std::vector<ExampleId>> examples_below(const TrainingSet& set,
                                                   const std::vector<ExampleId>& examples);

/// Minimum number of groups for counting by group and not by page.
inline constexpr std::size_t kEnoughGroups = 8;

/// Document frequencies: the number of units (groups or pages), and of units with each term.
struct UnitCounts {
  bool by_groups = false;
  double units = 0;
  std::vector<std::uint32_t> with_term;  ///< By TermNumber.

  std::uint32_t unit_of(const TrainingSet& set, ExampleId example) const {
    return by_groups ? set.group_of(example) : example;
  }
  /// Inverse document frequency log((1 + N) / N(t)), to the power of `exponent`; 1 for a term that
  /// no unit has.
  double rarity(TermNumber term, double exponent) const;
};

enum class UnitChoice { kGroupsIfEnough, kPages };

/// `by_group` is ordered by group, as examples_below() gives it.
UnitCounts count_units(const TrainingSet& set, const std::vector<ExampleId>& by_group,
                       UnitChoice choice);

}  // namespace porthole::topics
