#include "base/clock.h"

#include <gtest/gtest.h>

#include <string>

#include "base/date_span.h"

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

std::string read(std::string_view text) {
  const auto date = parse_mail_date(text);
  return date ? format_time(*date) : "none";
}

TEST(MailDateTest, ReadsTheFormsOfMailAndFeeds) {
  EXPECT_EQ(read("Fri, 20 Nov 2026 18:20:53 +0200"), "2026-11-20T16:20:53Z");
  EXPECT_EQ(read("20 Nov 2026 18:20 -0130"), "2026-11-20T19:50:00Z");
  EXPECT_EQ(read("Sat, 01 Jan 00 00:00:00 GMT"), "2000-01-01T00:00:00Z");
  EXPECT_EQ(read("  Fri, 20 Nov 2026 18:20:53 EST "), "2026-11-20T23:20:53Z");
}

TEST(MailDateTest, RefusesOtherTexts) {
  EXPECT_EQ(read(""), "none");
  EXPECT_EQ(read("some day"), "none");
  EXPECT_EQ(read("2026-11-20"), "none");
}

std::string span(std::string_view text) {
  const auto found = parse_date_span(text);
  return found ? format_time(found->begin) + " " + format_time(found->end) : "none";
}

// W3C Note Date and Time Formats: all its granularities.
TEST(DateSpanTest, MeansAllOfAYearAMonthADayAMinuteOrASecond) {
  EXPECT_EQ(span("2024"), "2024-01-01T00:00:00Z 2025-01-01T00:00:00Z");
  EXPECT_EQ(span("2024-12"), "2024-12-01T00:00:00Z 2025-01-01T00:00:00Z");
  EXPECT_EQ(span(" 2024-02-29 "), "2024-02-29T00:00:00Z 2024-03-01T00:00:00Z");
  EXPECT_EQ(span("1997-07-16T19:20+01:00"), "1997-07-16T18:20:00Z 1997-07-16T18:21:00Z");
  EXPECT_EQ(span("1997-07-16T19:20:30.45-0130"), "1997-07-16T20:50:30Z 1997-07-16T20:50:31Z");
  EXPECT_EQ(span("2026-11-20T18:20:53Z"), "2026-11-20T18:20:53Z 2026-11-20T18:20:54Z");
  EXPECT_EQ(span("2026-11-20 18:20"), "2026-11-20T18:20:00Z 2026-11-20T18:21:00Z");
}

TEST(DateSpanTest, RefusesWhatIsNoDate) {
  for (const char* text :
       {"", "24", "0999", "2024-", "2024-13", "2024-00", "2024-02-30", "2024-1-1", "20240101",
        "2024-01-01T", "2024-01-01T24:00", "2024-01-01T10:00X", "2024-01-01T10:00+99:00",
        "yesterday", "-2024", "2024 or so", "99999"}) {
    EXPECT_EQ(span(text), "none") << text;
  }
}

}  // namespace
}  // namespace porthole
