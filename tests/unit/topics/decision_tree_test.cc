#include "topics/classify/decision_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::topics {
namespace {

constexpr const char* kWeka = "/usr/share/java/weka.jar";

double rounded(double value) {
  char text[16];
  std::snprintf(text, sizeof text, "%.3f", value);
  return std::stod(text);
}

/// Pages of `features` scores, most of them 0: the first three stand for the topic, the fourth
/// against it, and a twelfth of the pages are labelled wrongly.
std::vector<TreeExample> made_examples(int seed, int count, std::uint32_t features) {
  const auto next = [&] {
    seed = seed * 171 % 30269;
    return seed / 30269.0;
  };
  std::vector<TreeExample> examples;
  for (int i = 0; i < count; ++i) {
    TreeExample example;
    example.on_topic = next() < 0.4;
    for (std::uint32_t feature = 0; feature < features; ++feature) {
      double probability = 0.15;
      if (feature < 3 && example.on_topic) probability = 0.6;
      if (feature == 3 && !example.on_topic) probability = 0.5;
      if (next() < probability)
        example.features.push_back({feature, rounded(rounded(next()) + 0.001)});
    }
    if (next() < 0.08) example.on_topic = !example.on_topic;
    examples.push_back(std::move(example));
  }
  return examples;
}

/// The tree as J48 prints it, without the counts.
std::string text_of(const DecisionTree& tree, std::size_t at = 0, const std::string& indent = "") {
  const DecisionTree::Node& node = tree.nodes()[at];
  if (node.is_leaf) return node.on_topic > node.examples / 2 ? ": topic\n" : ": other\n";
  std::string text;
  for (const auto& [sign, child] : {std::pair("<=", node.at_most), std::pair(">", node.more)}) {
    char question[64];
    std::snprintf(question, sizeof question, "f%u %s %.6g", node.feature, sign, node.threshold);
    const std::string below = text_of(tree, child, indent + "|   ");
    text += indent + question + (tree.nodes()[child].is_leaf ? "" : "\n") + below;
  }
  return text;
}

// By Weka 3.6.14: java weka.classifiers.trees.J48 -S -t FILE -no-cv, over the same pages.
TEST(DecisionTreeTest, IsTheTreeThatJ48Grows) {
  EXPECT_EQ(text_of(DecisionTree::grow(made_examples(1, 200, 12))),
            "f0 <= 0.034\n"
            "|   f2 <= 0.339\n"
            "|   |   f1 <= 0.532: other\n"
            "|   |   f1 > 0.532\n"
            "|   |   |   f3 <= 0: topic\n"
            "|   |   |   f3 > 0: other\n"
            "|   f2 > 0.339\n"
            "|   |   f3 <= 0.021: topic\n"
            "|   |   f3 > 0.021: other\n"
            "f0 > 0.034\n"
            "|   f3 <= 0.008: topic\n"
            "|   f3 > 0.008\n"
            "|   |   f0 <= 0.848\n"
            "|   |   |   f9 <= 0.684: other\n"
            "|   |   |   f9 > 0.684: topic\n"
            "|   |   f0 > 0.848: topic\n");
}

std::string arff_of(const std::vector<TreeExample>& examples, std::uint32_t features) {
  std::string text = "@relation pages\n";
  for (std::uint32_t i = 0; i < features; ++i)
    text += "@attribute f" + std::to_string(i) + " numeric\n";
  text += "@attribute class {other,topic}\n@data\n";
  for (const TreeExample& example : examples) {
    text += "{";
    std::string separator;
    for (const Feature& feature : example.features) {
      text += separator + std::to_string(feature.number) + " " + std::to_string(feature.value);
      separator = ", ";
    }
    if (example.on_topic) text += separator + std::to_string(features) + " topic";
    text += "}\n";
  }
  return text;
}

/// Output of J48 between its heading and its count of leaves, without the counts in brackets.
std::string tree_in(const std::string& printed) {
  const auto begin = printed.find("------------------\n\n") + 20;
  const std::string tree = printed.substr(begin, printed.find("\n\nNumber of Leaves") + 1 - begin);
  std::string text;
  bool inside = false;
  for (const char c : tree) {
    if (c == '(') {
      inside = true;
      text.pop_back();
    }
    if (!inside) text += c;
    if (c == ')') inside = false;
  }
  return text;
}

TEST(DecisionTreeTest, IsTheTreeThatTheInstalledJ48Grows) {
  if (!std::filesystem::exists(kWeka)) GTEST_SKIP() << "package weka is not installed";
  if (!std::filesystem::exists("/usr/bin/java")) GTEST_SKIP() << "there is no Java";
  const porthole::testing::TempDir folder;
  for (const auto& [seed, pages, features] :
       {std::tuple(2, 60, 8u), std::tuple(3, 400, 30u), std::tuple(4, 150, 60u)}) {
    const auto examples = made_examples(seed, pages, features);
    const auto file = folder / "pages.arff";
    porthole::testing::write_whole_file(file, arff_of(examples, features));
    const auto weka = porthole::testing::run_program(
        "/usr/bin/java",
        {"-cp", kWeka, "weka.classifiers.trees.J48", "-S", "-t", file.string(), "-no-cv"});
    EXPECT_EQ(text_of(DecisionTree::grow(examples)), tree_in(weka.out)) << weka.err;
  }
}

// By hand: of 14 pages, 9 on topic, the information is 0.940 bits. f0 <= 0 has 5 pages, all off
// topic, the other side 9, all on topic: gain 0.940 - log2(1) / 14 = 0.940, split information
// 0.940, ratio 1.
TEST(DecisionTreeTest, AsksTheQuestionThatSettlesIt) {
  std::vector<TreeExample> examples;
  for (int i = 0; i < 14; ++i) {
    TreeExample example;
    example.on_topic = i < 9;
    if (i < 9) example.features.push_back({0, 0.5});
    if (i % 2 == 0) example.features.push_back({1, 0.7});
    examples.push_back(example);
  }
  const DecisionTree tree = DecisionTree::grow(examples);
  ASSERT_EQ(tree.nodes().size(), 3u);
  EXPECT_EQ(tree.nodes()[0].feature, 0u);
  EXPECT_EQ(tree.nodes()[0].threshold, 0);
  EXPECT_EQ(tree.probability({{0, 0.5}}), 1);
  EXPECT_EQ(tree.probability({{1, 0.7}}), 0);
}

// Quinlan 1993, chapter 4: U_25%(0, 6) = 0.206, U_25%(0, 9) = 0.143, U_25%(0, 1) = 0.750.
TEST(DecisionTreeTest, EstimatesErrorsAsQuinlanDoes) {
  EXPECT_NEAR(pessimistic_errors(6, 0, 0.25) / 6, 0.206, 0.0005);
  EXPECT_NEAR(pessimistic_errors(9, 0, 0.25) / 9, 0.143, 0.0005);
  EXPECT_NEAR(pessimistic_errors(1, 0, 0.25) / 1, 0.750, 0.0005);
}

TEST(DecisionTreeTest, DoesNotSplitWhatIsAlikeOrTooFew) {
  EXPECT_EQ(DecisionTree::grow({{{{0, 0.5}}, true}}).nodes().size(), 1u);
  std::vector<TreeExample> alike(20, {{{0, 0.5}}, true});
  for (std::size_t i = 0; i < 10; ++i) alike[i].on_topic = false;
  EXPECT_EQ(DecisionTree::grow(alike).nodes().size(), 1u);
}

// By hand: D has 3 pages; term 1 stands in one of them, term 2 in two. n = 1: TF 1; n = 3: 1 +
// log(1 + log 3) = 1.7411. IDF log(4 / 1) = 1.3863 and log(4 / 2) = 0.6931.
TEST(TfIdfTest, WorkedOutByHand) {
  const TfIdf scores({{{1, 1}, {2, 3}}, {{2, 1}}, {{3, 1}}});
  const FeatureVector page = scores.vector_of({{1, 1}, {2, 3}, {99, 7}});
  ASSERT_EQ(page.size(), 2u);
  const double first = std::log(4.0), second = (1 + std::log(1 + std::log(3.0))) * std::log(2.0);
  const double length = std::sqrt(first * first + second * second);
  EXPECT_NEAR(page[0].value, first / length, 1e-12);
  EXPECT_NEAR(page[1].value, second / length, 1e-12);
  EXPECT_TRUE(scores.vector_of({{99, 7}}).empty());
}

}  // namespace
}  // namespace porthole::topics
