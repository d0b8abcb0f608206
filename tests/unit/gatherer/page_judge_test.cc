#include "gatherer/judge/page_judge.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>

#include "collection/taxonomy_file.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/judge/judge_factory.h"
#include "parser/parse.h"
#include "tests/support/files.h"
#include "tests/support/test_collection.h"
#include "topics/classify/model_file.h"
#include "topics/classify/training.h"
#include "topics/text/text_relevance.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::SpecificationText;
using porthole::testing::TestCollection;
using porthole::testing::write_whole_file;
using ::testing::HasSubstr;

Document document(const std::string& text) {
  Document out;
  out.text = text;
  return out;
}

const char* const kStars = "stars galaxies telescopes nebula quasar orbit";
const char* const kCooking = "recipes butter flour oven dough kitchen";

class PageJudgeTest : public ::testing::Test {
 protected:
  PageJudgeTest() : collection_(specification()) {}

  static SpecificationText specification() {
    SpecificationText text;
    text.topic =
        "<topic title=\"Astronomy\"><taxonomy "
        "file=\"taxonomy.xml\"/></topic>";
    text.network = porthole::testing::gateway_to("http://127.0.0.1:9/");
    return text;
  }

  void write_taxonomy(const std::string& mark, const std::string& more = "") const {
    write_whole_file(collection_.folder() / "taxonomy.xml",
                     "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"sky\"" + mark +
                         "><example>stars</example></topic><topic "
                         "name=\"food\"><example>butter</example></topic>" +
                         more + "</taxonomy>");
  }

  /// As `porthole train` would leave it.
  void train() const {
    const auto file = collection::TaxonomyFile::read(collection_.folder() / "taxonomy.xml");
    ASSERT_TRUE(file) << file.error().to_string();
    topics::TrainingSet set(file->taxonomy());
    for (int i = 0; i < 6; ++i) {
      const auto group = set.group("site " + std::to_string(i % 3));
      set.add(*set.taxonomy().find("sky"), group, topics::count_terms("", "", kStars));
      set.add(*set.taxonomy().find("food"), group, topics::count_terms("", "", kCooking));
    }
    const auto model = topics::train(set, {});
    ASSERT_TRUE(model) << model.error().to_string();
    const auto folder = collection_.open().model_folder();
    std::filesystem::create_directories(folder);
    write_whole_file(folder / kModelFile, topics::save_model(**model));
    write_whole_file(folder / kTrainedOnFile, fingerprint_of(file->taxonomy()) + "\n");
  }

  TestCollection collection_;
};

TEST_F(PageJudgeTest, OwnWordsAreJudgedAsTextRelevanceDoes) {
  collection::Topic topic;
  topic.title = "Astronomy";
  topic.terms = {"telescope"};
  const auto judge = make_own_words_judge(topic);
  const Document page = document("A telescope, and another telescope for astronomy");
  const Judgement judgement = judge->judge(page);
  EXPECT_EQ(judgement.relevance,
            topics::TextRelevance("Astronomy", {"telescope"}).of("", "", page.text));
  EXPECT_TRUE(judgement.relevant);
  EXPECT_TRUE(judgement.best_is_wanted);
  EXPECT_EQ(judgement.topic, "Astronomy");
  const Judgement other = judge->judge(document("butter and flour"));
  EXPECT_FALSE(other.relevant);
  EXPECT_FALSE(other.best_is_wanted);
  EXPECT_EQ(other.topic, "");
}

