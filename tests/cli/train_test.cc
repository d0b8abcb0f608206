// `porthole train`: what it tells, which text and words it learns from, examples that change.

#include "tests/cli/taxonomy_fixture.h"
#include "topics/classify/naive_bayes.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class TrainTest : public TaxonomyTest {};

TEST_F(TrainTest, TrainTellsWhatItLearned) {
  const std::string folder = sky();
  const ProgramResult trained = porthole({"train", folder, "--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const json said = json::parse(trained.out);
  EXPECT_EQ(said.at("model"), "naive-bayes");
  EXPECT_EQ(said.at("pages"), 6);
  EXPECT_EQ(said.at("sites"), 6);
  EXPECT_EQ(said.at("held_out").at("accuracy"), 1.0);
  EXPECT_EQ(said.at("held_out").at("nodes").size(), 2u);
  EXPECT_EQ(said.at("held_out").at("too_few"), json::array({"sky", "food"}));
  const ProgramResult in_words = porthole({"train", folder});
  EXPECT_THAT(in_words.out, HasSubstr("too few examples (under 10)"));
  EXPECT_THAT(in_words.out, HasSubstr("sky (good)"));
  EXPECT_THAT(in_words.out, HasSubstr("next: porthole update " + folder + " --more 1000\n"));
  EXPECT_EQ(web_.times_asked("http://sky1.test/"), 1)
      << "what was read once is not asked for again";
}

TEST_F(TrainTest, TrainChoosesWordsAsTheLibraryDoesUnlessToldOtherwise) {
  const std::string folder = sky();
  const auto settings_of = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {"train", folder, "--json"});
    const ProgramResult trained = porthole(options);
    EXPECT_EQ(trained.code, 0) << trained.err;
    return json::parse(trained.out).at("settings");
  };
  const std::string index(topics::feature_index_name(topics::NaiveBayesOptions{}.index));
  EXPECT_EQ(settings_of({}), json({{"index", index}, {"denominator", "features"}}));
  EXPECT_EQ(settings_of({"--index", "fisher"}).at("index"), "fisher");
  const json published = {{"index", "fisher"}, {"denominator", "all terms"}};
  EXPECT_EQ(settings_of({"--model", "published-naive-bayes"}), published);
  EXPECT_EQ(settings_of({"--again"}), published) << "with the settings of the last training";
  EXPECT_TRUE(settings_of({"--model", "svm"}).is_null());
}

TEST_F(TrainTest, TrainRefusesOptionsOfAnotherModel) {
  const std::string folder = sky();
  for (const char* model : {"svm", "published-naive-bayes"}) {
    expect_error({"train", folder, "--model", model, "--index", "fisher"}, 2,
                 {"--index does not go with --model " + std::string(model)});
  }
  EXPECT_EQ(porthole({"train", folder, "--model", "svm", "--features", "100"}).code, 2);
}

