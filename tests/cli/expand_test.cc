#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class ExpandTest : public CommandLineTest {
 protected:
  /// Four sites, on each of which a page that is about other things cites two more of its site: a
  /// relevant one as "Derailleur cables", and another as "privacy notice" and "imprint". A page of
  /// travel on the first two cites the relevant one of the next site.
  std::string citing_collection() {
    const std::string folder = collection();
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    EXPECT_TRUE((*repository)->crawl().apply(four_sites()));
    return folder;
  }

  /// The same with a taxonomy in which sport/cycling is good.
  std::string with_taxonomy() {
    const std::string folder = citing_collection();
    write_whole_file(folder + "/taxonomy.xml",
                     "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"sport\">"
                     "<topic name=\"cycling\" mark=\"good\"><topic name=\"repair\"/></topic>"
                     "</topic><topic name=\"travel\"/><topic name=\"law\"/></taxonomy>\n");
    std::string text = read_whole_file(folder + "/porthole.xml");
    text.insert(text.find("</topic>"), "<taxonomy file=\"taxonomy.xml\"/>");
    write_whole_file(folder + "/porthole.xml", text);
    return folder;
  }

  static json expand(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), "expand");
    arguments.push_back("--json");
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    const auto lines = json_lines(said.out);
    EXPECT_EQ(lines.size(), 1u) << said.out;
    return lines.empty() ? json::object() : lines[0];
  }

  static std::vector<std::string> terms(const json& said) {
    std::vector<std::string> out;
    for (const json& term : said.at("terms")) out.push_back(term.at("term"));
    return out;
  }

 private:
  static void add_page(repository::Batch& batch, repository::UrlId id, int site,
                       const std::string& path, const std::string& topic) {
    repository::UrlRecord url;
    url.id = id;
    url.host = url.site = "s" + std::to_string(site) + ".org";
    url.key = url.href = "https://" + url.host + path;
    url.state = repository::UrlState::kFetched;
    batch.new_urls.push_back(url);
    repository::PageRecord page;
    page.id = page.order = id;
    page.relevant = topic == "sport/cycling/repair";
    page.topic = topic;
    batch.pages.push_back(page);
  }

  static void add_link(repository::Batch& batch, repository::UrlId source, repository::UrlId target,
                       const std::string& anchor) {
    repository::LinkRecord link;
    link.source = source;
    link.target = target;
    link.position = static_cast<std::uint32_t>(batch.links.size());
    link.link.anchor = anchor;
    batch.links.push_back(link);
  }

  static repository::Batch four_sites() {
    repository::Batch batch;
    for (int site = 0; site < 4; ++site) {
      const repository::UrlId first = 4 * site + 1;
      add_page(batch, first, site, "/", "law");
      add_page(batch, first + 1, site, "/good", "sport/cycling/repair");
      add_page(batch, first + 2, site, "/privacy", "law");
      add_page(batch, first + 3, site, "/trips", site < 2 ? "travel" : "law");
      add_link(batch, first, first + 1, "Derailleur cables");
      add_link(batch, first, first + 2, "privacy notice");
      add_link(batch, first, first + 2, "imprint");
      add_link(batch, first, 1000, "derailleur of nowhere");
    }
    add_link(batch, 4, 6, "");
    add_link(batch, 8, 10, "");
    return batch;
  }
};

// One of three fetched pages that each site links to is relevant: base 1/3. The terms are on four
// sites: bound 4 / (4 + 2.3263^2) = 0.42499, lift 3.
TEST_F(ExpandTest, ProposesTermsWithTheirFiguresAndWhoUsesThem) {
  const json said = expand({citing_collection()});
  EXPECT_EQ(said.at("pages"), 16);
  EXPECT_EQ(said.at("relevant"), 4);
  EXPECT_EQ(said.at("links"), 12);
  EXPECT_EQ(said.at("sites"), 4);
  EXPECT_NEAR(said.at("base").get<double>(), 1.0 / 3, 1e-12);
  EXPECT_EQ(said.at("suggestions"), 2);
  EXPECT_EQ(said.at("evidence"),
            json::parse(R"([{"source":"the crawl","relevant":4,"other":12}])"));
  EXPECT_EQ(terms(said), (std::vector<std::string>{"cable", "derailleur"}));
  const json& cable = said.at("terms")[0];
  EXPECT_EQ(cable.at("written"), "cables");  // Nobody writes it otherwise.
  EXPECT_EQ(cable.at("sites"), 4);
  EXPECT_EQ(cable.at("relevant_sites"), 4);
  EXPECT_EQ(cable.at("support"), 1);
  EXPECT_EQ(cable.at("confidence"), 1);
  EXPECT_NEAR(cable.at("lift").get<double>(), 3, 1e-12);
  EXPECT_NEAR(cable.at("low").get<double>(), 0.42499, 1e-5);
  ASSERT_EQ(cable.at("phrases").size(), 1u);
  EXPECT_EQ(cable.at("phrases")[0].at("term"), "derailleur cable");
  ASSERT_EQ(cable.at("uses").size(), 3u);
  EXPECT_EQ(cable.at("uses")[0], json::object({{"source", "https://s0.org/"},
                                               {"target", "https://s0.org/good"},
                                               {"kind", "anchor"},
                                               {"text", "Derailleur cables"}}));
  EXPECT_EQ(said.at("subtopics"), json::array());
  EXPECT_EQ(said.at("related_topics"), json::array());
}

