#include "gatherer/judge/pooled_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <utility>

#include "gatherer/judge/classifier_judge.h"
#include "topics/classify/training.h"
#include "topics/text/term_counts.h"

namespace porthole::gatherer {
namespace {

using ::testing::HasSubstr;

constexpr const char* kStars = "stars galaxies quasar orbit";
constexpr const char* kCooking = "recipes butter flour oven";

Document document(const std::string& text) {
  Document out;
  out.text = text;
  return out;
}

/// sky, which is good, and food, with so many examples each.
topics::Taxonomy taxonomy(int sky, int food) {
  topics::Taxonomy out;
  const topics::TopicId good = out.add(topics::kRootTopic, "sky", "Sky").value();
  const topics::TopicId other = out.add(topics::kRootTopic, "food", "Food").value();
  out[good].examples.resize(static_cast<std::size_t>(sky));
  out[other].examples.resize(static_cast<std::size_t>(food));
  EXPECT_TRUE(out.mark_good({good}));
  return out;
}

/// Ten terms besides the title.
collection::Topic topic() {
  collection::Topic topic;
  topic.title = "Astronomy";
  topic.terms = {"telescope", "astronomy"};
  for (int i = 1; i < 10; ++i) topic.terms.push_back("word" + std::to_string(i));
  return topic;
}

std::unique_ptr<PageJudge> words() { return make_own_words_judge(topic()); }

std::unique_ptr<PageJudge> classifier() {
  topics::TrainingSet set(taxonomy(1, 1));
  for (int i = 0; i < 6; ++i) {
    const auto group = set.group("site " + std::to_string(i % 3));
    set.add(*set.taxonomy().find("sky"), group, topics::count_terms("", "", kStars));
    set.add(*set.taxonomy().find("food"), group, topics::count_terms("", "", kCooking));
  }
  auto model = topics::train(set, {});
  EXPECT_TRUE(model) << model.error().to_string();
  return make_classifier_judge(std::move(*model));
}

std::unique_ptr<PageJudge> pool(int sky, int food) {
  return make_pooled_judge(topic(), classifier(), taxonomy(sky, food));
}

// m = 4 g o / (g + o), lambda = m / (m + t), of ten terms.
TEST(PooledJudgeTest, TheClassifierWeighsTheMoreTheMoreExamplesOfBothKindsItHas) {
  EXPECT_DOUBLE_EQ(weight_of_classifier(taxonomy(10, 10), 10), 2.0 / 3.0);
  EXPECT_DOUBLE_EQ(weight_of_classifier(taxonomy(16, 4), 10), 12.8 / 22.8);
  EXPECT_DOUBLE_EQ(weight_of_classifier(taxonomy(30, 70), 10), 84.0 / 94.0);
  EXPECT_LT(weight_of_classifier(taxonomy(5, 100'000), 10), 2.0 / 3.0) << "at most 4 g count";
  EXPECT_DOUBLE_EQ(weight_of_classifier(taxonomy(2, 2), 1), 0.8) << "beside a single word";
  EXPECT_EQ(weight_of_classifier(taxonomy(2, 2), 0), 1);
  EXPECT_EQ(weight_of_classifier(taxonomy(20, 0), 10), 0);
  EXPECT_EQ(weight_of_classifier(taxonomy(0, 20), 10), 0);
}

TEST(PooledJudgeTest, ATermThatIsTheTitleIsNoWordOfItsOwn) {
  collection::Topic named;
  named.title = "Sky";
  named.terms = {"sky"};
  EXPECT_EQ(terms_besides_title(named), 0U);
  EXPECT_EQ(terms_besides_title(topic()), 10U);
}

TEST(PooledJudgeTest, RelevanceIsTheWeightedMeanOfBothJudges) {
  for (const std::string text : {"a telescope", kStars, kCooking, "telescope butter"}) {
    const Document page = document(text);
    const double w = words()->judge(page).relevance.value();
    const double c = classifier()->judge(page).relevance.value();
    EXPECT_NEAR(pool(10, 10)->judge(page).relevance.value(), (w + 2 * c) / 3, 1e-12) << text;
    EXPECT_NEAR(pool(30, 70)->judge(page).relevance.value(), (10 * w + 84 * c) / 94, 1e-12);
  }
}

TEST(PooledJudgeTest, ARelevantPageHasAWantedTopic) {
  const auto judge = pool(1, 1);  // lambda = 1/6
  const Judgement wanted = judge->judge(document("telescope telescope butter butter butter"));
  EXPECT_TRUE(wanted.relevant);
  EXPECT_TRUE(wanted.best_is_wanted);
  EXPECT_EQ(wanted.topic, "sky") << "the classifier alone says food";
  const Judgement other = judge->judge(document(kStars));
  EXPECT_FALSE(other.relevant);
  EXPECT_FALSE(other.best_is_wanted);
  EXPECT_EQ(other.topic, "sky") << "the most probable one all the same";
  EXPECT_EQ(judge->judge(document(kCooking)).topic, "food");
}

TEST(PooledJudgeTest, EvidenceHasTheWordsOfBothInTheirShares) {
  const Document page = document("a telescope and galaxies");
  const double by_words = words()->evidence(page).words.at(0).weight;
  const double by_classifier = classifier()->evidence(page).words.at(0).weight;
  const Evidence found = pool(30, 70)->evidence(page);
  std::map<std::string, double> weights;
  for (const auto& word : found.words) weights[word.word] = word.weight;
  EXPECT_NEAR(weights.at("telescope"), by_words * 10 / 94, 1e-12);
  EXPECT_NEAR(weights.at("galaxies"), by_classifier * 84 / 94, 1e-12);
  EXPECT_THAT(found.weights, HasSubstr("in the share of its judge"));
}

TEST(PooledJudgeTest, OtherMarksChangeTheWeightToo) {
  const auto judge = pool(2, 40);
  const Document page = document("telescope");
  const double w = words()->judge(page).relevance.value();
  ASSERT_TRUE(judge->mark_good({"food"}));
  const double c = [&] {
    const auto other = classifier();
    EXPECT_TRUE(other->mark_good({"food"}));
    return other->judge(page).relevance.value();
  }();
  const double m = 4.0 * 2 * 40 / 42;
  EXPECT_NEAR(judge->judge(page).relevance.value(), (10 * w + m * c) / (10 + m), 1e-12);
  EXPECT_FALSE(judge->mark_good({"nowhere"}));
}

}  // namespace
}  // namespace porthole::gatherer