TEST_F(TrainTest, ImportanceIsLearnedFromExamplesBeforeAnythingIsGathered) {
  const std::string folder = sky();
  std::string ranks = "#harmonicc_pos\t#harmonicc_val\t#pr_pos\t#pr_val\t#host_rev\n";
  for (int site = 1; site <= 3; ++site) {
    const std::string number = std::to_string(site);
    ranks += number + "\t" + std::to_string(site * 100) + "\t1\t1\ttest.sky" + number + "\n";
    ranks += number + "\t" + std::to_string(site * 10) + "\t1\t1\ttest.food" + number + "\n";
    for (const char* page : {"/near", "/far"}) {
      ASSERT_EQ(
          porthole({"examples", "add", folder, "sky", "http://sky" + number + ".test" + page}).code,
          0);
    }
  }
  write_whole_file(path("ranks.txt"), ranks);
  const ProgramResult trained = porthole(
      {"train", folder, "--importance", path("ranks.txt"), "--importance-examples", "--json"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const json said = json_lines(trained.out).front();
  EXPECT_EQ(said.at("pages"), 12);
  EXPECT_EQ(said.at("sites"), 6);
  EXPECT_EQ(said.at("rated"), 0);
  EXPECT_THAT(said.at("labels").get<std::string>(), HasSubstr("ranks.txt"));
  EXPECT_EQ(porthole({"gather", folder, "--strategy", "utility", "--pages", "2"}).code, 3)
      << "the topic's model is missing";
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  EXPECT_EQ(porthole({"gather", folder, "--strategy", "utility", "--pages", "2"}).code, 0);
}

TEST_F(TrainTest, ImportanceOfExamplesCannotBeTheirInLinks) {
  expect_error({"train", sky(), "--importance", "in-links", "--importance-examples"}, 2,
               {"--importance FILE --importance-examples"});
}

TEST_F(TrainTest, TrainTellsHowReliableItsProbabilitiesAre) {
  const std::string folder = sky();
  const json said = json::parse(porthole({"train", folder, "--json"}).out);
  const json& calibration = said.at("held_out").at("calibration");
  EXPECT_EQ(calibration.at("of"), "relevance");
  EXPECT_EQ(calibration.at("temperature"), 1.0) << "six pages are too few to calibrate by";
  for (const char* when : {"before", "after"}) {
    const json& bins = calibration.at(when).at("bins");
    ASSERT_EQ(bins.size(), 10u);
    int pages = 0;
    for (const json& bin : bins) pages += bin.at("count").get<int>();
    EXPECT_EQ(pages, 6);
    EXPECT_EQ(bins[9].at("observed"), 1.0) << "pages of the good topic were told";
  }
  const ProgramResult in_words = porthole({"train", folder});
  EXPECT_THAT(in_words.out, HasSubstr("reliability of the relevance on held-out sites"));
  EXPECT_THAT(in_words.out, HasSubstr("0.9 to 1.0"));
}

TEST_F(TrainTest, TrainAndCheckUseTheTextThatTheModelStates) {
  const std::string folder = sky();
  write_whole_file(path("page.html"), html_page("Stars", kStars));
  const auto text_of = [&] {
    return json_lines(porthole({"check", "--json", "classify", folder, path("page.html")}).out)
        .at(0)
        .at("text");
  };
  EXPECT_EQ(json::parse(porthole({"train", folder, "--json"}).out).at("text"), "whole");
  EXPECT_EQ(text_of(), "whole");
  ASSERT_EQ(porthole({"train", folder, "--text", "content"}).code, 0);
  EXPECT_EQ(text_of(), "content");
  EXPECT_EQ(json::parse(porthole({"train", folder, "--again", "--json"}).out).at("text"),
            "content");
  EXPECT_EQ(porthole({"train", folder, "--again", "--text", "whole"}).code, 2);
  EXPECT_EQ(porthole({"train", folder, "--text", "menu"}).code, 2);
}

// Pages far longer than the examples, and the model of the paper, which takes each word as
// evidence.
TEST_F(TrainTest, StatusWarnsWhenRelevanceIsSaturated) {
  std::string long_text, links;
  for (int i = 0; i < 60; ++i) long_text += kStars;
  for (int i = 0; i < 24; ++i) {
    const std::string name = "/page" + std::to_string(i);
    links += "<a href='" + name + "'>stars</a> ";
    web_.page("http://sky1.test" + name,
              html_page("Star " + std::to_string(i), long_text + std::to_string(i)));
  }
  web_.page("http://sky1.test/", html_page("Stars 1", kStars, links));
  const std::string folder = sky();
  ASSERT_EQ(porthole({"train", folder, "--model", "published-naive-bayes"}).code, 0);
  EXPECT_EQ(json::parse(porthole({"status", folder, "--json"}).out).at("relevance_saturated"),
            nullptr);
  ASSERT_EQ(porthole({"gather", folder, "--pages", "24"}).code, 0);
  EXPECT_GT(json::parse(porthole({"status", folder, "--json"}).out)
                .at("relevance_saturated")
                .get<double>(),
            0.9);
  EXPECT_THAT(porthole({"status", folder}).out, HasSubstr("saturation: relevance is below .01"));
}

TEST_F(TrainTest, ExamplesThatCannotBeHadAreListed) {
  const std::string folder = sky();
  web_.answer("http://sky1.test/missing", 404);
  ASSERT_EQ(porthole({"examples", "add", folder, "sky", "http://sky1.test/missing"}).code, 0);
  expect_error({"train", folder}, 1,
               {"http://sky1.test/missing could not be read: http 404", "taxonomy.xml:"});
  EXPECT_EQ(porthole({"train", folder, "--quiet"}).code, 1);
  EXPECT_EQ(web_.times_asked("http://sky1.test/missing"), 1);
  EXPECT_EQ(porthole({"train", folder, "--refetch"}).code, 1);
  EXPECT_EQ(web_.times_asked("http://sky1.test/missing"), 2);
}

TEST_F(TrainTest, OfManyExamplesThatCannotBeHadTheFirstAreListedAndTheRestCounted) {
  const std::string folder = sky();
  for (int i = 0; i < 12; ++i) {
    const std::string url = "http://sky1.test/missing" + std::to_string(i);
    web_.answer(url, 404);
    ASSERT_EQ(porthole({"examples", "add", folder, "arts", url, "--make"}).code, 0);
  }
  const ProgramResult said = porthole({"train", folder});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("missing9 could not be read"));
  EXPECT_THAT(said.err, Not(HasSubstr("missing10")));
  EXPECT_THAT(said.err, HasSubstr("2 more examples could not be read\n  porthole train " + folder +
                                  " --json lists all of them\n"));
  EXPECT_THAT(said.out, HasSubstr(" in 2 of 3 topics, in "));
  const ProgramResult all = porthole({"train", folder, "--json"});
  EXPECT_EQ(json::parse(all.out).at("failed").size(), 12u);
}

TEST_F(TrainTest, AMovedExampleIsLearnedWithoutTheNetwork) {
  const std::string folder = sky();
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  const auto asked = web_.asked().size();
  const ProgramResult moved =
      porthole({"examples", "move", folder, "http://sky3.test/", "food", "--json"});
  ASSERT_EQ(moved.code, 0) << moved.err;
  EXPECT_EQ(json::parse(moved.out),
            json::parse(R"({"url":"http://sky3.test/","from":"sky","to":"food"})"));
  const ProgramResult again = porthole({"train", folder, "--again", "--json"});
  ASSERT_EQ(again.code, 0) << again.err;
  EXPECT_TRUE(json::parse(again.out).at("held_out").is_null());
  EXPECT_EQ(web_.asked().size(), asked);
  EXPECT_EQ(porthole({"examples", "move", folder, "http://sky3.test/", "fod"}).code, 3);
  EXPECT_EQ(porthole({"examples", "move", folder, "http://none.test/", "food"}).code, 3);
}

TEST_F(TrainTest, ATaxonomyWithoutExamplesIsNotTrained) {
  write_whole_file(path("taxonomy.xml"),
                   "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"sky\"/></taxonomy>");
  expect_error({"train", sky({})}, 3, {"porthole examples add"});
}

}  // namespace
}  // namespace porthole::testing
