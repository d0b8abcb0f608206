#include "base/clock.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole {
namespace {

using namespace std::chrono_literals;

// 784111777 seconds: `date -u -d @784111777`; the date is the example of RFC 9110 5.6.7.
constexpr WallTime kExample{784111777s};

TEST(ClockTest, NeverGoesBack) {
  const SteadyTime before = system_clock().steady();
  EXPECT_GE(system_clock().steady(), before);
  EXPECT_GT(system_clock().wall(), kExample);
}

TEST(TimeTest, IsWrittenAndReadAsIso8601) {
  EXPECT_EQ(format_time(kExample), "1994-11-06T08:49:37Z");
  EXPECT_EQ(parse_time("1994-11-06T08:49:37Z"), kExample);
  EXPECT_EQ(format_time(WallTime{}), "1970-01-01T00:00:00Z");
  EXPECT_EQ(format_time(WallTime{-1s}), "1969-12-31T23:59:59Z");
  EXPECT_EQ(parse_time("2024-02-29T00:00:00Z"), WallTime{1709164800s});
}

TEST(TimeTest, IsRefusedInAnyOtherForm) {
  using namespace std::string_literals;
  for (const std::string& text :
       {""s, "1994-11-06"s, "1994-11-06T08:49:37"s, "1994-11-06T08:49:37z"s,
        "1994-11-06 08:49:37Z"s, "1994-11- 6T08:49:37Z"s, "1994-11-06T-1:49:37Z"s,
        "1994-13-06T08:49:37Z"s, "2023-02-29T00:00:00Z"s, "1994-11-06T24:00:00Z"s,
        "1994-11-06T08:60:37Z"s, "1994-11-06T08:49:37Z "s, "1994-11-06T08:49:37Z\0"s}) {
    const auto time = parse_time(text);
    ASSERT_FALSE(time) << text;
    EXPECT_EQ(time.error().code, ErrorCode::kInvalid);
  }
}

// RFC 9110 5.6.7: a recipient must accept all three.
TEST(HttpDateTest, IsReadInThreeForms) {
  EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 GMT"), kExample);
  EXPECT_EQ(parse_http_date("Sunday, 06-Nov-94 08:49:37 GMT"), kExample);
  EXPECT_EQ(parse_http_date("Sun Nov  6 08:49:37 1994"), kExample);
  EXPECT_EQ(parse_http_date("Sun Nov 16 08:49:37 1994"), kExample + 240h);
}

TEST(HttpDateTest, IsReadAsSomeServersWriteIt) {
  EXPECT_EQ(parse_http_date("Sun, 6 Nov 1994 08:49:37 GMT"), kExample);
  EXPECT_EQ(parse_http_date("Sun, 06 Nov 1994 08:49:37 UTC"), kExample);
  EXPECT_EQ(parse_http_date("Mon, 06 Nov 1994 08:49:37 GMT"), kExample);  // it was a Sunday
}

// RFC 9110 5.6.7: a two-digit year more than 50 years ahead lies in the past.
TEST(HttpDateTest, PutsATwoDigitYearInItsCentury) {
  const WallTime now = system_clock().wall();
  const auto read = parse_http_date("Friday, 20-Nov-26 18:20:53 GMT");
  ASSERT_TRUE(read);
  EXPECT_LE(*read, now + std::chrono::years{51});
  EXPECT_GE(*read, now - std::chrono::years{100});
}

TEST(HttpDateTest, TakesALeapSecondAsTheNextMinute) {
  EXPECT_EQ(format_time(parse_http_date("Sat, 31 Dec 2016 23:59:60 GMT").value()),
            "2017-01-01T00:00:00Z");
}

TEST(HttpDateTest, IsRefusedWhenItIsNoDate) {
  for (const char* text :
       {"", "0", "-1", "Sun, 06 Nov 1994 08:49:37", "Sun, 06 Nov 1994 08:49:37 +0200",
        "Sun, 06 Nov 1994 08:49:37 GMTx", "Sun, 06 Nov 1994 -8:49:37 GMT",
        "Sun, 06 Nov 1994 25:49:37 GMT", "Sun, 31 Feb 1994 08:49:37 GMT",
        "Sun, 00 Nov 1994 08:49:37 GMT", "Sun, 06 Foo 1994 08:49:37 GMT",
        "xyz, 06 Nov 1994 08:49:37 GMT", "Sun, 06 Nov 94 08:49:37 GMT", "Sun Nov 6 08:49:37 1994",
        "Sun Nov  6 08:49:37 1994 GMT"}) {
    EXPECT_FALSE(parse_http_date(text)) << text;
  }
  EXPECT_FALSE(parse_http_date(std::string(100000, '9')));
}

TEST(HttpDateTest, IsWrittenAsFixdate) {
  EXPECT_EQ(format_http_date(kExample), "Sun, 06 Nov 1994 08:49:37 GMT");
  EXPECT_EQ(parse_http_date(format_http_date(WallTime{})), WallTime{});
}

}  // namespace
}  // namespace porthole
