#include "parser/properties/site_titles.h"

#include <gtest/gtest.h>

#include <string>

namespace porthole::parser {
namespace {

TEST(SiteTitlesTest, RemoveTheSuffixThatTitlesOfASiteShare) {
  SiteTitles titles;
  for (const char* title : {"Pruning - The Garden", "Watering - The Garden", "Soil - The Garden"})
    titles.add("garden.example", title);
  EXPECT_EQ(titles.without_site("garden.example", "Roses - The Garden"), "Roses");
  EXPECT_EQ(titles.without_site("garden.example", "Roses - a history"), "Roses - a history");
  EXPECT_EQ(titles.without_site("other.example", "Roses - The Garden"), "Roses - The Garden");
}

TEST(SiteTitlesTest, RemoveAPrefixAndTheLongestSuffix) {
  SiteTitles titles;
  for (const char* title :
       {"Forum | Pruning | Roses | The Garden", "Forum | Soil | Roses | The Garden",
        "Forum | Water | Roses | The Garden"})
    titles.add("garden.example", title);
  EXPECT_EQ(titles.without_site("garden.example", "Forum | Thorns | Roses | The Garden"), "Thorns");
  EXPECT_EQ(titles.without_site("garden.example", "Forum | Thorns | Lilies | The Garden"),
            "Thorns | Lilies");
}

TEST(SiteTitlesTest, KeepWhatFewTitlesShareAndWhatWouldLeaveNothing) {
  SiteTitles titles;
  titles.add("a.example", "One - Part");
  titles.add("a.example", "Two - Part");
  EXPECT_EQ(titles.without_site("a.example", "Three - Part"), "Three - Part") << "two are too few";
  titles.add("a.example", "Two - Part");
  EXPECT_EQ(titles.without_site("a.example", "Three - Part"), "Three - Part") << "the same again";
  for (int i = 0; i < 20; ++i) titles.add("a.example", "Other " + std::to_string(i));
  titles.add("a.example", "Four - Part");
  EXPECT_EQ(titles.without_site("a.example", "Three - Part"), "Three - Part") << "of too many";
  EXPECT_EQ(titles.without_site("a.example", ""), "");
}

TEST(SiteTitlesTest, FindAFrequentEndAmongManyOthersInBoundedMemory) {
  SiteTitles titles;
  for (int i = 0; i < 5000; ++i) {
    const std::string n = std::to_string(i);
    titles.add("a.example", n + " - " + n + "x" + (i % 2 == 0 ? " | Site" : " | " + n + "y"));
  }
  EXPECT_EQ(titles.without_site("a.example", "Page | Site"), "Page");
}

}  // namespace
}  // namespace porthole::parser
