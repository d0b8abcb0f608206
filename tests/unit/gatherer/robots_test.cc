#include "gatherer/fetch/robots.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using namespace std::string_literals;

bool allows(std::string_view robots, std::string_view path, std::string_view token = "porthole") {
  return Robots::parse(robots, token).check(path).allowed;
}

std::string repeat(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
}

// RFC 9309 2.2.1: groups.

TEST(RobotsTest, AStarNamesEverybodyWithABlankOrATabBehindItAndNothingElse) {
  EXPECT_FALSE(allows("User-agent: *\tall\nDisallow: /\n", "/x"));
  EXPECT_FALSE(allows("User-agent: * (all)\nDisallow: /\n", "/x"));
  EXPECT_TRUE(allows("User-agent: *bot\nDisallow: /\n", "/x"));
}

TEST(RobotsTest, AnAgentOrASitemapWithoutANameIsNobody) {
  EXPECT_TRUE(allows("User-agent:\nDisallow: /\n", "/x"));
  EXPECT_TRUE(allows("User-agent: /1.0\nDisallow: /\n", "/x"));
  EXPECT_TRUE(Robots::parse("Sitemap:\n", "porthole").sitemaps().empty());
}

TEST(RobotsTest, DigitsDashesAndLinesBelongToAToken) {
  constexpr std::string_view robots = "User-agent: My_Bot-2/1.0\nDisallow: /\n";
  EXPECT_FALSE(allows(robots, "/x", "my_bot-2"));
  EXPECT_TRUE(allows(robots, "/x", "my_bot"));
}

TEST(RobotsTest, ATokenEndsAtAnyOtherCharacter) {
  for (const char* behind : {";v=2", "/1.0", " (+http://x/)", "\xC3\xA9", "@home", "~"})
    EXPECT_FALSE(allows("User-agent: porthole" + std::string(behind) + "\nDisallow: /\n", "/x"));
}

