// The ready queries about a crawl itself, on a web of five pages whose answers are worked out here.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "repository/query.h"
#include "repository/ready_query.h"
#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

using ::testing::ElementsAre;

class RepositoryCensusTest : public RepositoryContract {
 protected:
  /// Pages 1 and 2 of a.org and 3 of b.org are on topic, 4 of b.org is about cooking, 5 is a copy
  /// of 4. 6 and 7 wait, 8 and 9 are dropped.
  void SetUp() override {
    RepositoryContract::SetUp();
    if (IsSkipped()) return;
    Batch batch;
    const std::string sites[] = {"a.org", "a.org", "b.org", "b.org", "c.org"};
    const double relevance[] = {1, 0.75, 0.5, 0, 0};
    for (UrlId id = 1; id <= 5; ++id) {
      const auto i = static_cast<std::size_t>(id - 1);
      batch.new_urls.push_back(
          url(id, "https://" + sites[i] + "/" + std::to_string(id), UrlState::kFetched));
      PageRecord record = page(id, id == 5 ? 101 : id);
      record.relevance = Relevance(relevance[i]);
      record.relevant = id <= 3;
      record.topic = id <= 3 ? "sport/cycling" : "home/cooking";
      if (id <= 2) record.importance = id == 1 ? 0.25 : 0.5;
      if (id == 5) record.duplicate_of = 4;
      batch.pages.push_back(record);
    }
    for (UrlId id = 6; id <= 9; ++id) {
      batch.new_urls.push_back(url(id, "https://d.org/" + std::to_string(id),
                                   id <= 7 ? UrlState::kQueued : UrlState::kDropped));
      batch.new_urls.back().found_on = 1;
      batch.new_urls.back().hops = 1;
      batch.new_urls.back().priority = id == 7 ? 0.9 : 0.1;
      if (id >= 8) batch.new_urls.back().reason = DropReason::kRobots;
    }
    batch.links = {link(2, 0, 1, "one"),      link(3, 0, 1, "one"),   link(3, 1, 3, "itself"),
                   link(1, 0, 2, "two"),      link(2, 1, 1, "again"), link(1, 1, 5, "copy"),
                   link(5, 0, 1, "of a copy")};
    batch.terms = {{"wheel", 10, 9}, {"the", 20, 10}, {"rare", 4, 4}};
    const auto applied = open()->crawl().apply(batch);
    ASSERT_TRUE(applied) << applied.error().to_string();
  }

  /// The answer of a ready query, each row as text; NULL is "-".
  std::vector<std::string> answer(const std::string& name) const {
    const StoragePlace place =
        GetParam().in_file ? StoragePlace(file()) : StoragePlace(postgres_url(file()), file());
    const auto sql = statement_of(**find_ready_query(name), {});
    EXPECT_TRUE(sql);
    const auto rows = run_query(place, *sql, {});
    EXPECT_TRUE(rows) << rows.error().to_string();
    std::vector<std::string> out;
    for (const auto& row : rows->rows) {
      std::string& line = out.emplace_back();
      for (const QueryValue& value : row) line += (line.empty() ? "" : " ") + shown(value);
    }
    return out;
  }

 private:
  static std::string shown(const QueryValue& value) {
    if (const auto* text = std::get_if<std::string>(&value)) return *text;
    if (std::holds_alternative<std::monostate>(value)) return "-";
    const auto* whole = std::get_if<std::int64_t>(&value);
    const double number = whole != nullptr ? static_cast<double>(*whole) : std::get<double>(value);
    char out[32];
    std::snprintf(out, sizeof out, "%g", number);
    return out;
  }
};

TEST_P(RepositoryCensusTest, TopicsAreCountedWithoutCopies) {
  EXPECT_THAT(answer("topics"), ElementsAre("sport/cycling 3 3 0.75", "home/cooking 1 0 0"));
}

TEST_P(RepositoryCensusTest, SitesAreInTheOrderOfTheirPagesOnTopic) {
  EXPECT_THAT(answer("sites"),
              ElementsAre("a.org 2 2 0.875 0.375", "b.org 2 1 0.25 -", "c.org 1 0 0 -"));
}

// Pages 1 to 4 are of the first hundred of the crawl, page 5 is its 101st.
TEST_P(RepositoryCensusTest, TheHarvestIsThatOfEachHundredPages) {
  EXPECT_THAT(answer("harvest"), ElementsAre("1 4 0.75 0.563 0.375", "101 1 0 0 -"));
}

// Page 1 has links of two pages, one of another site; page 2 of one of its own; the link of page 3
// to itself and that of the copy do not count. The link to the copy, 5, leads to its page, 4.
TEST_P(RepositoryCensusTest, InLinksCountPagesAndOtherSites) {
  EXPECT_THAT(answer("in-links"),
              ElementsAre("2 1 https://a.org/1 Page 1", "1 0 https://a.org/2 Page 2",
                          "1 1 https://b.org/4 Page 4"));
}

TEST_P(RepositoryCensusTest, ImportantPagesAreTheRelevantOnesByTheirImportance) {
  EXPECT_THAT(answer("important"),
              ElementsAre("0.5 0.75 https://a.org/2 Page 2", "0.25 1 https://a.org/1 Page 1"));
}

TEST_P(RepositoryCensusTest, WhatWaitsIsInTheOrderOfItsPriority) {
  EXPECT_THAT(answer("waiting"), ElementsAre("0.9 https://d.org/7 1 https://a.org/1",
                                             "0.1 https://d.org/6 1 https://a.org/1"));
}

TEST_P(RepositoryCensusTest, DroppedUrlsAreCountedByReasonWithAnExample) {
  EXPECT_THAT(answer("dropped"), ElementsAre("robots.txt 2 https://d.org/8"));
}

// "rare" was seen on fewer than five pages.
TEST_P(RepositoryCensusTest, WordsOfLinksAreInTheOrderOfTheirShareOnTopic) {
  EXPECT_THAT(answer("anchors"), ElementsAre("wheel 9 10 0.9", "the 10 20 0.5"));
}

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryCensusTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
