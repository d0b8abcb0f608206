// Tests of expand before the first crawl: terms from example pages, files and bundled taxonomies.

#include "tests/cli/taxonomy_fixture.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::AllOf;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

/// The web about stars and food, with three example pages of each.
class FirstExpansionTest : public TaxonomyTest {
 protected:
  static json expand(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "expand");
    arguments.push_back("--json");
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    const auto lines = json_lines(said.out);
    return lines.size() == 1 ? lines[0] : json::object();
  }

  static std::vector<std::string> terms(const json& said) {
    std::vector<std::string> out;
    for (const json& term : said.at("terms")) out.push_back(term.at("term"));
    return out;
  }
  static json term(const json& said, const std::string& name) {
    for (const json& term : said.at("terms"))
      if (term.at("term") == name) return term;
    ADD_FAILURE() << name << " is not in " << said;
    return {};
  }

  std::string trained_sky() {
    const std::string folder = sky();
    const ProgramResult trained = porthole({"train", folder});
    EXPECT_EQ(trained.code, 0) << trained.err;
    return folder;
  }
  /// A collection about `topic` whose taxonomy, if it is not empty, has `topics`.
  std::string with_topics(const std::string& topic, const std::string& topics) {
    EXPECT_EQ(porthole({"new", path("c"), "--topic", topic, "--seed", "https://a.test/",
                        "--contact", "me@stars.club"})
                  .code,
              0);
    if (topics.empty()) return path("c");
    write_whole_file(path("c/taxonomy.xml"),
                     "<taxonomy xmlns=\"urn:porthole:taxonomy:1\">" + topics + "</taxonomy>\n");
    std::string text = read_whole_file(path("c/porthole.xml"));
    text.insert(text.find("</topic>"), "<taxonomy file=\"taxonomy.xml\"/>");
    write_whole_file(path("c/porthole.xml"), text);
    return path("c");
  }
};

// Sites: three of the sky, three of food, a topic each, and 100 of the words of any subject. Four
// of these 108 are relevant: base 1/27. "nebula" is on three: bound 3 / (3 + 2.3263^2) = 0.35664.
TEST_F(FirstExpansionTest, ProposesTermsOfExamplePagesThatTrainingHasRead) {
  const std::string folder = trained_sky();
  const std::size_t asked = web_.asked().size();
  const json said = expand({folder});
  EXPECT_EQ(web_.asked().size(), asked) << "nothing is fetched";
  EXPECT_EQ(said.at("evidence"), json::parse(R"([{"source":"example pages","relevant":3,"other":3},
                            {"source":"topics of taxonomy.xml","relevant":1,"other":1},
                            {"source":"words of any subject","relevant":0,"other":100}])"));
  EXPECT_EQ(said.at("pages"), 8);
  EXPECT_EQ(said.at("relevant"), 4);
  EXPECT_EQ(said.at("sites"), 108);
  EXPECT_NEAR(said.at("base").get<double>(), 1.0 / 27, 1e-12);
  EXPECT_THAT(terms(said), AllOf(Contains("galaxy"), Contains("quasar"), Not(Contains("butter")),
                                 Not(Contains("star"))));
  const json nebula = term(said, "nebula");
  EXPECT_EQ(nebula.at("relevant_sites"), 3);
  EXPECT_EQ(nebula.at("confidence"), 1);
  EXPECT_NEAR(nebula.at("lift").get<double>(), 27, 1e-9);
  EXPECT_NEAR(nebula.at("low").get<double>(), 0.35664, 1e-5);
  ASSERT_EQ(nebula.at("uses").size(), 3u);
  EXPECT_EQ(nebula.at("uses")[0].at("source"), "http://sky1.test/");
  EXPECT_EQ(nebula.at("uses")[0].at("kind"), "text");
  EXPECT_EQ(term(said, "galaxy").at("written"), "galaxies");
}

TEST_F(FirstExpansionTest, SaysInWordsWhereTheEvidenceIsFrom) {
  const std::string folder = trained_sky();
  expect_output({"expand", folder}, {"before the first crawl, from what is there:\n"
                                     "  on topic  others  from\n"
                                     "         3       3  example pages\n",
                                     "      3    100.0 %  27.0  nebula\n",
                                     "next: porthole expand " + folder + " --accept "});
}

TEST_F(FirstExpansionTest, ATermIsAcceptedOrRejectedAsAfterACrawl) {
  const std::string folder = trained_sky();
  EXPECT_EQ(expand({folder, "--accept", "nebula"}).at("accepted"), json::array({"nebula"}));
  EXPECT_EQ(expand({folder, "--reject", "quasar"}).at("rejected"), json::array({"quasar"}));
  EXPECT_THAT(read_whole_file(folder + "/porthole.xml"), HasSubstr("<term>nebula</term>"));
  EXPECT_THAT(terms(expand({folder})),
              AllOf(Contains("galaxy"), Not(Contains("nebula")), Not(Contains("quasar"))));
  expect_error({"expand", folder, "--accept", "galaxi"}, 3, {"did you mean galaxy?"});
}

