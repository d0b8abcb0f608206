// The contract of CrawlState: batches and runs.

#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

class CrawlStateTest : public RepositoryContract {};

struct Loaded final : CrawlState::Visitor {
  void url(UrlRecord url) override { urls.push_back(std::move(url)); }
  void page(CrawlState::KnownPage page) override { pages.push_back(std::move(page)); }
  void host(HostRecord host) override { hosts.push_back(std::move(host)); }
  void term(TermRecord term) override { terms.push_back(std::move(term)); }
  std::vector<UrlRecord> urls;
  std::vector<CrawlState::KnownPage> pages;
  std::vector<HostRecord> hosts;
  std::vector<TermRecord> terms;
};

TEST_P(CrawlStateTest, GivesBackWhatABatchBroughtAfterItWasClosed) {
  {
    auto repository = open();
    ASSERT_TRUE(repository->crawl().apply(small_web()));
  }
  auto repository = open();
  Loaded loaded;
  ASSERT_TRUE(repository->crawl().load(loaded));
  ASSERT_EQ(loaded.urls.size(), 4u);
  EXPECT_EQ(loaded.urls[0].key, "https://a.org/");
  EXPECT_TRUE(loaded.urls[0].seed);
  EXPECT_EQ(loaded.urls[3].state, UrlState::kQueued);
  EXPECT_EQ(loaded.urls[3].priority, 0.5);
  ASSERT_EQ(loaded.pages.size(), 3u);
  EXPECT_EQ(loaded.pages[1].digest, "sha1:2");
  EXPECT_TRUE(loaded.pages[1].relevant);
  ASSERT_EQ(loaded.hosts.size(), 1u);
  EXPECT_EQ(loaded.hosts[0].robots_text, "User-agent: *\n");
  ASSERT_EQ(loaded.terms.size(), 1u);
  EXPECT_EQ(loaded.terms[0].relevant, 3);
  EXPECT_EQ(*repository->crawl().archive_end(),
            std::pair(std::string("a.warc.gz"), std::int64_t{1234}));

  const auto read = repository->pages().get(2);
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->document.title, "Page 2");
  EXPECT_EQ((*read)->document.text, "Text of 2");
  EXPECT_EQ((*read)->relevance.value(), 0.75);
  EXPECT_EQ((*read)->archive_offset, 200);
}

TEST_P(CrawlStateTest, KnowsTheNameOfItsStateUntilAUrlOrPageChanges) {
  {
    auto repository = open();
    EXPECT_EQ(*repository->crawl().state_name(), "");
    ASSERT_TRUE(repository->crawl().apply(small_web()));
    ASSERT_TRUE(repository->crawl().name_state("a"));
    ASSERT_TRUE(repository->crawl().name_state("b"));
  }
  auto repository = open();
  CrawlState& crawl = repository->crawl();
  const auto run = crawl.begin_run({});
  ASSERT_TRUE(run);
  RunRecord record;
  record.id = *run;
  ASSERT_TRUE(crawl.end_run(record));
  ASSERT_TRUE(repository->summaries().put({summary(1, "<a/>")}));
  EXPECT_EQ(*crawl.state_name(), "b") << "runs and summaries are not the crawl's state";

  Batch batch;
  batch.priorities = {{4, 0.25}};
  ASSERT_TRUE(crawl.apply(batch));
  EXPECT_EQ(*crawl.state_name(), "");
  ASSERT_TRUE(crawl.name_state("c"));
  ASSERT_TRUE(repository->scores().put_judgements({}));
  EXPECT_EQ(*crawl.state_name(), "c") << "nothing was judged otherwise";
  ASSERT_TRUE(repository->scores().put_judgements({{2, Relevance(0.1), false, "soup"}}));
  EXPECT_EQ(*crawl.state_name(), "");
  ASSERT_TRUE(crawl.name_state("d"));
  ASSERT_TRUE(repository->scores().put_importance({{2, 0.5}}));
  EXPECT_EQ(*crawl.state_name(), "");
  ASSERT_TRUE(crawl.name_state("e"));
  ASSERT_TRUE(repository->remove_url("https://a.org/"));
  EXPECT_EQ(*crawl.state_name(), "");
}