TEST_F(ExpandTest, SaysTheSameInWordsAndChangesNothing) {
  const std::string folder = citing_collection();
  const std::string before = read_whole_file(folder + "/porthole.xml");
  expect_output({"expand", folder, "--top", "1"},
                {"      4    100.0 %   3.0  cables\n", "also: derailleur cables (4)",
                 "\"Derailleur cables\" on https://s0.org/\n", "and 1 more",
                 "next: porthole expand " + folder + " --accept cables"});
  EXPECT_EQ(read_whole_file(folder + "/porthole.xml"), before);
  EXPECT_FALSE(std::filesystem::exists(folder + "/expansion.json"));
}

// Sub-topic: repair, relevant on four sites. Related: travel, whose two pages cite a relevant page
// of another site. One or two of a site's four pages are relevant or cite so: 1/2, 1/2, 1/4, 1/4,
// base 3/8, lift 8/3.
TEST_F(ExpandTest, NamesTopicsThatKeepTurningUp) {
  const std::string folder = with_taxonomy();
  const json said = expand({folder});
  ASSERT_EQ(said.at("subtopics").size(), 1u);
  EXPECT_EQ(said.at("subtopics")[0].at("topic"), "sport/cycling/repair");
  EXPECT_EQ(said.at("subtopics")[0].at("pages"), 4);
  ASSERT_EQ(said.at("related_topics").size(), 1u);
  EXPECT_EQ(said.at("related_topics")[0].at("topic"), "travel");
  EXPECT_EQ(said.at("related_topics")[0].at("relevant_sites"), 2);
  EXPECT_NEAR(said.at("related_topics")[0].at("lift").get<double>(), 8.0 / 3, 1e-12);
  EXPECT_THAT(porthole({"expand", folder}).out, HasSubstr("  travel\n"));
}

TEST_F(ExpandTest, AnAcceptedTermJoinsTheTopicAndIsNotProposedAgain) {
  const std::string folder = citing_collection();
  const std::string before = read_whole_file(folder + "/porthole.xml");
  const json said = expand({folder, "--accept", "Derailleur Cables", "--accept", "cable"});
  EXPECT_EQ(said.at("accepted"), json::array({"Derailleur Cables", "cable"}));
  const std::string after = read_whole_file(folder + "/porthole.xml");
  EXPECT_THAT(after, HasSubstr("<term>bicycle</term>\n    <term>Derailleur Cables</term>"));
  EXPECT_THAT(after, HasSubstr("<term>cable</term>  <!-- proposed by porthole expand, accepted "));
  EXPECT_EQ(after.substr(after.find("</topic>")), before.substr(before.find("</topic>")));
  const auto checked =
      json_lines(porthole({"check", "--json", "spec", folder + "/porthole.xml"}).out);
  ASSERT_FALSE(checked.empty());
  EXPECT_EQ(checked[0].at("valid"), true);
  EXPECT_THAT(expand({folder}).at("terms"), json::array());
  EXPECT_EQ(expand({folder, "--accept", "cables"}).at("known"), 1);
}

