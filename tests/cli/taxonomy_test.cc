// Taxonomies from a user's point of view: new, examples, train, check, and their use by gather.

#include "tests/cli/taxonomy_fixture.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

TEST_F(TaxonomyTest, ACollectionBeginsWithACopyAndItsMarks) {
  const std::string folder = sky();
  EXPECT_THAT(taxonomy(), HasSubstr("<topic name=\"sky\" mark=\"good\">"));
  EXPECT_THAT(taxonomy(), HasSubstr("<!-- mine -->"));
  EXPECT_THAT(read_whole_file(folder + "/porthole.xml"),
              HasSubstr("<taxonomy file=\"taxonomy.xml\"/>"));
  const auto checked =
      json_lines(porthole({"check", "--json", "taxonomy", folder + "/taxonomy.xml"}).out);
  ASSERT_EQ(checked.size(), 1u);
  EXPECT_EQ(checked[0].at("good"), json::array({"sky"}));
  EXPECT_EQ(checked[0].at("examples"), 6);
}

TEST_F(TaxonomyTest, AnUnknownGoodTopicMakesNoCollection) {
  expect_error({"new", path("sky"), "--taxonomy", path("taxonomy.xml"), "--good", "skj"}, 3,
               {"did you mean sky?"});
  EXPECT_FALSE(std::filesystem::exists(path("sky")));
  EXPECT_EQ(porthole({"new", path("sky"), "--taxonomy", path("none.xml")}).code, 3);
  EXPECT_EQ(porthole({"new", path("sky"), "--good", "sky"}).code, 2);
}

TEST_F(TaxonomyTest, TheProgramsOwnTaxonomiesAreValidAndLargeEnough) {
  for (const char* name : {"web_in_a_box", "science_and_health"}) {
    const auto checked = json_lines(
        porthole({"check", "--json", "taxonomy",
                  PORTHOLE_SOURCE_DIR "/examples/taxonomies/" + std::string(name) + ".xml"})
            .out);
    ASSERT_EQ(checked.size(), 1u);
    EXPECT_EQ(checked[0].at("valid"), true) << checked[0];
    EXPECT_GE(checked[0].at("topics").get<int>(), 40);
    EXPECT_EQ(checked[0].at("without_examples"), json::array());
  }
  EXPECT_EQ(
      porthole({"new", path("box"), "--taxonomy", "web_in_a_box", "--good", "science/astronomy"})
          .code,
      0);
}

TEST_F(TaxonomyTest, ExamplesOfGoodTopicsAreSeedsWhereNoneIsGiven) {
  const auto seeds_of = [&](const std::string& name, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {
        "new", path(name), "--json", "--taxonomy", path("taxonomy.xml"), "--good", "sky"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return json::parse(porthole(arguments).out).at("seeds").get<int>();
  };
  EXPECT_EQ(seeds_of("examples", {}), 3);
  const std::string text = read_whole_file(path("examples/porthole.xml"));
  EXPECT_THAT(text, HasSubstr("<seed url=\"http://sky1.test/\"/>"));
  EXPECT_THAT(text, HasSubstr("title=\"sky\""));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("food1.test")));
  EXPECT_EQ(seeds_of("none", {"--no-seeds"}), 0);
  EXPECT_EQ(seeds_of("chosen", {"--seed", "http://food1.test/"}), 1);
}

TEST_F(TaxonomyTest, ATaxonomyOfTheProgramThatIsNotInstalledIsToldSo) {
  const std::string moved = path("porthole");  // Without the files beside it.
  std::error_code other_disk;
  std::filesystem::create_hard_link(kProgram, moved, other_disk);
  if (other_disk) std::filesystem::copy_file(kProgram, moved);
  const ProgramResult said = run_program(moved, {"new", path("box"), "--taxonomy", "web_in_a_box"});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("web_in_a_box.xml is missing\n  install Porthole again"));
  const ProgramResult unknown =
      run_program(moved, {"new", path("box"), "--taxonomy", "web_in_the_box"});
  EXPECT_THAT(unknown.err, HasSubstr("name a file, or one of: web_in_a_box, science_and_health"));
}

