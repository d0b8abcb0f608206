#include "base/date_span.h"

#include <gtest/gtest.h>

namespace porthole {
namespace {

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
