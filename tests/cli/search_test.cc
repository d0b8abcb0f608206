// Searching by `search` and by `serve`; standing questions; who says what of a URL.

#include "tests/cli/served.h"
#include "tests/support/loopback_client.h"
#include "tests/support/site_server.h"

namespace porthole::testing {

namespace {

using nlohmann::json;
using ::testing::HasSubstr;

class SearchTest : public CommandLineTest {
 protected:
  static std::string url_of(int page) { return "https://a.org/" + std::to_string(page); }

  /// With so many pages on topic of one site, type and language, as far as an index.
  std::string indexed_collection(int pages) {
    const std::string folder = collection();
    repository::Batch batch;
    for (int i = 1; i <= pages; ++i) {
      repository::UrlRecord url;
      url.id = i;
      url.key = url.href = url_of(i);
      url.host = url.site = "a.org";
      url.state = repository::UrlState::kFetched;
      batch.new_urls.push_back(url);
      repository::PageRecord page;
      page.id = page.order = i;
      page.fetched_at = WallTime{std::chrono::seconds(1'790'000'000)};
      page.digest = "sha1:" + std::to_string(i);
      page.topic = "bicycle";
      page.relevance = Relevance(0.9);
      page.relevant = true;
      page.document.title = "Bicycle " + std::to_string(i);
      page.document.text = "A bicycle with the number " + std::to_string(i) + ".";
      page.document.language = "en";
      page.document.media_type = "text/html";
      batch.pages.push_back(page);
    }
    EXPECT_TRUE(repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite)
                    .value()
                    ->crawl()
                    .apply(batch));
    for (const char* verb : {"summarize", "index"}) {
      const ProgramResult said = porthole({verb, folder});
      EXPECT_EQ(said.code, 0) << said.err;
    }
    return folder;
  }
};

// The reader takes nothing of answers that are larger together than what the system holds.
TEST_F(SearchTest, ACollectionThatIsNamedTwiceIsRefused) {
  const std::string folder = indexed_collection(1);
  expect_error({"search", folder, "bicycle", "--with", folder + "/."}, 2, {"is named twice"});
}

TEST_F(SearchTest, ServeEndsByASignalWhateverItsClientsDo) {
  const std::string folder = indexed_collection(3);
  Program serve(kProgram, {"serve", folder, "--listen", "127.0.0.1:0", "--json"});
  const Poco::URI root(json::parse(serve.first_line()).at("url").get<std::string>());
  LoopbackClient idle(root.getPort());
  LoopbackClient reader(root.getPort(), LoopbackClient::Buffer::kSmall);
  for (int i = 0; i < 1000; ++i) reader.send(get_request("/style.css"));
  ASSERT_TRUE(reader.has_news(std::chrono::minutes(1)));
  serve.send(SIGTERM);
  EXPECT_EQ(serve.wait().code, 143);
}

TEST_F(SearchTest, BelievesForwardedAddressesOfProxiesThatAreNetworks) {
  expect_error({"serve", indexed_collection(1), "--proxy", "proxy.example"}, 3,
               {"not an address or a network: \"proxy.example\""});
}

TEST_F(SearchTest, FeedsNameThePublicAddressAndItsNameIsServed) {
  const std::string folder = indexed_collection(3);
  Served server(folder, {"--public-url", "https://search.example.org"});
  const Fetched feed = server.get("/feed.atom", "search.example.org");
  EXPECT_EQ(feed.status, 200) << feed.body;
  EXPECT_THAT(feed.body, HasSubstr("href=\"https://search.example.org/feed.atom\""));
  EXPECT_EQ(server.get("/feed.atom", "other.example.org").status, 421);
  for (const char* wrong :
       {"search.example.org", "ftp://search.example.org", "https://search.example.org/search/",
        "https://me@search.example.org"}) {
    const ProgramResult said = porthole({"serve", folder, "--public-url", wrong});
    EXPECT_EQ(said.code, 2) << wrong;
    EXPECT_THAT(said.err, HasSubstr("--public-url https://search.example.org")) << wrong;
  }
}

std::string wat_of(const std::string& page, const std::string& target) {
  const std::string block =
      R"({"Envelope":{"WARC-Header-Metadata":{"WARC-Target-URI":")" + page +
      R"("},"Payload-Metadata":{"HTTP-Response-Metadata":{"HTML-Metadata":{"Links":[)"
      R"({"path":"A@/href","url":")" +
      target + R"(","text":"from the web at large"}]}}}}})";
  return "WARC/1.0\r\nWARC-Type: metadata\r\nWARC-Date: 2026-05-04T03:02:01Z\r\n"
         "WARC-Record-ID: <urn:uuid:1>\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + block + "\r\n\r\n";
}

