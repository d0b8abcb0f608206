// The contract of Summaries.

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class SummariesTest : public RepositoryContract {};

std::vector<std::int64_t> serials(const std::vector<SummaryChange>& summaries) {
  std::vector<std::int64_t> out;
  for (const SummaryChange& summary : summaries) out.push_back(summary.serial);
  return out;
}

std::vector<UrlId> pages_of(const std::vector<SummaryChange>& summaries) {
  std::vector<UrlId> out;
  for (const SummaryChange& summary : summaries) out.push_back(summary.page);
  return out;
}

TEST_P(SummariesTest, AChangedSummaryComesAfterAllThatWereThere) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->summaries().put({summary(1, "one"), summary(2)}));
  const auto first = repository->summaries().after(0, 10);
  ASSERT_TRUE(first);
  EXPECT_EQ(pages_of(*first), (std::vector<UrlId>{1, 2}));
  EXPECT_EQ((*first)[0].url, "https://a.org/");
  EXPECT_EQ(repository->summaries().digest(1).value(), "one");
  EXPECT_TRUE(repository->summaries().has(1).value());
  EXPECT_FALSE(repository->summaries().has(3).value());
  EXPECT_LT((*first)[0].serial, (*first)[1].serial);

  const std::int64_t seen = (*first)[1].serial;
  ASSERT_TRUE(repository->summaries().put({summary(1, "more")}));
  const auto later = repository->summaries().after(seen, 10);
  ASSERT_TRUE(later);
  EXPECT_EQ(pages_of(*later), (std::vector<UrlId>{1}));
  EXPECT_GT((*later)[0].serial, seen);
  EXPECT_EQ(repository->summaries().digest(1).value(), "more");
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
  ASSERT_TRUE(repository->summaries().put({summary(1), summary(2)}));
  EXPECT_TRUE(repository->summaries().stale_pages(10)->empty());
  Batch marked;
  marked.stale = {2};
  ASSERT_TRUE(repository->crawl().apply(marked));
  EXPECT_EQ(*repository->summaries().stale_pages(10), (std::vector<UrlId>{2}));
}

TEST_P(SummariesTest, WhoeverIsNoLongerSpokenOfBecomesStale) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->summaries().put({summary(1), summary(2), summary(3)}));
  Batch batch = an_hour_later();
  batch.links.erase(batch.links.begin());
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->summaries().stale_pages(10).value(), (std::vector<UrlId>{1, 3}));
}

TEST_P(SummariesTest, APageThatIsFetchedAgainMakesStaleWhatItSaysSomethingElseOf) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->summaries().put({summary(1), summary(2), summary(3)}));
  const auto stale_after = [&](const Batch& batch) {
    EXPECT_TRUE(repository->crawl().apply(batch));
    return repository->summaries().stale_pages(10).value();
  };
  Batch batch = small_web();
  batch.new_urls.clear();
  for (PageRecord& page : batch.pages) page.fetched_at += std::chrono::hours(1);
  EXPECT_EQ(stale_after(batch), std::vector<UrlId>{}) << "all is as it was";
  Batch unchanged;
  unchanged.unchanged = {{1, batch.pages[0].fetched_at + std::chrono::hours(1)}};
  EXPECT_EQ(stale_after(unchanged), std::vector<UrlId>{});
  batch.links[1].link.anchor = "to the third";
  EXPECT_EQ(stale_after(batch), (std::vector<UrlId>{1, 3})) << "it says the same of page 2";
  batch.pages[1].document.text = "Another text.";
  EXPECT_EQ(stale_after(batch), (std::vector<UrlId>{1, 2, 3}));
  ASSERT_TRUE(repository->summaries().put({summary(2), summary(3)}));
  batch.pages[0].relevance = Relevance(.3);
  EXPECT_EQ(stale_after(batch), (std::vector<UrlId>{1, 2, 3})) << "who says it is as relevant";
}

