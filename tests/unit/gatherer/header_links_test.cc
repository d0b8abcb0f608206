#include "gatherer/frontier/header_links.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::gatherer {
namespace {

using ::testing::ElementsAre;

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