TEST_F(TaxonomyTest, GatherRefusesUntilItIsTrainedAndThenJudgesByTheTaxonomy) {
  const std::string folder = sky();
  expect_error({"gather", folder, "--pages", "3"}, 3, {"porthole train "});
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  EXPECT_EQ(porthole({"gather", folder, "--pages", "3", "--strategy", "breadth-first"}).code, 0);
  const auto pages = json_lines(porthole({"export", folder, "pages", "--format", "jsonl"}).out);
  ASSERT_EQ(pages.size(), 3u);
  EXPECT_EQ(pages[0].at("topic"), "sky");
  EXPECT_GT(pages[0].at("relevance").get<double>(), 0.5);
}

TEST_F(TaxonomyTest, GatherWarnsWhenTheTaxonomyChangedSinceTheTraining) {
  const std::string folder = sky();
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  ASSERT_EQ(porthole({"examples", "move", folder, "http://sky3.test/", "food"}).code, 0);
  const ProgramResult gathered = porthole({"gather", folder, "--pages", "1"});
  EXPECT_EQ(gathered.code, 0);
  EXPECT_THAT(gathered.err, HasSubstr("the taxonomy changed since the classifier was trained; to "
                                      "take that in: porthole train "));
}

TEST_F(TaxonomyTest, DoctorSaysByWhatPagesAreJudgedAndWhetherItIsOfThePresentTaxonomy) {
  const std::string folder = sky();
  EXPECT_THAT(porthole({"doctor", folder}).out, HasSubstr("classifier is not trained yet"));
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  EXPECT_THAT(porthole({"doctor", folder}).out,
              HasSubstr("judge            the classifier, trained on the taxonomy as it is\n"));
  ASSERT_EQ(porthole({"examples", "move", folder, "http://sky3.test/", "food"}).code, 0);
  const std::string stale = porthole({"doctor", folder}).out;
  EXPECT_THAT(stale, HasSubstr("the taxonomy changed since the classifier was trained\n"));
  EXPECT_THAT(stale, HasSubstr("porthole train " + folder));
}

TEST_F(TaxonomyTest, ATaxonomyIsCheckedByItsFileItsCollectionOrItsName) {
  const std::string folder = sky();
  EXPECT_THAT(porthole({"check", "taxonomy", folder}).out, HasSubstr("2 topics"));
  EXPECT_THAT(porthole({"check", "taxonomy", folder + "/taxonomy.xml"}).out, HasSubstr("2 topics"));
  EXPECT_EQ(porthole({"check", "taxonomy", "web_in_a_box"}).code, 0);
  EXPECT_EQ(porthole({"check", "taxonomy", path("nowhere.xml")}).code, 3);
}

TEST_F(TaxonomyTest, PagesGatheredBeforeTheTrainingAreJudgedAgain) {
  const std::string folder = sky({});  // No topic is good: words judge.
  ASSERT_EQ(porthole({"gather", folder, "--pages", "3", "--strategy", "breadth-first"}).code, 0);
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"examples", "mark", folder, "sky"}).code, 0);
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  const auto topics = [&] {
    std::set<std::string> found;
    for (const json& page :
         json_lines(porthole({"export", folder, "pages", "--format", "jsonl"}).out))
      found.insert(page.at("topic").get<std::string>());
    return found;
  };
  EXPECT_FALSE(topics().contains("sky"));
  const ProgramResult judged = porthole({"judge", folder, "--json"});
  ASSERT_EQ(judged.code, 0) << judged.err;
  const json said = json::parse(judged.out);
  EXPECT_EQ(said.at("judged"), 3);
  EXPECT_GE(said.at("changed"), 1);
  EXPECT_TRUE(topics().contains("sky"));
  const ProgramResult summarized = porthole({"summarize", folder, "--json"});
  EXPECT_GE(json::parse(summarized.out).at("summarized"), 1) << "summaries state the topic";
  EXPECT_EQ(json::parse(porthole({"judge", folder, "--json"}).out).at("changed"), 0);
}

TEST_F(TaxonomyTest, MarksOfLearnedTopicsNeedNoTraining) {
  const std::string folder = sky();
  const auto next_of = [&](const std::string& topic) {
    const std::string said = porthole({"examples", "mark", folder, topic}).out;
    return said.substr(said.find("next: "));
  };
  EXPECT_EQ(next_of("food"), "next: porthole train " + folder + "\n") << "nothing was learned yet";
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  EXPECT_EQ(next_of("sky"), "next: porthole update " + folder + " --more 1000\n");
  ASSERT_EQ(porthole({"gather", folder, "--pages", "2"}).code, 0);
  EXPECT_EQ(next_of("food"), "next: porthole judge " + folder + "\n");
  ASSERT_EQ(porthole({"examples", "add", folder, "food", "http://sky1.test/far"}).code, 0);
  EXPECT_EQ(next_of("sky"), "next: porthole train " + folder + "\n") << "an example is new";
}