TEST(RobotsTest, AFileOfOneLineThatDoesNotEndWithinTheLimitSaysNothing) {
  EXPECT_TRUE(allows("User-agent: *" + repeat(" ", 600'000) + "\nDisallow: /\n", "/x"));
}

TEST(RobotsTest, HeedsAThousandSitemaps) {
  const Robots robots = Robots::parse(repeat("Sitemap: https://x.example/s\n", 1500), "porthole");
  EXPECT_EQ(robots.sitemaps().size(), 1000u);
}

TEST(RobotsTest, ARefusalWithoutAReasonHasOneForPeople) {
  EXPECT_FALSE(Robots::disallow_all("").check("/x").allowed);
  EXPECT_FALSE(Robots::disallow_all("").reason().empty());
}

TEST(RobotsTest, ObeysTheGroupOfItsOwnTokenAndNotThatOfEverybody) {
  constexpr std::string_view robots =
      "User-agent: *\nDisallow: /\nUser-agent: PortHole\nDisallow: /x\n";
  EXPECT_TRUE(allows(robots, "/y"));
  EXPECT_FALSE(allows(robots, "/x"));
  EXPECT_FALSE(allows(robots, "/y", "other"));
}

TEST(RobotsTest, MergesAllGroupsOfOneToken) {
  constexpr std::string_view robots =
      "user-agent: porthole\ndisallow: /a\n\nuser-agent: other\ndisallow: /b\n\n"
      "user-agent: porthole\ndisallow: /c\n";
  EXPECT_FALSE(allows(robots, "/a"));
  EXPECT_TRUE(allows(robots, "/b"));
  EXPECT_FALSE(allows(robots, "/c"));
}

TEST(RobotsTest, ComparesWholeTokens) {
  for (const std::string line : {"port", "porthole-images", "porthole2", "portholes"}) {
    EXPECT_TRUE(allows("user-agent: " + line + "\ndisallow: /\n", "/x")) << line;
  }
  for (const std::string line :
       {"porthole", "Porthole/2.0", "PORTHOLE images", "porthole (robot)"}) {
    EXPECT_FALSE(allows("user-agent: " + line + "\ndisallow: /\n", "/x")) << line;
  }
}

TEST(RobotsTest, AllowsEverythingWhenNoGroupFits) {
  EXPECT_TRUE(allows("user-agent: other\ndisallow: /\n", "/x"));
  EXPECT_TRUE(allows("", "/x"));
}

TEST(RobotsTest, AGroupOfOurOwnWithoutRulesAllowsEverything) {
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /\n\nuser-agent: porthole\ndisallow:\n", "/x"));
}

TEST(RobotsTest, IgnoresRulesBeforeTheFirstUserAgent) {
  EXPECT_TRUE(allows("disallow: /\nuser-agent: *\ndisallow: /x\n", "/y"));
}

// RFC 9309 2.2.4: other records must not interfere with the parsing of groups.
TEST(RobotsTest, OtherRecordsDoNotEndARunOfUserAgents) {
  for (const std::string record :
       {"Sitemap: https://e.org/s.xml", "Crawl-delay: 3", "Host: e.org"}) {
    const std::string robots =
        "user-agent: porthole\n" + record + "\nuser-agent: b\ndisallow: /x\n";
    EXPECT_FALSE(allows(robots, "/x", "porthole")) << record;
    EXPECT_FALSE(allows(robots, "/x", "b")) << record;
  }
}

// RFC 9309 2.2.2 and 2.2.3: matching.

TEST(RobotsTest, TheLongestMatchDecidesAndAllowWinsATie) {
  EXPECT_FALSE(allows("user-agent: *\nallow: /a\ndisallow: /a/b\n", "/a/b/c"));
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /a\nallow: /a/b\n", "/a/b/c"));
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /a/b\nallow: /a/b\n", "/a/b"));
}

TEST(RobotsTest, RobotsTxtItselfIsAlwaysAllowed) {
  EXPECT_TRUE(allows("user-agent: *\ndisallow: /\n", "/robots.txt"));
  EXPECT_TRUE(Robots::disallow_all("HTTP 503").check("/robots.txt").allowed);
  EXPECT_FALSE(allows("user-agent: *\ndisallow: /\n", "/robots.txt2"));
}

TEST(RobotsTest, NamesTheLineThatDecided) {
  const Robots robots =
      Robots::parse("User-agent: *\r\n\r\n  Disallow : /x  # why\r\n", "porthole");
  const Robots::Verdict verdict = robots.check("/x/y");
  EXPECT_FALSE(verdict.allowed);
  EXPECT_EQ(verdict.rule, "Disallow : /x");
  EXPECT_EQ(verdict.line, 3);
  EXPECT_EQ(robots.check("/z").rule, "");
  EXPECT_EQ(robots.check("/z").line, 0);
}

TEST(RobotsTest, SaysWhyEverythingIsRefused) {
  const Robots robots = Robots::disallow_all("robots.txt: HTTP 503");
  EXPECT_FALSE(robots.check("/").allowed);
  EXPECT_EQ(robots.reason(), "robots.txt: HTTP 503");
  EXPECT_TRUE(Robots::allow_all().check("/").allowed);
  EXPECT_EQ(Robots::allow_all().reason(), "");
}

// H105-H108: bytes.

TEST(RobotsTest, ReadsEveryKindOfLineEnd) {
  for (const std::string end : {"\n", "\r", "\r\n"}) {
    const Robots robots = Robots::parse(
        "user-agent: *" + end + end + "disallow: /x" + end + "allow: /x/y", "porthole");
    EXPECT_EQ(robots.check("/x").line, 3);
    EXPECT_EQ(robots.check("/x/y").line, 4);
  }
}

TEST(RobotsTest, AByteOrderMarkDoesNotHideTheFirstLine) {
  EXPECT_FALSE(allows("\xEF\xBB\xBFuser-agent: *\ndisallow: /\n", "/x"));
}

TEST(RobotsTest, NulsAndInvalidUtf8DoNotEndTheFile) {
  const std::string robots = "\0\xFF\xFE junk\n"s + "user-agent: *\ndisallow: /\xE9t\xE9\n" +
                             "disallow: /\0x\ndisallow: /z\n"s;
  EXPECT_FALSE(allows(robots, "/%E9t%e9"));
  EXPECT_FALSE(allows(robots, "/%00x"));
  EXPECT_FALSE(allows(robots, "/z"));
  EXPECT_TRUE(allows(robots, "/y"));
}

TEST(RobotsTest, TheRuleItNamesIsCleanUtf8) {
  const Robots robots = Robots::parse("user-agent: *\ndisallow: /\xFF\0\x1B\n"s, "porthole");
  EXPECT_EQ(robots.check("/%FF%00%1B").rule.find('\x1B'), std::string::npos);
  EXPECT_EQ(robots.check("/%FF%00%1B").rule.find('\xFF'), std::string::npos);
  EXPECT_FALSE(robots.check("/%FF%00%1B").allowed);
}

TEST(RobotsTest, APageOfHypertextHasNoRules) {
  EXPECT_TRUE(allows("<!DOCTYPE html>\n<html><p>User-agent: *\n<p>Disallow: /\n</html>", "/x"));
}

// H103, H104, H115; RFC 9309 2.5.
TEST(RobotsTest, ObeysTheFirst512KibibytesAndNothingBehind) {
  const std::string head = "user-agent: *\ndisallow: /early\n";
  const std::string line = "\ndisallow: /late\n";
  const auto filled_to = [&](std::size_t size) {
    return head + std::string(size - head.size(), '#');
  };
  const std::string inside = filled_to(kRobotsBytes - line.size()) + line;
  ASSERT_EQ(inside.size(), kRobotsBytes);
  EXPECT_FALSE(allows(inside, "/late"));
  EXPECT_FALSE(allows(inside + repeat("#", 1 << 20), "/late"));
  const std::string outside = filled_to(kRobotsBytes) + line;
  EXPECT_TRUE(allows(outside, "/late"));
  EXPECT_FALSE(allows(outside, "/early"));
}

TEST(RobotsTest, ALineCutAtTheLimitIsNotObeyed) {
  const std::string head = "user-agent: *\ndisallow: /early\n";
  const std::string cut_line = "\ndisallow: /";
  std::string robots =
      head + std::string(kRobotsBytes - head.size() - cut_line.size(), '#') + cut_line;
  ASSERT_EQ(robots.size(), kRobotsBytes);
  robots += "only/this\n";
  EXPECT_TRUE(allows(robots, "/other"));
  EXPECT_FALSE(allows(robots, "/early"));
}

// H113: Crawl-delay.

TEST(RobotsTest, ReadsCrawlDelaysOfItsOwnGroup) {
  const auto delay = [](std::string_view value) {
    return Robots::parse("user-agent: *\ncrawl-delay: " + std::string(value) + "\n", "porthole")
        .crawl_delay();
  };
  EXPECT_EQ(delay("10"), 10s);
  EXPECT_EQ(delay("0.5"), 500ms);
  EXPECT_EQ(delay("0"), 0ms);
  EXPECT_EQ(delay("999999999"), 999999999s);
  EXPECT_EQ(delay("99999999999999"), 1000000000s);
  for (const std::string_view nonsense :
       {"-1", "nan", "inf", "-inf", "", "ten", "5 s", "1e3", "0x5"}) {
    EXPECT_EQ(delay(nonsense), std::nullopt) << nonsense;
  }
}

TEST(RobotsTest, TakesTheLargestCrawlDelayOfTheGroupsThatItObeys) {
  constexpr std::string_view robots =
      "user-agent: *\ncrawl-delay: 60\nuser-agent: other\ndisallow:\n\n"
      "user-agent: porthole\ncrawl-delay: 2\ndisallow: /x\n\nuser-agent: porthole\ncrawl-delay: "
      "4\n";
  EXPECT_EQ(Robots::parse(robots, "porthole").crawl_delay(), 4s);
  EXPECT_EQ(Robots::parse(robots, "other").crawl_delay(), std::nullopt);
  EXPECT_EQ(Robots::parse(robots, "third").crawl_delay(), 60s);
}

TEST(RobotsTest, CollectsSitemapsWhereverTheyStand) {
  const Robots robots = Robots::parse(
      "sitemap: https://e.org/a.xml\nuser-agent: other\ndisallow: /\nSITEMAP:https://e.org/b.xml # "
      "b\n"
      "sitemap:\n",
      "porthole");
  EXPECT_EQ(robots.sitemaps(),
            (std::vector<std::string>{"https://e.org/a.xml", "https://e.org/b.xml"}));
}

bool pattern_matches(std::string_view pattern, std::string_view path) {
  return RobotsPattern(pattern).matches(RobotsTarget(path));
}

TEST(RobotsPatternTest, MatchesFromTheFrontUnlessStarsAndDollarSayOtherwise) {
  EXPECT_TRUE(pattern_matches("/fish", "/fishheads"));
  EXPECT_FALSE(pattern_matches("/fish", "/catfish"));
  EXPECT_TRUE(pattern_matches("/*.php", "/a/b.php?x"));
  EXPECT_FALSE(pattern_matches("/*.php$", "/a/b.php?x"));
  EXPECT_TRUE(pattern_matches("/*.php$", "/a.php/b.php"));
  EXPECT_TRUE(pattern_matches("/a*b*c$", "/abcbc"));
  EXPECT_FALSE(pattern_matches("/a*bc*c$", "/abc"));
  EXPECT_TRUE(pattern_matches("*", "/"));
  EXPECT_TRUE(pattern_matches("/$", "/"));
  EXPECT_FALSE(pattern_matches("/$", "/a"));
  EXPECT_TRUE(pattern_matches("/a*$", "/abc"));
  EXPECT_FALSE(pattern_matches("a", "/a")) << "a path begins with a slash";
}

TEST(RobotsPatternTest, ADollarInsideIsACharacter) {
  EXPECT_TRUE(pattern_matches("/a$b", "/a$b"));
  EXPECT_FALSE(pattern_matches("/a$b", "/a"));
}

TEST(RobotsPatternTest, NothingElseIsADigitOfAnEncoding) {
  for (const char* path : {"/%", "/%4", "/%/41", "/%:1", "/%G1", "/%g1", "/%4/", "/%4G", "/%%41"}) {
    EXPECT_TRUE(pattern_matches(path, path)) << path;
    EXPECT_FALSE(pattern_matches(path, "/A")) << path;
  }
}

TEST(RobotsPatternTest, ADelimiterOfAQueryIsNotItsEncoding) {
  EXPECT_TRUE(pattern_matches("/a?b&c=d", "/a?b&c=d"));
  EXPECT_FALSE(pattern_matches("/a?b%26c", "/a?b&c"));
  EXPECT_FALSE(pattern_matches("/a?b%3Dc", "/a?b=c"));
  EXPECT_TRUE(pattern_matches("/a&b", "/a%26b")) << "outside of a query it does not delimit";
}

TEST(RobotsPatternTest, APatternLongerThanThePathDoesNotMatchIt) {
  EXPECT_FALSE(pattern_matches("/abc", "/ab"));
  EXPECT_FALSE(pattern_matches("/abc$", "/ab"));
  EXPECT_FALSE(pattern_matches("/abc*d", "/ab"));
  EXPECT_FALSE(pattern_matches("/a*bcd$", "/abc"));
}

TEST(RobotsPatternTest, EveryUnreservedCharacterIsItsOwnEncoding) {
  EXPECT_TRUE(pattern_matches("/%41%5A%61%7a%30%39%2d%2E%5f%7E", "/AZaz09-._~"));
  EXPECT_TRUE(pattern_matches("/AZaz09-._~", "/%41%5a%61%7A%30%39%2D%2e%5F%7e"));
  EXPECT_FALSE(pattern_matches("/%2F", "//")) << "a delimiter is not its encoding";
}

// RFC 9309 2.2.2, the table of encodings.
TEST(RobotsPatternTest, ComparesOctetsAndTheirEncodingsAsTheStandardsTableHasThem) {
  EXPECT_TRUE(pattern_matches("/foo/bar?baz=quz", "/foo/bar?baz=quz"));
  EXPECT_TRUE(pattern_matches("/f?baz=https://foo.bar", "/f?baz=https%3A%2F%2Ffoo.bar"));
  EXPECT_TRUE(pattern_matches("/f?baz=https%3A%2F%2Ffoo.bar", "/f?baz=https://foo.bar"));
  EXPECT_TRUE(pattern_matches("/foo/bar/\u30C4", "/foo/bar/%E3%83%84"));
  EXPECT_TRUE(pattern_matches("/foo/bar/%e3%83%84", "/foo/bar/%E3%83%84"));
  EXPECT_TRUE(pattern_matches("/foo/bar/%62%61%7A", "/foo/bar/baz"));
  EXPECT_TRUE(pattern_matches("/foo/bar/baz", "/foo/bar/%62%61%7A"));
}

TEST(RobotsPatternTest, AnEncodedDelimiterIsNoDelimiter) {
  EXPECT_FALSE(pattern_matches("/a/b", "/a%2Fb"));
  EXPECT_FALSE(pattern_matches("/a%2Fb", "/a/b"));
  EXPECT_TRUE(pattern_matches("/a%2fb", "/a%2Fb"));
  EXPECT_FALSE(pattern_matches("/a?b", "/a%3Fb"));
  EXPECT_FALSE(pattern_matches("/a?b=c", "/a?b%3Dc"));
}

// RFC 9309 2.2.3: special characters are matched verbatim when they are percent-encoded.
TEST(RobotsPatternTest, AnEncodedStarOrDollarIsTheCharacterItself) {
  EXPECT_TRUE(pattern_matches("/a%2Ab", "/a*b"));
  EXPECT_FALSE(pattern_matches("/a%2Ab", "/axb"));
  EXPECT_TRUE(pattern_matches("/a%24", "/a$"));
  EXPECT_FALSE(pattern_matches("/a%24", "/a"));
}

TEST(RobotsPatternTest, APercentSignWithoutTwoDigitsIsACharacter) {
  EXPECT_TRUE(pattern_matches("/100%", "/100%"));
  EXPECT_TRUE(pattern_matches("/100%", "/100%25"));
  EXPECT_TRUE(pattern_matches("/%zz", "/%zz"));
  EXPECT_TRUE(pattern_matches("/%4z", "/%4z"));
  EXPECT_FALSE(pattern_matches("/%4z", "/%4y"));
  EXPECT_FALSE(pattern_matches("/%2541", "/A")) << "decoded once";
}

// H111: a backtracking matcher would not end in the lifetime of the machine.
TEST(RobotsPatternTest, TwoThousandStarsAreMatchedInBoundedTime) {
  const std::string stars = "/" + repeat("*a", 2000);
  EXPECT_TRUE(pattern_matches(stars + "$", "/" + repeat("ab", 2000) + "a"));
  EXPECT_FALSE(pattern_matches(stars + "*b$", "/" + repeat("a", 4000)));
}

// The hand-written matcher against the definition: a pattern matches if its first unit does and the
// rest matches the rest.
bool matches_by_definition(std::string_view pattern, std::string_view path) {
  if (pattern.empty()) return true;
  if (pattern == "$") return path.empty();
  if (pattern[0] == '*') {
    for (std::size_t skip = 0; skip <= path.size(); ++skip) {
      if (matches_by_definition(pattern.substr(1), path.substr(skip))) return true;
    }
    return false;
  }
  return !path.empty() && pattern[0] == path[0] &&
         matches_by_definition(pattern.substr(1), path.substr(1));
}

TEST(RobotsPatternTest, AgreesWithTheDefinitionOnAllShortPatterns) {
  constexpr std::string_view kPatternLetters = "ab*$";
  int tried = 0;
  for (int p = 0; p < 4 * 4 * 4 * 4 * 4; ++p) {
    std::string pattern;
    for (int i = 0, rest = p; i < 5; ++i, rest /= 4) pattern += kPatternLetters[rest % 4];
    for (int t = 0; t < 1 << 6; ++t) {
      std::string path;
      for (int i = 0; i < 6; ++i) path += (t >> i & 1) != 0 ? 'a' : 'b';
      ASSERT_EQ(pattern_matches(pattern, path), matches_by_definition(pattern, path))
          << pattern << " on " << path;
      ++tried;
    }
  }
  EXPECT_EQ(tried, 1024 * 64);
}

}  // namespace
}  // namespace porthole::gatherer