TEST_F(FirstExpansionTest, ExamplesThatWereNotReadAreNamedWithTheRemedy) {
  const std::string folder = sky();
  const std::size_t asked = web_.asked().size();
  expect_output({"expand", folder},
                {"  3       3  examples of taxonomy.xml that were not read\n",
                 "no term qualifies yet (--sites N asks for fewer sites than 2)",
                 "porthole train " + folder});
  EXPECT_EQ(web_.asked().size(), asked) << "nothing is fetched";
}

// A file of bookmarks gives titles; the words of the addresses are evidence, too.
TEST_F(FirstExpansionTest, AnExampleThatWasNotReadHasItsTitleAndItsAddress) {
  const json said = expand({with_topics(
      "kite",
      "<topic name=\"kites\" mark=\"good\">"
      "<example url=\"https://a.test/bridle-knots.html\" title=\"Sewing spinnakers\"/>"
      "<example url=\"https://b.test/bridles/\" title=\"All about spinnakers\"/></topic>"
      "<topic name=\"soups\"><example url=\"https://c.test/broth\"/></topic>")});
  EXPECT_THAT(terms(said), ElementsAre("bridle", "spinnaker"));
  EXPECT_EQ(term(said, "bridle").at("uses")[0].at("kind"), "address");
  EXPECT_THAT(porthole({"expand", path("c")}).out,
              HasSubstr("in the address https://b.test/bridles/\n"));
  EXPECT_EQ(term(said, "spinnaker").at("uses")[1],
            json::object({{"source", "https://b.test/bridles/"},
                          {"target", "https://b.test/bridles/"},
                          {"kind", "page title"},
                          {"text", "All about spinnakers"}}));
}

TEST_F(FirstExpansionTest, ReadsExamplesThatAreFilesAndTexts) {
  const std::string folder =
      with_topics("kite",
                  "<topic name=\"kites\" mark=\"good\"><example file=\"delta.html\"/>"
                  "<example>The bridle of a rokkaku, and how its sails are sewn</example></topic>"
                  "<topic name=\"soups\"><example>Broth of leeks</example></topic>");
  write_whole_file(folder + "/delta.html",
                   html_page("Delta", "A delta has no bridle, but a keel, and so has its sail."));
  const json said = expand({folder});
  EXPECT_THAT(terms(said), AllOf(Contains("bridle"), Not(Contains("keel")), Not(Contains("leek"))));
  EXPECT_EQ(said.at("evidence")[0],
            json::object({{"source", "example pages"}, {"relevant", 2}, {"other", 1}}));
  EXPECT_THAT(terms(expand({folder, "--sites", "1"})), Contains("keel"));
}

TEST_F(FirstExpansionTest, ReadsSeedsThatAreFilesAndTellsThemApartByTheTopicsWords) {
  std::filesystem::create_directories(path("papers/old"));
  for (const char* name : {"one", "old/two", "three"}) {
    write_whole_file(path("papers/" + std::string(name) + ".html"),
                     html_page("A telescope", "Telescopes show nebulae and one quasar, paper " +
                                                  std::string(name)));
  }
  write_whole_file(path("papers/soup.html"), html_page("Soup", "A broth of leeks."));
  write_whole_file(path("papers/stew.html"), html_page("Stew", "A broth of leeks and beans."));
  write_whole_file(path("papers/.hidden.html"), html_page("Telescope", "quasar"));
  ASSERT_EQ(
      porthole({"new", path("c"), "--topic", "telescope", "--seed", "file://" + path("papers")})
          .code,
      0);
  const json said = expand({path("c")});
  EXPECT_EQ(said.at("evidence"),
            json::parse(R"([{"source":"files of the seeds","relevant":3,"other":2},
                            {"source":"words of any subject","relevant":0,"other":100}])"));
  EXPECT_THAT(terms(said), AllOf(Contains("quasar"), Not(Contains("leek"))));
  EXPECT_EQ(term(said, "quasar").at("relevant_sites"), 3);
  EXPECT_FALSE(std::filesystem::exists(path("c/repository.db")));
}

TEST_F(FirstExpansionTest, ATopicOfABundledTaxonomyIsFoundByTheTopicsWords) {
  const json said = expand({with_topics("astronomical", "")});
  EXPECT_THAT(said.at("evidence").dump(), HasSubstr("topics of science_and_health.xml"));
  EXPECT_THAT(terms(said), AllOf(Contains("sky"), Contains("coordinate")));
  EXPECT_EQ(term(said, "coordinate").at("relevant_sites"), 3);
}

TEST_F(FirstExpansionTest, ATopicWithoutExamplesIsNothingToLearnFrom) {
  expect_error({"expand", with_topics("kite",
                                      "<topic name=\"kites\" title=\"Kites and bridles\" "
                                      "mark=\"good\"><topic name=\"bridles\"/></topic>")},
               3, {"porthole examples add"});
}

}  // namespace
}  // namespace porthole::testing
