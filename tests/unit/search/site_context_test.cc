#include "search/site/site_context.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "tests/support/index_folder.h"

namespace porthole::search {
namespace {

using test::summary_of;

/// A site of two collections, and how often it had to make an answer.
class SiteContextTest : public ::testing::Test {
 protected:
  SiteContextTest() {
    first_.add({summary_of("https://a.example/", "A", "a gear")});
    second_.add({summary_of("https://b.example/", "B", "a gear")});
  }

  Response kept(const std::string& target, const Response& made, const std::string& origin = "http://localhost") {
    const Parameters parameters(target.substr(target.find('?') + 1));
    return site_.kept({target.substr(0, target.find('?')), parameters, target, origin}, [&](SiteContext&, const Question&) {
      ++made_;
      return made;
    });
  }
  static Response answer(const std::string& body) { return {200, "text/plain", body}; }

  test::IndexFolder first_, second_;
  SiteContext site_{{{"first", first_.path(), nullptr}, {"second", second_.path(), nullptr}}};
  int made_ = 0;
};

TEST_F(SiteContextTest, MakesAnAnswerOnceUntilAnIndexChanges) {
  EXPECT_EQ(kept("/search?q=gear", answer("old")).body, "old");
  EXPECT_EQ(kept("/search?q=gear", answer("new")).body, "old");
  EXPECT_EQ(made_, 1);
  second_.add({summary_of("https://c.example/", "C", "a gear")});
  EXPECT_EQ(kept("/search?q=gear", answer("new")).body, "new");
  EXPECT_EQ(made_, 2);
}

TEST_F(SiteContextTest, MakesAnAnswerAgainWhenAnIndexIsReplaced) {
  kept("/search?q=gear&collection=first", answer("old"));
  std::filesystem::rename(first_.path(), first_.path().parent_path() / "replaced");
  std::filesystem::rename(second_.path(), first_.path());
  EXPECT_EQ(kept("/search?q=gear&collection=first", answer("new")).body, "new");
}

TEST_F(SiteContextTest, AChangeOfOneCollectionLeavesTheAnswersOfOthers) {
  kept("/search?q=gear&collection=first", answer("old"));
  second_.add({summary_of("https://c.example/", "C", "a gear")});
  EXPECT_EQ(kept("/search?q=gear&collection=first", answer("new")).body, "old");
}

TEST_F(SiteContextTest, OtherQuestionsAndOtherNamesOfTheServerHaveAnswersOfTheirOwn) {
  kept("/search?q=gear", answer("page"));
  EXPECT_EQ(kept("/search?q=gear&from=10", answer("next")).body, "next");
  EXPECT_EQ(kept("/feed.atom?q=gear", answer("feed")).body, "feed");
  EXPECT_EQ(kept("/search?q=gear", answer("elsewhere"), "http://[::1]:8080").body, "elsewhere");
}

TEST_F(SiteContextTest, KeepsNoErrorsNothingThatTimeEndedAndNothingLong) {
  Response error = answer("no field");
  error.status = 400;
  Response late = answer("late");
  late.is_whole = false;
  for (const Response& one : {error, late, answer(std::string(kMaxKeptBytes + 1, 'x'))}) {
    EXPECT_EQ(kept("/search?q=gear", one).body, one.body);
  }
  EXPECT_EQ(kept("/search?q=gear", answer("whole")).body, "whole");
  EXPECT_EQ(made_, 4);
}

TEST_F(SiteContextTest, AnAnswerIsNamedByWhatItSays) {
  Response error = answer("no field");
  error.status = 400;
  EXPECT_EQ(kept("/search?q=gear", error).etag, "");
  const std::string name = kept("/search?q=gear", answer("whole")).etag;
  EXPECT_NE(name, "");
  EXPECT_EQ(kept("/search?q=gear", answer("whole")).etag, name);
  EXPECT_EQ(kept("/search?q=gear&from=0", answer("whole")).etag, name);
  EXPECT_NE(kept("/search?q=gear&from=10", answer("other")).etag, name);
}

}  // namespace
}  // namespace porthole::search
