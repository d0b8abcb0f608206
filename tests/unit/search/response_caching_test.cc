#include <gtest/gtest.h>

#include <array>
#include <filesystem>
#include <memory>
#include <string>

#include "http/response_cache.h"
#include "search/site/site.h"
#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using test::summary_of;

/// Handlers are plain functions: the next response and the number of calls.
Response next_response;
int calls = 0;

Result<Response> handle(const RequestContext&) {
  ++calls;
  return next_response;
}

constexpr std::array kTestRoutes = {Route{"/search", handle, Dispatch::kCached},
                                    Route{"/feed.atom", handle, Dispatch::kCached},
                                    Route{"/fields", handle}};

/// A site of two collections.
class ResponseCachingTest : public ::testing::Test {
 protected:
  ResponseCachingTest() {
    calls = 0;
    first_.add({summary_of("https://a.example/", "A", "a gear")});
    second_.add({summary_of("https://b.example/", "B", "a gear")});
    auto site = Site::open({{"first", first_.path(), nullptr}, {"second", second_.path(), nullptr}},
                           kTestRoutes);
    EXPECT_TRUE(site);
    site_ = std::move(*site);
  }

  /// The answer to `target`; `fresh`: the handler's response, if it is asked.
  Response answer(const std::string& target, const Response& fresh,
                  const std::string& origin = "http://localhost", const char* languages = "") {
    next_response = fresh;
    return site_->answer({"GET", target, origin, 1, {{"Accept-Language", languages}}});
  }
  static Response text(const std::string& body) { return {200, "text/plain", body}; }

  test::IndexFolder first_, second_;
  std::unique_ptr<Site> site_;
};

TEST_F(ResponseCachingTest, CallsTheHandlerOnceUntilAnIndexChanges) {
  EXPECT_EQ(answer("/search?q=gear", text("old")).body, "old");
  EXPECT_EQ(answer("/search?q=gear", text("new")).body, "old");
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(answer("/search?q=gear", text("neu"), "http://localhost", "de").body, "neu");
  second_.add({summary_of("https://c.example/", "C", "a gear")});
  EXPECT_EQ(answer("/search?q=gear", text("new")).body, "new");
  EXPECT_EQ(calls, 3);
}

TEST_F(ResponseCachingTest, CallsTheHandlerAgainWhenAnIndexIsReplaced) {
  answer("/search?q=gear&collection=first", text("old"));
  std::filesystem::rename(first_.path(), first_.path().parent_path() / "replaced");
  std::filesystem::rename(second_.path(), first_.path());
  EXPECT_EQ(answer("/search?q=gear&collection=first", text("new")).body, "new");
}

TEST_F(ResponseCachingTest, AChangeOfOneCollectionKeepsTheResponsesOfOthers) {
  answer("/search?q=gear&collection=first", text("old"));
  second_.add({summary_of("https://c.example/", "C", "a gear")});
  EXPECT_EQ(answer("/search?q=gear&collection=first", text("new")).body, "old");
}

TEST_F(ResponseCachingTest, OtherUrlsAndOtherHostNamesHaveResponsesOfTheirOwn) {
  answer("/search?q=gear", text("page"));
  EXPECT_EQ(answer("/search?q=gear&from=10", text("next")).body, "next");
  EXPECT_EQ(answer("/feed.atom?q=gear", text("feed")).body, "feed");
  EXPECT_EQ(answer("/search?q=gear", text("elsewhere"), "http://[::1]:8080").body, "elsewhere");
}

TEST_F(ResponseCachingTest, KeepsNoErrorsNoPartialResultsAndNoLongBodies) {
  Response error = text("no field");
  error.status = 400;
  Response late = text("late");
  late.is_whole = false;
  for (const Response& one :
       {error, late, text(std::string(http::ResponseCache::kMaxBodyBytes + 1, 'x'))}) {
    EXPECT_EQ(answer("/search?q=gear", one).body, one.body);
  }
  EXPECT_EQ(answer("/search?q=gear", text("whole")).body, "whole");
  EXPECT_EQ(calls, 4);
}

TEST_F(ResponseCachingTest,
       CachesNothingForAnUnknownCollectionAndForRoutesThatReadMoreThanTheIndex) {
  for (const char* target : {"/search?q=gear&collection=third", "/fields"}) {
    answer(target, text("old"));
    EXPECT_EQ(answer(target, text("new")).body, "new") << target;
  }
}

TEST_F(ResponseCachingTest, TheETagFollowsTheBody) {
  Response error = text("no field");
  error.status = 400;
  EXPECT_EQ(answer("/search?q=gear", error).etag, "");
  const std::string etag = answer("/search?q=gear", text("whole")).etag;
  EXPECT_NE(etag, "");
  EXPECT_EQ(answer("/search?q=gear", text("whole")).etag, etag);
  EXPECT_EQ(answer("/search?q=gear&from=0", text("whole")).etag, etag);
  EXPECT_NE(answer("/search?q=gear&from=10", text("other")).etag, etag);
}

}  // namespace
}  // namespace porthole::search
