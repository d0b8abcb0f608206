// M5' against Weka's M5P, leaf by leaf (tests/unit/topics/model_tree/make_cases), and against
// values worked out by hand.

#include "topics/importance/model_tree.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>

#include "base/text/number.h"
#include "base/text/text.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"

namespace porthole::topics {
namespace {

namespace fs = std::filesystem;

struct Cases {
  std::vector<std::string> names;  // of the attributes
  RegressionData data;
};

Cases read_cases(const fs::path& file) {
  Cases cases;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("@attribute ")) cases.names.push_back(std::string(split(line, ' ')[1]));
    if (line.empty() || line.front() == '@') continue;
    const auto fields = split(line, ',');
    for (std::size_t i = 0; i + 1 < fields.size(); ++i)
      cases.data.values.push_back(*parse_number(fields[i]));
    cases.data.targets.push_back(*parse_number(fields.back()));
  }
  cases.names.pop_back();
  cases.data.attributes = cases.names.size();
  return cases;
}

/// A tree as both sides can be written down: its tests in order, from the root and to the left
/// first, and its leaves.
struct Told {
  struct Test {
    std::size_t depth = 0;
    std::string attribute;
    double value = 0;
  };
  struct Leaf {
    std::size_t cases = 0;
    std::map<std::string, double> coefficients;  // "" is the intercept
  };
  std::vector<Test> tests;
  std::vector<Leaf> leaves;
};

void tell(const ModelTree& tree, const std::vector<std::string>& names, std::size_t place,
          std::size_t depth, Told& told) {
  const ModelTree::Node& node = tree.nodes()[place];
  if (node.attribute >= 0) {
    told.tests.push_back({depth, names[static_cast<std::size_t>(node.attribute)], node.split});
    tell(tree, names, node.left, depth + 1, told);
    tell(tree, names, node.right, depth + 1, told);
    return;
  }
  Told::Leaf leaf{node.cases, {{"", node.model.intercept}}};
  for (std::size_t i = 0; i < node.model.coefficients.size(); ++i) {
    if (node.model.coefficients[i] != 0) leaf.coefficients[names[i]] = node.model.coefficients[i];
  }
  told.leaves.push_back(std::move(leaf));
}

/// Output of M5P: "|   a <= 4.5 : LM1 (20/3%)", then for each "LM num: 1", "y =", "0.5 * a", "-
/// 3.4".
Told read_weka(std::istream& in) {
  Told told;
  std::string line;
  while (std::getline(in, line) && !line.starts_with("LM num:")) {
    std::size_t depth = 0;
    while (line.starts_with("|   ")) {
      line.erase(0, 4);
      ++depth;
    }
    std::istringstream words(line);
    std::string attribute, how, value, colon, model, count;
    words >> attribute >> how >> value >> colon >> model >> count;
    if (how == "<=") told.tests.push_back({depth, attribute, *parse_number(value)});
    if (model.starts_with("LM"))
      told.leaves.push_back({static_cast<std::size_t>(std::atoi(count.c_str() + 1)), {}});
    const bool single = attribute.starts_with("LM1") && told.tests.empty();
    if (single) told.leaves.push_back({static_cast<std::size_t>(std::atoi(how.c_str() + 1)), {}});
  }
  std::size_t which = 0;
  do {
    if (line.starts_with("LM num:"))
      which = static_cast<std::size_t>(std::atoi(line.c_str() + 7)) - 1;
    std::istringstream words(line);
    std::string first, second, third, fourth;
    words >> first >> second >> third >> fourth;
    const bool is_negative = first == "-";
    if (first == "+" || first == "-") {
      first = second;
      second = third;
      third = fourth;
    }
    const std::optional<double> number = parse_number(first);
    if (!number || which >= told.leaves.size()) continue;
    told.leaves[which].coefficients[second == "*" ? third : ""] = is_negative ? -*number : *number;
  } while (std::getline(in, line) && !line.starts_with("Number of Rules"));
  return told;
}

void expect_same(const Told& ours, const Told& weka) {
  ASSERT_EQ(ours.tests.size(), weka.tests.size());
  for (std::size_t i = 0; i < ours.tests.size(); ++i) {
    EXPECT_EQ(ours.tests[i].depth, weka.tests[i].depth) << "test " << i;
    EXPECT_EQ(ours.tests[i].attribute, weka.tests[i].attribute) << "test " << i;
    EXPECT_NEAR(ours.tests[i].value, weka.tests[i].value, 0.00051)
        << "test " << i;  // three decimals are printed
  }
  ASSERT_EQ(ours.leaves.size(), weka.leaves.size());
  for (std::size_t i = 0; i < ours.leaves.size(); ++i) {
    EXPECT_EQ(ours.leaves[i].cases, weka.leaves[i].cases) << "leaf " << i + 1;
    for (const auto& [name, value] : ours.leaves[i].coefficients) {
      const auto theirs = weka.leaves[i].coefficients.find(name);
      ASSERT_NE(theirs, weka.leaves[i].coefficients.end()) << "leaf " << i + 1 << " " << name;
      // Four decimals are printed; the two ways to solve the same equations differ in the eighth
      // digit.
      EXPECT_NEAR(value, theirs->second, 0.00011 + 1e-7 * std::abs(value))
          << "leaf " << i + 1 << " " << name;
    }
    EXPECT_EQ(ours.leaves[i].coefficients.size(), weka.leaves[i].coefficients.size())
        << "leaf " << i + 1;
  }
}

