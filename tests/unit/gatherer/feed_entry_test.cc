#include "gatherer/frontier/feed_entry.h"

#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

std::string date_in(const std::string& fragment) {
  const auto date = date_of_entry(fragment);
  return date ? format_time(*date) : "none";
}

TEST(FeedEntryTest, TakesTheLatestDate) {
  EXPECT_EQ(date_in("<published xmlns=\"http://www.w3.org/2005/Atom\">2026-11-20T10:00:00Z"
                    "</published><updated xmlns=\"http://www.w3.org/2005/Atom\">"
                    "2026-11-21T10:00:00+01:00</updated>"),
            "2026-11-21T09:00:00Z");
}

TEST(FeedEntryTest, ReadsTheDatesOfRss) {
  EXPECT_EQ(date_in("<pubDate>Fri, 20 Nov 2026 18:20:53 +0200</pubDate>"), "2026-11-20T16:20:53Z");
  EXPECT_EQ(date_in("<date xmlns=\"http://purl.org/dc/elements/1.1/\">2026-11-20</date>"),
            "2026-11-20T00:00:00Z");
}

TEST(FeedEntryTest, HasNoDateWhereNoneCanBeRead) {
  EXPECT_EQ(date_in(""), "none");
  EXPECT_EQ(date_in("<author><updated>2026-11-20</updated></author>"), "none");
  EXPECT_EQ(date_in("<pubDate>some day</pubDate>"), "none");
  EXPECT_EQ(date_in("<updated>2026-11-20"), "none");
}

}  // namespace
}  // namespace porthole::gatherer