class BacklinksVerbTest : public CommandLineTest {};

TEST_F(BacklinksVerbTest, TellWhatCollectionsAndAWatFileSay) {
  const std::string folder = gathered_collection();
  write_whole_file(path("cc.wat"), wat_of("http://x.org/", "https://b.org/#top"));
  const ProgramResult said =
      porthole({"backlinks", "https://b.org/", folder, "--wat", path("cc.wat")});
  ASSERT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("https://a.org/  (cycling)"));
  EXPECT_THAT(said.out, HasSubstr("anchor: a page about sprockets"));
  EXPECT_THAT(said.out, HasSubstr("heading: Bicycle parts"));
  EXPECT_THAT(said.out, HasSubstr("http://x.org/  (cc.wat)"));
  EXPECT_THAT(said.out, HasSubstr("since 2026-05-04T03:02:01Z"));
  const ProgramResult printed = porthole(
      {"backlinks", "https://b.org/", folder, "--wat", path("cc.wat"), "--limit", "1", "--json"});
  ASSERT_EQ(printed.code, 0) << printed.err;
  const json annotations = json::parse(printed.out);
  EXPECT_EQ(annotations["total"], 2);
  EXPECT_EQ(annotations["first"]["items"].size(), 1U);
}

TEST_F(BacklinksVerbTest, SayWhereNothingIsKnown) {
  const std::string folder = gathered_collection();
  const ProgramResult none = porthole({"backlinks", "https://nowhere.example/", folder});
  EXPECT_EQ(none.code, 0);
  EXPECT_THAT(none.err, HasSubstr("no other page links to it"));
  EXPECT_EQ(porthole({"backlinks", "https://b.org/"}).code, 2);
  EXPECT_NE(porthole({"backlinks", "https://b.org/", "--wat", path("none.wat")}).code, 0);
}

TEST_F(BacklinksVerbTest, AreServedAsWebAnnotations) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  Served served(folder);
  const Fetched found = served.get("/backlinks.jsonld?url=https%3A%2F%2Fb.org%2F");
  EXPECT_EQ(found.status, 200);
  EXPECT_EQ(found.type, "application/ld+json; profile=\"http://www.w3.org/ns/anno.jsonld\"");
  const json annotations = json::parse(found.body);
  EXPECT_EQ(annotations["total"], 1);
  EXPECT_THAT(annotations["id"].get<std::string>(), HasSubstr("/backlinks.jsonld?url="));
  EXPECT_EQ(annotations["first"]["items"][0]["body"][1]["value"], "a page about sprockets");
  EXPECT_EQ(json::parse(served.get("/backlinks.jsonld?url=https%3A%2F%2Fn.org%2F").body)["total"],
            0);
  EXPECT_EQ(served.get("/backlinks.jsonld?url=nothing").status, 400);
}

class StandingTest : public CommandLineTest {
 protected:
  /// Marks the first page as on topic, which is a new row of the question below.
  static void mark_first_page(const std::string& folder) {
    auto repository =
        repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
    ASSERT_TRUE(repository);
    repository::Batch batch;
    repository::PageRecord page = (*repository)->pages().get(1).value().value();
    page.relevant = true;
    batch.pages.push_back(page);
    ASSERT_TRUE((*repository)->crawl().apply(batch));
  }
  static ProgramResult add(const std::string& folder, const std::vector<std::string>& more) {
    const std::string sql =
        "SELECT key AS url, title FROM page JOIN url USING (id) WHERE relevant <> 0";
    std::vector<std::string> words = {"standing", "add", folder, "good", sql};
    words.insert(words.end(), more.begin(), more.end());
    return porthole(words);
  }
};

