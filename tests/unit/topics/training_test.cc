#include "topics/classify/training.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <unordered_map>

#include "tests/support/topic_pages.h"
#include "topics/classify/held_out.h"
#include "topics/classify/model_bytes.h"
#include "topics/classify/model_file.h"
#include "topics/classify/training_set.h"

namespace porthole::topics {
namespace {

using test::page_of;
using testing::HasSubstr;

// One suite for both kinds of model: what holds for any trained model.
struct TrainingTest : testing::TestWithParam<ModelKind> {
  TrainingOptions options() const {
    TrainingOptions options;
    options.kind = GetParam();
    return options;
  }
  std::mt19937 random{5};
};

TEST_P(TrainingTest, NamesItsKind) {
  TrainingSet set = test::random_set(test::letter_tree(2, 1), 6, 3, random);
  EXPECT_EQ((*train(set, options()))->name(), model_kind_name(GetParam()));
  EXPECT_EQ(model_kind(model_kind_name(GetParam())), GetParam());
  EXPECT_EQ(model_kind("oracle"), std::nullopt);
}

TEST_P(TrainingTest, ChildrenSumToTheirParentAndGoodTopicsToTheRelevance) {
  TrainingSet set = test::random_set(test::letter_tree(3, 2), 8, 4, random);
  const auto model = *train(set, options());
  const TopicId good = *set.taxonomy().find("b/ba");
  ASSERT_TRUE(model->mark_good({good}));
  for (int round = 0; round < 30; ++round) {
    const Classification judged =
        model->classify(test::random_page(round % 2 == 0 ? "ba" : "cc", random));
    double top = 0;
    for (const TopicProbability& t : judged.topics) {
      if (t.topic != kRootTopic && set.taxonomy()[t.topic].parent == kRootTopic)
        top += t.probability;
      if (t.topic == good) {
        EXPECT_NEAR(judged.relevance, t.probability, 1e-12);
      }
    }
    EXPECT_NEAR(top, 1, 1e-9);
    EXPECT_EQ(judged.best_is_wanted, judged.best == good);
  }
}

TEST_P(TrainingTest, TellsTopicsApartOnPagesOfOtherGroups) {
  TrainingSet set = test::random_set(test::letter_tree(3, 2), 12, 4, random);
  const Result<HeldOutReport> report = test_held_out(set, options());
  ASSERT_TRUE(report);
  EXPECT_EQ(report->judged, set.size());
  EXPECT_GT(report->accuracy(), 0.9);
}

TEST_P(TrainingTest, AMovedExampleIsAnExampleOfItsNewTopic) {
  TrainingSet set = test::random_set(test::letter_tree(2, 2), 8, 4, random);
  const auto before = *train(set, options());
  TrainingSet moved(set);
  moved.move(0, *set.taxonomy().find("b/bb"));
  const auto after = *train_again(moved, *before);

  TrainingSet anew(set.taxonomy());
  for (const ExampleId example : moved.all()) {
    anew.add(moved.topic_of(example), anew.group(moved.group_name(moved.group_of(example))),
             moved.page_of(example));
  }
  EXPECT_TRUE(save_model(*after) == save_model(**train_again(anew, *before)));
  EXPECT_FALSE(save_model(*after) == save_model(*before));
}

TEST_P(TrainingTest, ARemovedExampleTeachesNothing) {
  TrainingSet set = test::random_set(test::letter_tree(2, 1), 8, 4, random);
  const auto before = *train(set, options());
  const ExampleId extra = set.add(1, set.group("another"), page_of({{"unique", 9}}));
  set.remove(extra);
  EXPECT_TRUE(save_model(**train_again(set, *before)) == save_model(*before));
}

TEST_P(TrainingTest, TellsWhichTermsSpokeForATopicAgainstItsSibling) {
  TrainingSet set = test::random_set(test::letter_tree(3, 2), 8, 4, random);
  const auto model = *train(set, options());
  const TopicId aa = *set.taxonomy().find("a/aa"), ab = *set.taxonomy().find("a/ab");
  const TermCounts page = page_of({{"ownaacx", 3}, {"ownabcx", 1}, {"unheard", 2}});
  std::unordered_map<TermHash, TrainedModel::TermWeight> weights;
  for (const auto& weight : model->compare(aa, ab, page)) weights[weight.term] = weight;
  ASSERT_EQ(weights.size(), 2U) << "the third is not known";
  EXPECT_GT(weights.at(hash_of_term("ownaacx")).weight, 0);
  EXPECT_EQ(weights.at(hash_of_term("ownaacx")).count, 3U);
  EXPECT_LT(weights.at(hash_of_term("ownabcx")).weight, 0);
  for (const auto& weight : model->compare(ab, aa, page)) {
    EXPECT_NEAR(weight.weight, -weights.at(weight.term).weight, 1e-9) << "the other way round";
  }
}

// The priors, by which an empty page is judged, and the words of the page add up to the log odds.
TEST(TermWeightsTest, OfNaiveBayesSumToTheLogOdds) {
  std::mt19937 random{7};
  TrainingSet set = test::random_set(test::letter_tree(2, 1), 20, 10, random);
  const auto trained = *train(set, {});
  const auto& model = dynamic_cast<const NaiveBayes&>(*trained);
  const auto log_odds = [&](const TermCounts& page) {
    std::vector<TrainedModel::LogProbability> children;
    model.descend(kRootTopic, page, children);
    return children[0].log_probability - children[1].log_probability;
  };
  for (const int words : {3, 300}) {
    const TermCounts page = test::random_page("a", random, words);
    double sum = 0, length = 0;
    for (const auto& weight : model.compare(1, 2, page)) sum += weight.weight;
    const NaiveBayesNode& root = model.nodes()[kRootTopic];
    for (const TermCount& term : page) {
      const auto place = std::find(root.terms.begin(), root.terms.end(), term.term);
      if (place == root.terms.end()) continue;
      const auto weight =
          static_cast<double>(root.weights[static_cast<std::size_t>(place - root.terms.begin())]);
      length += count_for(term.count, Counting::kDamped) * weight;
    }
    const double share = root.length > 0 && length > root.length ? root.length / length : 1;
    EXPECT_NEAR(log_odds(page), share * log_odds({}) + sum, 1e-6);
  }
}

TEST_P(TrainingTest, NeedsExamplesOfTwoSiblings) {
  TrainingSet set(test::letter_tree(2, 2));
  EXPECT_FALSE(train(set, options()));
  set.add(*set.taxonomy().find("a/aa"), set.group("one"), page_of({{"apple", 1}}));
  const auto model = train(set, options());
  ASSERT_FALSE(model);
  EXPECT_EQ(model.error().code, ErrorCode::kIncomplete);
  EXPECT_THAT(model.error().message, HasSubstr("no two topics side by side"));
}

TEST_P(TrainingTest, LearnsFromAHandfulOfPages) {
  TrainingSet set(test::letter_tree(2, 1));
  set.add(1, set.group("one"), page_of({{"apple", 1}, {"pear", 2}}));
  set.add(2, set.group("two"), page_of({{"engine", 1}, {"wheel", 2}}));
  const auto model = train(set, options());
  ASSERT_TRUE(model);
  const Classification judged = (*model)->classify({});
  EXPECT_EQ(judged.topics.size(), 3U);
  EXPECT_NEAR(judged.topics[1].probability + judged.topics[2].probability, 1, 1e-9);
}

TEST_P(TrainingTest, ASavedModelJudgesAsBefore) {
  TrainingSet set = test::random_set(test::letter_tree(3, 2), 6, 3, random);
  const auto model = *train(set, options());
  ASSERT_TRUE(model->mark_good({*set.taxonomy().find("a/ab")}));
  const std::string bytes = save_model(*model);
  const auto loaded = load_model(bytes);
  ASSERT_TRUE(loaded) << loaded.error().to_string();
  EXPECT_EQ((*loaded)->name(), model->name());
  EXPECT_EQ((*loaded)->taxonomy().good(), model->taxonomy().good());
  EXPECT_TRUE(save_model(**loaded) == bytes);
  for (int round = 0; round < 20; ++round) {
    const TermCounts page = test::random_page("ab", random);
    EXPECT_EQ((*loaded)->classify(page).relevance, model->classify(page).relevance);
  }
  EXPECT_EQ((*loaded)->distinctive_terms(1, 5), model->distinctive_terms(1, 5));
  EXPECT_TRUE(train_again(set, **loaded)) << "its settings are kept";
}

TEST_P(TrainingTest, ASavedModelKeepsItsTextAndItsTemperature) {
  TrainingSet set = test::random_set(test::letter_tree(2, 1), 6, 3, random);
  const auto model = *train(set, options());
  model->set_text(JudgedText::kContent);
  model->set_temperature(2.5);
  const auto loaded = load_model(save_model(*model));
  ASSERT_TRUE(loaded) << loaded.error().to_string();
  EXPECT_EQ((*loaded)->text(), JudgedText::kContent);
  EXPECT_EQ((*loaded)->temperature(), 2.5);
  EXPECT_EQ((*train_again(set, **loaded))->text(), JudgedText::kContent);
  model->set_temperature(-1);
  EXPECT_FALSE(load_model(save_model(*model)));
}

// Two topics: the log odds are divided by T.
TEST_P(TrainingTest, TheTemperatureDividesTheLogOdds) {
  TrainingSet set = test::random_set(test::letter_tree(2, 1), 8, 4, random);
  const auto model = *train(set, options());
  const TermCounts page = page_of({{"ownaacx", 1}});
  const auto log_odds = [&] {
    const Classification judged = model->classify(page);
    return std::log(judged.topics[1].probability / judged.topics[2].probability);
  };
  const double before = log_odds();
  model->set_temperature(4);
  EXPECT_NEAR(log_odds(), before / 4, 1e-9);
}

TEST_P(TrainingTest, ADamagedModelIsRefused) {
  TrainingSet set = test::random_set(test::letter_tree(2, 1), 4, 2, random);
  const std::string bytes = save_model(**train(set, options()));
  for (std::size_t at = 0; at < bytes.size(); at += 1 + at / 64) {
    std::string damaged = bytes;
    damaged[at] = static_cast<char>(damaged[at] ^ 0x41);
    const auto loaded = load_model(damaged);
    ASSERT_FALSE(loaded) << at;
    EXPECT_EQ(loaded.error().hint, "train again");
    EXPECT_FALSE(load_model(std::string_view(bytes).substr(0, at))) << at;
  }
  EXPECT_THAT(load_model("PHTM\2").error().message, HasSubstr("version"));
  EXPECT_THAT(load_model("something else").error().message, HasSubstr("not a topic model"));
}

INSTANTIATE_TEST_SUITE_P(BothKinds, TrainingTest,
                         testing::Values(ModelKind::kNaiveBayes, ModelKind::kLinearSvm),
                         [](const auto& kind) {
                           return kind.param == ModelKind::kNaiveBayes ? "NaiveBayes" : "Svm";
                         });

// A linear SVM of one topic, which the root has as its child once for each of `children`.
std::string model_with_children(std::size_t children) {
  ByteWriter body;
  body.put(std::uint8_t{2});
  body.put(std::uint32_t{2});  // topics
  body.put_text("Everything");
  body.put(kRootTopic);
  body.put_text("only");
  body.put_text("");
  body.put_list(std::vector<TopicId>());
  body.put(JudgedText::kWhole);
  body.put(1.0);  // temperature
  body.put(1.0);  // settings
  body.put(std::int32_t{2});
  body.put_list(std::vector<double>());
  for (const std::size_t count : {children, std::size_t{0}}) {
    body.put(std::uint64_t{count});
    for (std::size_t i = 0; i < count; ++i) {
      body.put(TopicId{1});
      body.put(0.0F);
      body.put(-1.0);
      body.put(0.0);
    }
    for (int list = 0; list < 3; ++list) body.put_list(std::vector<float>());
  }
  const std::string bytes = body.take();
  ByteWriter head;
  head.put(std::uint32_t{3});
  head.put(static_cast<std::uint64_t>(XXH64(bytes.data(), bytes.size(), 0)));
  return "PHTM" + head.take() + bytes;
}

// Else a walk down path nodes takes twice the time at each level.
TEST(ModelFileTest, RefusesAModelThatHasAChildTwice) {
  ASSERT_TRUE(load_model(model_with_children(1)));
  const auto twice = load_model(model_with_children(2));
  ASSERT_FALSE(twice);
  EXPECT_THAT(twice.error().message, HasSubstr("inconsistent"));
}

TEST(PartsTest, KeepTheGroupsTogetherAndSpreadThoseOfATopic) {
  std::mt19937 random(1);
  TrainingSet set = test::random_set(test::letter_tree(3, 1), 12, 4, random);
  const auto parts = deal_to_parts(set, set.all(), 4);
  ASSERT_EQ(parts.size(), 4U);
  std::vector<int> part_of(set.groups(), -1);
  for (int p = 0; p < 4; ++p) {
    EXPECT_EQ(parts[static_cast<std::size_t>(p)].size(), 9U)
        << "one group of three pages of each topic";
    for (const ExampleId example : parts[static_cast<std::size_t>(p)]) {
      int& part = part_of[set.group_of(example)];
      EXPECT_TRUE(part == -1 || part == p);
      part = p;
    }
  }
  EXPECT_EQ(without(set.all(), parts[0]).size(), 27U);
}

TEST(PartsTest, DealPagesWhereAllAreOfOneGroup) {
  std::mt19937 random(1);
  TrainingSet set(test::letter_tree(2, 1));
  for (int i = 0; i < 10; ++i)
    set.add(static_cast<TopicId>(1 + i % 2), set.group("one"), page_of({{"apple", 1}}));
  for (const auto& part : deal_to_parts(set, set.all(), 5)) EXPECT_EQ(part.size(), 2U);
}

// A quarter of the pages of each topic are of the other one's words: a classifier without a limit
// of length is certain of all of them.
TEST(HeldOutTest, CalibratesAModelThatIsTooCertain) {
  TrainingSet set(test::letter_tree(2, 1));
  std::mt19937 random(3);
  for (int i = 0; i < 80; ++i) {
    const bool is_swapped = i % 4 == 0;
    set.add(1, set.group("a" + std::to_string(i % 20)),
            test::random_page(is_swapped ? "b" : "a", random, 200));
    set.add(2, set.group("b" + std::to_string(i % 20)),
            test::random_page(is_swapped ? "a" : "b", random, 200));
  }
  ASSERT_TRUE(set.taxonomy().mark_good({1}));
  TrainingOptions options;
  options.naive_bayes = published_naive_bayes();
  const Result<HeldOutReport> report = test_held_out(set, options);
  ASSERT_TRUE(report);
  EXPECT_TRUE(report->of_relevance);
  EXPECT_GT(report->temperature, 1);
  EXPECT_EQ(report->uncalibrated.count(), 160U);
  EXPECT_LT(report->calibrated.error(), report->uncalibrated.error() / 2);
  EXPECT_LT(report->calibrated.negative_log_likelihood(),
            report->uncalibrated.negative_log_likelihood());
}

// Topics a and b are told apart by their words; c's pages are made of b's words and b's of c's.
TEST(HeldOutTest, ReportsWhatCannotBeToldApartAndWhatHasTooFewExamples) {
  Taxonomy taxonomy = test::letter_tree(4, 1);
  TrainingSet set(taxonomy);
  std::mt19937 random(2);
  for (int i = 0; i < 24; ++i) {
    const std::string group = std::to_string(i % 6);
    set.add(1, set.group("a" + group), test::random_page("a", random));
    set.add(2, set.group("b" + group), test::random_page("b", random));
    set.add(3, set.group("c" + group), test::random_page("b", random));
  }
  for (int i = 0; i < 3; ++i)
    set.add(4, set.group("d" + std::to_string(i)), test::random_page("d", random));
  const Result<HeldOutReport> report = test_held_out(set, TrainingOptions{});
  ASSERT_TRUE(report);
  EXPECT_EQ(report->judged, 75U);
  EXPECT_THAT(report->too_few, testing::ElementsAre(4));
  ASSERT_EQ(report->nodes.size(), 4U);
  EXPECT_EQ(report->nodes[0].examples, 24U);
  EXPECT_EQ(report->nodes[0].groups, 6U);
  EXPECT_GT(report->nodes[0].recall(), 0.9);
  EXPECT_GT(report->nodes[0].precision(), 0.9);
  EXPECT_LT(report->nodes[1].recall(), 0.9);
  std::size_t cells = 0;
  for (const Confusion& cell : report->confusion) cells += cell.pages;
  EXPECT_EQ(cells, report->judged);
  HeldOutOptions strict;
  strict.confused = 0.1;
  const Result<HeldOutReport> alike = test_held_out(set, TrainingOptions{}, strict);
  ASSERT_TRUE(alike);
  ASSERT_EQ(alike->alike.size(), 1U);
  EXPECT_EQ(alike->alike[0].first, 2);
  EXPECT_EQ(alike->alike[0].second, 3);
}

TEST(HeldOutTest, SaysThatItNeedsExamplesFromMoreSites) {
  TrainingSet set(test::letter_tree(2, 1));
  set.add(1, set.group("one"), page_of({{"apple", 1}}));
  set.add(2, set.group("two"), page_of({{"pear", 1}}));
  const Result<HeldOutReport> report = test_held_out(set, TrainingOptions{});
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kIncomplete);
  EXPECT_THAT(report.error().message, HasSubstr("only one topic was left"));
  EXPECT_THAT(report.error().hint, HasSubstr("from more sites"));
}

}  // namespace
}  // namespace porthole::topics
