#include <gtest/gtest.h>

#include "labs/webbox/site_list.h"

namespace porthole::labs {
namespace {

Pattern pattern(const std::string& text) {
  auto compiled = Pattern::compile(text);
  EXPECT_TRUE(compiled) << text;
  return compiled.value();
}

TEST(PatternTest, UnderstandsLookAhead) {
  const Pattern versions = pattern("^d\\.test/(?!3/)[^/]+/(.*)$");
  EXPECT_TRUE(versions.match_start("d.test/2/a"));
  EXPECT_FALSE(versions.match_start("d.test/3/a"));
}

TEST(PatternTest, AGroupThatTookNoPartIsEmpty) {
  const auto groups = pattern("(www\\.)?(a|b)\\.test").match_start("b.test");
  ASSERT_TRUE(groups);
  EXPECT_EQ(*groups, (std::vector<std::string>{"b.test", "", "b"}));
}

TEST(PatternTest, MatchStartDoesNotSearch) {
  EXPECT_FALSE(pattern("b").match_start("ab"));
  EXPECT_TRUE(pattern("b").is_found_in("ab"));
}

TEST(PatternTest, KnowsWhatMayStillMatch) {
  const Pattern page = pattern("^(?:www\\.)?a\\.test/doc/?$");
  EXPECT_TRUE(page.may_continue("a.test/"));
  EXPECT_TRUE(page.may_continue("www.a.test/"));
  EXPECT_TRUE(page.may_continue("a.test/doc"));
  EXPECT_FALSE(page.may_continue("b.test/"));
  EXPECT_FALSE(page.may_continue("xa.test/"));
}

TEST(PatternTest, SaysWhereItIsWrong) {
  const auto wrong = Pattern::compile("ab[");
  ASSERT_FALSE(wrong);
  EXPECT_EQ(wrong.error().column, 4);
}

TEST(PatternTest, ExponentialPatternsEndAtTheMatchLimit) {
  EXPECT_FALSE(pattern("^(a+)+$").is_found_in(std::string(60, 'a') + "b"));
}

TEST(PatternTest, ExpandsGroups) {
  const std::vector<std::string> groups{"whole", "one"};
  EXPECT_EQ(expand_groups("x/\\1/\\0/\\2/\\\\", groups), "x/one/whole//\\");
}

}  // namespace
}  // namespace porthole::labs
