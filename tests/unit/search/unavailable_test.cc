// Answers of the search site while it cannot read an index or a repository.

#include <gmock/gmock.h>

#include <filesystem>

#include "tests/support/files.h"
#include "tests/unit/search/failing_store.h"
#include "tests/unit/search/site_fixture.h"

namespace porthole::search {
namespace {

using http::Response;
using nlohmann::json;
using test::IndexFolder;
using test::summary_of;
using ::testing::HasSubstr;

/// Calls that ask an index, and those that ask what is known of a page.
const std::vector<std::string> kSearches = {
    "/search?q=gear", "/api/v1/search?q=gear", "/feed.atom",
    "/feed.json",     "/suggest?q=ge",         "/api/v1/complete?q=ge",
    "/fields",        "/api/v1/fields",        "/api/v1/collections",
    "/readyz"};
const std::vector<std::string> kViews = {"/page",     "/copy",    "/page.txt",    "/page.rdf",
                                         "/page.ttl", "/page.nt", "/page.jsonld", "/api/v1/page"};

// RFC 9110, section 15.6.4: what is unavailable may be asked for again; what is not found should be
// forgotten.
TEST_F(SiteTest, SaysThatItIsUnavailableWhileAnIndexIsMissing) {
  ASSERT_EQ(get("/search?q=gear").status, 200);
  const auto aside = cycling_.path().parent_path() / "aside";
  std::filesystem::rename(cycling_.path(), aside);
  for (int time = 0; time < 2; ++time) {  // with a searcher that was open, and without
    for (const std::string& call : kSearches) {
      const Response answer = get(call);
      EXPECT_EQ(answer.status, 503) << call;
      EXPECT_GT(answer.retry_after, 0) << call;
    }
  }
  EXPECT_EQ(api("/api/v1/search?q=gear")["error"]["code"], "storage");
  EXPECT_THAT(page("/search?q=gear"), HasSubstr("value=\"gear\""));
  EXPECT_THAT(page("/search?q=gear"), HasSubstr("<a href=\"/search?q=gear\">Try again</a>"));
  EXPECT_EQ(get("/search?q=gear&collection=cooking").status, 404);
  EXPECT_EQ(get("/search?q=gear&collection=knitting").status, 200);
  std::filesystem::rename(aside, cycling_.path());
  for (const std::string& call : kSearches) EXPECT_EQ(get(call).status, 200) << call;
}

TEST(FailingStoreTest, WhatIsKnownOfAPageIsUnavailableAndNotUnknown) {
  IndexFolder index, other;
  ServedCollection first = served("cycling", index, cycling());
  const auto store = std::make_shared<FailingStore>(cycling());
  first.pages = store;
  const std::string wool = "https://wool.example/";
  const auto site = Site::open({first, served("knitting", other,
                                              {summary_of(wool, "Wool", "Wool for winter gear.")})})
                        .value();
  const auto get = [&](const std::string& call, const std::string& url) {
    return site->answer({"GET", call + "?url=" + encode_parameter(url), "http://localhost"});
  };
  for (const std::string& view : kViews) {
    for (const std::string& url : {kGears, std::string("https://nowhere.example/")}) {
      EXPECT_EQ(get(view, url).status, 503) << view << url;
      EXPECT_GT(get(view, url).retry_after, 0) << view << url;
    }
    EXPECT_EQ(get(view, wool).status, 200) << view << ": another store has it";
  }
  EXPECT_EQ(json::parse(get("/api/v1/page", kGears).body)["error"]["code"], "storage");
  store->fails = false;
  for (const std::string& view : kViews) EXPECT_EQ(get(view, kGears).status, 200) << view;
  EXPECT_EQ(get("/page", "https://nowhere.example/").status, 404);
}

TEST(FailingStoreTest, ADamagedRepositoryIsUnavailableAndAMissingOneHasNoSummaries) {
  IndexFolder index;
  ServedCollection collection = served("cycling", index, cycling());
  const auto file = index.path().parent_path() / "repository.db";
  collection.pages = make_page_store(file);
  const auto site = Site::open({collection}).value();
  const auto status = [&](const std::string& call) {
    return site->answer({"GET", call + "?url=" + encode_parameter(kGears), "http://localhost"})
        .status;
  };
  EXPECT_EQ(status("/page"), 200) << "as far as the index knows it";
  EXPECT_EQ(status("/page.rdf"), 404);
  testing::write_whole_file(file, "not a database");
  EXPECT_EQ(status("/page"), 503);
  EXPECT_EQ(status("/page.rdf"), 503);
}

}  // namespace
}  // namespace porthole::search