/// A thread of a forum whose header and menu are about bees.
Document thread(const std::string& title, const std::string& post) {
  const std::string reply =
      "<div class='post'><p class='author'>by <a href='/u/2'>Meg</a> » 2 May "
      "2026, 10:12</p><div class='content'><p>";
  return parser::parse_document(
      {"http://hivetalk.test/viewtopic.php?t=9", "text/html; charset=utf-8",
       "<title>" + title +
           " - HiveTalk</title><div id='page-header'><div class='headerbar'><h1><a "
           "href='/'>HiveTalk</a></h1><p>The friendly beekeeping forum</p></div><ul class='navbar'>"
           "<li><a href='/'>Board index</a></li><li><a href='/f2'>Beekeeping for beginners</a></li>"
           "<li><a href='/f3'>Beekeeping equipment</a></li></ul></div><div id='page-body'><h2><a "
           "href='/t9'>" +
           title + "</a></h2>" + reply + post + "</p></div></div>" + reply + post +
           "</p></div></div></div><div id='footer'>Powered by phpBB. Beekeeping since 2004</div>"});
}

TEST_F(PageJudgeTest, OwnWordsInTheHeaderAndTheMenuOfASiteDoNotMakeItsPagesRelevant) {
  const auto judge = make_own_words_judge({"Beekeeping", {"beekeeping"}, ""});
  EXPECT_EQ(judge->text(), topics::JudgedText::kContent);
  const Document football = thread(
      "World Cup final",
      "Who watches the final on Sunday? I think the match will go to penalties, as the keeper of "
      "the other side has not let in a goal for four games, and nobody here can score one.");
  EXPECT_THAT(football.text, HasSubstr("The friendly beekeeping forum"));
  EXPECT_FALSE(judge->judge(football).relevant) << judge->judge(football).relevance.value();
  EXPECT_EQ(judge->evidence(football).words.front().times, 0);
  const Document bees = thread(
      "Which hive to begin with",
      "I want to begin beekeeping in spring and do not know which hive to buy. My neighbour is a "
      "beekeeper of forty years and says that any will do as long as all of mine are the same.");
  EXPECT_TRUE(judge->judge(bees).relevant) << judge->judge(bees).relevance.value();
}

TEST_F(PageJudgeTest, OwnWordsTellWhichOfThemThePageHas) {
  collection::Topic topic;
  topic.title = "Astronomy";
  topic.terms = {"telescope"};
  const Evidence found =
      make_own_words_judge(topic)->evidence(document("A telescope, and another telescope"));
  ASSERT_EQ(found.words.size(), 2U);
  EXPECT_EQ(found.words[0].word, "telescope");
  EXPECT_EQ(found.words[0].times, 2);
  EXPECT_GT(found.words[0].weight, 0);
  EXPECT_EQ(found.words[1].word, "astronomy");
  EXPECT_EQ(found.words[1].weight, 0);
}

TEST_F(PageJudgeTest, TheClassifierTellsTheWordsForTheGoodTopicAndAgainstIt) {
  write_taxonomy(" mark=\"good\"");
  train();
  const auto judge = make_page_judge(collection_.open());
  ASSERT_TRUE(judge) << judge.error().to_string();
  const Evidence found = (*judge)->evidence(document("Galaxies and flour"));
  EXPECT_THAT(found.weights, HasSubstr("sky against food"));
  ASSERT_EQ(found.words.size(), 2U);
  for (const Evidence::Word& word : found.words) {
    EXPECT_EQ(word.times, 1);
    EXPECT_EQ(word.weight > 0, word.word == "galaxies") << word.word << " " << word.weight;
  }
}

TEST_F(PageJudgeTest, AnExampleIsNeverJudgedAgainstItsMark) {
  write_taxonomy(" mark=\"good\"");
  train();
  write_whole_file(collection_.folder() / "taxonomy.xml",
                   "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"sky\" "
                   "mark=\"good\"><example url=\"http://a.test/sky\"/></topic><topic "
                   "name=\"food\"><example url=\"http://a.test/food\"/></topic></taxonomy>");
  const auto judge = make_page_judge(collection_.open());
  ASSERT_TRUE(judge) << judge.error().to_string();
  const Judgement sky = (*judge)->judge_page("http://a.test/sky", document(kCooking));
  EXPECT_TRUE(sky.relevant && sky.best_is_wanted);
  EXPECT_EQ(sky.topic, "sky");
  const Judgement food = (*judge)->judge_page("http://a.test/food", document(kStars));
  EXPECT_FALSE(food.relevant || food.best_is_wanted);
  EXPECT_EQ(food.relevance.value(), 0);
  EXPECT_TRUE((*judge)->judge_page("http://a.test/other", document(kStars)).relevant);
}

