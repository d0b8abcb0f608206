// Tests of gather --expand: the topic expander adds terms by itself and takes them back.

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

class AutomaticExpansionTest : public CommandLineTest {
 protected:
  static constexpr int kGoodSites = 8, kOtherSites = 16, kOtherPages = 12;

  /// Sites that say "derailleur" of a page about bicycles, and nothing of a dozen others.
  AutomaticExpansionTest() {
    for (int site = 0; site < kGoodSites; ++site) {
      const std::string host = "http://good" + std::to_string(site) + ".test";
      std::string links = "<a href=/gears>Derailleur</a>";
      web_.page(host + "/gears",
                "<title>Gears</title><p>how a bicycle changes gears, part " + std::to_string(site));
      for (int page = 0; page < kOtherPages; ++page) {
        const std::string path = "/" + std::to_string(page);
        links += "<a href=" + path + ">note " + std::to_string(100 * site + page) + "</a>";
        web_.page(host + path, "<title>A note</title><p>on site " + std::to_string(site) +
                                   ", number " + std::to_string(page));
      }
      web_.page(host + "/", "<title>Home</title>" + links);
      seeds_.insert(seeds_.end(), {"--seed", host + "/"});
    }
  }

  /// More sites, on which "derailleur" leads to pages of which no word is the topic's; they are
  /// seeds, too.
  void add_sites_that_lead_astray(const std::string& folder) {
    for (int site = 0; site < kOtherSites; ++site) {
      const std::string host = "http://other" + std::to_string(site) + ".test";
      web_.page(host + "/", "<title>Trains</title><a href=/x>Derailleur</a>");
      web_.page(host + "/x", "<title>Points</title><p>a derailleur throws wagons off the rails, " +
                                 std::to_string(site));
      ASSERT_EQ(porthole({"seeds", "add", folder, host + "/"}).code, 0);
    }
  }

  std::string new_collection() {
    std::vector<std::string> arguments = {"new",     path("c"),   "--topic",
                                          "bicycle", "--gateway", web_.gateway()};
    arguments.insert(arguments.end(), seeds_.begin(), seeds_.end());
    const ProgramResult made = porthole(arguments);
    EXPECT_EQ(made.code, 0) << made.err;
    return path("c");
  }

  static json gather(const std::string& folder) {
    const ProgramResult said = porthole({"gather", folder, "--expand", "--json"});
    EXPECT_EQ(said.code, 0) << said.err;
    return json_lines(said.out).at(0);
  }
  static json listed(const std::string& folder) {
    return json_lines(porthole({"expand", folder, "--list", "--json"}).out).at(0);
  }
  static std::string specification(const std::string& folder) {
    return read_whole_file(folder + "/porthole.xml");
  }

  SmallWeb web_;
  std::vector<std::string> seeds_;
};

TEST_F(AutomaticExpansionTest, AddsATermThatManySitesUseForRelevantPagesAlone) {
  const std::string folder = new_collection();
  const json report = gather(folder);
  EXPECT_EQ(report.at("terms"), json::parse(R"({"added":["derailleur"],"taken_back":[]})"));
  EXPECT_EQ(report.at("fetched"), kGoodSites * (kOtherPages + 2));
  EXPECT_EQ(report.at("stopped"), "frontier empty");
  EXPECT_THAT(specification(folder),
              HasSubstr("<term>derailleur</term>  <!-- added by the topic expander 20"));
  EXPECT_THAT(listed(folder).at("automatic"), ElementsAre("derailleur"));
}

TEST_F(AutomaticExpansionTest, TakesBackATermThatLeadsAstrayAndDoesNotAddItAgain) {
  const std::string folder = new_collection();
  gather(folder);
  add_sites_that_lead_astray(folder);
  gather(folder);  // The pages of the other sites count as relevant by the term that was added.
  const json report = gather(folder);
  EXPECT_EQ(report.at("terms"), json::parse(R"({"added":[],"taken_back":["derailleur"]})"));
  EXPECT_THAT(specification(folder), Not(HasSubstr("derailleur")));
  EXPECT_THAT(listed(folder).at("automatic"), IsEmpty());
  EXPECT_THAT(listed(folder).at("rejected"), ElementsAre("derailleur"));
  EXPECT_EQ(report.at("relevant"), kGoodSites) << "judged by the person's terms again";
  EXPECT_EQ(gather(folder).at("terms"), json::parse(R"({"added":[],"taken_back":[]})"));
}

TEST_F(AutomaticExpansionTest, APersonKeepsOrRejectsWhatWasAdded) {
  const std::string folder = new_collection();
  gather(folder);
  ASSERT_EQ(porthole({"expand", folder, "--accept", "derailleur"}).code, 0);
  EXPECT_THAT(listed(folder).at("automatic"), IsEmpty());
  EXPECT_THAT(listed(folder).at("accepted"), ElementsAre("derailleur"));
  EXPECT_THAT(listed(folder).at("terms"), Contains("derailleur"));

  const std::string other = folder + "2";
  std::filesystem::copy(folder, other, std::filesystem::copy_options::recursive);
  json memory = json::parse(read_whole_file(other + "/expansion.json"));
  memory["accepted"] = json::array();
  memory["automatic"] = {"derailleur"};
  write_whole_file(other + "/expansion.json", memory.dump());
  ASSERT_EQ(porthole({"expand", other, "--reject", "derailleur"}).code, 0);
  EXPECT_THAT(specification(other), Not(HasSubstr("derailleur")));
  EXPECT_THAT(listed(other).at("rejected"), ElementsAre("derailleur"));
}

TEST_F(AutomaticExpansionTest, ATermThatAPersonTakesOutOfTheFileStaysOut) {
  const std::string folder = new_collection();
  gather(folder);
  std::string text = specification(folder);
  const std::size_t begin = text.find("<term>derailleur"), end = text.find("-->", begin) + 3;
  write_whole_file(folder + "/porthole.xml", text.erase(begin, end - begin));
  EXPECT_EQ(gather(folder).at("terms"), json::parse(R"({"added":[],"taken_back":[]})"));
  EXPECT_THAT(specification(folder), Not(HasSubstr("derailleur")));
  EXPECT_THAT(listed(folder).at("automatic"), IsEmpty());
  EXPECT_THAT(listed(folder).at("rejected"), ElementsAre("derailleur"));
}

TEST_F(AutomaticExpansionTest, StopsAtTheNumberOfPagesThatWasAskedFor) {
  const std::string folder = new_collection();
  const ProgramResult said = porthole({"gather", folder, "--expand", "--pages", "105", "--json"});
  EXPECT_EQ(json_lines(said.out).at(0).at("fetched"), 105);
  EXPECT_EQ(json_lines(said.out).at(0).at("fetched_now"), 105);
  EXPECT_EQ(json_lines(said.out).at(0).at("stopped"), "budget");
}

}  // namespace
}  // namespace porthole::testing