TEST_F(ExpandTest, WhatWasAcceptedIsFoundBySearchesForTheTopicButNotByTheQuotedWord) {
  const std::string folder = citing_collection();
  expand({folder, "--accept", "cables"});
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  const auto search = [&](const std::string& query) {
    return json_lines(porthole({"search", folder, query, "--all", "--explain", "--json"}).out)
        .at(0);
  };
  const json found = search("bicycles");
  ASSERT_EQ(found.at("results").size(), 4u) << found;
  EXPECT_THAT(found.at("results")[0].at("url").get<std::string>(), HasSubstr("/good"));
  EXPECT_THAT(found.at("results")[0].at("explanation").dump(), HasSubstr("\"kind\":\"synonym\""));
  EXPECT_EQ(found.at("notes"), json::array({"\"bicycles\" also finds pages that have cables "
                                            "instead; in quotation marks it does not."}));
  EXPECT_EQ(search("\"bicycle\"").at("results"), json::array());

  expand({folder, "--accept", "derailleur", "--for", "cable"});
  EXPECT_EQ(expand({folder, "--list"}).at("for"), json::object({{"derailleur", "cable"}}));
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  EXPECT_THAT(search("cable").at("notes").dump(), HasSubstr("derailleur"));
  EXPECT_THAT(search("bicycle").at("notes").dump(), Not(HasSubstr("derailleur")));
}

TEST_F(ExpandTest, ATermIsAnotherWordOnlyForOneOfTheTopic) {
  const std::string folder = citing_collection();
  expect_error({"expand", folder, "--accept", "cable", "--for", "bicicle"}, 3,
               {"did you mean bicycle?"});
  EXPECT_FALSE(std::filesystem::exists(folder + "/expansion.json"));
  EXPECT_EQ(porthole({"expand", folder, "--for", "bicycle"}).code, 2);
  expand({folder, "--accept", "cable"});
  expand({folder, "--accept", "cable", "--for", "bicycle"});
  EXPECT_EQ(expand({folder, "--list"}).at("for"), json::object({{"cable", "bicycle"}}));
}

TEST_F(ExpandTest, ARejectedTermStaysAwayUntilItIsAccepted) {
  const std::string folder = citing_collection();
  const std::string before = read_whole_file(folder + "/porthole.xml");
  EXPECT_EQ(expand({folder, "--reject", "cables"}).at("rejected"), json::array({"cables"}));
  EXPECT_EQ(read_whole_file(folder + "/porthole.xml"), before);
  const json said = expand({folder});
  EXPECT_EQ(terms(said), std::vector<std::string>{"derailleur"});
  EXPECT_EQ(said.at("terms")[0].at("phrases")[0].at("term"), "derailleur cable");
  EXPECT_EQ(expand({folder, "--list"}).at("rejected"), json::array({"cables"}));
  expand({folder, "--accept", "cable"});
  const json listed = expand({folder, "--list"});
  EXPECT_EQ(listed.at("rejected"), json::array());
  EXPECT_EQ(listed.at("accepted"), json::array({"cable"}));
  EXPECT_EQ(listed.at("terms"), json::array({"bicycle", "cable"}));
}

TEST_F(ExpandTest, WhatWasNotProposedChangesNothing) {
  const std::string folder = citing_collection();
  const std::string before = read_whole_file(folder + "/porthole.xml");
  expect_error({"expand", folder, "--accept", "cable", "--accept", "derailer"}, 3,
               {"did you mean derailleur?"});
  EXPECT_EQ(porthole({"expand", folder, "--reject", "bicycle"}).code, 3);
  EXPECT_EQ(porthole({"expand", folder, "--accept", "cable", "--reject", "cables"}).code, 2);
  EXPECT_EQ(porthole({"expand", folder, "--list", "--reject", "cable"}).code, 2);
  EXPECT_EQ(read_whole_file(folder + "/porthole.xml"), before);
  EXPECT_FALSE(std::filesystem::exists(folder + "/expansion.json"));
}

TEST_F(ExpandTest, ADamagedMemoryIsNamed) {
  const std::string folder = citing_collection();
  write_whole_file(folder + "/expansion.json", "{\"accepted\":3}");
  expect_error({"expand", folder}, 3, {"expansion.json"});
}

TEST_F(ExpandTest, ACrawlThatHasFetchedAllIsNotToldToGatherOn) {
  expect_output({"expand", citing_collection(), "--sites", "1000"},
                {"no term qualifies yet", "next: porthole seeds add "});
}

TEST_F(ExpandTest, ACollectionWithNothingToLearnFromIsToldWhatToDo) {
  expect_error({"expand", collection()}, 3,
               {"nothing to learn terms from", "porthole examples add", "porthole gather"});
  const std::string folder = collection("small");
  repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite).value();
  expect_output({"expand", folder}, {"no term qualifies yet", "next: porthole gather "});
}

}  // namespace
}  // namespace porthole::testing