// Page 1 has two blocks of content and a menu, the others have no blocks.
TEST_P(CrawlStateTest, KnowsTheLengthOfMainContents) {
  const auto lengths = [](Repository& repository) {
    Loaded loaded;
    EXPECT_TRUE(repository.crawl().load_pages(loaded));
    std::vector<std::optional<std::int64_t>> read;
    for (const CrawlState::KnownPage& page : loaded.pages) read.push_back(page.content_length);
    return read;
  };
  Batch batch = small_web();
  batch.pages[0].document.text = "Menu\nA title\nWords.";
  batch.pages[0].document.blocks = {{.begin = 0, .length = 4},
                                    {.begin = 5, .length = 7, .is_content = true},
                                    {.begin = 13, .length = 6, .is_content = true}};
  ASSERT_TRUE(open()->crawl().apply(batch));
  const std::vector<std::optional<std::int64_t>> counted = {13, {}, {}};
  EXPECT_EQ(lengths(*open()), counted);
}

TEST_P(CrawlStateTest, PlacesFollowAFileOfTheArchiveThatWasRewritten) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->crawl().move_archive(
      {.from = "other.warc.gz", .to = "no.warc.gz", .size = 1, .offsets = {{100, 1}}}));
  EXPECT_EQ(repository->pages().get(1).value()->archive_file, "a.warc.gz");
  EXPECT_EQ(repository->crawl().archive_end()->first, "a.warc.gz");
  ASSERT_TRUE(repository->crawl().move_archive({.from = "a.warc.gz",
                                                .to = "a.p1.warc.gz",
                                                .size = 300,
                                                .offsets = {{100, 10}, {200, 110}, {999, 210}}}));
  const auto place = [&](UrlId id) {
    const PageRecord page = *repository->pages().get(id).value();
    return std::pair(page.archive_file, page.archive_offset);
  };
  EXPECT_EQ(place(1), std::pair(std::string("a.p1.warc.gz"), std::int64_t{10}));
  EXPECT_EQ(place(2), std::pair(std::string("a.p1.warc.gz"), std::int64_t{110}));
  EXPECT_EQ(place(3), std::pair(std::string("a.warc.gz"), std::int64_t{300})) << "not moved";
  EXPECT_EQ(*repository->crawl().archive_end(),
            std::pair(std::string("a.p1.warc.gz"), std::int64_t{300}));
  EXPECT_TRUE(repository->pages().get(1).value()->document.title == "Page 1");
}

TEST_P(CrawlStateTest, ABatchThatFailsHalfWayLeavesNothing) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  Batch bad;
  bad.new_urls = {url(5, "https://c.org/", UrlState::kFetched),
                  url(1, "https://d.org/")};  // 1 is there already
  bad.pages = {page(5, 4)};
  EXPECT_FALSE(repository->crawl().apply(bad));
  EXPECT_FALSE(repository->urls().find("https://c.org/")->has_value());
  EXPECT_EQ(repository->counts()->fetched, 3);

  bad.new_urls.pop_back();  // and the repository goes on
  ASSERT_TRUE(repository->crawl().apply(bad));
  EXPECT_EQ(repository->counts()->fetched, 4);
}

TEST_P(CrawlStateTest, TheLastRunIsTheOneThatBeganLast) {
  auto repository = open();
  EXPECT_FALSE(repository->crawl().last_run()->has_value());
  RunRecord run;
  run.started = WallTime{std::chrono::seconds(1'790'000'000)};
  run.strategy = "rw";
  run.id = *repository->crawl().begin_run(run);
  EXPECT_EQ((*repository->crawl().last_run())->ended, WallTime{});
  run.ended = run.started + std::chrono::seconds(60);
  run.stop_reason = StopReason::kBudget;
  run.fetched = 600;
  ASSERT_TRUE(repository->crawl().end_run(run));
  EXPECT_EQ((*repository->crawl().last_run())->stop_reason, StopReason::kBudget);
  EXPECT_EQ((*repository->crawl().last_run())->fetched, 600);
}

TEST_P(CrawlStateTest, ARunKeepsTheOptionsOfItsStrategyInTheirOrderAndEndsWithTheLast) {
  auto repository = open();
  RunRecord run;
  run.strategy = "rw";
  run.options = {{"threshold", "0.3"}, {"threshold", "0.1"}};
  run.id = *repository->crawl().begin_run(run);
  EXPECT_EQ((*repository->crawl().last_run())->options, run.options);
  run.options = {{"boost", "0.5"}};
  ASSERT_TRUE(repository->crawl().end_run(run));
  EXPECT_EQ((*repository->crawl().last_run())->options, run.options);
  ASSERT_TRUE(repository->crawl().begin_run({}));
  EXPECT_TRUE((*repository->crawl().last_run())->options.empty());
}

INSTANTIATE_TEST_SUITE_P(Stores, CrawlStateTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
