/// A real browser opens the search page of a real index, types a query, sends it off, and opens the
/// details of a result.

#include "tests/browser/search_page.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace porthole::search {
namespace {

using ::testing::HasSubstr;

TEST_F(SearchPageTest, SearchesAndOpensTheDetailsOfAResult) {
  browser_->open(server_->url());
  EXPECT_THAT(browser_->title(), HasSubstr("Cycling"));
  browser_->type("#q", "planetary gear");
  browser_->click("button[type=submit]");

  browser_->arrive_at("/search?q=planetary+gear");
  EXPECT_EQ(browser_->count(".results > li"), 3u);
  EXPECT_EQ(browser_->text(".results h2"), "Hub gears: how a planetary gear works");
  EXPECT_EQ(browser_->text(".results .snippet b:last-of-type"), "gear");
  EXPECT_THAT(browser_->text(".results blockquote"),
              HasSubstr("the clearest account of planetary gears"));

  browser_->click(".results .more a");
  browser_->arrive_at("/page?url=");
  EXPECT_EQ(browser_->text("h1"), "Hub gears: how a planetary gear works");
  EXPECT_THAT(browser_->text("section[aria-labelledby=others]"), HasSubstr("Hub gears explained"));
  EXPECT_THAT(browser_->text("section[aria-labelledby=others]"),
              HasSubstr("Gears and transmission"));
  EXPECT_THAT(browser_->text("section[aria-labelledby=own]"), HasSubstr("a gearbox at the crank"));
  browser_->click(".back a");
  browser_->arrive_at("/search?q=planetary%20gear");
}

TEST_F(SearchPageTest, LeadsFromAPropertyToThePagesThatHaveIt) {
  browser_->open(server_->url() + "page?url=https%3A%2F%2Fwheels.example%2Fhub-gears%2F");
  EXPECT_EQ(browser_->text(".class a"), "Text");
  EXPECT_THAT(browser_->text(".properties"), HasSubstr("Ada Miller"));
  browser_->click(".properties a");
  browser_->arrive_at("/search?q=author%3A%22Ada%20Miller%22");
  EXPECT_EQ(browser_->count(".results > li"), 1u);
  browser_->open(server_->url() + "fields");
  browser_->click("#author .values a");
  EXPECT_EQ(browser_->text(".results h2"), "Hub gears: how a planetary gear works");
}

TEST_F(SearchPageTest, SaysWhichFieldWasMeant) {
  browser_->open(server_->url());
  browser_->type("#q", "auhtor:ada\n");
  EXPECT_THAT(browser_->text(".nothing"), HasSubstr("There is no field \"auhtor\""));
  EXPECT_THAT(browser_->text(".nothing"), HasSubstr("Did you mean author:ada"));
  browser_->click(".nothing a[href='/search?q=author%3Aada']");
  EXPECT_EQ(browser_->text(".results h2"), "Hub gears: how a planetary gear works");
}

TEST_F(SearchPageTest, SaysWhyThereIsNothingAndWhatToTry) {
  browser_->open(server_->url());
  browser_->type("#q", "zeppelin\n");
  EXPECT_THAT(browser_->text(".nothing"),
              HasSubstr("None of the 5 pages gathered here has these words."));
  EXPECT_THAT(browser_->text("main"), HasSubstr("Check the spelling"));
  browser_->open(server_->url() + "search?q=%2Bplanetary+%2Bgearz+lang%3Ade");
  EXPECT_THAT(browser_->text(".parts"), HasSubstr("planetary\n3 pages"));
}

}  // namespace
}  // namespace porthole::search
