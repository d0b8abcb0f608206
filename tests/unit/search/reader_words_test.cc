/// Values, sites and phrases as readers see them.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "search/presentation/overview.h"
#include "search/presentation/site_mark.h"
#include "search/presentation/value_words.h"

namespace porthole::search {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

TEST(ValueWordsTest, TypesHaveTheNamesThatReadersKnow) {
  EXPECT_EQ(type_in_words("text/html"), "Web page");
  EXPECT_EQ(type_in_words("application/pdf"), "PDF");
  EXPECT_EQ(type_in_words("image/png"), "Image");
  EXPECT_EQ(type_in_words("DiscussionForumPosting"), "Forum thread");
  EXPECT_EQ(type_in_words("JavaClass"), "Java class");
  EXPECT_EQ(type_in_words("application/x-unheard-of"), "application/x-unheard-of");
  EXPECT_TRUE(is_web_page("application/xhtml+xml"));
  EXPECT_FALSE(is_web_page("application/pdf"));
}

TEST(ValueWordsTest, DatesAreWrittenInWords) {
  EXPECT_EQ(day_in_words("2024-02-29T12:00:00Z"), "29 February 2024");
  EXPECT_EQ(day_in_words("2024-02-29"), "29 February 2024");
  EXPECT_EQ(day_in_words("2024"), "2024");
  EXPECT_EQ(day_in_words(""), "");
}

TEST(SiteMarkTest, ASiteHasALetterAndAColourWithoutARequest) {
  EXPECT_EQ(site_letter("www.sqlite.org"), "S");
  EXPECT_EQ(site_letter("docs.python.org:8080"), "P");
  EXPECT_EQ(site_letter(""), "");
  EXPECT_EQ(letter_colour("www.sqlite.org"), letter_colour("sqlite.org"));
  EXPECT_LT(letter_colour("sqlite.org"), kLetterColours);
}

TEST(SiteMarkTest, BreadcrumbsAreThePathDecodedAndCut) {
  EXPECT_THAT(breadcrumbs("https://a.example/"), IsEmpty());
  EXPECT_THAT(breadcrumbs("https://a.example/docs/hub%20gear.html"),
              ElementsAre("docs", "hub gear.html"));
  EXPECT_THAT(breadcrumbs("https://a.example/1/2/3/4/5?page=2"),
              ElementsAre("1", "\xE2\x80\xA6", "4", "5?\xE2\x80\xA6"));
  EXPECT_THAT(breadcrumbs("https://a.example/1/2/3/4"), ElementsAre("1", "2", "3", "4"));
  EXPECT_THAT(breadcrumbs("https://a.example/" + std::string(60, 'x')),
              ElementsAre(std::string(40, 'x') + "\xE2\x80\xA6"));
  EXPECT_THAT(breadcrumbs("no url"), IsEmpty());
}

Hit titled(const std::string& site, const std::string& title) {
  Hit hit;
  hit.url = "https://" + site + "/" + title;
  hit.site = site;
  hit.title = title;
  return hit;
}

TEST(TypicalPhrasesTest, ArePhrasesThatSeveralSitesUse) {
  Hit linked = titled("a.example", "Keys");
  linked.annotations = {{"https://c.example/x", AnnotationKind::kAnchor, {{"query planner"}}},
                        {"https://d.example/x", AnnotationKind::kAnchor, {{"The query planner"}}},
                        {"https://e.example/x", AnnotationKind::kHeading, {{"other things"}}},
                        {"https://f.example/x", AnnotationKind::kHeading, {{"other things"}}}};
  const std::vector<Hit> pages = {linked,
                                  titled("a.example", "Foreign key constraints"),
                                  titled("b.example", "The foreign key of a table"),
                                  titled("c.example", "A foreign key"),
                                  titled("a.example", "Tables \xE2\x80\x94 Manual of A"),
                                  titled("b.example", "Tables: manual of B"),
                                  titled("a.example", "Release notes 7"),
                                  titled("a.example", "Release notes 8")};
  EXPECT_THAT(typical_phrases(pages, {}, {"en"}, 5), ElementsAre("foreign key", "query planner"));
  EXPECT_THAT(typical_phrases(pages, {"keys", "query"}, {"en"}, 5), ElementsAre("foreign key"));
  EXPECT_THAT(typical_phrases(pages, {}, {"en"}, 1), ElementsAre("foreign key"));
}

}  // namespace
}  // namespace porthole::search
