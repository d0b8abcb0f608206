// The contract of Summaries.

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class SummariesTest : public RepositoryContract {};

std::vector<std::int64_t> serials(const std::vector<SummaryRecord>& summaries) {
  std::vector<std::int64_t> out;
  for (const SummaryRecord& summary : summaries) out.push_back(summary.serial);
  return out;
}

std::vector<UrlId> pages_of(const std::vector<SummaryRecord>& summaries) {
  std::vector<UrlId> out;
  for (const SummaryRecord& summary : summaries) out.push_back(summary.page);
  return out;
}

TEST_P(SummariesTest, AChangedSummaryComesAfterAllThatWereThere) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->summaries().put({summary(1, "<one/>"), summary(2, "<two/>")}));
  const auto first = repository->summaries().after(0, 10);
  ASSERT_TRUE(first);
  EXPECT_EQ(pages_of(*first), (std::vector<UrlId>{1, 2}));
  EXPECT_EQ((*first)[0].rdf, "") << "the RDF is read one by one";
  EXPECT_EQ((*repository->summaries().get(1))->rdf, "<one/>");
  EXPECT_TRUE(repository->summaries().has(1).value());
  EXPECT_FALSE(repository->summaries().has(3).value());
  EXPECT_LT((*first)[0].serial, (*first)[1].serial);

  const std::int64_t seen = (*first)[1].serial;
  ASSERT_TRUE(repository->summaries().put({summary(1, "<one>more</one>")}));
  const auto later = repository->summaries().after(seen, 10);
  ASSERT_TRUE(later);
  EXPECT_EQ(pages_of(*later), (std::vector<UrlId>{1}));
  EXPECT_GT((*later)[0].serial, seen);
  EXPECT_EQ((*repository->summaries().get(1))->rdf, "<one>more</one>");
  EXPECT_EQ(pages_of(*repository->summaries().after(0, 10)), (std::vector<UrlId>{2, 1}));
  EXPECT_EQ(serials(*repository->summaries().after(0, 1)).size(), 1u);
}

TEST_P(SummariesTest, SummariesAreStaleUntilTheyAreMadeAndAgainWhenMarked) {
  auto repository = open();
  Batch batch = small_web();
  batch.pages[2].noindex = true;
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(*repository->summaries().stale_pages(10),
            (std::vector<UrlId>{1, 2}));  // 3 asks not to be indexed
  EXPECT_EQ(*repository->summaries().stale_pages(1), (std::vector<UrlId>{1}));
  ASSERT_TRUE(repository->summaries().put({summary(1, "<a/>"), summary(2, "<b/>")}));
  EXPECT_TRUE(repository->summaries().stale_pages(10)->empty());
  Batch marked;
  marked.stale = {2};
  ASSERT_TRUE(repository->crawl().apply(marked));
  EXPECT_EQ(*repository->summaries().stale_pages(10), (std::vector<UrlId>{2}));
}

TEST_P(SummariesTest, WhoeverIsNoLongerSpokenOfBecomesStale) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->summaries().put({summary(1, "a"), summary(2, "b"), summary(3, "c")}));
  Batch batch = an_hour_later();
  batch.links.erase(batch.links.begin());
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->summaries().stale_pages(10).value(), (std::vector<UrlId>{1, 3}));
}

INSTANTIATE_TEST_SUITE_P(Stores, SummariesTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
