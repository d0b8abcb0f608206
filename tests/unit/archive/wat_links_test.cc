#include "archive/wat_links.h"

#include <gtest/gtest.h>

#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::archive {
namespace {

std::string record(const std::string& type, const std::string& block) {
  return "WARC/1.0\r\nWARC-Type: " + type +
         "\r\nWARC-Date: 2026-05-04T03:02:01Z\r\nWARC-Record-ID: <urn:uuid:" + type +
         ">\r\nContent-Type: application/json\r\nContent-Length: " + std::to_string(block.size()) +
         "\r\n\r\n" + block + "\r\n\r\n";
}

/// A block as Common Crawl writes them. `html`: the members of HTML-Metadata.
std::string block(const std::string& url, const std::string& html) {
  return R"({"Container":{"Offset":"0"},"Envelope":{"WARC-Header-Metadata":{"WARC-Type":)"
         R"("response","WARC-Target-URI":")" +
         url +
         R"("},"Payload-Metadata":{"HTTP-Response-Metadata":{"Headers":{},)"
         R"("HTML-Metadata":{)" +
         html + "}}}}}";
}

class WatLinksTest : public ::testing::Test {
 protected:
  WatCounts read(const std::string& bytes) {
    testing::write_whole_file(folder_ / "a.wat", bytes);
    const auto counts =
        for_each_wat_page(folder_ / "a.wat", [&](const WatPage& page) { pages_.push_back(page); });
    EXPECT_TRUE(counts) << counts.error().to_string();
    return counts.value_or(WatCounts());
  }

  testing::TempDir folder_;
  std::vector<WatPage> pages_;
};

TEST_F(WatLinksTest, ReadsTheLinksOfAPageWithWhatTheySay) {
  const WatCounts counts =
      read(record("warcinfo", "software: x") +
           record("metadata",
                  block("http://a.org/dir/page",
                        R"("Head":{"Title":" A  page ","Base":"/base/"},"Links":[)"
                        R"({"path":"A@/href","url":"x.html","text":"The X","rel":"NoFollow"},)"
                        R"({"path":"IMG@/src","url":"http://b.org/i.png","alt":"an image"},)"
                        R"({"path":"FORM@/action","url":"/search"},)"
                        R"({"path":"A@/href","url":"http://["},{"path":"A@/href"}])")));
  EXPECT_EQ(counts.pages, 1);
  EXPECT_EQ(counts.links, 2);
  EXPECT_FALSE(counts.cut);
  ASSERT_EQ(pages_.size(), 1U);
  EXPECT_EQ(pages_[0].url.href(), "http://a.org/dir/page");
  EXPECT_EQ(pages_[0].title, "A page");
  EXPECT_EQ(format_time(pages_[0].crawled), "2026-05-04T03:02:01Z");
  ASSERT_EQ(pages_[0].links.size(), 2U);
  EXPECT_EQ(pages_[0].links[0].url, "http://a.org/base/x.html");
  EXPECT_EQ(pages_[0].links[0].anchor, "The X");
  EXPECT_TRUE(pages_[0].links[0].has_rel("nofollow"));
  EXPECT_EQ(pages_[0].links[1].element, Element::kImg);
  EXPECT_EQ(pages_[0].links[1].alt, "an image");
}

TEST_F(WatLinksTest, LeavesOutWhatIsNotThePageOfAnyUrl) {
  const std::string good = block("http://a.org/", R"("Links":[])");
  const WatCounts counts =
      read(record("metadata", "{") + record("metadata", "[1]") +
           record("metadata", R"({"Envelope":{"WARC-Header-Metadata":7}})") +
           record("metadata", block("no url", R"("Links":[])")) + record("response", good) +
           record("metadata", block("http://b.org/", R"("Links":{"path":1})")) +
           record("metadata", good).substr(0, 150));
  EXPECT_EQ(counts.pages, 1);
  EXPECT_TRUE(counts.cut);
  ASSERT_EQ(pages_.size(), 1U);
  EXPECT_EQ(pages_[0].url.href(), "http://b.org/");
  EXPECT_TRUE(pages_[0].links.empty());
}

}  // namespace
}  // namespace porthole::archive
