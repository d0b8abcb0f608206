// Visits of pages that are fetched again, and those that found a change.

#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <vector>

#include "repository/query.h"
#include "repository/visits.h"
#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class RepositoryVisitsTest : public RepositoryContract {
 protected:
  StoragePlace place() const {
    return GetParam().in_file ? StoragePlace{file()} : StoragePlace{postgres_url(file()), file()};
  }
  /// Page, visits, changes, first, last.
  std::vector<std::vector<std::int64_t>> visits() const {
    const auto found = run_query(
        place(), "SELECT page, visits, changes, first, last FROM page_visit ORDER BY page", {});
    EXPECT_TRUE(found) << found.error().to_string();
    std::vector<std::vector<std::int64_t>> rows;
    for (std::size_t i = 0; found && i < found->rows.size(); ++i) {
      rows.emplace_back();
      for (const QueryValue& value : found->rows[i])
        rows.back().push_back(std::get<std::int64_t>(value));
    }
    return rows;
  }
};

std::int64_t seconds_of(WallTime time) {
  return std::chrono::duration_cast<std::chrono::seconds>(time.time_since_epoch()).count();
}

// small_web() is fetched at 1 to 3 seconds after its epoch; an_hour_later() page 1 again, with the
// same digest.
TEST_P(RepositoryVisitsTest, CountsVisitsAndThoseThatFoundAChange) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  EXPECT_TRUE(visits().empty()) << "the first fetch is not a visit";
  Batch again = small_web();
  again.new_urls.clear();
  ASSERT_TRUE(repository->crawl().apply(again));
  EXPECT_TRUE(visits().empty()) << "nor is the same fetch, stored again";
  ASSERT_TRUE(repository->crawl().apply(an_hour_later()));
  Batch changed = an_hour_later();
  changed.pages[0].fetched_at += std::chrono::hours(1);
  changed.pages[0].digest = "sha1:new";
  ASSERT_TRUE(repository->crawl().apply(changed));
  Batch unchanged;
  const WallTime first = page(1, 1).fetched_at, last = first + std::chrono::hours(5);
  unchanged.unchanged = {{1, last}, {2, last}};
  ASSERT_TRUE(repository->crawl().apply(unchanged));
  const std::vector<std::vector<std::int64_t>> expected = {
      {1, 3, 1, seconds_of(first), seconds_of(last)},
      {2, 1, 0, seconds_of(page(2, 2).fetched_at), seconds_of(last)}};
  EXPECT_EQ(visits(), expected);
  const auto read = read_visits(place());
  ASSERT_TRUE(read) << read.error().to_string();
  ASSERT_EQ(read->size(), 2U);
  EXPECT_EQ(read->at(0).visits, 3);
  EXPECT_EQ(read->at(0).changes, 1);
  EXPECT_EQ(read->at(1).page, 2);
  EXPECT_EQ(read->at(1).last, last);
}

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryVisitsTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
