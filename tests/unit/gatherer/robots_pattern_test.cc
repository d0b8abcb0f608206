#include <gtest/gtest.h>

#include <string>

#include "gatherer/fetch/robots.h"

namespace porthole::gatherer {
namespace {

bool pattern_matches(std::string_view pattern, std::string_view path) {
  return RobotsPattern(pattern).matches(RobotsTarget(path));
}

std::string repeat(std::string_view text, int times) {
  std::string result;
  for (int i = 0; i < times; ++i) result += text;
  return result;
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
