#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "archive/recorded_web.h"
#include "labs/generated/web_handler.h"
#include "parser/parse.h"
#include "tests/support/temp_dir.h"

namespace porthole::labs {
namespace {

GeneratedWeb small_web() {
  WebDials dials;
  dials.pages = 1'000;
  dials.sites = 50;
  dials.hidden_anchors = .3;
  return *GeneratedWeb::generate(dials, 3);
}

TEST(PageHtmlTest, TheParserReadsTitleWordsAndLinksOfTheWebFromItsHtml) {
  const GeneratedWeb web = small_web();
  std::size_t hidden = 0;
  for (NodeId page = 0; page < 50; ++page) {
    SCOPED_TRACE(page);
    parser::ParseInput input;
    input.url = web.url(page);
    input.content_type = "text/html; charset=utf-8";
    input.body = page_html(web, page);
    const Document read = parser::parse_document(input);
    EXPECT_EQ(read.title, web.title(page));
    const std::string body = web.body(page);
    std::string text = read.text;
    std::replace(text.begin(), text.end(), '\n', ' ');  // between paragraphs
    EXPECT_NE(text.find(body), std::string::npos);
    std::size_t at = 0;
    Link wanted;
    for (const Link& link : read.links) {
      if (link.element == Element::kImg) continue;
      ASSERT_LT(at, web.links(page).size());
      web.fill_link(page, at++, wanted);
      EXPECT_EQ(link.url, wanted.url);
      EXPECT_EQ(link.anchor, wanted.anchor);
      EXPECT_EQ(link.element, wanted.element);
      hidden += wanted.anchor.empty() ? 1 : 0;
    }
    EXPECT_EQ(at, web.links(page).size());
  }
  EXPECT_GT(hidden, 50U);
}

TEST(PageHtmlTest, AChangedPageHasOtherWordsAndTheSameLinks) {
  const GeneratedWeb web = small_web();
  NodeId page = 0;
  while (web[page].change_hours <= 0) ++page;
  const double later = 2.0 * static_cast<double>(web[page].change_hours);
  EXPECT_EQ(page_html(web, page), page_html(web, page, 0));
  EXPECT_NE(page_html(web, page), page_html(web, page, later));
  const auto links_of = [](const std::string& html) { return html.substr(html.find("<ul>")); };
  EXPECT_EQ(links_of(page_html(web, page)), links_of(page_html(web, page, later)));
}

TEST(PageHtmlTest, AWarcArchiveAnswersForEveryPageAndForRobotsTxt) {
  const GeneratedWeb web = small_web();
  const testing::TempDir folder;
  const auto first = write_warc(web, folder.path());
  ASSERT_TRUE(first) << first.error().to_string();
  auto recorded = archive::RecordedWeb::open({folder.path() / *first});
  ASSERT_TRUE(recorded) << recorded.error().to_string();
  EXPECT_EQ(recorded->size(), web.size() + web.sites());
  for (const NodeId page : {NodeId{0}, NodeId{17}, static_cast<NodeId>(web.size() - 1)}) {
    const auto answer = recorded->find(*Url::parse(web.url(page)));
    ASSERT_TRUE(answer && *answer);
    EXPECT_EQ((*answer)->body(1 << 20)->bytes, page_html(web, page));
  }
  EXPECT_TRUE(*recorded->find(*Url::parse("http://s0.example/robots.txt")));
}

}  // namespace
}  // namespace porthole::labs
