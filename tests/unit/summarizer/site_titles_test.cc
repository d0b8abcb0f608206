#include "summarizer/site_titles.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole::summarizer {
namespace {

using repository::Pages;

/// A site whose pages have these names, with ids from 1.
SiteTitles site(const std::vector<Pages::Names>& pages) {
  SiteTitles made;
  repository::UrlId id = 0;
  for (const Pages::Names& names : pages) made.add_page(++id, names);
  made.settle();
  return made;
}

TEST(SiteTitlesTest, RemoveTheSuffixThatTitlesOfASiteShare) {
  const SiteTitles titles = site({{"Pruning - The Garden", {}, {}},
                                  {"Watering - The Garden", {}, {}},
                                  {"Soil - The Garden", {}, {}}});
  EXPECT_EQ(titles.without_ends("Roses - The Garden"), "Roses");
  EXPECT_EQ(titles.without_ends("Roses - a history"), "Roses - a history");
  EXPECT_EQ(titles.choose(2, {"Watering - The Garden", {}, {}, {}}), "Watering");
  EXPECT_EQ(site({}).without_ends("Roses - The Garden"), "Roses - The Garden");
}

TEST(SiteTitlesTest, RemoveAPrefixAndTheLongestSuffix) {
  const SiteTitles titles = site({{"Forum | Pruning | Roses | The Garden", {}, {}},
                                  {"Forum | Soil | Roses | The Garden", {}, {}},
                                  {"Forum | Water | Roses | The Garden", {}, {}}});
  EXPECT_EQ(titles.without_ends("Forum | Thorns | Roses | The Garden"), "Thorns");
  EXPECT_EQ(titles.without_ends("Forum | Thorns | Lilies | The Garden"), "Thorns | Lilies");
}

TEST(SiteTitlesTest, KeepThePartsThatAPageAloneHas) {
  const auto page = [](const std::string& title, const std::string& rest) {
    return Pages::Names{title, {title + " - " + rest + " - The Garden"}, {}};
  };
  const std::vector<Pages::Names> pages = {page("Pruning", "a diary"), page("Watering", "Diseases"),
                                           page("Soil", "Diseases"), page("Roses", "Diseases")};
  const SiteTitles titles = site(pages);
  EXPECT_EQ(titles.choose(1, {"Pruning", pages[0].other_titles, {}, {}}), "Pruning - a diary");
  EXPECT_EQ(titles.choose(2, {"Watering", pages[1].other_titles, {}, {}}), "Watering");
  EXPECT_EQ(titles.choose(1, {"Pruning", pages[0].other_titles, {"Pruning"}, {}}), "Pruning")
      << "its heading says so";
}

TEST(SiteTitlesTest, KeepWhatFewTitlesShareAndWhatWouldLeaveNothing) {
  std::vector<Pages::Names> pages = {
      {"One - Part", {}, {}}, {"Two - Part", {}, {}}, {"Two - Part", {}, {}}};
  EXPECT_EQ(site(pages).without_ends("Three - Part"), "Three - Part") << "two are too few";
  pages.push_back({"Four - Part", {}, {}});
  EXPECT_EQ(site(pages).without_ends("Three - Part"), "Three");
  for (int i = 0; i < 20; ++i) pages.push_back({"Other " + std::to_string(i), {}, {}});
  EXPECT_EQ(site(pages).without_ends("Three - Part"), "Three - Part") << "of too many";
  EXPECT_EQ(site(pages).without_ends(""), "");
}

TEST(SiteTitlesTest, FindAFrequentEndAmongManyOthersInBoundedMemory) {
  std::vector<Pages::Names> pages;
  for (int i = 0; i < 5000; ++i) {
    const std::string n = std::to_string(i);
    pages.push_back({n + " - " + n + "x" + (i % 2 == 0 ? " | Site" : " | " + n + "y"), {}, {}});
  }
  EXPECT_EQ(site(pages).without_ends("Page | Site"), "Page");
}

TEST(SiteTitlesTest, TakeAnotherTitleThatNoOtherPageHas) {
  const Pages::Names pool = {"Manual 1.4", {"Pool - Manual 1.4", "Pool"}, {}};
  const Pages::Names engine = {"Manual 1.4", {"Engine - Manual 1.4", "Pool"}, {}};
  const SiteTitles titles = site({pool, engine, {"Session", {}, {}}});
  EXPECT_EQ(titles.choose(1, {pool.title, pool.other_titles, {}, {}}), "Pool - Manual 1.4");
  EXPECT_EQ(titles.choose(3, {"Session", {"Other"}, {}, {}}), "Session") << "it is alone";
  EXPECT_EQ(titles.choose(9, {"Session", {"Other"}, {}, {}}), "Other")
      << "a page that was not counted";
}

TEST(SiteTitlesTest, TakeAHeadingThatNoOtherPageHasInPlaceOfTheNameOfTheSite) {
  const SiteTitles titles = site({{"Manual 1.4", {}, {"Contents", "Connection pools"}},
                                  {"Manual 1.4", {}, {"Contents", "Engines"}},
                                  {"Session", {}, {"Contents"}}});
  EXPECT_EQ(titles.choose(1, {"Manual 1.4", {}, {"Contents", "Connection pools"}, {}}),
            "Connection pools");
}

TEST(SiteTitlesTest, PutAHeadingBehindATitleThatFewPagesShare) {
  std::vector<Pages::Names> pages = {{"Overview", {}, {"Pools"}}, {"Overview", {}, {"Engines"}}};
  for (int i = 0; i < 10; ++i) pages.push_back({"Page " + std::to_string(i), {}, {}});
  EXPECT_EQ(site(pages).choose(1, {"Overview", {}, {"Pools"}, {}}), "Overview: Pools");
}

TEST(SiteTitlesTest, TakeTheTextOfALinkLastAndKeepTheTitleWithoutOne) {
  const SiteTitles titles = site({{"Manual", {}, {"Contents"}}, {"Manual", {}, {"Contents"}}});
  EXPECT_EQ(titles.choose(1, {"Manual", {}, {"Contents"}, {"Contents", "pools"}}), "pools");
  EXPECT_EQ(titles.choose(1, {"Manual", {}, {"Contents"}, {}}), "Manual");
  EXPECT_EQ(titles.choose(1, {"", {}, {"Contents"}, {"pools"}}), "");
}

TEST(SiteTitlesTest, GiveBackWhatTellsEqualPartsApart) {
  const SiteTitles titles = site({{"Overview - Pools - Manual", {}, {}},
                                  {"Overview - Engines - Manual", {}, {}},
                                  {"A - Pools - Manual", {}, {}},
                                  {"B - Pools - Manual", {}, {}},
                                  {"C - Engines - Manual", {}, {}},
                                  {"D - Engines - Manual", {}, {}}});
  EXPECT_EQ(titles.choose(1, {"Overview - Pools - Manual", {}, {}, {}}),
            "Overview - Pools - Manual");
}

}  // namespace
}  // namespace porthole::summarizer
