#include "labs/webbox/site_list.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <set>

#include "labs/tests/webbox/box_fixture.h"
#include "labs/webbox/address.h"

namespace porthole::labs {
namespace {

using ::testing::HasSubstr;

Error error_of(const std::string& text) {
  const auto sites = parse_site_list(text, "list.tsv");
  EXPECT_FALSE(sites);
  return sites ? Error{} : sites.error();
}

TEST(SiteListTest, ReadsAllColumns) {
  const auto sites = parse_site_list(
      "# a comment\n"
      "\n"
      "golly\tgolly\tusr/share/golly/Help\tgolly.test/Help/\trecreation/games\t^old/\t"
      "^golly\\.sf\\.test/(.*)=>golly.test/Help/\\1;^g\\.test/$=>golly.test/Help/\r\n",
      "list.tsv");
  ASSERT_TRUE(sites) << sites.error().to_string();
  ASSERT_EQ(sites->size(), 1u);
  const Site& site = sites->front();
  EXPECT_EQ(site.name, "golly");
  EXPECT_EQ(site.package, "golly");
  EXPECT_EQ(site.root, "usr/share/golly/Help");
  EXPECT_EQ(site.base, "golly.test/Help/");
  EXPECT_EQ(site.host(), "golly.test");
  EXPECT_EQ(site.topic, "recreation/games");
  EXPECT_EQ(site.line, 3);
  ASSERT_TRUE(site.exclude);
  EXPECT_TRUE(site.exclude->is_found_in("old/a.html"));
  ASSERT_EQ(site.aliases.size(), 2u);
  EXPECT_EQ(site.aliases[0].rewrite("golly.sf.test/a/b"), "golly.test/Help/a/b");
  EXPECT_EQ(site.aliases[1].rewrite("g.test/"), "golly.test/Help/");
}

TEST(SiteListTest, TakesHyphensAndMissingColumnsForNone) {
  const auto sites =
      parse_site_list("a\ta\tr\ta.test/\tt\nb\tb\tr\tb.test/\tt\t-\t-\n", "list.tsv");
  ASSERT_TRUE(sites);
  for (const Site& site : *sites) {
    EXPECT_FALSE(site.exclude);
    EXPECT_TRUE(site.aliases.empty());
  }
}

TEST(SiteListTest, NamesThePlaceOfAWrongColumn) {
  const Error error = error_of("# first line\na\ta\t../etc\ta.test/\tt\n");
  EXPECT_EQ(error.code, ErrorCode::kInvalid);
  EXPECT_EQ(error.file, "list.tsv");
  EXPECT_EQ(error.line, 2);
  EXPECT_EQ(error.column, 5);
}

TEST(SiteListTest, NamesThePlaceInsideABrokenPattern) {
  // "^ok$=>b;" is eight characters, then "^(x" ends where its group should have been closed.
  const Error error = error_of("a\ta\tr\ta.test/\tt\t-\t^ok$=>b;^(x=>y\n");
  EXPECT_THAT(error.message, HasSubstr("regular expression"));
  EXPECT_EQ(error.line, 1);
  EXPECT_EQ(error.column, 19 + 8 + 3);
}

TEST(SiteListTest, RefusesWhatCannotBeServed) {
  EXPECT_THAT(error_of("a\ta\tr\ta.test/\n").message, HasSubstr("5 to 7 columns"));
  EXPECT_THAT(error_of("A b\ta\tr\ta.test/\tt\n").message, HasSubstr("name"));
  EXPECT_THAT(error_of("a\ta/b\tr\ta.test/\tt\n").message, HasSubstr("Debian package"));
  EXPECT_THAT(error_of("a\ta\t/r\ta.test/\tt\n").message, HasSubstr("root"));
  EXPECT_THAT(error_of("a\ta\tr\thttp://a.test/\tt\n").message, HasSubstr("base"));
  EXPECT_THAT(error_of("a\ta\tr\ta.test/docs\tt\n").message, HasSubstr("base"));
  EXPECT_THAT(error_of("a\ta\tr\ta.test/\t\n").message, HasSubstr("topic"));
  EXPECT_THAT(error_of("a\ta\tr\ta.test/\tt\t-\t^x$\n").message, HasSubstr("FROM=>TO"));
  EXPECT_THAT(error_of("a\ta\tr\ta.test/\tt\na\tb\tr\tb.test/\tt\n").message, HasSubstr("twice"));
  EXPECT_THAT(error_of("a\ta\tr\ta.test/\tt\nb\tb\tr\ta.test/\tt\n").message, HasSubstr("twice"));
  EXPECT_THAT(error_of("# nothing\n").message, HasSubstr("no site"));
}

TEST(SiteListTest, SaysWhenTheFileIsNotThere) {
  const auto sites = read_site_list("/nowhere/sites.tsv");
  ASSERT_FALSE(sites);
  EXPECT_EQ(sites.error().code, ErrorCode::kNotFound);
  EXPECT_EQ(sites.error().file, "/nowhere/sites.tsv");
}

TEST(SiteListTest, AnAliasThatChangesNothingIsNone) {
  const auto sites = parse_site_list("a\ta\tr\ta.test/\tt\t-\t^a\\.test/(.*)$=>a.test/\\1\n", "l");
  ASSERT_TRUE(sites);
  EXPECT_FALSE(sites->front().aliases[0].rewrite("a.test/x"));
}

TEST(SiteListTest, TheDemonstrationHasThirtySitesOfFiveTopicsAndAHub) {
  const auto sites = read_site_list(PORTHOLE_SOURCE_DIR "/examples/webbox/demo_sites.tsv");
  ASSERT_TRUE(sites) << sites.error().to_string();
  std::set<std::string> topics;
  for (const Site& site : *sites) topics.insert(site.topic.substr(0, site.topic.find('/')));
  EXPECT_GE(sites->size(), 30u);
  EXPECT_GE(topics.size(), 5u);
  EXPECT_TRUE(sites->back().is_hub());
}

TEST(SiteListTest, TheListOfTheTestsIsSmall) {
  const auto sites = read_site_list(PORTHOLE_SOURCE_DIR "/examples/webbox/test_sites.tsv");
  ASSERT_TRUE(sites) << sites.error().to_string();
  EXPECT_LE(sites->size(), 11u);
  EXPECT_TRUE(sites->back().is_hub());
}

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

TEST(AddressTest, DropsWhatDoesNotTellPagesApart) {
  EXPECT_EQ(address_of("https://user:word@Docs.Test.:8443/A/b?c=d#e"), "docs.test/A/b");
  EXPECT_EQ(address_of("docs.test"), "docs.test/");
  EXPECT_EQ(address_of("http://docs.test?q"), "docs.test/");
  EXPECT_EQ(address_of("/only/a/path"), "");
  EXPECT_EQ(address_of(""), "");
}

TEST(AddressTest, DecodesOnlyWholeEscapes) {
  EXPECT_EQ(percent_decode("a%20b%2Fc%zz%4"), "a b/c%zz%4");
}

// RFC 3986 3.3: what may stand in a path as it is.
TEST(AddressTest, EncodesWhatAPathMayNotHold) {
  EXPECT_EQ(percent_encode_path("a b/%\"\xC3\xA9?~(x)+=@:"), "a%20b/%25%22%C3%A9%3F~(x)+=@:");
}

TEST(AddressTest, DecodingUndoesEncoding) {
  std::string all;
  for (int c = 1; c < 256; ++c) all += static_cast<char>(c);
  EXPECT_EQ(percent_decode(percent_encode_path(all)), all);
}

}  // namespace
}  // namespace porthole::labs
