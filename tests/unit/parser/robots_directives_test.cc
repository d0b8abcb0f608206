#include "parser/robots_directives.h"

#include <gtest/gtest.h>

#include <initializer_list>
#include <utility>

namespace porthole::parser {
namespace {

RobotsDirectives header(std::string_view value) {
  RobotsStatements said("porthole");
  said.header(value);
  return said.directives();
}

RobotsDirectives metas(std::initializer_list<std::pair<const char*, const char*>> elements) {
  RobotsStatements said("porthole");
  for (const auto& [name, content] : elements) said.meta(name, content);
  return said.directives();
}

TEST(RobotsDirectivesTest, ReadsEveryDirectiveWhateverItsCase) {
  EXPECT_EQ(header("noindex"), (RobotsDirectives{.noindex = true}));
  EXPECT_EQ(header("NoFollow"), (RobotsDirectives{.nofollow = true}));
  EXPECT_EQ(header("none"), (RobotsDirectives{.noindex = true, .nofollow = true}));
  EXPECT_EQ(header(" noarchive ,nosnippet,"),
            (RobotsDirectives{.noarchive = true, .nosnippet = true}));
  EXPECT_EQ(header("max-snippet:0"), (RobotsDirectives{.nosnippet = true}));
}

TEST(RobotsDirectivesTest, WhatItDoesNotKnowForbidsNothing) {
  for (const char* value : {"", ",", "all", "index, follow", "max-snippet:20", "noimageindex",
                            "notranslate", "max-image-preview: large", "no index", "\xFF:\x01"}) {
    EXPECT_EQ(header(value), RobotsDirectives{}) << value;
  }
}

TEST(RobotsDirectivesTest, ObeysWhatIsSaidToAllAndToUsAlone) {
  EXPECT_EQ(header("otherbot: noindex"), RobotsDirectives{});
  EXPECT_EQ(header("Porthole: noindex"), (RobotsDirectives{.noindex = true}));
  EXPECT_EQ(header("portholes: noindex"), RobotsDirectives{});
}

TEST(RobotsDirectivesTest, ANameHoldsUpToTheNextNameOfTheSameValue) {
  EXPECT_EQ(header("nosnippet, otherbot: noindex, nofollow, porthole: noarchive"),
            (RobotsDirectives{.noarchive = true, .nosnippet = true}));
  EXPECT_EQ(header("otherbot: max-snippet:0, noindex"), RobotsDirectives{});
}

TEST(RobotsDirectivesTest, AMetaElementMayNameTheRobotAsTheHeaderMay) {
  EXPECT_EQ(metas({{"Porthole", "NOINDEX"}}), (RobotsDirectives{.noindex = true}));
  EXPECT_EQ(metas({{"googlebot", "noindex"}, {"portholes", "none"}, {"description", "none"}}),
            RobotsDirectives{});
  EXPECT_EQ(
      metas({{"robots", "nofollow"}, {"porthole", "noindex"}, {" ROBOTS ", "max-snippet: 0"}}),
      (RobotsDirectives{.noindex = true, .nofollow = true, .nosnippet = true}));
  EXPECT_TRUE(metas({{"robots", "unavailable_after: Friday, 25 Jun 2010 15:00 GMT, noarchive"}})
                  .unavailable_after);
}

TEST(RobotsDirectivesTest, WhatIsSaidToTheRobotByNameHoldsAgainstWhatIsSaidToAll) {
  EXPECT_EQ(metas({{"porthole", "index"}, {"robots", "noindex, nofollow"}}),
            (RobotsDirectives{.nofollow = true}));
  EXPECT_EQ(metas({{"robots", "none"}, {"porthole", "all"}}), RobotsDirectives{});
  EXPECT_EQ(metas({{"robots", "noindex"}, {"robots", "index"}}),
            (RobotsDirectives{.noindex = true}));
  EXPECT_EQ(header("noindex, porthole: index, nosnippet"), (RobotsDirectives{.nosnippet = true}));
}

TEST(RobotsDirectivesTest, ADateThatIsNoneForbidsNothingAndHidesNothingBehindIt) {
  EXPECT_EQ(header("unavailable_after: 25 September -2010 15:00:00 GMT"), RobotsDirectives{});
  EXPECT_EQ(header("unavailable_after: Fri 25 Jun 2010 15:00:00 GMT, noindex"),
            (RobotsDirectives{.noindex = true}));
}

TEST(RobotsDirectivesTest, TwoFieldsForbidWhatEitherForbids) {
  RobotsDirectives both{.noarchive = true, .nosnippet = true};
  both.merge({.noindex = true, .nosnippet = true});
  both.merge({.nofollow = true, .noarchive = true});
  EXPECT_EQ(both, (RobotsDirectives{
                      .noindex = true, .nofollow = true, .noarchive = true, .nosnippet = true}));
}

// 25 June 2010, 15:00 PST is 23:00 UTC.
TEST(RobotsDirectivesTest, ReadsDatesInTheFormsThatAreInUse) {
  using namespace std::chrono_literals;
  const WallTime expected = std::chrono::sys_days{2010y / 6 / 25} + 23h;
  for (const char* date : {"25 Jun 2010 15:00:00 PST", "Fri, 25 Jun 2010 23:00:00 GMT",
                           "Friday, 25-Jun-10 23:00:00 GMT", "25 June 2010 16:00 -0700",
                           "2010-06-25T23:00:00Z", "26 Jun 2010 00:30:00 +0130"}) {
    EXPECT_EQ(header(std::string("unavailable_after: ") + date).unavailable_after, expected)
        << date;
  }
  EXPECT_EQ(header("unavailable_after: 2010-06-25").unavailable_after,
            std::chrono::sys_days{2010y / 6 / 25});
}

TEST(RobotsDirectivesTest, ADateWithoutAZoneIsOfGreenwich) {
  using namespace std::chrono_literals;
  EXPECT_EQ(header("unavailable_after: 25 Jun 2010 23:00").unavailable_after,
            std::chrono::sys_days{2010y / 6 / 25} + 23h);
}

TEST(RobotsDirectivesTest, NocacheIsAnotherNameOfNoarchive) {
  EXPECT_EQ(header("nocache"), (RobotsDirectives{.noarchive = true}));
}

TEST(RobotsDirectivesTest, ADirectiveBehindADateIsStillRead) {
  const RobotsDirectives directives =
      header("unavailable_after: Fri, 25 Jun 2010 23:00:00 GMT, nofollow");
  EXPECT_TRUE(directives.unavailable_after.has_value());
  EXPECT_TRUE(directives.nofollow);
}

TEST(RobotsDirectivesTest, ADateThatIsNoneIsPassedOver) {
  for (const char* date : {"",
                           "soon",
                           "32 Jan 2020 00:00:00 GMT",
                           "1 Foo 2020 00:00:00 GMT",
                           "1 Jan 2020 25:00:00 GMT",
                           "1 Jan 99999999999 00:00:00 GMT",
                           "-- -- --",
                           "1 Jan 2020 00:60:00 GMT",
                           "1 Jan 2020 00:00:61 GMT",
                           "1 Jan 2020 x:00 GMT",
                           "1 Jan 2020 00:x GMT",
                           "1 Jan 2020 00:00:x GMT",
                           "1 Jan 2020 00 GMT",
                           "1 Jan 2020 0:0:0:0 GMT",
                           "x Jan 2020 00:00 GMT",
                           "1 Jan x 00:00 GMT",
                           "1 Jan 20x0 00:00 GMT",
                           "1 Jan 12345 00:00 GMT",
                           "31 Jun 2020 00:00 GMT",
                           "1 Jan 2020 00:00 XYZ",
                           "1 Jan 2020 00:00 *0100",
                           "1 Jan 2020 00:00 +x100",
                           "1 Jan 2020 00:00 +01xx",
                           "1 Jan 2020 00:00 GMT now",
                           "1 Jan 2020"}) {
    EXPECT_EQ(header(std::string("unavailable_after: ") + date), RobotsDirectives{}) << date;
  }
}

TEST(RobotsDirectivesTest, TheStricterOfTwoValuesHolds) {
  using namespace std::chrono_literals;
  const WallTime early = std::chrono::sys_days{2026y / 1 / 1};
  RobotsDirectives merged{.noindex = true, .unavailable_after = early + 24h};
  merged.merge({.nofollow = true, .unavailable_after = early});
  EXPECT_EQ(merged,
            (RobotsDirectives{.noindex = true, .nofollow = true, .unavailable_after = early}));
  merged.merge({});
  EXPECT_EQ(merged.unavailable_after, early);
  merged.merge({.noarchive = true, .nosnippet = true, .unavailable_after = early + 48h});
  EXPECT_TRUE(merged.noarchive);
  EXPECT_TRUE(merged.nosnippet);
  EXPECT_EQ(merged.unavailable_after, early) << "the earlier date is the stricter one";
}

TEST(RobotsDirectivesTest, APageMayBeIndexedUntilItsDate) {
  using namespace std::chrono_literals;
  const WallTime end = std::chrono::sys_days{2026y / 1 / 1};
  const RobotsDirectives directives{.unavailable_after = end};
  EXPECT_TRUE(directives.may_be_indexed(end - 1s));
  EXPECT_FALSE(directives.may_be_indexed(end));
  EXPECT_FALSE((RobotsDirectives{.noindex = true}.may_be_indexed(end)));
}

}  // namespace
}  // namespace porthole::parser