TEST_F(PageJudgeTest, WhereTheRootIsGoodNoWordDecides) {
  write_taxonomy(" mark=\"good\"");
  train();
  auto model = load_classifier(collection_.open().model_folder(), "");
  ASSERT_TRUE(model && (*model)->mark_good({topics::kRootTopic}));
  EXPECT_TRUE(make_classifier_judge(std::move(*model))->evidence(document(kStars)).words.empty());
}

// Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.1.2: R(d) is the sum over good topics.
TEST_F(PageJudgeTest, TheClassifierJudgesByTheGoodTopics) {
  write_taxonomy(" mark=\"good\"");
  train();
  const auto judge = make_page_judge(collection_.open());
  ASSERT_TRUE(judge) << judge.error().to_string();
  ASSERT_NE((*judge)->taxonomy(), nullptr);
  const Judgement sky = (*judge)->judge(document(kStars));
  EXPECT_EQ(sky.topic, "sky");
  EXPECT_TRUE(sky.relevant);
  EXPECT_TRUE(sky.best_is_wanted);
  double good = 0;
  for (const auto& topic : sky.topics) {
    if ((*(*judge)->taxonomy())[topic.topic].mark == topics::Mark::kGood) good += topic.probability;
  }
  EXPECT_NEAR(sky.relevance.value(), good, 1e-12);
  const Judgement food = (*judge)->judge(document(kCooking));
  EXPECT_EQ(food.topic, "food");
  EXPECT_FALSE(food.relevant);
  EXPECT_FALSE(food.best_is_wanted);
}

TEST_F(PageJudgeTest, WordsJudgeWhileASingleTopicHasExamples) {
  const auto write = [&](const std::string& food) {
    write_whole_file(collection_.folder() / "taxonomy.xml",
                     "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"sky\" "
                     "mark=\"good\"><example>stars</example></topic><topic name=\"food\">" +
                         food + "</topic></taxonomy>");
  };
  write("");
  EXPECT_EQ(judged_by(collection_.open()).value(), topics::JudgedBy::kWords);
  EXPECT_TRUE(make_page_judge(collection_.open()));
  write("<example>butter</example>");
  EXPECT_EQ(judged_by(collection_.open()).value(), topics::JudgedBy::kClassifier);
  EXPECT_FALSE(check_page_judge(collection_.open())) << "it is not trained yet";
}

TEST_F(PageJudgeTest, ATopicThatHasWordsIsJudgedByThemToo) {
  write_taxonomy(" mark=\"good\"");
  train();
  const auto judge = make_page_judge(collection_.open());
  ASSERT_TRUE(judge) << judge.error().to_string();
  EXPECT_EQ((*judge)->name(), "naive-bayes");
  EXPECT_EQ(judged_by(collection_.open()).value(), topics::JudgedBy::kClassifier);
  SpecificationText text = specification();
  text.topic =
      "<topic title=\"Astronomy\"><term>telescope</term><taxonomy file=\"taxonomy.xml\"/></topic>";
  collection_.respecify(text);
  const auto pooled = make_page_judge(collection_.open());
  ASSERT_TRUE(pooled) << pooled.error().to_string();
  EXPECT_EQ((*pooled)->name(), "naive-bayes and own words");
  EXPECT_EQ(judged_by(collection_.open()).value(), topics::JudgedBy::kPool);
  EXPECT_TRUE((*pooled)->judge(document("a telescope, another telescope")).relevant);
}