/// Three relevant pages and one that is not, each of its own site; links with these anchors.
class DescribedUrlsTest : public RepositoryContract {
 protected:
  void SetUp() override {
    RepositoryContract::SetUp();
    if (IsSkipped()) return;
    repository_ = open();
    for (UrlId id = 1; id <= 4; ++id) {
      const std::string href = "https://s" + std::to_string(id) + ".org/";
      web_.new_urls.push_back(url(id, href, UrlState::kFetched));
      web_.pages.push_back(page(id, id));
      web_.pages.back().relevant = id < 4;
    }
  }
  UrlId add(const std::string& key, UrlState state, DropReason reason = DropReason::kNone) {
    UrlRecord record = url(static_cast<UrlId>(web_.new_urls.size()) + 1, key, state);
    record.reason = reason;
    web_.new_urls.push_back(record);
    return record.id;
  }
  void cite(UrlId target, const std::vector<UrlId>& sources, const std::string& anchor = "said") {
    for (const UrlId source : sources) {
      web_.links.push_back(link(source, position_++, target, anchor));
    }
  }
  std::vector<UrlId> described(std::int64_t limit = 100) {
    EXPECT_TRUE(repository_->crawl().apply(web_));
    const auto found = repository_->summaries().described_urls(limit);
    EXPECT_TRUE(found);
    return found ? *found : std::vector<UrlId>();
  }

  std::unique_ptr<Repository> repository_;
  Batch web_;
  std::uint32_t position_ = 0;
};

TEST_P(DescribedUrlsTest, AreThoseThatNoPlugInReadsAndThoseThatTwoSitesSpeakOf) {
  const UrlId unread = add("https://a.org/x.bin", UrlState::kDropped, DropReason::kUnsupportedType);
  const UrlId waits = add("https://b.org/", UrlState::kQueued);
  const UrlId pruned = add("https://c.org/", UrlState::kDropped, DropReason::kThreshold);
  const UrlId by_one = add("https://d.org/", UrlState::kQueued);
  const UrlId by_its_own = add("https://s1.org/next", UrlState::kQueued);
  const UrlId missing = add("https://e.org/", UrlState::kDropped, http_reason(404));
  cite(unread, {1});
  cite(waits, {1, 2, 3});
  cite(pruned, {2, 3});
  cite(by_one, {1, 4}, "one of them is not relevant");
  cite(by_its_own, {1, 2}, "one of them is its own site");
  cite(missing, {1, 2, 3});
  EXPECT_EQ(described(), (std::vector<UrlId>{waits, unread}));
  EXPECT_EQ(repository_->summaries().described_urls(1).value(), std::vector<UrlId>{waits});
}

TEST_P(DescribedUrlsTest, LinksWithoutWordsDescribeNothing) {
  const UrlId unread = add("https://a.org/x.bin", UrlState::kDropped, DropReason::kUnsupportedType);
  cite(unread, {1, 2}, "");
  EXPECT_TRUE(described().empty());
}

TEST_P(DescribedUrlsTest, ASummaryOfWhatIsNoPageIsFoundAndRemoved) {
  const UrlId unread = add("https://a.org/x.bin", UrlState::kDropped, DropReason::kUnsupportedType);
  cite(unread, {1});
  described();
  ASSERT_TRUE(repository_->summaries().put({summary(1), summary(unread)}));
  EXPECT_EQ(repository_->summaries().summarized_urls().value(), std::vector<UrlId>{unread});
  const std::int64_t seen = repository_->summaries().last_serial().value();
  ASSERT_TRUE(repository_->summaries().remove({unread}));
  EXPECT_FALSE(repository_->summaries().has(unread).value());
  EXPECT_TRUE(repository_->summaries().summarized_urls()->empty());
  const auto told = repository_->summaries().after(seen, 10).value();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(told[0].removed);
  EXPECT_EQ(told[0].page, unread);
}

INSTANTIATE_TEST_SUITE_P(Stores, DescribedUrlsTest, all_stores(), name_of_store);
INSTANTIATE_TEST_SUITE_P(Stores, SummariesTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
