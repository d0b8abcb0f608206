// Pages that do not answer any more in a repository.

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

constexpr WallTime kThen{std::chrono::seconds(1'790'000'000)};

UrlRecord url(UrlId id, UrlState state = UrlState::kFetched) {
  UrlRecord record;
  record.id = id;
  record.key = record.href = "https://a.org/" + std::to_string(id);
  record.host = record.site = "a.org";
  record.state = state;
  return record;
}

PageRecord page(UrlId id, const std::string& digest) {
  PageRecord record;
  record.id = record.order = id;
  record.fetched_at = kThen;
  record.digest = digest;
  return record;
}

LinkRecord link(UrlId source, UrlId target, const std::string& anchor) {
  LinkRecord record;
  record.source = source;
  record.target = target;
  record.link.anchor = anchor;
  return record;
}

FailureRecord failure(UrlId page, int failures, bool gone) {
  FailureRecord record{page, failures, kThen, kThen + std::chrono::days(8), http_reason(404), {}};
  if (gone) record.gone = record.last;
  return record;
}

/// Pages 1 to 4; 1 links to 2, 2 to 3; 3 and 4 are copies of 2.
class RepositoryFailuresTest : public RepositoryContract {
 protected:
  void SetUp() override {
    RepositoryContract::SetUp();
    if (!IsSkipped()) fill();
  }
  void fill() {
    reopen();
    Batch batch;
    for (UrlId id = 1; id <= 4; ++id) batch.new_urls.push_back(url(id));
    batch.pages = {page(1, "one"), page(2, "same"), page(3, "same"), page(4, "same")};
    batch.pages[2].duplicate_of = batch.pages[3].duplicate_of = 2;
    batch.links = {link(1, 2, "to two"), link(2, 1, "back to one"), link(3, 1, "a copy's word")};
    ASSERT_TRUE(repository_->crawl().apply(batch));
    summarize_all();
  }
  void reopen(Access access = Access::kWrite) {
    repository_.reset();
    auto opened = GetParam().open(file(), access);
    ASSERT_TRUE(opened) << opened.error().to_string();
    repository_ = std::move(*opened);
  }
  void summarize_all() {
    std::vector<SummaryChange> summaries;
    const std::vector<UrlId> stale = repository_->summaries().stale_pages(100).value();
    for (const UrlId id : stale) summaries.push_back({.page = id});
    ASSERT_TRUE(repository_->summaries().put(summaries));
  }
  void apply(FailureRecord record) {
    Batch batch;
    batch.failures = {std::move(record)};
    const auto done = repository_->crawl().apply(batch);
    ASSERT_TRUE(done) << done.error().to_string();
  }

  std::unique_ptr<Repository> repository_;
};

TEST_P(RepositoryFailuresTest, KeepsFailuresUntilThePageAnswers) {
  apply(failure(2, 2, false));
  const auto kept = repository_->pages().failures().value();
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].page, 2);
  EXPECT_EQ(kept[0].failures, 2);
  EXPECT_EQ(kept[0].reason, http_reason(404));
  EXPECT_FALSE(kept[0].is_gone());
  EXPECT_EQ(repository_->counts()->failing, 1);
  EXPECT_TRUE(repository_->summaries().has(2).value()) << "it stays where it is";
  Batch again;
  again.unchanged = {{2, kThen + std::chrono::days(9)}};
  ASSERT_TRUE(repository_->crawl().apply(again));
  EXPECT_TRUE(repository_->pages().failures()->empty());
}

TEST_P(RepositoryFailuresTest, AnotherReadingOfTheSameCaptureKeepsTheFailures) {
  Batch batch;
  batch.pages = {page(2, "new")};
  batch.pages[0].archive_file = "a.warc.gz";
  ASSERT_TRUE(repository_->crawl().apply(batch));
  apply(failure(2, 2, false));
  batch.pages[0].document.text = "read by a better reader";
  ASSERT_TRUE(repository_->crawl().apply(batch));
  EXPECT_EQ(repository_->pages().failures()->size(), 1u);
  batch.pages[0].archive_offset = 9000;
  ASSERT_TRUE(repository_->crawl().apply(batch));
  EXPECT_TRUE(repository_->pages().failures()->empty()) << "its server answered";
}