TEST_F(StandingTest, TellsNewRowsByWebhookUntilItTakesThem) {
  SiteServer hook;
  hook.answer_and_close("/rows", "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n");
  const std::string folder = gathered_collection();
  const ProgramResult added = add(folder, {"--webhook", hook.url("/rows")});
  ASSERT_EQ(added.code, 0) << added.err;
  EXPECT_THAT(added.out, HasSubstr("1 row now"));
  EXPECT_EQ(porthole({"standing", "answer", folder}).code, 0) << "nothing is new";
  EXPECT_TRUE(hook.requests().empty());
  mark_first_page(folder);
  const ProgramResult refused = porthole({"standing", "answer", folder, "--json"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_EQ(json::parse(refused.out)["new_rows"], 1);
  EXPECT_THAT(refused.out, HasSubstr("status 503"));
  hook.answer_and_close("/rows", "HTTP/1.1 204 No Content\r\n\r\n");
  for (int i = 0; i < 2; ++i) {
    const ProgramResult again = porthole({"standing", "answer", folder});
    EXPECT_EQ(again.code, 0) << again.out << again.err;
  }
  ASSERT_EQ(hook.requests().size(), 2U) << "a second time because of 503, and no third";
  const SiteRequest sent = hook.requests().back();
  EXPECT_EQ(sent.method, "POST");
  EXPECT_EQ(sent.header("content-type"), "application/json");
  const json told = json::parse(sent.body);
  EXPECT_EQ(told["question"], "good");
  ASSERT_EQ(told["rows"].size(), 1U);
  EXPECT_EQ(told["rows"][0]["url"], "https://a.org/");
}

TEST_F(StandingTest, IsServedAsFeeds) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(add(folder, {}).code, 0);
  mark_first_page(folder);
  EXPECT_EQ(porthole({"standing", "answer", folder}).code, 0);
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  ASSERT_EQ(porthole({"index", folder, "--all"}).code, 0);
  EXPECT_THAT(porthole({"standing", "show", folder, "good"}).out, HasSubstr("https://a.org/"));
  Served served(folder);
  const Fetched atom = served.get("/standing.atom?name=good");
  EXPECT_THAT(atom.type, HasSubstr("application/atom+xml"));
  EXPECT_THAT(atom.body, HasSubstr("<link rel=\"alternate\" href=\"https://a.org/\"/>"));
  EXPECT_THAT(atom.body, HasSubstr("Wheels, spokes and &quot;hubs&quot;"));
  const Fetched feed = served.get("/standing.json?name=good");
  EXPECT_THAT(feed.type, HasSubstr("application/feed+json"));
  const json parsed = json::parse(feed.body);
  ASSERT_EQ(parsed["items"].size(), 1U);
  EXPECT_EQ(parsed["items"][0]["url"], "https://a.org/");
  EXPECT_EQ(served.get("/standing.json?name=none").status, 404);
  EXPECT_EQ(served.get("/standing.atom?name=..%2F..%2Fporthole").status, 404);
}

TEST_F(StandingTest, RefusesWhatIsNotAQuestion) {
  const std::string folder = gathered_collection();
  EXPECT_EQ(porthole({"standing", "add", folder, "bad"}).code, 2);
  EXPECT_EQ(add(folder, {"--webhook", "file:///etc/passwd"}).code, 3);
  EXPECT_THAT(porthole({"standing", "list", folder}).out, HasSubstr("no standing question yet"));
  ASSERT_EQ(add(folder, {}).code, 0);
  EXPECT_EQ(add(folder, {}).code, 2) << "there is one of that name";
  EXPECT_THAT(porthole({"standing", "list", folder}).out, HasSubstr("good: good"));
  EXPECT_EQ(porthole({"standing", "remove", folder, "good"}).code, 0);
  EXPECT_THAT(porthole({"standing", "list", folder}).out, HasSubstr("no standing question yet"));
}

}  // namespace
}  // namespace porthole::testing
