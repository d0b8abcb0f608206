#pragma once

/// Deals examples to parts of which each is held out in turn.
///
/// The pages of a group stay together, and the groups of a topic are spread over the parts. Where there
/// are fewer than two groups, every page is dealt by itself.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "topics/classify/training_set.h"

namespace porthole::topics {

/// `parts` lists that together hold `examples`, each in order. Requires: parts >= 1.
std::vector<std::vector<ExampleId>> deal_to_parts(const TrainingSet& set, const std::vector<ExampleId>& examples,
                                                  std::size_t parts);

/// Those of `examples` that are not in `part`; both in order.
std::vector<ExampleId> without(const std::vector<ExampleId>& examples, const std::vector<ExampleId>& part);

/// By topic, the examples of it and of all topics below it, ordered by group.
std::vector<std::vector<ExampleId>> examples_below(const TrainingSet& set, const std::vector<ExampleId>& examples);

/// From how many groups on groups, and not pages, are what examples are counted in.
inline constexpr std::size_t kEnoughGroups = 8;

/// How many units - groups or pages - there are, and how many of them have each term.
struct UnitCounts {
  bool by_groups = false;
  double units = 0;
  std::vector<std::uint32_t> with_term;  ///< By TermNumber.

  std::uint32_t unit_of(const TrainingSet& set, ExampleId example) const {
    return by_groups ? set.group_of(example) : example;
  }
  /// log((1 + N) / N(t)), to the power of `exponent`; 1 for a term that no unit has.
  double rarity(TermNumber term, double exponent) const;
};

enum class UnitChoice { kGroupsIfEnough, kPages };

/// `by_group` is ordered by group, as examples_below() gives it.
UnitCounts count_units(const TrainingSet& set, const std::vector<ExampleId>& by_group, UnitChoice choice);

}  // namespace porthole::topics