TEST_P(RepositoryFailuresTest, APageThatIsGoneIsNotToBeReadAgain) {
  Batch batch;
  batch.pages = {page(2, "new")};
  batch.pages[0].document.status_detail = "print: the program pdfinfo is not installed";
  ASSERT_TRUE(repository_->crawl().apply(batch));
  EXPECT_EQ(repository_->pages().unread()->size(), 1u);
  apply(failure(2, 3, true));
  EXPECT_TRUE(repository_->pages().unread()->empty());
}

TEST_P(RepositoryFailuresTest, APageThatIsGoneLosesItsSummaryAndSaysNothingMore) {
  const std::int64_t seen = repository_->summaries().after(0, 100)->back().serial;
  apply(failure(2, 3, true));
  EXPECT_FALSE(repository_->summaries().has(2).value());
  EXPECT_FALSE(repository_->summaries().has(2).value());
  const auto told = repository_->summaries().after(seen, 100).value();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(told[0].removed);
  EXPECT_EQ(told[0].page, 2);
  EXPECT_TRUE(repository_->links().out_links(2)->empty());
  ASSERT_EQ(repository_->links().closed_out_links(2)->size(), 1u);
  EXPECT_EQ(repository_->links().closed_out_links(2)->at(0).last_seen, kThen);
  EXPECT_EQ(repository_->counts()->gone, 1);
  EXPECT_EQ(repository_->counts()->failing, 0);
  EXPECT_TRUE((*repository_->pages().get(2)).has_value()) << "what is known of it is kept";
  const std::vector<UrlId> stale = repository_->summaries().stale_pages(100).value();
  EXPECT_EQ(std::count(stale.begin(), stale.end(), 1), 1)
      << "page 1 hears that 2 says nothing any more";
  EXPECT_EQ(std::count(stale.begin(), stale.end(), 2), 0);
  apply(failure(2, 4, true));
  EXPECT_EQ(repository_->summaries().after(seen, 100)->size(), 1u) << "it goes once";
}

TEST_P(RepositoryFailuresTest, ACopyStandsForThePageThatIsGone) {
  apply(failure(2, 3, true));
  EXPECT_EQ((*repository_->pages().get(3))->duplicate_of, 0);
  EXPECT_EQ((*repository_->pages().get(4))->duplicate_of, 3);
  const std::vector<UrlId> stale = repository_->summaries().stale_pages(100).value();
  EXPECT_EQ(std::count(stale.begin(), stale.end(), 3), 1);
  const auto said = repository_->links().in_links(1).value();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].link.anchor, "a copy's word");
}

TEST_P(RepositoryFailuresTest, APageThatAnswersAgainIsBackWithWhatItSays) {
  apply(failure(2, 3, true));
  Batch again;
  again.pages = {page(2, "new")};
  again.pages[0].fetched_at = kThen + std::chrono::days(20);
  again.links = {link(2, 1, "back to one")};
  ASSERT_TRUE(repository_->crawl().apply(again));
  EXPECT_TRUE(repository_->pages().failures()->empty());
  EXPECT_TRUE(repository_->links().closed_out_links(2)->empty());
  EXPECT_EQ(repository_->links().out_links(2)->at(0).first_seen, kThen) << "it was there before";
  const std::vector<UrlId> stale = repository_->summaries().stale_pages(100).value();
  EXPECT_EQ(std::count(stale.begin(), stale.end(), 2), 1);
}

TEST_P(RepositoryFailuresTest, TheLoadedPageSaysThatItIsGone) {
  struct Pages final : CrawlState::Visitor {
    void url(UrlRecord) override {}
    void page(CrawlState::KnownPage page) override { gone.push_back(page.gone); }
    void host(HostRecord) override {}
    void term(TermRecord) override {}
    std::vector<bool> gone;
  } pages;
  apply(failure(2, 3, true));
  ASSERT_TRUE(repository_->crawl().load(pages));
  EXPECT_EQ(pages.gone, (std::vector<bool>{false, true, false, false}));
}

TEST_P(RepositoryFailuresTest, ARemovedPageHasNoFailures) {
  apply(failure(2, 3, true));
  ASSERT_TRUE(repository_->remove_url("https://a.org/2"));
  EXPECT_TRUE(repository_->pages().failures()->empty());
  EXPECT_EQ((*repository_->urls().find("https://a.org/2"))->reason, DropReason::kRemoved);
}

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryFailuresTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