TEST_F(PageJudgeTest, MarksMayChangeAfterTraining) {
  write_taxonomy(" mark=\"good\"");
  train();
  write_whole_file(collection_.folder() / "taxonomy.xml",
                   "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"sky\"/><topic "
                   "name=\"food\" mark=\"good\"/></taxonomy>");
  const auto judge = make_page_judge(collection_.open());
  ASSERT_TRUE(judge) << judge.error().to_string();
  EXPECT_TRUE((*judge)->judge(document(kCooking)).relevant);
}

TEST_F(PageJudgeTest, ATaxonomyThatIsNotThereIsGivenWithItsPlaceInTheSpecification) {
  std::filesystem::remove(collection_.folder() / "taxonomy.xml");
  const auto judge = make_page_judge(collection_.open());
  ASSERT_FALSE(judge);
  EXPECT_EQ(judge.error().code, ErrorCode::kIncomplete);
  EXPECT_THAT(judge.error().file, HasSubstr("porthole.xml"));
  EXPECT_GT(judge.error().line, 0);
  EXPECT_THAT(judge.error().message, HasSubstr("the taxonomy is not there"));
  EXPECT_THAT(judge.error().hint, HasSubstr("<taxonomy>"));
}

TEST_F(PageJudgeTest, AGoodTopicNeedsATrainedModel) {
  write_taxonomy(" mark=\"good\"");
  const auto judge = make_page_judge(collection_.open());
  ASSERT_FALSE(judge);
  EXPECT_EQ(judge.error().code, ErrorCode::kIncomplete);
  EXPECT_THAT(judge.error().hint, HasSubstr("porthole train "));
  EXPECT_FALSE(check_page_judge(collection_.open()));
  train();
  EXPECT_TRUE(check_page_judge(collection_.open()));
  write_taxonomy("", "<topic name=\"new\" mark=\"good\"/>");
  const auto unlearned = make_page_judge(collection_.open());
  ASSERT_FALSE(unlearned);
  EXPECT_THAT(unlearned.error().message, HasSubstr("\"new\""));
}

TEST_F(PageJudgeTest, WithoutGoodTopicsOwnWordsJudge) {
  write_taxonomy("");
  const auto judge = make_page_judge(collection_.open());
  ASSERT_TRUE(judge) << judge.error().to_string();
  EXPECT_EQ((*judge)->taxonomy(), nullptr);
}

TEST_F(PageJudgeTest, ADamagedModelIsNamed) {
  write_taxonomy(" mark=\"good\"");
  train();
  write_whole_file(collection_.open().model_folder() / kModelFile, "no model");
  const auto judge = make_page_judge(collection_.open());
  ASSERT_FALSE(judge);
  EXPECT_EQ(judge.error().code, ErrorCode::kInvalid);
  EXPECT_THAT(judge.error().file, HasSubstr(kModelFile));
}

TEST_F(PageJudgeTest, ATaxonomyIsTheSameWhenItsTopicsAndExamplesAre) {
  const auto fingerprint = [](const std::string& topics) {
    const auto file = collection::TaxonomyFile::from_text(
        "<taxonomy xmlns=\"urn:porthole:taxonomy:1\">" + topics + "</taxonomy>", "t.xml");
    EXPECT_TRUE(file);
    return fingerprint_of(file->taxonomy());
  };
  const std::string one =
      fingerprint("<topic name='a'><example url='http://a.test/'/></topic><topic name='b'/>");
  EXPECT_EQ(one, fingerprint("<topic name='a' title='A' mark='good'><example "
                             "url='http://a.test/'/></topic><topic name='b'/>"));
  EXPECT_NE(
      one, fingerprint("<topic name='a'/><topic name='b'><example url='http://a.test/'/></topic>"));
  EXPECT_NE(
      one, fingerprint("<topic name='a'><example url='http://a.test/'/></topic><topic name='c'/>"));
}

}  // namespace
}  // namespace porthole::gatherer