void expect_wekas_trees(const fs::path& folder) {
  for (const std::string name : {"piecewise", "pages"}) {
    SCOPED_TRACE(name);
    const Cases cases = read_cases(folder / (name + ".arff"));
    std::ifstream said(folder / (name + ".txt"));
    ASSERT_TRUE(said);
    const Told weka = read_weka(said);
    ASSERT_FALSE(weka.leaves.empty());
    Told ours;
    tell(ModelTree::grow(cases.data), cases.names, 0, 0, ours);
    expect_same(ours, weka);
  }
}

const fs::path kRecorded = fs::path(PORTHOLE_SOURCE_DIR) / "tests/unit/topics/model_tree";

TEST(ModelTreeTest, IsWekasLeafByLeafAsItWasRecorded) { expect_wekas_trees(kRecorded); }

TEST(ModelTreeTest, IsWekasLeafByLeafWhereWekaIsInstalled) {
  if (!fs::exists("/usr/share/java/weka.jar"))
    GTEST_SKIP() << "Weka is not installed (Debian: weka)";
  const testing::TempDir folder;
  const auto made = testing::run_program(kRecorded / "make_cases", {folder.path().string()});
  ASSERT_EQ(made.code, 0) << made.err;
  expect_wekas_trees(folder.path());
}

// Two leaves, 0 and 1, of five cases each, cut where the deviation falls most; the root's model is
// y = a + b x with b = 50/330 = 5/33 and a = 1/2 - 4.5 b = -2/11. Smoothed with k = 15: (5 p + 15
// q) / 20.
TEST(ModelTreeTest, SmoothsALeafWithTheModelsAboveIt) {
  RegressionData data{.attributes = 1, .values = {}, .targets = {}};
  for (int i = 0; i < 10; ++i) {
    data.values.push_back(i);
    data.targets.push_back(i < 5 ? 0 : 1);
  }
  const ModelTree tree = ModelTree::grow(data);
  ASSERT_EQ(tree.leaves(), 2U);
  EXPECT_DOUBLE_EQ(tree.nodes()[0].split, 4.5);
  EXPECT_NEAR(tree.predict(std::vector<double>{0}), 0.75 * (-2.0 / 11), 1e-7);
  EXPECT_NEAR(tree.predict(std::vector<double>{9}), 0.25 + 0.75 * (-2.0 / 11 + 9 * 5.0 / 33), 1e-7);
}

TEST(ModelTreeTest, IsOneLineWhenTheTargetIsOne) {
  RegressionData data{.attributes = 2, .values = {}, .targets = {}};
  for (int i = 0; i < 50; ++i) {
    const double a = i, b = i * i % 17;
    data.values.insert(data.values.end(), {a, b});
    data.targets.push_back(2 * a - 3 * b + 1);
  }
  const ModelTree tree = ModelTree::grow(data);
  EXPECT_EQ(tree.leaves(), 1U);
  EXPECT_NEAR(tree.predict(std::vector<double>{100, 5}), 186, 1e-4);
}

TEST(ModelTreeTest, IsAConstantForOneCaseAndForTargetsThatDoNotVary) {
  EXPECT_EQ(ModelTree::grow({.attributes = 1, .values = {3}, .targets = {7}})
                .predict(std::vector<double>{9}),
            7);
  const ModelTree flat =
      ModelTree::grow({.attributes = 1, .values = {1, 2, 3, 4, 5}, .targets = {2, 2, 2, 2, 2}});
  EXPECT_EQ(flat.leaves(), 1U);
  EXPECT_EQ(flat.predict(std::vector<double>{100}), 2);
}

TEST(ModelTreeTest, IsTheSameAfterItWasWrittenAndRead) {
  const Cases cases = read_cases(kRecorded / "pages.arff");
  const ModelTree tree = ModelTree::grow(cases.data);
  ByteWriter out;
  tree.put(out);
  const std::string bytes = out.take();
  ByteReader in(bytes);
  const std::optional<ModelTree> again = ModelTree::take(in);
  ASSERT_TRUE(again && in.is_at_end());
  for (std::size_t i = 0; i < cases.data.cases(); i += 97) {
    EXPECT_EQ(again->predict(cases.data.row(i)), tree.predict(cases.data.row(i)));
  }
}

TEST(ModelTreeTest, IsNotReadFromBytesThatLeadInACircleOrEndEarly) {
  const Cases cases = read_cases(kRecorded / "piecewise.arff");
  ByteWriter out;
  ModelTree::grow(cases.data).put(out);
  const std::string bytes = out.take();
  for (std::size_t size = 0; size < bytes.size(); size += 7) {
    ByteReader in(std::string_view(bytes).substr(0, size));
    EXPECT_FALSE(ModelTree::take(in)) << size;
  }
  std::string circle = bytes;
  circle[4 + 8 + 4 + 8] = 0;  // the root's left child is the root
  ByteReader in(circle);
  EXPECT_FALSE(ModelTree::take(in));
}

}  // namespace
}  // namespace porthole::topics
