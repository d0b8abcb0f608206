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

}  // namespace
}  // namespace porthole::testing
