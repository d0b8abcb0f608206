// Strategies over a recorded web of two topics: stars (s*.test) and bicycles (b*.test).

#include "tests/cli/command_line.h"
#include "tests/support/warc_text.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class CompareTest : public CommandLineTest {
 protected:
  CompareTest() {
    std::string records;
    const auto page = [&](const std::string& url, const std::string& title,
                          const std::string& links) {
      records += warc_response(url, "HTTP/1.0 200 OK\r\nContent-Type: text/html\r\n\r\n<title>" +
                                        title + "</title><p>" + title + links);
    };
    page("http://s1.test/", "stars begin here",
         link("http://s2.test/", "more stars") + link("http://b1.test/", "a bicycle"));
    page("http://s2.test/", "stars shine",
         link("http://s3.test/", "stars again") + link("http://b2.test/", "wheels"));
    page("https://s2.test/", "stars shine",
         link("http://s3.test/", "stars again") + link("http://b2.test/", "wheels"));
    page("http://s3.test/", "stars set", link("http://s4.test/", "last of the stars"));
    page("http://s4.test/", "stars end", link("https://s2.test/", "back"));
    page("http://b1.test/", "bicycle shop", link("http://b2.test/", "another bicycle"));
    page("http://b2.test/", "bicycle race",
         link("http://b3.test/", "the tour") + link("http://s4.test/", "stars"));
    page("http://b3.test/", "bicycle tour", "");
    write_whole_file(path("web.warc"), records);
    write_whole_file(
        path("labels.tsv"),
        "url\ttopic\nhttp://s1.test/\tstars\nhttp://s2.test/\tstars\nhttp://s3.test/\tstars\n"
        "http://s4.test/\tstars\nhttp://b1.test/\tbicycles\nhttp://b2.test/\tbicycles\n");
  }

  static std::string link(const std::string& url, const std::string& anchor) {
    return " <a href=\"" + url + "\">" + anchor + "</a>";
  }

  std::string recorded_collection(const std::vector<std::string>& seeds = {"http://s1.test/",
                                                                           "http://b1.test/"}) {
    std::vector<std::string> arguments = {"new",   path("sky"),  "--topic",
                                          "stars", "--recorded", path("web.warc")};
    for (const std::string& seed : seeds) arguments.insert(arguments.end(), {"--seed", seed});
    const ProgramResult made = porthole(arguments);
    EXPECT_EQ(made.code, 0) << made.err;
    return path("sky");
  }

  ProgramResult compare(const std::string& folder, const std::vector<std::string>& more) {
    std::vector<std::string> arguments = {
        "compare", folder, "--strategies", "breadth-first,rw:threshold=0",
        "--pages", "20",   "--out",        path("out")};
    arguments.insert(arguments.end(), more.begin(), more.end());
    return porthole(arguments);
  }

  std::string read(const std::string& name) const {
    std::ifstream in(path("out/" + name));
    return {std::istreambuf_iterator<char>(in), {}};
  }
};

