// Tests of gather, status and explain on a crawl that has stagnated.

#include <cstdlib>

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {

namespace {

using nlohmann::json;
using ::testing::HasSubstr;

/// A seed off the topic, with a link that says nothing of it.
class StagnationCliTest : public CommandLineTest {
 protected:
  StagnationCliTest() {
    web_.page("http://a.test/", "<title>Soups</title><p>Of soups. <a href='/bread'>bread</a>");
    web_.page("http://a.test/bread", "<title>Bread</title><p>Of bread.");
  }
  std::string crawl() {
    const ProgramResult made =
        porthole({"new", path("stars"), "--topic", "telescopes", "--seed", "http://a.test/",
                  "--contact", "me@stars.club", "--gateway", web_.gateway()});
    EXPECT_EQ(made.code, 0) << made.err;
    return path("stars");
  }

  SmallWeb web_;
};

TEST_F(StagnationCliTest, GatherSaysThatAllWasPrunedAndWhatWouldHelp) {
  const std::string folder = crawl();
  expect_output(
      {"gather", folder, "--strategy", "hard-focus"},
      {"stagnation: 1 URL left, and hard-focus pruned all of them\n",
       "what would help: prune nothing: porthole gather " + folder + " --strategy soft-focus\n"});
}

TEST_F(StagnationCliTest, StatusTellsAnAlarmOnceByWebhookAndByMail) {
  const std::string folder = crawl();
  porthole({"gather", folder, "--strategy", "hard-focus"});
  SiteServer hook;
  hook.answer_and_close("/alarms", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
  write_whole_file(path("sendmail"),
                   "#!/bin/sh\necho \"$@\" >>" + path("mail") + "\ncat >>" + path("mail") + "\n");
  std::filesystem::permissions(path("sendmail"), std::filesystem::perms::owner_all);
  const std::string programs = std::getenv("PATH");
  ::setenv("PATH", (path("") + ":" + programs).c_str(), 1);
  const std::vector<std::string> tell = {"status", folder,         "--webhook", hook.url("/alarms"),
                                         "--mail", "me@stars.club"};
  const ProgramResult refused = porthole(tell);
  EXPECT_NE(refused.code, 0);
  EXPECT_THAT(refused.err, HasSubstr("status 503"));
  hook.answer_and_close("/alarms", "HTTP/1.1 204 No Content\r\n\r\n");
  for (int i = 0; i < 2; ++i) EXPECT_EQ(porthole(tell).code, 0);
  ::setenv("PATH", programs.c_str(), 1);
  ASSERT_EQ(hook.requests().size(), 2u) << "a second time because of 503, and no third";
  const json told = json::parse(hook.requests().back().body);
  EXPECT_EQ(told.at("collection"), "stars");
  EXPECT_EQ(told.at("alarms").at(0).at("kind"), "stands still");
  EXPECT_EQ(told.at("alarms").at(0).at("strategy"), "soft-focus");
  const std::string mail = read_whole_file(path("mail"));
  EXPECT_THAT(mail, ::testing::StartsWith("-i -t\nTo: me@stars.club\nSubject: Porthole: stars: "
                                          "stands still\n"));
  EXPECT_THAT(mail,
              HasSubstr("\n\nstands still: 1 URL left, and hard-focus pruned all of them.\n"));
  EXPECT_EQ(mail.find("To:", 8), std::string::npos) << "one mail";
}

TEST_F(StagnationCliTest, StatusTellsNobodyAtAnAddressThatIsNone) {
  const std::string folder = crawl();
  for (const char* const mail : {"me", "me@stars.club\nBcc: all@stars.club", "a@b.org,c@d.org"})
    EXPECT_EQ(porthole({"status", folder, "--mail", mail}).code, 2) << mail;
  const ProgramResult none = porthole({"status", folder, "--mail", "a@b.org"});
  EXPECT_EQ(none.code, 0) << "there is no alarm to tell";
}

TEST_F(StagnationCliTest, StatusSaysItAsJson) {
  const std::string folder = crawl();
  porthole({"gather", folder, "--strategy", "hard-focus"});
  const json stagnation =
      json_lines(porthole({"status", folder, "--json"}).out).at(0).at("stagnation");
  EXPECT_EQ(stagnation.at("kind"), "all pruned");
  EXPECT_EQ(stagnation.at("census"), json::parse(R"([{"topic":"","pages":1}])"));
  EXPECT_GE(stagnation.at("remedies").size(), 2u);
  const json alarms = json_lines(porthole({"status", folder, "--json"}).out).at(0).at("alarms");
  ASSERT_EQ(alarms.size(), 1u);
  EXPECT_EQ(alarms.at(0).at("kind"), "stands still");
}

TEST_F(StagnationCliTest, StatusCountsTheLooksThatChanceChose) {
  const std::string folder = crawl();
  const std::vector<std::string> looking = {"gather",   folder,        "--strategy", "rwb",
                                            "--option", "threshold=1", "--option",   "boost=0"};
  EXPECT_THAT(porthole(looking).out,
              HasSubstr("1 page fetched for exploration; the text of 0 reached"));
  EXPECT_THAT(porthole({"status", folder}).out, HasSubstr("1 page fetched for exploration"));
}

TEST_F(StagnationCliTest, ExplainAndStatusGoByTheOptionsOfTheLastRun) {
  const std::string folder = crawl();
  porthole({"gather", folder, "--strategy", "rw", "--option", "threshold=0.9"});
  const json explained =
      json_lines(porthole({"explain", folder, "http://a.test/bread", "--json"}).out).at(0);
  EXPECT_EQ(explained.at("threshold"), 0.9);
  EXPECT_THAT(porthole({"status", folder}).out,
              HasSubstr("last run     by rw (threshold=0.9) from "));
  const json status = json_lines(porthole({"status", folder, "--json"}).out).at(0);
  EXPECT_EQ(status.at("last_run").at("options").at("threshold"), "0.9");
}

// status names the sites of seeds that have hardly any of the topic's words, and tells the pages
// that are relevant by themselves from those that the index takes in.

/// The topic is "bicycle". Pages with the word have a relevance of 0.8, others of 0.
class SeedSitesTest : public CommandLineTest {
 protected:
  /// Adds pages of one site, the first of which is a seed if `seed`.
  void add(const std::string& site, int pages, int relevant, bool seed) {
    for (int i = 0; i < pages; ++i) {
      repository::UrlRecord url;
      url.id = ++last_;
      const bool own = site == "file:";
      url.key = url.href = (own ? "file:///srv/" : "https://" + site + "/") + std::to_string(i);
      url.site = site;
      url.host = own ? "" : site;
      url.state = repository::UrlState::kFetched;
      url.seed = seed && i == 0;
      batch_.new_urls.push_back(url);
      repository::PageRecord page;
      page.id = page.order = last_;
      page.fetched_at = WallTime{std::chrono::seconds(1'790'000'000)};
      page.digest = "sha1:" + std::to_string(last_);
      page.relevant = i < relevant;
      page.relevance = Relevance(page.relevant ? 0.8 : 0);
      page.document.title = "Page " + std::to_string(last_);
      page.document.text = std::string(page.relevant ? "A bicycle" : "A two-wheeler") + " of " +
                           site + ", number " + std::to_string(last_) + ".";
      page.document.language = "en";
      page.document.media_type = "text/html";
      batch_.pages.push_back(page);
    }
  }
  std::string stored(const std::string& folder) {
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    EXPECT_TRUE(repository);
    EXPECT_TRUE((*repository)->crawl().apply(batch_));
    return folder;
  }
  static json sites(const std::string& folder) {
    const ProgramResult status = porthole({"status", folder, "--json"});
    EXPECT_EQ(status.code, 0) << status.err;
    return json_lines(status.out).at(0).at("seed_sites_off_topic");
  }

 private:
  repository::Batch batch_;
  repository::UrlId last_ = 0;
};

TEST_F(SeedSitesTest, StatusNamesASeedsSiteWithoutTheTopicsWordsAndWhatWouldHelp) {
  add("wheelers.example", 6, 0, true);
  add("velo.example", 6, 3, true);
  add("soups.example", 6, 0, false);
  const std::string folder = stored(collection());
  EXPECT_EQ(sites(folder),
            json::parse(R"([{"site":"wheelers.example","pages":6,"relevance":0.0}])"));
  const std::string words = porthole({"status", folder}).out;
  EXPECT_THAT(words, HasSubstr("seeds: hardly any page of wheelers.example (6 pages, mean "
                               "relevance 0.000) has the topic's words, so the index leaves out "
                               "all but seeds and relevant ones\n"
                               "  what would help: words that such pages use, as more <term> of "
                               "the topic in " +
                               folder + "/porthole.xml, then porthole judge " + folder));
}

TEST_F(SeedSitesTest, StatusTellsRelevantPagesFromThoseThatTheIndexTakesInAsOnTopic) {
  add("velo.example", 6, 3, true);
  const std::string folder = stored(collection());
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder}).code, 0);
  const std::string words = porthole({"status", folder}).out;
  EXPECT_THAT(words,
              HasSubstr("relevant              3  judged page by page, harvest rate 50.0 %"));
  EXPECT_THAT(words, HasSubstr("indexed               6  on topic for the index"));
}

TEST_F(SeedSitesTest, FourPagesAreTooFewToJudgeASiteBy) {
  add("wheelers.example", 4, 0, true);
  EXPECT_EQ(sites(stored(collection())), json::array());
}

TEST_F(SeedSitesTest, WordsJudgeNoSiteWhereThereIsNoTopicOrAClassifier) {
  add("wheelers.example", 6, 0, true);
  const std::string folder = stored(collection());
  const std::string file = folder + "/porthole.xml";
  const std::string specification = read_whole_file(file);
  const std::size_t begin = specification.find("<topic"), end = specification.find("</topic>");
  ASSERT_LT(begin, end);
  ASSERT_NE(end, std::string::npos);
  const auto with_topic = [&](const std::string& topic) {
    write_whole_file(file, specification.substr(0, begin) + topic + specification.substr(end + 8));
    return sites(folder);
  };
  EXPECT_EQ(with_topic("<topic title=\"cycling\"/>"), json::array()) << "the folder's name";
  write_whole_file(folder + "/taxonomy.xml",
                   "<taxonomy xmlns=\"urn:porthole:taxonomy:1\" title=\"All\">"
                   "<topic name=\"cycling\" mark=\"good\"><example url=\"https://a.org/\"/></topic>"
                   "<topic name=\"soups\"><example url=\"https://b.org/\"/></topic></taxonomy>");
  EXPECT_EQ(with_topic("<topic title=\"Bicycles\"><taxonomy file=\"taxonomy.xml\"/></topic>"),
            json::array());
  EXPECT_EQ(with_topic("<topic title=\"Bicycles\"/>").size(), 1U);
}

}  // namespace
}  // namespace porthole::testing
