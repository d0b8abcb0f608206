#include "tests/cli/taxonomy_fixture.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

class MineTest : public TaxonomyTest {
 protected:
  /// Three pages about stars of sky1.test and its neighbours, judged by the classifier.
  std::string gathered() {
    std::string folder = sky();
    EXPECT_EQ(porthole({"train", folder}).code, 0);
    EXPECT_EQ(porthole({"gather", folder, "--pages", "3"}).code, 0);
    return folder;
  }
  static nlohmann::json mined(const std::string& folder, const std::string& what,
                              const std::vector<std::string>& more = {}) {
    std::vector<std::string> arguments = {"mine", what, folder, "--json"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    const auto lines = json_lines(said.out);
    return lines.empty() ? nlohmann::json() : lines.front();
  }
  static nlohmann::json asked(const std::string& folder, const std::string& sql) {
    const ProgramResult said = porthole({"query", folder, sql, "--json"});
    EXPECT_EQ(said.code, 0) << said.err;
    return json_lines(said.out).at(0)["rows"];
  }
};

TEST_F(MineTest, EveryMethodExpectsTheSamePagesOnTopicAsTheCrawlFound) {
  const std::string folder = gathered();
  const auto crawl = asked(folder, "SELECT count(*), sum(relevant), sum(relevance) FROM page");
  for (const char* method : {"auto", "arrays", "joins", "probes"}) {
    const auto found = mined(folder, "classify", {"--method", method});
    EXPECT_EQ(found["method"], std::string(method) == "auto" ? "arrays" : method);
    EXPECT_EQ(found["pages"], crawl[0][0]) << method;
    EXPECT_EQ(found["relevant"], crawl[0][1]) << method;
    EXPECT_NEAR(found["expected_relevant"].get<double>(), crawl[0][2].get<double>(), 1e-9)
        << method;
  }
}

TEST_F(MineTest, QueriesAskForTheProbabilityOfEachTopic) {
  const std::string folder = gathered();
  mined(folder, "classify", {"--method", "joins"});
  const auto rows =
      asked(folder,
            "SELECT count(*), sum(pr) FROM class JOIN taxonomy USING (kcid) JOIN page "
            "ON id = did WHERE path IN ('sky', 'food')");
  EXPECT_EQ(rows[0][0], 6);
  EXPECT_NEAR(rows[0][1].get<double>(), 3, 1e-9);
  const ProgramResult list = porthole({"query", folder, "--list"});
  EXPECT_THAT(list.out, HasSubstr("judged"));
}

TEST_F(MineTest, StoredJudgementsAreThoseOfTheMarksOfToday) {
  const std::string folder = gathered();
  ASSERT_EQ(porthole({"examples", "mark", folder, "food", "--no-seeds"}).code, 0);
  const auto found = mined(folder, "classify", {"--method", "joins", "--store"});
  EXPECT_EQ(asked(folder, "SELECT sum(relevant) FROM page")[0][0], found["relevant"]);
  EXPECT_LT(asked(folder,
                  "SELECT relevance FROM page JOIN url USING (id) WHERE key = "
                  "'http://sky1.test/'")[0][0]
                .get<double>(),
            0.5);
}

TEST_F(MineTest, ScoresOfAllMethodsAreStoredAlike) {
  const std::string folder = gathered();
  for (const char* method : {"arrays", "joins"}) {
    const auto found = mined(folder, "distill", {"--method", method, "--store"});
    EXPECT_EQ(found["method"], method);
    EXPECT_EQ(found["pages"], 3);
    EXPECT_EQ(asked(folder, "SELECT count(*) FROM hubs")[0][0],
              asked(folder, "SELECT count(*) FROM score WHERE hub > 0")[0][0]);
  }
}

TEST_F(MineTest, OneRoundIsNotPlural) {
  const std::string folder = gathered();
  const auto rounds = mined(folder, "distill")["rounds"].get<int>();
  const std::string words = rounds == 1 ? "1 round\n" : std::to_string(rounds) + " rounds\n";
  EXPECT_THAT(porthole({"mine", "distill", folder}).out, HasSubstr("; " + words));
}

TEST_F(MineTest, AListOfTopicsThatIsCutSaysHowManyMoreThereAre) {
  std::string topics;
  for (int i = 0; i < 23; ++i) {
    const std::string number = std::to_string(i), host = "http://subject" + number + ".test/";
    for (const char* page : {"a", "b"}) {
      web_.page(host + page, html_page("Stars", std::string(kStars) + "subject" + number));
      topics += page == std::string("a") ? "<topic name=\"subject" + number + "\">" : "";
      topics += "<example url=\"" + host + page + "\"/>";
    }
    topics += "</topic>\n";
  }
  std::string text = read_whole_file(path("taxonomy.xml"));
  text.insert(text.find("</taxonomy>"), topics);
  write_whole_file(path("taxonomy.xml"), text);
  const std::string folder = gathered();
  const std::size_t all = mined(folder, "classify")["topics"].size();
  ASSERT_GT(all, 21u);
  EXPECT_THAT(porthole({"mine", "classify", folder}).out,
              HasSubstr("  and " + std::to_string(all - 20) + " more topics (--json has all)\n"));
}

TEST_F(MineTest, WithoutATaxonomyThereIsNothingToClassifyBy) {
  const std::string folder = gathered_collection();
  expect_error({"mine", "classify", folder}, 3,
               {"no taxonomy", "porthole examples add " + folder + " TOPIC URL --make\n"});
  EXPECT_EQ(porthole({"examples", "add", folder, "Bikes", "https://a.org/", "--make"}).code, 0)
      << "the command of the hint";
}

TEST_F(MineTest, AnSvmIsRefusedWithTheCommandThatHelps) {
  const std::string folder = sky();
  ASSERT_EQ(porthole({"train", folder, "--model", "svm"}).code, 0);
  ASSERT_EQ(porthole({"gather", folder, "--pages", "1"}).code, 0);
  const ProgramResult said = porthole({"mine", "classify", folder});
  EXPECT_NE(said.code, 0);
  EXPECT_THAT(said.err, HasSubstr("--model naive-bayes"));
}

}  // namespace
}  // namespace porthole::testing