// Seven pages can be reached, the twins of s2 counted once; four are about stars, on four sites.
TEST_F(CompareTest, WritesCsvJsonAndPage) {
  const ProgramResult said =
      compare(recorded_collection(), {"--labels", path("labels.tsv"), "--repeats", "1", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  const auto summary = json_lines(said.out);
  ASSERT_EQ(summary.size(), 1u);
  EXPECT_EQ(summary[0]["judge"]["kind"], "labels");
  EXPECT_EQ(summary[0]["runs"], 6) << "all seeds and two halves, by two strategies";
  EXPECT_THAT(read("harvest.csv"),
              HasSubstr("strategy,run,pages,relevant,sites\nbreadth-first,0,1,1,1\n"));
  EXPECT_THAT(read("harvest.csv"), HasSubstr("breadth-first,0,7,4,4\n"));
  EXPECT_THAT(read("harvest.csv"), HasSubstr("rw:threshold=0,2,"));
  const auto json = nlohmann::json::parse(read("report.json"));
  EXPECT_EQ(json["runs"][0]["pages"], 7);
  EXPECT_EQ(json["runs"][0]["relevant"], 4);
  EXPECT_EQ(json["runs"][0]["known_to_judge"], 6) << "b3 has no label";
  EXPECT_EQ(json["runs"][0]["stop_reason"], "frontier empty");
  EXPECT_EQ(json["coverage"].size(), 4u);
  EXPECT_EQ(json["overlap"].size(), 2u);
  EXPECT_THAT(read("report.html"), HasSubstr("labels.tsv labels it stars"));
  EXPECT_THAT(read("report.html"), Not(HasSubstr("src=")));
}

// Nothing has an importance label, and with one seed there are no halves.
TEST_F(CompareTest, TheTableExplainsItsColumnsAndPrintsNoNumberThatIsNone) {
  const ProgramResult one =
      compare(recorded_collection({"http://s1.test/"}), {"--labels", path("labels.tsv")});
  ASSERT_EQ(one.code, 0) << one.err;
  EXPECT_THAT(one.out, HasSubstr("  area       relevant pages found so far"));
  EXPECT_THAT(one.out, HasSubstr("  topicality share of the pages fetched"));
  EXPECT_THAT(one.out, Not(HasSubstr("nan")));
  EXPECT_THAT(one.out, Not(HasSubstr("importance")));
  EXPECT_THAT(one.out, Not(HasSubstr("Jaccard")));
}

TEST_F(CompareTest, TheTableSetsTheSharedPartOfTwoCrawlsBesideTheirJaccardCoefficient) {
  const ProgramResult said =
      compare(recorded_collection(), {"--labels", path("labels.tsv"), "--repeats", "1"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out,
              HasSubstr("  shared     share of what one fetched that the other fetched, too"));
  EXPECT_THAT(said.out, HasSubstr("  Jaccard    share of what either fetched that both did"));
  EXPECT_THAT(said.out, Not(HasSubstr("nan")));
}

TEST_F(CompareTest, UsesFinishedRunsAgainUntilAParameterChanges) {
  const std::string folder = recorded_collection();
  const std::vector<std::string> with = {"--labels", path("labels.tsv"), "--repeats", "0"};
  EXPECT_THAT(compare(folder, with).out, Not(HasSubstr("reused")));
  EXPECT_THAT(compare(folder, with).out, HasSubstr("2 runs, 2 of them reused"));
  EXPECT_THAT(
      compare(folder, {"--labels", path("labels.tsv"), "--repeats", "0", "--topic", "bicycles"})
          .out,
      Not(HasSubstr("reused")));
}

TEST_F(CompareTest, TheTopicOfTheLabelsCanBeNamed) {
  const ProgramResult said =
      compare(recorded_collection(),
              {"--labels", path("labels.tsv"), "--repeats", "0", "--topic", "bicycles"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(read("harvest.csv"), HasSubstr("breadth-first,0,7,2,2\n"));
}

TEST_F(CompareTest, TheOracleFindsWhatIsLabelledFirst) {
  const ProgramResult said =
      porthole({"compare", recorded_collection(), "--strategies", "oracle", "--pages", "20",
                "--repeats", "0", "--out", path("out"), "--labels", path("labels.tsv")});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(read("harvest.csv"), HasSubstr("oracle,0,5,4,4\n")) << "two seeds, then s2, s3, s4";
}

TEST_F(CompareTest, SaysThatTheCrawlsOwnJudgeSaysLittle) {
  const ProgramResult said = compare(recorded_collection(), {"--repeats", "0"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(read("report.html"), HasSubstr("Such figures say little"));
  EXPECT_THAT(said.out, HasSubstr("Such figures say little"));
  EXPECT_THAT(compare(path("sky"), {"--repeats", "0", "--labels", path("labels.tsv")}).out,
              Not(HasSubstr("say little")));
}

// The remedy named the folder of one of its own crawls, out/crawl-0.
TEST_F(CompareTest, AStrategyWithoutItsModelIsRefusedWithTheCommandThatTrainsIt) {
  const std::string folder = recorded_collection();
  expect_error({"compare", folder, "--strategies", "breadth-first,utility", "--pages", "5", "--out",
                path("out")},
               3,
               {"the strategy utility needs the importance of pages",
                "run: porthole train " + folder + " --importance in-links"});
  EXPECT_FALSE(std::filesystem::exists(path("out"))) << "nothing was crawled first";
}

// The examples are texts, each on its own: half of them teach the crawls' judge, half the report's.
TEST_F(CompareTest, JudgesByExamplesThatTheCrawlsHaveNotSeen) {
  const std::string folder = recorded_collection();
  std::string specification = read_whole_file(folder + "/porthole.xml");
  specification.insert(specification.find("<term>"), "<taxonomy file=\"taxonomy.xml\"/>");
  write_whole_file(folder + "/porthole.xml", specification);
  std::string stars, bicycles;
  for (const char* word :
       {"night", "galaxy", "telescope", "nebula", "comet", "sky", "moon", "orbit"}) {
    stars += std::string("<example>stars begin shine set end again ") + word + "</example>";
  }
  for (const char* word :
       {"wheel", "saddle", "chain", "brake", "pedal", "frame", "gear", "rider"}) {
    bicycles += std::string("<example>bicycle shop race tour another ") + word + "</example>";
  }
  write_whole_file(folder + "/taxonomy.xml",
                   "<taxonomy xmlns=\"urn:porthole:taxonomy:1\" title=\"all\"><topic "
                   "name=\"stars\" title=\"Stars\" mark=\"good\">" +
                       stars + "</topic><topic name=\"bicycles\" title=\"Bicycles\">" + bicycles +
                       "</topic></taxonomy>");
  const ProgramResult said = compare(folder, {"--repeats", "0", "--json"});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_EQ(json_lines(said.out)[0]["judge"]["kind"], "held-out classifier");
  EXPECT_THAT(read("harvest.csv"), HasSubstr("breadth-first,0,7,4,4\n"))
      << "s1 to s4 are about stars";
  EXPECT_THAT(read("report.html"), HasSubstr("trained on 8 examples"));
  EXPECT_FALSE(std::filesystem::exists(folder + "/model/classifier.model"))
      << "the collection's own is not touched";
}

TEST_F(CompareTest, RefusesTheLiveWebWithARemedy) {
  const ProgramResult said = compare(collection(), {});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("live web"));
  EXPECT_THAT(said.err, HasSubstr("gateway"));
  EXPECT_FALSE(std::filesystem::exists(path("out")));
}

TEST_F(CompareTest, RefusesAStrategyTwiceAndTheOracleWithoutLabels) {
  const std::string folder = recorded_collection();
  for (const char* strategies : {"rw,rw", "oracle", ","}) {
    EXPECT_EQ(porthole({"compare", folder, "--strategies", strategies, "--pages", "5", "--out",
                        path("out")})
                  .code,
              2)
        << strategies;
  }
  EXPECT_EQ(compare(folder, {"--topic", "stars"}).code, 2);
}

TEST_F(CompareTest, ListsASeedThatCannotBeUsed) {
  const std::string folder = recorded_collection();
  std::string specification = read_whole_file(folder + "/porthole.xml");
  specification.insert(specification.find("</seeds>"), "<seed url=\"ftp://x.test/\"/>");
  write_whole_file(folder + "/porthole.xml", specification);
  const ProgramResult said = compare(folder, {"--repeats", "0"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("seed not used: ftp://x.test/"));
  EXPECT_THAT(read("report.html"), HasSubstr("Seed not used: ftp://x.test/"));
}

TEST_F(CompareTest, LeavesNoCrawlBehind) {
  ASSERT_EQ(compare(recorded_collection(), {"--repeats", "0"}).code, 0);
  std::set<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(path("out")))
    names.insert(entry.path().filename());
  EXPECT_EQ(names, (std::set<std::string>{"harvest.csv", "report.html", "report.json", "runs"}));
  EXPECT_FALSE(std::filesystem::exists(path("sky/repository.db")))
      << "the collection itself is not crawled";
}

}  // namespace
}  // namespace porthole::testing