TEST_F(TaxonomyTest, SearchShowsPagesOfTheTopicsThatAreMarkedForShowing) {
  const std::string folder =
      sky({"--good", "sky", "--good", "food", "--seed", "http://food1.test/"});
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  ASSERT_EQ(porthole({"gather", folder, "--pages", "4", "--strategy", "breadth-first"}).code, 0);
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  const auto finds = [&](const std::string& query) {
    EXPECT_EQ(porthole({"index", folder}).code, 0);
    const ProgramResult found = porthole({"search", folder, query, "--json"});
    EXPECT_EQ(found.code, 0) << found.err;
    return json::parse(found.out).at("results").size();
  };
  EXPECT_EQ(finds("butter"), 1u) << "both topics are good";
  const ProgramResult marked = porthole({"examples", "mark", folder, "sky", "--show", "--json"});
  ASSERT_EQ(marked.code, 0) << marked.err;
  EXPECT_EQ(json::parse(marked.out).at("shown"), json::array({"sky"}));
  EXPECT_EQ(finds("butter"), 0u) << "food is crawled for and not shown, though it is a seed";
  EXPECT_EQ(finds("stars"), 2u) << "the seed and the page near it";
  EXPECT_THAT(porthole({"explain", folder, "http://food1.test/"}).out,
              HasSubstr("off topic for the index: its topic is not one of those marked"));
  ASSERT_EQ(porthole({"examples", "mark", folder, "--show"}).code, 0);
  EXPECT_EQ(finds("butter"), 1u) << "without marks the good topics decide again";
}

TEST_F(TaxonomyTest, MarkWithoutATopicIsAUsageError) {
  const std::string folder = sky();
  expect_error({"examples", "mark", folder}, 2, {"TOPIC is missing"});
  EXPECT_THAT(taxonomy(), HasSubstr("mark=\"good\""));
}

TEST_F(TaxonomyTest, ClassifyShowsTheProbabilities) {
  const std::string folder = sky();
  write_whole_file(path("page.html"), html_page("Nebula", kStars));
  expect_error({"check", "classify", folder, path("page.html")}, 3, {"porthole train "});
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  const auto lines =
      json_lines(porthole({"check", "--json", "classify", folder, path("page.html")}).out);
  ASSERT_EQ(lines.size(), 1u);
  EXPECT_EQ(lines[0].at("best"), "sky");
  double sum = 0;
  for (const json& topic : lines[0].at("classes")) sum += topic.at("probability").get<double>();
  EXPECT_NEAR(sum, 1, 1e-9) << "the children of the root";
  EXPECT_EQ(lines[0].at("relevance"), lines[0].at("classes")[0].at("probability"));
}

TEST_F(TaxonomyTest, ClassifyReadsAPageThatTheCollectionHas) {
  const std::string folder = sky();
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  ASSERT_EQ(porthole({"gather", folder, "--pages", "1"}).code, 0);
  expect_output({"check", "classify", folder, "http://sky1.test/"},
                {" (relevant), best topic sky\n"});
  expect_error({"check", "classify", folder, "http://food1.test/"}, 3,
               {"the collection has no page http://food1.test/"});
}

TEST_F(TaxonomyTest, CheckNamesTheFileOfAnExampleThatIsNotThere) {
  write_whole_file(path("here.html"), "<p>Stars");
  write_whole_file(path("files.xml"),
                   "<taxonomy xmlns=\"urn:porthole:taxonomy:1\">\n<topic name=\"a\">\n"
                   "<example file=\"here.html\"/>\n<example file=\"gone.html\"/>\n"
                   "</topic>\n</taxonomy>");
  const ProgramResult said = porthole({"check", "taxonomy", path("files.xml")});
  EXPECT_EQ(said.code, 0);
  EXPECT_THAT(said.out, HasSubstr("missing: " + path("files.xml") +
                                  ":4: the file of an example is not there: " + path("gone.html") +
                                  "\n  put it there"));
  EXPECT_THAT(said.out, Not(HasSubstr("here.html")));
  const json line =
      json_lines(porthole({"check", "--json", "taxonomy", path("files.xml")}).out).at(0);
  EXPECT_EQ(line.at("missing").size(), 1u);
}

