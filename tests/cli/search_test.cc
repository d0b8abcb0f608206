// Searching by `search` and by `serve`, on a collection of some size.

#include "tests/cli/served.h"
#include "tests/support/loopback_client.h"

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

}  // namespace
}  // namespace porthole::testing
