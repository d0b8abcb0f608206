// Backlinks: the links of other pages to a URL, in the stores of both engines.

#include "search/backlinks/backlinks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

using search::Backlink;

class BacklinksTest : public RepositoryContract {
 protected:
  std::vector<Backlink> links_to(const std::string& text) {
    auto links = search::backlinks_in(*repository_, Url::parse(text).value(), "cycling");
    EXPECT_TRUE(links) << links.error().to_string();
    return links.value_or(std::vector<Backlink>());
  }

  std::unique_ptr<Repository> repository_;
};

// Page 1 of small_web() says "to three" of page 3, and an hour later "the third".
TEST_P(BacklinksTest, TellWhoSaysWhatAndSinceWhenAndUntilWhen) {
  repository_ = open();
  Batch web = small_web();
  web.new_urls.push_back(url(9, "https://b.org/old", UrlState::kAlias));
  web.new_urls.back().alias_of = 3;
  web.links.push_back(link(3, 0, 3, "to itself"));
  ASSERT_TRUE(repository_->crawl().apply(web));
  ASSERT_TRUE(repository_->crawl().apply(an_hour_later()));
  std::vector<Backlink> links = links_to("https://b.org/old#part");
  search::merge_backlinks(links);
  ASSERT_EQ(links.size(), 2U);
  EXPECT_EQ(links[0].source, "https://a.org/");
  EXPECT_EQ(links[0].title, "New title");
  EXPECT_EQ(links[0].link.anchor, "the third");
  EXPECT_EQ(links[0].found_in, "cycling");
  EXPECT_EQ(links[0].closed, WallTime{});
  EXPECT_EQ(links[1].link.anchor, "to three");
  EXPECT_EQ(links[1].closed, links[0].first_seen);
  EXPECT_TRUE(links_to("https://nowhere.example/").empty());
}

INSTANTIATE_TEST_SUITE_P(Stores, BacklinksTest, all_stores(), name_of_store);

Backlink said(const std::string& source, const std::string& words, int first, int last,
              int closed = 0) {
  Backlink link;
  link.source = source;
  link.link.anchor = words;
  link.first_seen = WallTime{std::chrono::seconds(first)};
  link.last_seen = WallTime{std::chrono::seconds(last)};
  link.closed = WallTime{std::chrono::seconds(closed)};
  return link;
}

TEST(MergeBacklinksTest, CountsTheSameWordsOfOnePageOnce) {
  std::vector<Backlink> links = {
      said("https://z.org/", "gears", 50, 60, 70), said("https://b.org/", "gears", 30, 40),
      said("https://b.org/", "gears", 20, 35, 36), said("https://b.org/", "wheels", 10, 40)};
  links[0].relevance = 1;
  links[2].relevance = 0.5;
  search::merge_backlinks(links);
  ASSERT_EQ(links.size(), 3U);
  EXPECT_EQ(links[0].link.anchor, "gears");
  EXPECT_EQ(links[0].first_seen, WallTime{std::chrono::seconds(20)});
  EXPECT_EQ(links[0].last_seen, WallTime{std::chrono::seconds(40)});
  EXPECT_EQ(links[0].closed, WallTime{}) << "one of the two collections still has it";
  EXPECT_EQ(links[0].relevance, 0.5);
  EXPECT_EQ(links[1].link.anchor, "wheels");
  EXPECT_EQ(links[2].source, "https://z.org/") << "links that are gone come last";
}

// Web Annotation Data Model, sections 3.2.1, 3.3.5 and 5.
TEST(WebAnnotationsTest, ArePagesOfACollectionWithTheLinkingPageAsBody) {
  std::vector<Backlink> links = {said("https://a.org/", "first", 1'000'000'000, 1'000'000'060),
                                 said("https://b.org/", "second", 0, 0)};
  links[0].title = "A";
  links[0].link.rel = "nofollow";
  const auto json = search::web_annotations("https://t.org/", links, 0, 1, "https://s/x");
  EXPECT_EQ(json["@context"], "http://www.w3.org/ns/anno.jsonld");
  EXPECT_EQ(json["id"], "https://s/x");
  EXPECT_EQ(json["type"], "AnnotationCollection");
  EXPECT_EQ(json["total"], 2);
  EXPECT_EQ(json["first"]["type"], "AnnotationPage");
  ASSERT_EQ(json["first"]["items"].size(), 1U);
  const auto& one = json["first"]["items"][0];
  EXPECT_EQ(one["motivation"], "linking");
  EXPECT_EQ(one["target"], "https://t.org/");
  EXPECT_EQ(one["created"], "2001-09-09T01:46:40Z");
  EXPECT_EQ(one["modified"], "2001-09-09T01:47:40Z");
  ASSERT_EQ(one["body"].size(), 3U);
  EXPECT_EQ(one["body"][0]["source"], "https://a.org/");
  EXPECT_EQ(one["body"][0]["purpose"], "linking");
  EXPECT_EQ(one["body"][1]["value"], "first");
  EXPECT_EQ(one["body"][1]["purpose"], "describing");
  EXPECT_EQ(one["body"][2]["purpose"], "classifying");
  const auto rest = search::web_annotations("https://t.org/", links, 1, 9, "");
  EXPECT_EQ(rest["first"]["startIndex"], 1);
  ASSERT_EQ(rest["first"]["items"].size(), 1U);
  EXPECT_FALSE(rest["first"]["items"][0].contains("created")) << "its date is not known";
}

}  // namespace
}  // namespace porthole::repository
