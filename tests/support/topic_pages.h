#pragma once

/// Pages and examples for tests of topic models.

#include <algorithm>
#include <random>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "topics/classify/training_set.h"
#include "topics/text/term_counts.h"

namespace porthole::test {

/// The page that holds each word so many times.
inline topics::TermCounts page_of(
    const std::vector<std::pair<std::string_view, std::uint32_t>>& words) {
  topics::TermCounts page;
  for (const auto& [word, count] : words) page.push_back({topics::hash_of_term(word), count});
  std::sort(page.begin(), page.end(),
            [](const topics::TermCount& a, const topics::TermCount& b) { return a.term < b.term; });
  return page;
}

/// A page of `length` words: one in three of the topic's own ten, the others of thirty that all
/// topics use.
inline topics::TermCounts random_page(std::string_view topic, std::mt19937& random,
                                      int length = 60) {
  std::string text;
  for (int i = 0; i < length; ++i) {
    const bool is_own = random() % 3 == 0;
    // Letters only: words that begin with a digit are no terms.
    const auto letter = static_cast<char>('a' + random() % (is_own ? 10 : 26));
    text += (is_own ? "own" + std::string(topic) : std::string("common")) + letter + "x ";
  }
  return topics::count_terms("", "", text);
}

/// `pages` random pages for each leaf of `taxonomy`, dealt to `groups` groups of that leaf's own.
inline topics::TrainingSet random_set(topics::Taxonomy taxonomy, int pages, int groups,
                                      std::mt19937& random) {
  topics::TrainingSet set(std::move(taxonomy));
  for (std::size_t id = 1; id < set.taxonomy().size(); ++id) {
    const auto topic = static_cast<topics::TopicId>(id);
    if (!set.taxonomy().is_leaf(topic)) continue;
    const std::string name = set.taxonomy()[topic].name;
    for (int i = 0; i < pages; ++i) {
      set.add(topic, set.group(name + std::to_string(i % groups)), random_page(name, random));
    }
  }
  return set;
}

/// A tree of letters: `children` below each node, `depth` levels.
inline topics::Taxonomy letter_tree(int children, int depth) {
  topics::Taxonomy taxonomy;
  std::vector<topics::TopicId> level = {topics::kRootTopic};
  for (int d = 0; d < depth; ++d) {
    std::vector<topics::TopicId> next;
    for (const topics::TopicId parent : level) {
      for (int c = 0; c < children; ++c) {
        const std::string name = taxonomy[parent].name + static_cast<char>('a' + c);
        next.push_back(*taxonomy.add(parent, name, name));
      }
    }
    level = std::move(next);
  }
  return taxonomy;
}

}  // namespace porthole::test
