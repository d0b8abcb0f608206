#include "topics/classify/naive_bayes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstddef>
#include <map>
#include <random>
#include <vector>

#include "tests/support/topic_pages.h"
#include "topics/classify/naive_bayes_index.h"
#include "topics/classify/naive_bayes_training.h"

namespace porthole::topics {
namespace {

using test::page_of;
using testing::DoubleNear;

NaiveBayesSettings published() {
  NaiveBayesSettings settings{published_naive_bayes(), {}, {}};
  return settings;
}

double probability_of(const Classification& judged, TopicId topic) {
  for (const TopicProbability& t : judged.topics) {
    if (t.topic == topic) return t.probability;
  }
  return -1;
}

// Two topics, a with subtopics, and three pages: "xray xray yoke" of a1, "xray" of a2, "yoke zinc
// zinc" of b.
struct PublishedNaiveBayesTest : testing::Test {
  static Taxonomy tree() {
    Taxonomy taxonomy;
    const TopicId a = *taxonomy.add(kRootTopic, "a", "A");
    (void)*taxonomy.add(kRootTopic, "b", "B");
    (void)*taxonomy.add(a, "a1", "A1");
    (void)*taxonomy.add(a, "a2", "A2");
    return taxonomy;
  }
  static TrainingSet examples() {
    TrainingSet set(tree());
    set.add(3, set.group("g"), page_of({{"xray", 2}, {"yoke", 1}}));
    set.add(4, set.group("g"), page_of({{"xray", 1}}));
    set.add(2, set.group("g"), page_of({{"yoke", 1}, {"zinc", 2}}));
    return set;
  }
  TrainingSet set = examples();
  std::unique_ptr<NaiveBayes> model = train_naive_bayes(set, set.all(), published());
};

// Equation 1 at the root, where three terms occur: theta(a, x) = (1 + 3) / (3 + 4) = 4/7, theta(a,
// y) = 2/7, theta(a, z) = 1/7; theta(b, x) = (1 + 0) / (3 + 3) = 1/6, theta(b, y) = 1/3, theta(b,
// z) = 1/2. Equation 2 for the page "zinc": a: 2/3 * 1/7 = 4/42, b: 1/3 * 1/2 = 7/42, so Pr[b] =
// 7/11.
TEST_F(PublishedNaiveBayesTest, AgreesWithEquations1And2WorkedOutByHand) {
  const Classification judged = model->classify(page_of({{"zinc", 1}}));
  EXPECT_THAT(probability_of(judged, 2), DoubleNear(7.0 / 11, 1e-6));
  EXPECT_THAT(probability_of(judged, 1), DoubleNear(4.0 / 11, 1e-6));
  EXPECT_EQ(judged.best, 2);
}

// "xray" twice: a: 2/3 * (4/7)^2 = 32/147, b: 1/3 * (1/6)^2 = 1/108: Pr[b] = (1/108) / (1/108 +
// 32/147).
TEST_F(PublishedNaiveBayesTest, EveryOccurrenceCounts) {
  const double b = 1.0 / 108 / (1.0 / 108 + 32.0 / 147);
  EXPECT_THAT(probability_of(model->classify(page_of({{"xray", 2}})), 2), DoubleNear(b, 1e-6));
}

// "xray": a: 2/3 * 4/7 = 8/21 = 48/126, b: 1/3 * 1/6 = 7/126, Pr[a] = 48/55. Below a, where x and y
// occur: theta(a1, x) = (1 + 2) / (2 + 3) = 3/5, theta(a2, x) = (1 + 1) / (2 + 1) = 2/3, so
// Pr[a1|a] = 9/19. Equation 3 with a1 good: R = 48/55 * 9/19 = 432/1045.
TEST_F(PublishedNaiveBayesTest, RelevanceIsTheProbabilityOfGoodTopicsByTheChainRule) {
  ASSERT_TRUE(model->mark_good({3}));
  const Classification judged = model->classify(page_of({{"xray", 1}}));
  EXPECT_THAT(probability_of(judged, 1), DoubleNear(48.0 / 55, 1e-6));
  EXPECT_THAT(judged.relevance, DoubleNear(432.0 / 1045, 1e-6));
  EXPECT_EQ(judged.best, 4) << "a2 is more probable";
  EXPECT_FALSE(judged.best_is_wanted);
  ASSERT_TRUE(model->mark_good({1}));
  EXPECT_TRUE(model->classify(page_of({{"xray", 1}})).best_is_wanted)
      << "hard focus: an ancestor of a2 is good";
}

// The walk for "zinc" goes to b; the path node a is expanded nevertheless, so that a1 has its
// probability.
TEST_F(PublishedNaiveBayesTest, PathNodesAreAlwaysExpanded) {
  const TermCounts zinc = page_of({{"zinc", 5}});
  EXPECT_EQ(probability_of(model->classify(zinc), 3), -1) << "not on the walk";
  ASSERT_TRUE(model->mark_good({3}));
  const Classification judged = model->classify(zinc);
  EXPECT_GT(probability_of(judged, 3), 0);
  EXPECT_EQ(judged.relevance, probability_of(judged, 3));
}

TEST_F(PublishedNaiveBayesTest, EverythingIsRelevantWhereTheRootIsGood) {
  ASSERT_TRUE(model->mark_good({kRootTopic}));
  EXPECT_EQ(model->classify(page_of({{"zinc", 1}})).relevance, 1);
}

TEST_F(PublishedNaiveBayesTest, APageWithoutAKnownTermGoesByThePriors) {
  const Classification judged = model->classify(page_of({{"unheard", 3}}));
  EXPECT_THAT(probability_of(judged, 1), DoubleNear(2.0 / 3, 1e-6));
}

TEST_F(PublishedNaiveBayesTest, NamesTheTermsThatSetATopicApart) {
  EXPECT_THAT(model->distinctive_terms(2, 1), testing::ElementsAre(hash_of_term("zinc")));
  EXPECT_THAT(model->distinctive_terms(1, 5), testing::ElementsAre(hash_of_term("xray")));
  EXPECT_TRUE(model->distinctive_terms(kRootTopic, 5).empty());
}

TEST_F(PublishedNaiveBayesTest, TopicsWithoutExamplesHaveNoPart) {
  set.remove(1);  // of a2
  model = train_naive_bayes(set, set.all(), published());
  ASSERT_TRUE(model->mark_good({3}));
  const Classification judged = model->classify(page_of({{"xray", 1}}));
  EXPECT_EQ(probability_of(judged, 4), -1);
  EXPECT_THAT(probability_of(judged, 3), DoubleNear(probability_of(judged, 1), 1e-12))
      << "the only child is sure";
}

// Two topics of three pages each. 95 of a's 100 occurrences are of "other", which is not a feature:
// x and y are the two terms of the largest Fisher index (x: (7/12 - 1/6)^2 / (13/72 + 1/18) = .74,
// y: 8.1, other: .5).
struct Equation1Test : testing::Test {
  TrainingSet set = [] {
    Taxonomy taxonomy;
    const TopicId a = *taxonomy.add(kRootTopic, "a", "A");
    const TopicId b = *taxonomy.add(kRootTopic, "b", "B");
    TrainingSet examples(std::move(taxonomy));
    for (const TermCounts& page :
         {page_of({{"xray", 1}}), page_of({{"xray", 3}, {"yoke", 1}}), page_of({{"other", 95}})}) {
      examples.add(a, examples.group("g"), page);
    }
    for (const TermCounts& page :
         {page_of({{"yoke", 2}}), page_of({{"yoke", 1}}), page_of({{"xray", 1}, {"yoke", 1}})}) {
      examples.add(b, examples.group("g"), page);
    }
    return examples;
  }();
  double probability_of_a(const NaiveBayesOptions& options) const {
    const auto model = train_naive_bayes(set, set.all(), {options, {2}, {0}});
    return probability_of(model->classify(page_of({{"xray", 2}, {"yoke", 1}})), 1);
  }
};

// Three terms occur below the root, 100 occurrences in a and 5 in b: theta(a, x) = (1 + 4) / (3 +
// 100) = 5/103, theta(a, y) = 2/103; theta(b, x) = (1 + 1) / (3 + 5) = 2/8, theta(b, y) = 5/8. For
// "xray xray yoke" and equal priors a : b = 5 * 5 * 2 / 103^3 : 2 * 2 * 5 / 8^3 = 1280 : 103^3, so
// Pr[a] = 1280 / (1280 + 1092727) = .00117.
TEST_F(Equation1Test, CountsAllTermsAndOccurrencesBelowTheNodeAsPublished) {
  EXPECT_THAT(probability_of_a(published_naive_bayes()), DoubleNear(1280.0 / 1094007, 1e-7));
}

// With the features alone: theta(a, x) = (1 + 4) / (2 + 5) = 5/7, theta(a, y) = 2/7; theta(b, x) =
// 2/7, theta(b, y) = 5/7, so a : b = 50 : 20 and Pr[a] = 5/7 = .71.
TEST_F(Equation1Test, CountsFeaturesAloneWhereTheOptionsSaySo) {
  NaiveBayesOptions options = published_naive_bayes();
  options.denominator = Denominator::kFeatures;
  EXPECT_THAT(probability_of_a(options), DoubleNear(5.0 / 7, 1e-6));
}

// log(1 + 1) and log(1 + 3).
TEST(CountingTest, DampsRepetitions) {
  EXPECT_DOUBLE_EQ(count_for(1, Counting::kDamped), std::log(2.0));
  EXPECT_DOUBLE_EQ(count_for(3, Counting::kDamped), std::log(4.0));
  EXPECT_DOUBLE_EQ(count_for(1000, Counting::kDamped), std::log(1001.0));
  EXPECT_DOUBLE_EQ(count_for(3, Counting::kPlain), 3);
}

struct NaiveBayesTest : testing::Test {
  std::mt19937 random{11};
};

// Chakrabarti et al. 1999 (VLDB), section 1.1: the relevances of children sum to their parent's.
TEST_F(NaiveBayesTest, ProbabilitiesOfChildrenSumToTheirParents) {
  TrainingSet set = test::random_set(test::letter_tree(3, 3), 6, 3, random);
  for (const bool is_published : {false, true}) {
    const NaiveBayesSettings settings =
        is_published ? published() : choose_settings(set, set.all(), NaiveBayesOptions{});
    const auto model = train_naive_bayes(set, set.all(), settings);
    ASSERT_TRUE(model->mark_good({*set.taxonomy().find("a/ab"), *set.taxonomy().find("c/cc/cca")}));
    for (int round = 0; round < 50; ++round) {
      const Classification judged =
          model->classify(test::random_page(round % 2 == 0 ? "aba" : "bcc", random));
      for (const TopicProbability& parent : judged.topics) {
        double sum = 0;
        bool has_children = false;
        for (const TopicProbability& child : judged.topics) {
          if (child.topic == kRootTopic || set.taxonomy()[child.topic].parent != parent.topic)
            continue;
          sum += child.probability;
          has_children = true;
        }
        if (has_children) {
          EXPECT_NEAR(sum, parent.probability, 1e-9);
        }
      }
      EXPECT_TRUE(set.taxonomy().is_leaf(judged.best));
    }
  }
}

TEST_F(NaiveBayesTest, KnowsPagesOfGroupsThatItDidNotSee) {
  TrainingSet set = test::random_set(test::letter_tree(3, 2), 12, 4, random);
  const auto model =
      train_naive_bayes(set, set.all(), choose_settings(set, set.all(), NaiveBayesOptions{}));
  int right = 0;
  for (int i = 0; i < 90; ++i) {
    const auto leaf = static_cast<TopicId>(4 + i % 9);
    const std::string name = set.taxonomy()[leaf].name;
    if (model->classify(test::random_page(name, random)).best == leaf) ++right;
  }
  EXPECT_GT(right, 85);
}

// Nodes off the walk cost nothing and change nothing: b's pages are dealt to new nodes below b.
TEST_F(NaiveBayesTest, ATopicAddedElsewhereDoesNotChangeAWalk) {
  TrainingSet small = test::random_set(test::letter_tree(2, 2), 8, 2, random);
  Taxonomy larger = test::letter_tree(2, 2);
  const TopicId leaf = *larger.find("b/bb");
  const TopicId first = *larger.add(leaf, "new", "New");
  const TopicId second = *larger.add(leaf, "newer", "Newer");
  TrainingSet large(larger);
  for (const ExampleId example : small.all()) {
    TopicId topic = small.topic_of(example);
    if (topic == leaf) topic = example % 2 == 0 ? first : second;
    large.add(topic, large.group(small.group_name(small.group_of(example))),
              small.page_of(example));
  }
  for (const NaiveBayesSettings& settings : {published(), NaiveBayesSettings{}}) {
    const auto before = train_naive_bayes(small, small.all(), settings);
    const auto after = train_naive_bayes(large, large.all(), settings);
    for (int round = 0; round < 20; ++round) {
      const TermCounts page = test::random_page("aa", random);
      const Classification a = before->classify(page);
      const Classification b = after->classify(page);
      ASSERT_EQ(a.best, b.best);
      ASSERT_EQ(a.topics.size(), b.topics.size());
      for (std::size_t i = 0; i < a.topics.size(); ++i) {
        EXPECT_EQ(a.topics[i].topic, b.topics[i].topic);
        EXPECT_EQ(a.topics[i].probability, b.topics[i].probability);
      }
    }
  }
}

// One site of ten pages, all with "banner", and eight sites of one page each: by groups, the banner
// is one site's.
TEST_F(NaiveBayesTest, WhatOneSiteSaysOnAllItsPagesCountsOnce) {
  Taxonomy taxonomy;
  const TopicId a = *taxonomy.add(kRootTopic, "a", "A");
  const TopicId b = *taxonomy.add(kRootTopic, "b", "B");
  TrainingSet set(taxonomy);
  for (int i = 0; i < 10; ++i)
    set.add(a, set.group("large"), page_of({{"banner", 3}, {"common", 1}}));
  for (int i = 0; i < 8; ++i) {
    set.add(i < 4 ? a : b, set.group("site" + std::to_string(i)),
            page_of({{i < 4 ? "apple" : "banana", 2}, {"common", 1}}));
  }
  const auto model = train_naive_bayes(set, set.all(), NaiveBayesSettings{});
  const std::vector<TermHash>& terms = model->nodes()[kRootTopic].terms;
  EXPECT_THAT(terms, testing::Not(testing::Contains(hash_of_term("banner"))))
      << "a term of one site";
  EXPECT_THAT(terms, testing::Contains(hash_of_term("apple")));
  NaiveBayesSettings pages;
  pages.options.evidence = Evidence::kPages;
  const auto by_pages = train_naive_bayes(set, set.all(), pages);
  EXPECT_THAT(by_pages->nodes()[kRootTopic].terms, testing::Contains(hash_of_term("banner")));
}

TEST_F(NaiveBayesTest, ALongPageIsNoMoreCertainThanTheLimitOfLengthAllows) {
  TrainingSet set = test::random_set(test::letter_tree(2, 1), 20, 5, random);
  NaiveBayesSettings settings;
  const TermCounts page = test::random_page("a", random, 2000);
  const double unlimited =
      train_naive_bayes(set, set.all(), settings)->classify(page).topics[2].probability;
  settings.lengths = {3};
  const Classification limited = train_naive_bayes(set, set.all(), settings)->classify(page);
  EXPECT_LT(unlimited, 1e-6);
  EXPECT_GT(limited.topics[2].probability, unlimited);
  EXPECT_EQ(limited.best, 1) << "the better topic is the same";
}

// One child's pages have the term at rates 0.2 and 0.4: mean 0.3, variance 0.01. The other's at 0
// and 0.1: mean 0.05, variance 0.0025. (0.3 - 0.05)^2 / (0.01 + 0.0025) = 0.0625 / 0.0125 = 5.
TEST(FisherIndexTest, IsTheScatterBetweenChildrenOverThatWithin) {
  FisherSum sum;
  sum.add({.units = 2, .with_term = 2, .sum = 0.6, .squares = 0.2});
  sum.add({.units = 2, .with_term = 1, .sum = 0.1, .squares = 0.01});
  EXPECT_NEAR(sum.value(2), 5, 1e-12);
  // A third child without the term has mean and variance 0, and need not be added:
  // (0.0625 + 0.3^2 + 0.05^2) / 0.0125 = 0.155 / 0.0125 = 12.4.
  EXPECT_NEAR(sum.value(3), 12.4, 1e-12);
}

TEST(FisherIndexTest, IsZeroForATermThatAllChildrenHaveAlike) {
  FisherSum sum;
  sum.add({.units = 2, .with_term = 2, .sum = 0.6, .squares = 0.2});
  sum.add({.units = 2, .with_term = 2, .sum = 0.6, .squares = 0.2});
  EXPECT_NEAR(sum.value(2), 0, 1e-12);
}

TEST(FisherIndexTest, StaysFiniteWithoutVariance) {
  FisherSum sum;
  sum.add({.units = 1, .with_term = 1, .sum = 0.5, .squares = 0.25});
  EXPECT_TRUE(std::isfinite(sum.value(2)));
  EXPECT_GT(sum.value(2), 1e6);
}

// Two children of two pages. The term is on both pages of one and on none of the other: it tells
// all, ln 2.
TEST(MutualInformationTest, OfATermThatTellsTheChildrenApartIsTheirEntropy) {
  InformationSum sum;
  sum.add({.units = 2, .with_term = 2});
  EXPECT_NEAR(sum.value(4, 2 * n_log_n(2)), std::log(2.0), 1e-12);
}

// On both pages of one and on one of the other: Pr[t, c1] = 1/2, Pr[t, c2] = Pr[not t, c2] = 1/4,
// Pr[t] = 3/4: 1/2 ln(4/3) + 1/4 ln(2/3) + 1/4 ln 2 = 0.143841 - 0.101366 + 0.173287 = 0.215762.
TEST(MutualInformationTest, OfATermThatTellsThemPartlyApart) {
  InformationSum sum;
  sum.add({.units = 2, .with_term = 2});
  sum.add({.units = 2, .with_term = 1});
  EXPECT_NEAR(sum.value(4, 2 * n_log_n(2)), 0.215762, 1e-6);
}

TEST(MutualInformationTest, OfATermThatIsEverywhereIsZero) {
  InformationSum sum;
  sum.add({.units = 2, .with_term = 2});
  sum.add({.units = 3, .with_term = 3});
  EXPECT_NEAR(sum.value(5, n_log_n(2) + n_log_n(3)), 0, 1e-12);
}

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
