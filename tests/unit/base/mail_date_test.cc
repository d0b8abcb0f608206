#include "base/mail_date.h"

#include <gtest/gtest.h>

namespace porthole {
namespace {

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

}  // namespace
}  // namespace porthole
