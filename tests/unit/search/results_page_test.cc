/// How the page of results shows a result and its filters, and how the view of a page is folded.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/url/percent_encode.h"
#include "search/site/site.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"

namespace porthole::search {
namespace {

using summarizer::Summary;
using test::IndexFolder;
using test::said;
using test::summary_of;
using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;

class ResultsPageTest : public ::testing::Test {
 protected:
  ResultsPageTest() {
    index_.add({summary_of("https://hubs.example/gears", "Hub gears", "A planetary gear."),
                summary_of("https://wool.example/", "Wool", "Wool for winter gear."),
                summary_of("https://chains.example/", "Chains", "A chain, a gear, and oil.")});
    site_ = Site::open({{"cycling", index_.path(), nullptr}}).value();
  }
  std::string page(const std::string& target) {
    return site_->answer({"GET", target, "http://localhost"}).body;
  }

  IndexFolder index_;
  std::unique_ptr<Site> site_;
};

TEST_F(ResultsPageTest, ShowsTypesThatAreNoWebPagesAsBadges) {
  Summary paper = summary_of("https://papers.example/gear.pdf", "Gear paper", "A gear paper.");
  paper.media_type = "application/pdf";
  Summary source = summary_of("https://code.example/Gear.java", "Gear.java", "class Gear");
  source.resource_class = "JavaClass";
  index_.add({paper, source});
  const std::string found = page("/search?q=gear");
  EXPECT_THAT(found, HasSubstr("<span class=\"type\">PDF</span>"));
  EXPECT_THAT(found, HasSubstr("<span class=\"type\">Java class</span>"));
  EXPECT_THAT(found, Not(HasSubstr("<span class=\"type\">Web page</span>")));
  EXPECT_THAT(found, HasSubstr("<bdi>Web page</bdi></a> <span class=\"pages\">3</span>"));
  EXPECT_THAT(found, HasSubstr("type%3Aapplication%2Fpdf\"><bdi>PDF</bdi>"));
  EXPECT_THAT(page("/api/v1/search?q=gear+type:JavaClass"), HasSubstr("\"type\":\"JavaClass\""));
}

TEST_F(ResultsPageTest, NamesTheSiteOfAResultByLetterHostAndBreadcrumbs) {
  index_.add({summary_of("https://www.wheels.example/docs/hub%20gears/", "Zither", "zither")});
  const std::string found = page("/search?q=zither");
  EXPECT_THAT(found, HasSubstr("data-letter=\"W\" aria-hidden=\"true\"></span><span "
                               "class=\"host\">www.wheels.example</span>"));
  EXPECT_THAT(found, HasSubstr("<bdi>docs</bdi></span><span class=\"crumb\"><span "
                               "aria-hidden=\"true\"> \xE2\x80\xBA </span><bdi>hub gears</bdi>"));
}

TEST_F(ResultsPageTest, ShowsTheYearsAsAHistogramWithTheOldestFirst) {
  std::vector<Summary> pages;
  for (int i = 0; i < 12; ++i) {
    pages.push_back(summary_of("https://z" + std::to_string(i) + ".example/",
                               "Zither " + std::to_string(i), "zither"));
    pages.back().modified = i < 10 ? "2024-05-01" : "2020-05-01";
  }
  index_.add(pages);
  const std::string found = page("/search?q=zither");
  EXPECT_THAT(found, HasSubstr("<h2 id=\"facet-year\">Date</h2>"));
  EXPECT_LT(found.find("<span class=\"column h2\" aria-hidden=\"true\"></span>2020"),
            found.find("<span class=\"column h10\" aria-hidden=\"true\"></span>2024"));
  EXPECT_THAT(found, HasSubstr("href=\"/search?q=zither%20date%3A2020\" title=\"2 pages\""));
}

TEST_F(ResultsPageTest, DrawsYearsWithoutPagesAsGaps) {
  std::vector<Summary> pages;
  for (const char* year : {"1999", "2020", "2023"}) {
    pages.push_back(summary_of("https://z" + std::string(year) + ".example/", year, "zither"));
    pages.back().published = std::string(year) + "-05-01";
  }
  index_.add(pages);
  const std::string found = page("/search?q=zither");
  const std::string gap = "<li class=\"gap\" aria-hidden=\"true\">";
  EXPECT_THAT(found, HasSubstr(gap + "</li>\n" + gap +
                               "</li>\n<li><a href=\"/search?q=zither%20"
                               "date%3A2023\""));
  EXPECT_THAT(found, HasSubstr(gap + "\xE2\x80\xA6</li>\n<li><a href=\"/search?q=zither%20"
                                     "date%3A2020\""))
      << "20 years are one gap";
}

TEST_F(ResultsPageTest, ShowsTypeAuthorsDateAndBreadcrumbsThatThePageStates) {
  Summary stated = summary_of("https://z1.example/a/b", "Zither", "zither");
  stated.published = "2021-03-04T05:06:07Z";
  stated.modified = "2022-01-01";
  stated.properties = {{"pageType", "forum"},     {"author", "Ann <b>Bell</b>"},
                       {"author", "Jo Roe"},      {"author", "Li Wu"},
                       {"breadcrumb", "Strings"}, {"breadcrumb", "Zithers & more"}};
  Summary changed = summary_of("https://z2.example/", "Zithers", "zither zither");
  changed.modified = "2022-01-02";
  Summary served = summary_of("https://z4.example/", "File", "an old zither");
  served.modified = "2025-03-04";
  served.properties = {{summarizer::kDateSource, "Last-Modified"}};
  index_.add({stated, changed, served, summary_of("https://z3.example/", "No date", "a zither")});
  const std::string found = page("/search?q=zither");
  EXPECT_THAT(found, HasSubstr("file of <time datetime=\"2025-03-04\">4 March 2025"));
  EXPECT_THAT(page("/api/v1/search?q=zither+sort:date"),
              MatchesRegex(".*z4.example.*z2.example.*z1.example.*z3.example.*"))
      << "by the dates that are shown";
  EXPECT_THAT(found, HasSubstr("<span class=\"type\">Forum thread</span>"));
  EXPECT_THAT(found, HasSubstr("<bdi>Ann &lt;b&gt;Bell&lt;/b&gt;, Jo Roe and others</bdi>"));
  EXPECT_THAT(found, HasSubstr("<span class=\"date\"><time datetime=\"2021-03-04\">4 March 2021"));
  EXPECT_THAT(found, HasSubstr("changed <time datetime=\"2022-01-02\">2 January 2022"));
  EXPECT_THAT(found, HasSubstr("<bdi>Zithers &amp; more</bdi>"));
  EXPECT_THAT(found, Not(HasSubstr("<bdi>b</bdi>"))) << "the path";
  EXPECT_THAT(found, Not(HasSubstr("2026-11-20"))) << "the day of the fetch";
  EXPECT_THAT(found, HasSubstr("type%3Aforum\"><bdi>Forum thread</bdi>"));
  EXPECT_THAT(page("/search?q=zither+type:forum"), HasSubstr("One page"));
  const std::string json = page("/api/v1/search?q=zither+type:forum");
  EXPECT_THAT(json, HasSubstr("\"published\":\"2021-03-04T05:06:07Z\",\"modified\":\"2022-01-01"));
  EXPECT_THAT(json, HasSubstr("\"Jo Roe\",\"Li Wu\"],\"breadcrumbs\":[\"Strings\",\"Zithers "));
}

TEST_F(ResultsPageTest, LeadsToThePartOfThePageThatTheSnippetIsFrom) {
  std::string beginning = "Guide to strings\n", another = "Guide to wood\n";
  for (int i = 0; i < 40; ++i) {
    beginning += "This is sentence " + std::to_string(i) + " of it.\n";
    another += "Number " + std::to_string(i) + " tells more about wood.\n";
  }
  Summary named = summary_of("https://z1.example/guide", "Guide",
                             "Wood & glue\n" + beginning + "Wood & glue\nA zither is glued.");
  named.properties = {{"section", "cellos Guide to strings"}, {"section", "wood-1 Wood & glue"}};
  Summary other = summary_of("https://z2.example/guide", "Guide",
                             another + "Strings\nA zither, well-tuned, lasts for years.");
  other.properties = {{"section", "wood Guide to wood"}, {"section", " Strings"}};
  Summary near = summary_of("https://z3.example/guide", "Guide", "Here a zither stands at once.");
  Summary lacking = summary_of("https://z4.example/guide", "Guide", "Oak\nAsh\nAn oaken zither.");
  lacking.properties = {{"section", "ash Ash"}, {"section", "pine Pine"}};
  index_.add({named, other, near, lacking});
  const std::string found = page("/search?q=zither");
  EXPECT_THAT(found, HasSubstr("href=\"https://z1.example/guide#wood-1\""));
  EXPECT_THAT(found, HasSubstr("href=\"https://z2.example/guide#:~:text="
                               "A%20zither%2C%20well%2Dtuned%2C%20lasts%20for%20years.\""));
  EXPECT_THAT(found, HasSubstr("href=\"https://z3.example/guide\" rel"));
  EXPECT_THAT(found, HasSubstr("href=\"https://z4.example/guide\" rel")) << "or is it of Pine?";
  EXPECT_THAT(page("/api/v1/search?q=zither"),
              HasSubstr("\"leads_to\":\"https://z1.example/guide#wood-1\""));
}

TEST_F(ResultsPageTest, ShowsTopicsAsATree) {
  std::vector<Summary> pages;
  for (const char* topic : {"music", "music/strings", "music/strings/zither", "art/old"}) {
    pages.push_back(summary_of("https://" + std::to_string(pages.size()) + ".example/",
                               "About " + std::string(topic), "zither"));
    pages.back().topic = topic;
  }
  index_.add(pages);
  const std::string found = page("/search?q=zither");
  EXPECT_THAT(found, HasSubstr("<li class=\"depth1\"><a href=\"/"
                               "search?q=zither%20topic%3Amusic%2Fstrings\"><bdi>strings</bdi>"));
  EXPECT_THAT(found, HasSubstr("<li class=\"depth2\">"));
  EXPECT_THAT(found, HasSubstr("<bdi>art/old</bdi>")) << "its parent has no page here";
}

TEST_F(ResultsPageTest, QuotesTheFirstThatSaysWhatTitleAndSnippetDoNotOfAnotherSiteFirst) {
  Summary zither = summary_of("https://z1.example/", "Zither", "zither");
  zither.annotations_by_others = {said("https://chains.example/", "ZITHER "),
                                  said("https://z1.example/list", "our zither is tuned and sold"),
                                  said("https://a.example/", "how a zither is tuned")};
  Summary alone = summary_of("https://z2.example/", "Zithers", "The zither has strings.");
  alone.annotations_by_others = {
      said("https://chains.example/", "Zithers"),
      said("https://b.example/", "2"),
      said("https://chains.example/", "Topics: 3"),
      said("https://c.example/", "zither strings"),
      said("https://chains.example/", "Continue reading the zither"),
      said("file:///srv/", "tuning.zither"),
      said("https://z2.example/list", "Posts by Ann", AnnotationKind::kHeading)};
  index_.add({zither, alone});
  const std::string found = page("/search?q=zither");
  const std::size_t quote = found.find("<blockquote>");
  ASSERT_NE(quote, std::string::npos);
  EXPECT_THAT(found.substr(quote, 200), HasSubstr("how a <b>zither</b> is tuned"));
  EXPECT_EQ(found.find("<blockquote>", quote + 1), std::string::npos) << "one quote in all";
}

TEST_F(ResultsPageTest, HidesKindsOfAnnotationsBehindMoreFilters) {
  Summary first = summary_of("https://z1.example/", "Zither", "zither");
  first.annotations_by_others = {
      said("https://chains.example/", "a zither"),
      said("https://chains.example/", "Zithers", AnnotationKind::kHeading)};
  index_.add({first});
  const std::string found = page("/search?q=zither");
  const std::size_t further = found.find("<summary>More filters</summary>");
  ASSERT_NE(further, std::string::npos);
  EXPECT_GT(found.find("<bdi>Headings above links</bdi>"), further);
  EXPECT_THAT(found, Not(HasSubstr("Said in")));
}

TEST_F(ResultsPageTest, FoldsLongListsOfAPageAndLeavesOutMenusAndLinksToItself) {
  Summary page_of_links = summary_of("https://many.example/", "Many", "zither");
  for (int i = 0; i < 8; ++i)
    page_of_links.own_annotations.push_back(
        said("https://other.example/" + std::to_string(i), "target " + std::to_string(i)));
  page_of_links.own_annotations.push_back(said("https://many.example/#top", "back to the top"));
  page_of_links.own_annotations.push_back(said("https://many.example/about", "about us"));
  page_of_links.own_annotations.back().navigation = true;
  IndexFolder index;
  const std::vector<Summary> pages = {page_of_links};
  index.add(pages);
  const auto site =
      Site::open({{"many", index.path(), std::make_shared<test::ListedPages>(pages)}}).value();
  const std::string view =
      site->answer({"GET", "/page?url=" + encode_parameter("https://many.example/")}).body;
  const std::size_t fold = view.find("<summary>3 more</summary>");
  ASSERT_NE(fold, std::string::npos) << view;
  EXPECT_LT(view.find("target 4"), fold);
  EXPECT_GT(view.find("target 5"), fold);
  EXPECT_THAT(view, Not(HasSubstr("back to the top")));
  EXPECT_THAT(view, Not(HasSubstr("about us")));
}

}  // namespace
}  // namespace porthole::search
