#include "topics/classify/naive_bayes_index.h"

#include <gtest/gtest.h>

#include <cstddef>
#include <map>
#include <random>
#include <vector>

namespace porthole::topics {
namespace {

// A node of random terms, of which some have neighbouring hashes and the largest there are.
NaiveBayesNode random_node(std::size_t children, std::size_t terms, std::mt19937& random) {
  NaiveBayesNode node;
  node.children.resize(children);
  node.begins = {0};
  std::map<TermHash, bool> taken;
  while (node.terms.size() < terms) {
    const auto near = static_cast<TermHash>(node.terms.size() % 50);
    const TermHash term =
        node.terms.size() % 3 == 0 ? 0xffff'ffffU - near : static_cast<TermHash>(random());
    if (!taken.try_emplace(term).second) continue;
    node.terms.push_back(term);
    node.weights.push_back(0.5F * static_cast<float>(1 + random() % 4));
    for (std::size_t child = 0; child < children; ++child) {
      if (random() % 3 == 0)
        node.thetas.push_back(
            {static_cast<std::uint16_t>(child), static_cast<float>(random() % 100)});
    }
    node.begins.push_back(static_cast<std::uint32_t>(node.thetas.size()));
  }
  return node;
}

// The sums of equation 2 straight from the node.
std::vector<double> sums_of(const NaiveBayesNode& node, const TermCounts& page) {
  std::vector<double> sums(node.children.size() + 1, 0.0);
  for (const TermCount& count : page) {
    for (std::size_t t = 0; t < node.terms.size(); ++t) {
      if (node.terms[t] != count.term) continue;
      const double weight = static_cast<double>(count.count) * node.weights[t];
      sums[0] += weight;
      for (std::uint32_t i = node.begins[t]; i < node.begins[t + 1]; ++i) {
        sums[node.thetas[i].child + 1U] += weight * node.thetas[i].value;
      }
    }
  }
  return sums;
}

TermCounts page_with_some_of(const NaiveBayesNode& node, std::mt19937& random) {
  std::map<TermHash, std::uint32_t> counts;
  for (const TermHash term : node.terms) {
    if (random() % 2 == 0) counts[term] = 1 + random() % 3;
    if (random() % 2 == 0) counts[term - 1] += 1;
  }
  TermCounts page;
  for (const auto& [term, count] : counts) page.push_back({term, count});
  return page;
}

TEST(NaiveBayesIndexTest, AddsUpWhatTheNodeSaysWhetherItHasFewChildrenOrMany) {
  std::mt19937 random(3);
  for (const std::size_t children : {1U, 2U, 15U, 16U, 40U}) {
    const NaiveBayesNode node = random_node(children, 50, random);
    const NaiveBayesIndex index(node);
    for (int round = 0; round < 10; ++round) {
      const TermCounts page = page_with_some_of(node, random);
      std::vector<double> sums(children + 1, 0.0);
      index.add_up(page, Counting::kPlain, sums);
      EXPECT_EQ(sums, sums_of(node, page)) << children << " children";
    }
  }
}

TEST(NaiveBayesIndexTest, ANodeWithoutTermsAddsNothing) {
  std::vector<double> sums(3, 0.0);
  NaiveBayesNode node;
  node.children.resize(2);
  node.begins = {0};
  NaiveBayesIndex(node).add_up({{7, 1}}, Counting::kDamped, sums);
  NaiveBayesIndex().add_up({{7, 1}}, Counting::kDamped, sums);
  EXPECT_EQ(sums, std::vector<double>(3, 0.0));
}

}  // namespace
}  // namespace porthole::topics
