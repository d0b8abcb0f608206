#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/frontier/header_links.h"
#include "gatherer/frontier/sitemap.h"

namespace porthole::gatherer {
namespace {
using ::testing::ElementsAre;

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

Document added(const archive::HttpFields& fields, Document document = {}) {
  add_header_links(fields, *Url::parse("http://a.test/dir/page"), document);
  return document;
}

std::vector<std::string> urls_of(const Document& document) {
  std::vector<std::string> urls;
  for (const Link& link : document.links) urls.push_back(link.url);
  return urls;
}

TEST(HeaderLinksTest, ReadsLinksThatLeadSomewhere) {
  const Document document =
      added({{"link", "<next,1>; rel=\"next last\"; title=\"a, \\\"b\\\"\", </s.css>;rel=preload"},
             {"link", "<>;rel=alternate , </map>;REL=SiteMap,<x>;rel=next;anchor=\"#y\",<z>, <q"}});
  EXPECT_THAT(urls_of(document), ElementsAre("http://a.test/dir/next,1", "http://a.test/dir/page",
                                             "http://a.test/map"));
  EXPECT_EQ(document.links[0].title, "a, \"b\"");
  EXPECT_EQ(document.links[0].rel, "next last");
}

TEST(HeaderLinksTest, ThePageItselfComesBeforeItsHead) {
  const archive::HttpFields fields = {{"link", "</c>; rel=canonical"}, {"refresh", "0; url=/r"}};
  EXPECT_EQ(added(fields).canonical, "http://a.test/c");
  EXPECT_EQ(added(fields).refresh, "http://a.test/r");
  Document document;
  document.canonical = document.refresh = "http://a.test/own";
  EXPECT_EQ(added(fields, document).canonical, "http://a.test/own");
  EXPECT_EQ(added(fields, document).refresh, "http://a.test/own");
}

TEST(HeaderLinksTest, TakesNoScriptForAPage) {
  EXPECT_EQ(added({{"refresh", "0;url=javascript:alert(1)"}}).refresh, "");
  EXPECT_THAT(urls_of(added({{"link", "<javascript:x>;rel=next,<data:,x>;rel=next"}})),
              ElementsAre());
}

}  // namespace
}  // namespace porthole::gatherer
