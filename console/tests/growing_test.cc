// Explain, questions, feedback, topics and the start page.

#include <algorithm>

#include "console/tests/console_fixture.h"
#include "training/open_taxonomy.h"

namespace porthole::console {
namespace {

class GrowingTest : public ConsoleTest {
 protected:
  void SetUp() override { log_in(); }

  Answered mark(const std::string& url, const std::string& mark) {
    return post("/api/v1/mark", {{"url", url}, {"mark", mark}});
  }
  std::vector<std::string> examples_of(const std::string& topic) const {
    std::vector<std::string> urls;
    const auto open = training::open_or_make_taxonomy(collection_.folder().string());
    const auto id = open->file.taxonomy().find(topic);
    if (!id) return urls;
    for (const topics::Example& one : open->file.taxonomy()[*id].examples) urls.push_back(one.url);
    return urls;
  }
  std::string mark_shown_for(const std::string& url) {
    const nlohmann::json list = get("/api/v1/candidates?of=newest").json();
    for (const nlohmann::json& page : list["pages"]) {
      if (page["url"] == url) return page["mark"];
    }
    return "no such page";
  }
};

TEST_F(GrowingTest, AUrlIsExplainedAsOnTheCommandLine) {
  const nlohmann::json seen = get("/api/v1/explain?url=https%3A%2F%2Fa.test%2F4").json();
  EXPECT_EQ(seen["state"], "fetched");
  EXPECT_EQ(seen["page"]["relevance"], 0.75);
  EXPECT_EQ(seen["page"]["title"], "Page 4");
  EXPECT_EQ(get("/api/v1/explain?url=https%3A%2F%2Fb.test%2F").status, 404);
  EXPECT_EQ(get("/api/v1/explain?url=").status, 422);
  EXPECT_EQ(get("/api/v1/explain?url=odd").json()["error"]["message"],
            "odd: not a valid URL: it has no scheme (https://)")
      << "said once";
}

TEST_F(GrowingTest, AUrlIsExplainedAsPeoplePasteIt) {
  for (const char* const url :
       {"a.test/4", "https%3A%2F%2Fa.test%2F4%2F", "%20a.test%2F4%2F", "http%3A%2F%2Fa.test%2F4"}) {
    const Answered answered = get(std::string("/api/v1/explain?url=") + url);
    ASSERT_EQ(answered.status, 200) << answered.body;
    EXPECT_EQ(answered.json()["url"], "https://a.test/4");
    EXPECT_EQ(answered.json()["has_index"], false);
  }
}

TEST_F(GrowingTest, APageWithoutWordsIsNotOfferedForAMark) {
  repository::Batch batch;
  repository::UrlRecord url;
  url.id = 21;
  url.key = url.href = "https://a.test/picture.png";
  url.host = url.site = "a.test";
  url.state = repository::UrlState::kFetched;
  batch.new_urls = {url};
  repository::PageRecord picture;
  picture.id = picture.order = 21;
  picture.fetched_at = parse_time("2026-11-20T13:00:00Z").value();
  picture.relevance = Relevance(0.5);
  batch.pages = {picture};
  const auto written = collection_.repository(repository::Access::kWrite)->crawl().apply(batch);
  ASSERT_TRUE(written) << written.error().to_string();
  for (const std::string list : {"newest", "threshold"}) {
    const nlohmann::json pages = get("/api/v1/candidates?of=" + list).json()["pages"];
    EXPECT_EQ(pages.size(), 20U) << list;
    for (const auto& page : pages) EXPECT_NE(page["url"], "https://a.test/picture.png");
  }
}

TEST_F(GrowingTest, AReadyQuestionIsAnswered) {
  const nlohmann::json known = get("/api/v1/questions").json();
  const auto harvest = std::find_if(known["ready"].begin(), known["ready"].end(),
                                    [](const auto& one) { return one["name"] == "harvest"; });
  ASSERT_NE(harvest, known["ready"].end());
  EXPECT_TRUE(known["tables"].contains("page"));
  const nlohmann::json answer = get("/api/v1/answer?name=harvest").json();
  EXPECT_FALSE(answer["rows"].empty());
  EXPECT_EQ(get("/api/v1/answer?name=none").status, 422);
  // The command line says the same of a topic that nobody has.
  EXPECT_EQ(get("/api/v1/answer?name=specialty-sites&topic=nobodys").status, 404);
}

TEST_F(GrowingTest, AnOwnQuestionMayReadAndNothingElse) {
  const auto ask = [&](const std::string& sql) { return post("/api/v1/sql", {{"sql", sql}}); };
  EXPECT_EQ(ask("SELECT count(*) FROM page").json()["rows"][0][0], 20);
  for (const char* sql : {"DELETE FROM page", "SELECT 1; DELETE FROM page", "PRAGMA user_version=9",
                          "ATTACH '/tmp/x.db' AS x", "SELECT load_extension('x')",
                          "UPDATE url SET state = 0", "SELECT readfile('/etc/passwd')", ""})
    EXPECT_EQ(ask(sql).status, 422) << sql;
  EXPECT_EQ(ask("SELECT count(*) FROM page").json()["rows"][0][0], 20);
}

TEST_F(GrowingTest, ARoleThatReadsAsksReadyQuestionsAlone) {
  log_in_to_read();
  EXPECT_EQ(get("/api/v1/answer?name=harvest").status, 200);
  EXPECT_EQ(post("/api/v1/sql", {{"sql", "SELECT 1"}}).status, 403);
  EXPECT_EQ(mark("https://a.test/2", "useful").status, 403);
  EXPECT_EQ(post("/api/v1/topics", {{"change", "make"}, {"topic", "x"}}).status, 403);
}

TEST_F(GrowingTest, AUsefulPageBecomesAnExampleOfTheWantedTopicAndASeed) {
  ASSERT_EQ(mark("https://a.test/2", "useful").status, 200);
  EXPECT_EQ(examples_of("wanted"), std::vector<std::string>{"https://a.test/2"});
  EXPECT_EQ(mark_shown_for("https://a.test/2"), "useful");
  const auto seeds = collection_.open().specification().seeds;
  EXPECT_EQ(seeds.size(), 2U);
}

TEST_F(GrowingTest, AMarkTwiceIsOneAndTheLastOneHolds) {
  mark("https://a.test/2", "useful");
  ASSERT_EQ(mark("https://a.test/2", "useful").status, 200);
  EXPECT_EQ(examples_of("wanted").size(), 1U);
  ASSERT_EQ(mark("https://a.test/2", "not").status, 200);
  EXPECT_TRUE(examples_of("wanted").empty());
  EXPECT_EQ(examples_of("not-wanted").size(), 1U);
  EXPECT_EQ(mark_shown_for("https://a.test/2"), "not");
}

TEST_F(GrowingTest, TheMarkOfASiteIsOfItsMostRelevantPages) {
  const nlohmann::json done = post("/api/v1/mark", {{"site", "a.test"}, {"mark", "useful"}}).json();
  EXPECT_EQ(done["marked"], 10);
  const std::vector<std::string> examples = examples_of("wanted");
  EXPECT_EQ(examples.size(), 10U);
  EXPECT_EQ(std::count(examples.begin(), examples.end(), "https://a.test/3"), 0);
}

TEST_F(GrowingTest, APageThatIsNotThereCannotBeMarked) {
  EXPECT_EQ(mark("https://a.test/404", "useful").status, 404);
  EXPECT_EQ(mark("https://a.test/' OR 1=1 --", "useful").status, 404);
  EXPECT_EQ(post("/api/v1/mark", {{"site", "' OR '1'='1"}, {"mark", "not"}}).status, 404);
  EXPECT_EQ(mark("https://a.test/2", "splendid").status, 422);
}

TEST_F(GrowingTest, AMarkOfNothingSaysWhatItNeeds) {
  for (const char* body :
       {R"({"mark":"useful"})", R"({"mark":"useful","url":"https://a.test/2","site":"a.test"})"}) {
    const Answered answered = post("/api/v1/mark", nlohmann::json::parse(body));
    EXPECT_EQ(answered.status, 422);
    EXPECT_EQ(answered.json()["error"]["hint"], "send \"url\" or \"site\"");
  }
  EXPECT_EQ(post("/api/v1/mark", {{"site", "b.test"}, {"mark", "not"}}).json()["error"]["message"],
            "the collection has no page of this site");
}

TEST_F(GrowingTest, AnExampleNeedsATopic) {
  const auto refused = [&](const nlohmann::json& body) {
    const Answered answered = post("/api/v1/topics", body);
    EXPECT_EQ(answered.status, 422);
    return answered.json()["error"]["message"];
  };
  const char* const url = "https://a.test/2";
  EXPECT_EQ(refused({{"change", "add-example"}, {"topic", ""}, {"url", url}}),
            "no topic is named for the example");
  EXPECT_EQ(refused({{"change", "add-example"}, {"topic", " / "}, {"url", url}}),
            "no topic is named for the example");
  post("/api/v1/topics", {{"change", "add-example"}, {"topic", "sky"}, {"url", url}});
  EXPECT_EQ(refused({{"change", "example"}, {"into", ""}, {"url", url}}),
            "no topic is named for the example");
  EXPECT_EQ(examples_of("sky"), std::vector<std::string>{url});
}

TEST_F(GrowingTest, TopicsAreMadeRenamedMovedMergedAndRemoved) {
  const auto change = [&](const nlohmann::json& body) {
    const Answered answered = post("/api/v1/topics", body);
    EXPECT_EQ(answered.status, 200) << answered.body;
    std::string paths;
    const nlohmann::json list = answered.json();
    for (const nlohmann::json& topic : list["topics"])
      paths += topic["path"].get<std::string>() + " ";
    return paths;
  };
  EXPECT_EQ(change({{"change", "make"}, {"topic", "sky/stars"}}), "sky sky/stars ");
  EXPECT_EQ(change({{"change", "rename"}, {"topic", "sky/stars"}, {"name", "suns"}}),
            "sky sky/suns ");
  EXPECT_EQ(change({{"change", "move"}, {"topic", "sky/suns"}, {"into", ""}}), "sky suns ");
  EXPECT_EQ(change({{"change", "make"}, {"topic", "moons"}}), "sky suns moons ");
  EXPECT_EQ(change({{"change", "merge"}, {"topic", "moons"}, {"into", "sky"}}), "sky suns ");
  EXPECT_EQ(change({{"change", "remove"}, {"topic", "suns"}}), "sky ");
  ASSERT_EQ(post("/api/v1/undo", nlohmann::json::object()).status, 200);
  EXPECT_EQ(get("/api/v1/topics").json()["topics"].size(), 2U);
  EXPECT_EQ(post("/api/v1/topics", {{"change", "remove"}, {"topic", "none"}}).status, 404);
  EXPECT_EQ(post("/api/v1/topics", {{"change", "explode"}}).status, 422);
}

TEST_F(GrowingTest, AGoodTopicIsMarkedAndUnmarked) {
  post("/api/v1/topics", {{"change", "make"}, {"topic", "sky"}});
  const auto mark_of_sky = [&](bool on) {
    return post("/api/v1/topics", {{"change", "good"}, {"topic", "sky"}, {"on", on}})
        .json()["topics"][0]["mark"];
  };
  EXPECT_EQ(mark_of_sky(true), "good");
  EXPECT_EQ(mark_of_sky(false), "null");
  EXPECT_EQ(get("/api/v1/topics").json()["undoable"],
            nlohmann::json::parse(R"(["no longer good sky","good sky","make sky"])"));
}

TEST_F(GrowingTest, AChangeOfAnotherProgramIsNotTakenBack) {
  post("/api/v1/topics", {{"change", "make"}, {"topic", "sky"}});
  const std::filesystem::path file = collection_.folder() / "taxonomy.xml";
  testing::write_whole_file(file, testing::read_whole_file(file) + "<!-- by hand -->\n");
  EXPECT_EQ(post("/api/v1/undo", nlohmann::json::object()).status, 409);
  EXPECT_NE(testing::read_whole_file(file).find("by hand"), std::string::npos);
}

// A console over a folder that has no collection yet.
class StartTest : public ConsoleTest {
 protected:
  void SetUp() override { begin(""); }

  /// Starts a console whose collections begin with the topics of `taxonomy`; "" for none.
  void begin(const std::filesystem::path& taxonomy) {
    console_.reset();
    ConsoleOptions options;
    options.folders = {(temporary_ / "sky").string()};
    options.program = program();
    options.clock = &clock_;
    options.gateway = "http://127.0.0.1:9/";
    options.taxonomy = taxonomy;
    auto started = Console::start(options);
    ASSERT_TRUE(started) << started.error().to_string();
    console_ = std::move(*started);
    secret_ = *console_->first_secret();
    log_in();
  }
};

TEST_F(StartTest, ACollectionIsMadeFromANameAndExamples) {
  const nlohmann::json made =
      post("/api/v1/start",
           {{"title", "The sky"},
            {"terms", "telescope\nlight curve\n"},
            {"examples", "https://a.test/1\nhttps://b.test/\nfile:///etc/passwd\n"},
            {"contact", "crawl@porthole-tests.net"}})
          .json();
  EXPECT_EQ(made["examples"], 2) << made;
  EXPECT_EQ(made["seeds"], 2);
  EXPECT_EQ(made["skipped"].size(), 1U);
  const auto collection = collection::Collection::open(temporary_ / "sky");
  ASSERT_TRUE(collection) << collection.error().to_string();
  EXPECT_EQ(collection->specification().topic.terms.size(), 2U);
  EXPECT_EQ(collection->specification().name, "sky");
  EXPECT_EQ(post("/api/v1/start", {{"title", "Again"}}).status, 409);
}

TEST_F(StartTest, BookmarksAreLookedAtAndTheWantedFolderIsChosen) {
  const std::string bookmarks =
      "<!DOCTYPE NETSCAPE-Bookmark-file-1><DL><DT><H3>Sky</H3><DL><DT><A "
      "HREF=\"https://a.test/1\">A</A></DL><DT><H3>Cooking</H3><DL><DT><A "
      "HREF=\"https://b.test/\">B</A></DL></DL>";
  const nlohmann::json seen = post("/api/v1/preview", {{"examples", bookmarks}}).json();
  ASSERT_EQ(seen["topics"].size(), 2U) << seen;
  EXPECT_FALSE(std::filesystem::exists(temporary_ / "sky" / "porthole.xml"));
  EXPECT_EQ(post("/api/v1/start", {{"title", "Night"}, {"examples", bookmarks}}).status, 422);
  const nlohmann::json made =
      post("/api/v1/start", {{"title", "Night"}, {"examples", bookmarks}, {"good", "Sky"}}).json();
  EXPECT_EQ(made["seeds"], 1) << made;
  EXPECT_EQ(made["can_be_learned"], true);
}

TEST_F(StartTest, ATaxonomyThatCannotBeReadLeavesNoHalfOfACollection) {
  const std::filesystem::path topics = temporary_ / "topics.xml";
  begin(topics);
  const nlohmann::json start = {{"title", "The sky"}};
  const Answered refused = post("/api/v1/start", start);
  EXPECT_EQ(refused.status, 404) << refused.body;
  EXPECT_EQ(refused.json()["error"]["hint"], "start the console again, with another --taxonomy");
  testing::write_whole_file(topics, "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic>");
  EXPECT_EQ(post("/api/v1/start", start).status, 422);
  EXPECT_FALSE(std::filesystem::exists(temporary_ / "sky" / "porthole.xml"));
  testing::write_whole_file(
      topics, "<taxonomy xmlns=\"urn:porthole:taxonomy:1\"><topic name=\"stars\"/></taxonomy>");
  const Answered made = post("/api/v1/start", start);
  ASSERT_EQ(made.status, 200) << made.body;
  EXPECT_EQ(get("/api/v1/topics").json()["topics"][0]["path"], "stars");
}

TEST_F(StartTest, ABadRequestMakesNothing) {
  EXPECT_EQ(
      post("/api/v1/start", {{"title", "Sky"}, {"examples", std::string(3'500'000, 'x')}}).status,
      413);
  EXPECT_EQ(post("/api/v1/start", nlohmann::json::object()).status, 400);
  EXPECT_EQ(post("/api/v1/start", {{"title", " "}}).status, 422);
  EXPECT_EQ(post("/api/v1/start", {{"title", "Sky"}, {"contact", "nobody"}}).status, 422);
  EXPECT_EQ(post("/api/v1/job", {{"action", "start"}, {"work", "gather"}}).status, 422);
  EXPECT_FALSE(std::filesystem::exists(temporary_ / "sky" / "porthole.xml"));
}

}  // namespace
}  // namespace porthole::console
