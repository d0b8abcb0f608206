// Settings of a crawl that a person changes in the console; each change can be taken back.

#include <gmock/gmock.h>

#include "console/tests/console_fixture.h"
#include "training/open_taxonomy.h"

namespace porthole::console {
namespace {

using nlohmann::json;

class SettingsTest : public ConsoleTest {
 protected:
  void SetUp() override { log_in(); }

  json changed(const json& body) {
    const Answered answered = post("/api/v1/settings", body);
    EXPECT_EQ(answered.status, 200) << answered.body;
    return answered.json();
  }
  int status(const json& body) { return post("/api/v1/settings", body).status; }
  std::string specification() const {
    return testing::read_whole_file(collection_.folder() / "porthole.xml");
  }
  json undo() { return post("/api/v1/undo", json::object()).json(); }
};

TEST_F(SettingsTest, TheBudgetIsSetAndTakenBack) {
  const std::string before = specification();
  const json seen = changed({{"change", "budget"}, {"pages", 500}, {"pages_per_site", 20}});
  EXPECT_EQ(seen["budget"], (json{{"pages", 500}, {"pages_per_site", 20}, {"fetched", 20}}));
  EXPECT_EQ(seen["undoable"], json::parse(R"(["budget: pages 500 pages-per-site 20"])"));
  EXPECT_EQ(undo()["undone"], "budget: pages 500 pages-per-site 20");
  EXPECT_EQ(specification(), before);
  EXPECT_EQ(post("/api/v1/undo", json::object()).status, 409);
}

TEST_F(SettingsTest, ARuleIsTriedAddedAndRemoved) {
  const json rule = {{"change", "rule"}, {"accept", false}, {"rule", "path=/1"}};
  const std::string before = specification();
  const json trial = post("/api/v1/rule-trial", rule).json();
  EXPECT_EQ(trial["fetched"], 11) << "/1 and /10 to /19: " << trial;
  EXPECT_EQ(trial["relevant"], 5);
  EXPECT_EQ(specification(), before);
  const json seen = changed(rule);
  const json last = seen["rules"].back();
  EXPECT_EQ(last["text"], "reject path=\"/1\"");
  EXPECT_EQ(changed({{"change", "remove-rule"}, {"line", last["line"]}})["rules"].size(),
            seen["rules"].size() - 1);
}

TEST_F(SettingsTest, AHostIsSlowed) {
  const json seen = changed({{"change", "slow"}, {"host", "a.test"}, {"seconds", 60}});
  EXPECT_EQ(seen["slow"][0]["host"], "a.test");
  EXPECT_EQ(changed({{"change", "slow"}, {"host", "a.test"}, {"seconds", 0}})["slow"].size(), 0U);
}

TEST_F(SettingsTest, TheStrategyIsChangedWithItsOptions) {
  const json seen =
      changed({{"change", "strategy"}, {"name", "utility"}, {"options", {"alpha=0.3"}}});
  EXPECT_EQ(seen["strategy"], "utility");
  EXPECT_EQ(seen["options"], (json{{"alpha", "0.3"}}));
}

TEST_F(SettingsTest, WhatIsNotValidIsRefusedAndNotWritten) {
  const std::string before = specification();
  EXPECT_EQ(status({{"change", "explode"}}), 422);
  EXPECT_EQ(status({{"change", "budget"}}), 422);
  EXPECT_EQ(status({{"change", "budget"}, {"pages", -1}}), 400);
  EXPECT_EQ(status({{"change", "rule"}, {"accept", true}, {"rule", "path=("}}), 422);
  EXPECT_EQ(status({{"change", "rule"}, {"accept", true}, {"rule", "library=/tmp/x.so"}}), 422);
  EXPECT_EQ(status({{"change", "slow"}, {"host", "http://a.test/"}, {"seconds", 5}}), 422);
  EXPECT_EQ(status({{"change", "strategy"}, {"name", "/tmp/x.so"}}), 422);
  EXPECT_EQ(status({{"change", "strategy"}, {"options", {"alpha"}}}), 422);
  EXPECT_EQ(status({{"change", "remove-rule"}, {"line", 1}}), 404);
  EXPECT_EQ(specification(), before);
}

TEST_F(SettingsTest, SeedsAreListedAddedRemovedAndTakenBack) {
  const auto urls = [](const json& answer) {
    std::string all;
    for (const json& seed : answer["seeds"])
      all += seed["url"].get<std::string>() + " " + seed["state"].get<std::string>() + "\n";
    return all;
  };
  EXPECT_EQ(urls(get("/api/v1/seeds").json()), "https://a.test/1 fetched\n");
  const Answered added =
      post("/api/v1/seeds",
           {{"change", "add"}, {"urls", "www.b.test/x\n\n# mine\nodd\nhttps://a.test/1"}});
  ASSERT_EQ(added.status, 200) << added.body;
  EXPECT_EQ(urls(added.json()), "https://a.test/1 fetched\nhttps://www.b.test/x new\n");
  EXPECT_EQ(added.json()["added"], 1);
  EXPECT_EQ(added.json()["known"], 1);
  EXPECT_EQ(added.json()["bad"].size(), 1U);
  const Answered removed =
      post("/api/v1/seeds", {{"change", "remove"}, {"url", "https://a.test/1"}});
  ASSERT_EQ(removed.status, 200) << removed.body;
  EXPECT_EQ(urls(removed.json()), "https://www.b.test/x new\n");
  EXPECT_EQ(post("/api/v1/seeds", {{"change", "remove"}, {"url", "https://a.test/1"}}).status, 404);
  EXPECT_EQ(post("/api/v1/seeds", {{"change", "add"}, {"urls", "odd"}}).status, 422);
  undo();
  undo();
  EXPECT_EQ(urls(get("/api/v1/seeds").json()), "https://a.test/1 fetched\n");
}

TEST_F(SettingsTest, ATopicThatIsMarkedGoodMakesSeedsOfItsExamples) {
  post("/api/v1/topics", {{"change", "make"}, {"topic", "sky"}});
  post("/api/v1/topics",
       {{"change", "add-example"}, {"topic", "sky"}, {"url", "https://b.test/stars"}});
  EXPECT_EQ(get("/api/v1/seeds").json()["seeds"].size(), 1U);
  post("/api/v1/topics", {{"change", "good"}, {"topic", "sky"}, {"on", true}});
  EXPECT_EQ(get("/api/v1/seeds").json()["seeds"].size(), 2U);
  undo();
  EXPECT_EQ(get("/api/v1/seeds").json()["seeds"].size(), 1U);
}

TEST_F(SettingsTest, TheLineOfEachFileOfCronHasItsForm) {
  const json schedule = get("/api/v1/settings").json()["schedule"];
  const std::string command = "porthole update " + collection_.folder().string() + " --quiet";
  EXPECT_EQ(schedule["crontab"], "30 1 * * * " + command);
  const std::string with_user = schedule["cron_d"];
  EXPECT_TRUE(with_user.starts_with("30 1 * * * ")) << with_user;
  EXPECT_TRUE(with_user.ends_with(" " + command)) << with_user;
  EXPECT_GT(with_user.size(), command.size() + std::string("30 1 * * *  ").size());
}

TEST_F(SettingsTest, ARoleThatReadsChangesNothing) {
  log_in_to_read();
  EXPECT_EQ(get("/api/v1/settings").status, 200);
  EXPECT_EQ(status({{"change", "budget"}, {"pages", 5}}), 403);
  EXPECT_EQ(post("/api/v1/undo", json::object()).status, 403);
  EXPECT_EQ(post("/api/v1/training", {{"action", "keep"}}).status, 403);
  EXPECT_EQ(post("/api/v1/standing", {{"change", "add"}, {"name", "x"}}).status, 403);
}

TEST_F(SettingsTest, AMarkIsTakenBackWithTheSeedThatItMade) {
  const std::string before = specification();
  post("/api/v1/mark", {{"url", "https://a.test/2"}, {"mark", "useful"}});
  EXPECT_NE(specification(), before);
  undo();
  EXPECT_EQ(specification(), before);
  EXPECT_FALSE(std::filesystem::exists(collection_.folder() / "taxonomy.xml"));
}

TEST_F(SettingsTest, MarksAreListedAndCounted) {
  post("/api/v1/mark", {{"url", "https://a.test/2"}, {"mark", "useful"}});
  const json done = post("/api/v1/mark", {{"url", "https://a.test/3"}, {"mark", "not"}}).json();
  EXPECT_EQ(done["marks"], (json{{"useful", 1}, {"not", 1}}));
  const json list = get("/api/v1/candidates?of=marked").json();
  ASSERT_EQ(list["pages"].size(), 2U);
  EXPECT_EQ(list["pages"][0]["mark"], "useful");
  EXPECT_EQ(list["pages"][1]["url"], "https://a.test/3");
}

TEST_F(SettingsTest, AMarkOfATopicThatIsNotThereIsRefusedWhetherItIsSetOrTaken) {
  post("/api/v1/topics", {{"change", "make"}, {"topic", "sky"}});
  for (const char* const change : {"good", "shown"}) {
    const auto status = [&](const char* topic, bool on) {
      return post("/api/v1/topics", {{"change", change}, {"topic", topic}, {"on", on}}).status;
    };
    for (const bool on : {true, false}) {
      EXPECT_EQ(status("none", on), 404) << change << on;
      EXPECT_EQ(status("/", on), 422) << change << on << ": the root";
    }
    EXPECT_EQ(status("sky", true), 200) << change;
    EXPECT_EQ(status(" sky/", false), 200) << change << ": the same topic";
  }
  const json seen = get("/api/v1/topics").json();
  EXPECT_EQ(seen["topics"][0]["mark"], "null");
  EXPECT_EQ(seen["topics"][0]["shown"], false);
  EXPECT_EQ(seen["undoable"].size(), 5U) << seen["undoable"];
}

TEST_F(SettingsTest, ExamplesAreMovedAndSplitOff) {
  post("/api/v1/topics", {{"change", "make"}, {"topic", "sky"}});
  post("/api/v1/topics", {{"change", "make"}, {"topic", "food"}});
  for (const char* url : {"https://a.test/1", "https://a.test/2"})
    post("/api/v1/topics", {{"change", "add-example"}, {"topic", "sky"}, {"url", url}});
  post("/api/v1/topics", {{"change", "example"}, {"url", "https://a.test/1"}, {"into", "food"}});
  const Answered split = post(
      "/api/v1/topics",
      {{"change", "split"}, {"topic", "sky"}, {"name", "suns"}, {"urls", {"https://a.test/2"}}});
  ASSERT_EQ(split.status, 200) << split.body;
  const auto open = training::open_taxonomy(collection_.folder().string());
  const topics::Taxonomy& taxonomy = open->file.taxonomy();
  EXPECT_EQ(taxonomy[*taxonomy.find("food")].examples.size(), 1U);
  EXPECT_EQ(taxonomy[*taxonomy.find("sky/suns")].examples.size(), 1U);
  EXPECT_TRUE(taxonomy[*taxonomy.find("sky")].examples.empty());
  EXPECT_EQ(post("/api/v1/topics", {{"change", "split"}, {"topic", "sky"}, {"name", "x"}}).status,
            422);
}

TEST_F(SettingsTest, AChangeThatCanBeTakenBackIsNamedWithoutThePasswordOfItsExample) {
  for (const char* const topic : {"sky", "food"})
    post("/api/v1/topics", {{"change", "make"}, {"topic", topic}});
  const std::string url = "https://kay:secret@a.test/1";
  post("/api/v1/topics", {{"change", "add-example"}, {"topic", "sky"}, {"url", url}});
  const Answered moved =
      post("/api/v1/topics", {{"change", "example"}, {"url", url}, {"into", "food"}});
  ASSERT_EQ(moved.status, 200) << moved.body;
  EXPECT_EQ(moved.body.find("secret"), std::string::npos) << moved.body;
  EXPECT_NE(moved.body.find("example https://a.test/1"), std::string::npos) << moved.body;
}

TEST_F(SettingsTest, AQuestionIsKeptAnsweredAndRemoved) {
  const auto change = [&](const json& body) { return post("/api/v1/standing", body); };
  const json add = {{"change", "add"}, {"name", "sites"}, {"question", "sites"}};
  const Answered added = change(add);
  ASSERT_EQ(added.status, 200) << added.body;
  EXPECT_EQ(added.json()["standing"][0]["name"], "sites");
  EXPECT_EQ(change(add).status, 422);
  EXPECT_EQ(change({{"change", "answer"}, {"name", "sites"}}).status, 200);
  EXPECT_EQ(change({{"change", "remove"}, {"name", "sites"}}).json()["standing"].size(), 0U);
  EXPECT_EQ(change({{"change", "answer"}, {"name", "sites"}}).status, 404);
}

TEST_F(SettingsTest, FailedFetchesAreAskedForAgainByReason) {
  json start = {{"action", "start"}, {"work", "gather"}, {"retry", {"rejected by scope"}}};
  EXPECT_EQ(post("/api/v1/job", start).status, 422);
  start["retry"] = {"http 404", "unresolvable"};
  ASSERT_EQ(post("/api/v1/job", start).status, 200);
  const std::string said =
      "gather " + collection_.folder().string() + " --retry http 404 --retry unresolvable\n";
  EXPECT_EQ(job_that_is("running", said)["output"], said);
  ASSERT_EQ(post("/api/v1/job", {{"action", "pause"}}).status, 200);
}

TEST_F(SettingsTest, ALossThatIndexHoldsBackIsAccepted) {
  ASSERT_EQ(post("/api/v1/job", {{"action", "start"}, {"work", "accept-loss"}}).status, 200);
  const std::string said = "index " + collection_.folder().string() + " --accept-loss\n";
  EXPECT_EQ(job_that_is("running", said)["output"], said);
  ASSERT_EQ(post("/api/v1/job", {{"action", "pause"}}).status, 200);
}

TEST_F(SettingsTest, OldPagesAreFetchedAgainByAnAge) {
  json start = {{"action", "start"}, {"work", "gather"}, {"refresh", "soon; id"}};
  EXPECT_EQ(post("/api/v1/job", start).status, 422);
  start["refresh"] = "7d";
  ASSERT_EQ(post("/api/v1/job", start).status, 200);
  const std::string said = "gather " + collection_.folder().string() + " --refresh 7d\n";
  EXPECT_EQ(job_that_is("running", said)["output"], said);
  ASSERT_EQ(post("/api/v1/job", {{"action", "pause"}}).status, 200);
}

TEST_F(SettingsTest, WithoutATrialNothingIsKept) {
  EXPECT_TRUE(get("/api/v1/training").json()["trial"].is_null());
  EXPECT_EQ(post("/api/v1/training", {{"action", "keep"}}).status, 404);
  EXPECT_TRUE(get("/api/v1/proposal").json()["proposal"].is_null());
}

}  // namespace
}  // namespace porthole::console