TEST_F(TaxonomyTest, AListOfPagesIsImported) {
  const std::string folder = sky();
  write_whole_file(path("list.tsv"), "Top/Arts/Music\thttp://jazz.test/\tJazz\tof all kinds\n");
  EXPECT_EQ(porthole({"examples", "import", folder, path("list.tsv")}).code, 0);
  EXPECT_THAT(
      taxonomy(),
      HasSubstr(
          "<example url=\"http://jazz.test/\" title=\"Jazz\" description=\"of all kinds\"/>"));
  write_whole_file(path("nothing.txt"), "hello\n");
  EXPECT_EQ(porthole({"examples", "import", folder, path("nothing.txt")}).code, 3);
  EXPECT_EQ(porthole({"examples", "import", folder, path("none.csv")}).code, 3);
}

TEST_F(TaxonomyTest, ExamplesAreAddedWhereTheyAreWanted) {
  const std::string folder = sky();
  expect_error({"examples", "add", folder, "skj", "http://new.test/"}, 3,
               {"did you mean sky? (--make adds a new topic)"});
  EXPECT_EQ(porthole({"examples", "add", folder, "arts/new", "http://new.test/", "--make"}).code,
            0);
  const ProgramResult mixed =
      porthole({"examples", "add", folder, "sky", "http://sky1.test/", "nonsense", "--json"});
  EXPECT_EQ(mixed.code, 1);
  EXPECT_EQ(json::parse(mixed.out).at("known"), 1);
  EXPECT_EQ(json::parse(mixed.out).at("failed"), 1);
}

TEST_F(TaxonomyTest, MarkingIsAllOrNothing) {
  const std::string folder = sky();
  const ProgramResult marked = porthole({"examples", "mark", folder, "food", "--json"});
  ASSERT_EQ(marked.code, 0) << marked.err;
  EXPECT_EQ(json::parse(marked.out).at("good"), json::array({"food"}));
  EXPECT_EQ(porthole({"examples", "mark", folder, "sky", "nowhere"}).code, 3);
  EXPECT_THAT(taxonomy(), HasSubstr("<topic name=\"food\" mark=\"good\">"));
}

// `sample` said 2, without the topic that may have been meant.
TEST_F(TaxonomyTest, AnUnknownTopicIsTheSameMistakeInEveryVerb) {
  const std::string folder = sky();
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  for (const std::vector<std::string>& arguments : std::vector<std::vector<std::string>>{
           {"examples", "mark", folder, "skj"},
           {"examples", "propose", folder, "--topic", "skj"},
           {"topics", "remove", folder, "skj"},
           {"sample", folder, "--walk", "ancestor", "--ancestor", "skj"}}) {
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 3) << arguments[0];
    EXPECT_THAT(said.err, HasSubstr("there is no topic \"skj\" in the taxonomy\n"
                                    "  did you mean sky?\n"))
        << arguments[0];
  }
}

// Chakrabarti, van den Berg, Dom 1999 (Focused crawling), section 2.1.
TEST_F(TaxonomyTest, ProposesTopicsAndPagesNearTheExamples) {
  const std::string folder = sky({});
  ASSERT_EQ(porthole({"train", folder}).code, 0);
  const ProgramResult said = porthole({"examples", "propose", folder, "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const json proposal = json::parse(said.out);
  EXPECT_EQ(proposal.at("topics")[0].at("topic"), "sky") << "what the examples are marked for";
  EXPECT_EQ(proposal.at("topics")[0].at("probability"), 1) << proposal;
  ASSERT_EQ(proposal.at("pages").size(), 1u) << proposal;
  EXPECT_EQ(proposal.at("pages")[0].at("url"), "http://sky1.test/near");
  EXPECT_EQ(proposal.at("pages")[0].at("links_away"), 1);
  EXPECT_EQ(proposal.at("pages")[0].at("words"), json::array({"galaxies"}));
}

TEST_F(TaxonomyTest, ACollectionWithoutATaxonomySaysHowToGetOne) {
  const std::string folder = collection();
  for (const std::vector<std::string>& arguments :
       std::vector<std::vector<std::string>>{{"train", folder}, {"examples", "list", folder}}) {
    expect_error(arguments, 3, {"porthole examples add " + folder + " TOPIC URL --make"});
  }
  const ProgramResult checked = porthole({"check", "taxonomy", folder});
  EXPECT_EQ(checked.code, 3);
  EXPECT_THAT(checked.out, HasSubstr("porthole examples add " + folder + " TOPIC URL --make"));
}

}  // namespace
}  // namespace porthole::testing
