#pragma once

/// Training examples of a topic model: for each page its terms, its topic and its group.
///
/// A group holds the pages of one site, which share the same boilerplate. Counting sites rather
/// than pages, and testing on sites that training did not see, keeps site boilerplate from being
/// learned as topic features.
///
///   TrainingSet set(taxonomy);
///   const ExampleId id = set.add(*taxonomy.find("science/astronomy"), set.group("astro.example"),
///                                count_terms(title, description, text));
///   set.move(id, *taxonomy.find("science/physics"));       // and train again
///
/// Terms are numbered in order of first mention, and those numbers never change.
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 1.1 (D(c)).
/// Thread safety: const members, any thread.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "topics/classify/taxonomy.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {

using ExampleId = std::uint32_t;
using GroupId = std::uint32_t;
/// A term's number in one training set.
using TermNumber = std::uint32_t;

class TrainingSet {
 public:
  struct Count {
    TermNumber term = 0;
    std::uint32_t count = 0;
  };

  explicit TrainingSet(Taxonomy taxonomy) : taxonomy_(std::move(taxonomy)) {}

  /// Returns the number of the named group; numbers are assigned in order of first mention.
  GroupId group(std::string_view name);

  /// Requires: `topic` is one of the taxonomy's. An example of an inner topic teaches the choice of
  /// that topic among its siblings, and nothing about its children.
  ExampleId add(TopicId topic, GroupId group, const TermCounts& page);
  void move(ExampleId example, TopicId to) { examples_[example].topic = to; }
  /// Removes the example; its number is not reused.
  void remove(ExampleId example) { examples_[example].is_there = false; }

  const Taxonomy& taxonomy() const { return taxonomy_; }
  /// The marks may change without training again.
  Taxonomy& taxonomy() { return taxonomy_; }

  /// Number of examples, removed ones included.
  std::size_t size() const { return examples_.size(); }
  bool is_there(ExampleId example) const { return examples_[example].is_there; }
  TopicId topic_of(ExampleId example) const { return examples_[example].topic; }
  GroupId group_of(ExampleId example) const { return examples_[example].group; }
  std::span<const Count> counts_of(ExampleId example) const;
  /// Returns the term counts as they were added.
  TermCounts page_of(ExampleId example) const;

  /// Returns the examples that were not removed, in order.
  std::vector<ExampleId> all() const;
  std::size_t groups() const { return group_names_.size(); }
  std::string_view group_name(GroupId group) const { return group_names_[group]; }
  std::size_t terms() const { return hashes_.size(); }
  TermHash hash_of(TermNumber term) const { return hashes_[term]; }

 private:
  struct Example {
    TopicId topic = kRootTopic;
    bool is_there = true;
    GroupId group = 0;
    std::size_t begin = 0;
    std::size_t end = 0;
  };

  Taxonomy taxonomy_;
  std::vector<Example> examples_;
  std::vector<Count> counts_;
  std::vector<TermHash> hashes_;
  std::unordered_map<TermHash, TermNumber> numbers_;
  std::vector<std::string> group_names_;
  std::unordered_map<std::string, GroupId> groups_;
};

// Splits examples into folds for cross-validation.
//
// The pages of a group stay together, and the groups of a topic are spread over the folds. With
// fewer than two groups, pages are assigned one by one.

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
