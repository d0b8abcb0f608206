// Pages that do not answer any more in a repository, the codes of reasons, and repositories that
// were made without both.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include "repository/repository.h"
#include "tests/support/temp_dir.h"

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
  FailureRecord record{page, failures, kThen, kThen + std::chrono::days(8), "http 404", {}};
  if (gone) record.gone = record.last;
  return record;
}

/// Pages 1 to 4; 1 links to 2, 2 to 3; 3 and 4 are copies of 2.
class RepositoryFailuresTest : public ::testing::Test {
 protected:
  void SetUp() override {
    open();
    Batch batch;
    for (UrlId id = 1; id <= 4; ++id) batch.new_urls.push_back(url(id));
    batch.pages = {page(1, "one"), page(2, "same"), page(3, "same"), page(4, "same")};
    batch.pages[2].duplicate_of = batch.pages[3].duplicate_of = 2;
    batch.links = {link(1, 2, "to two"), link(2, 1, "back to one"), link(3, 1, "a copy's word")};
    ASSERT_TRUE(repository_->apply(batch));
    summarize_all();
  }
  void open(Access access = Access::kWrite) {
    repository_.reset();
    auto opened = open_sqlite(file(), access);
    ASSERT_TRUE(opened) << opened.error().to_string();
    repository_ = std::move(*opened);
  }
  std::filesystem::path file() const { return folder_ / "repository.db"; }
  void summarize_all() {
    std::vector<SummaryRecord> summaries;
    const std::vector<UrlId> stale = repository_->stale_pages(100).value();
    for (const UrlId id : stale) summaries.push_back({.page = id, .href = {}, .rdf = "<rdf/>"});
    ASSERT_TRUE(repository_->put_summaries(summaries));
  }
  void apply(FailureRecord record) {
    Batch batch;
    batch.failures = {std::move(record)};
    const auto done = repository_->apply(batch);
    ASSERT_TRUE(done) << done.error().to_string();
  }
  void execute(const std::string& sql) {
    repository_.reset();
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(file().c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }

  testing::TempDir folder_;
  std::unique_ptr<Repository> repository_;
};

TEST_F(RepositoryFailuresTest, KeepsFailuresUntilThePageAnswers) {
  apply(failure(2, 2, false));
  const auto kept = repository_->failures().value();
  ASSERT_EQ(kept.size(), 1u);
  EXPECT_EQ(kept[0].page, 2);
  EXPECT_EQ(kept[0].failures, 2);
  EXPECT_EQ(kept[0].reason, "http 404");
  EXPECT_FALSE(kept[0].is_gone());
  EXPECT_EQ(repository_->counts()->failing, 1);
  EXPECT_TRUE(repository_->summary(2)->has_value()) << "it stays where it is";
  Batch again;
  again.unchanged = {{2, kThen + std::chrono::days(9)}};
  ASSERT_TRUE(repository_->apply(again));
  EXPECT_TRUE(repository_->failures()->empty());
}

TEST_F(RepositoryFailuresTest, APageThatIsGoneLosesItsSummaryAndSaysNothingMore) {
  const std::int64_t seen = repository_->summaries_after(0, 100)->back().serial;
  apply(failure(2, 3, true));
  EXPECT_FALSE(repository_->summary(2)->has_value());
  EXPECT_FALSE(repository_->has_summary(2).value());
  const auto told = repository_->summaries_after(seen, 100).value();
  ASSERT_EQ(told.size(), 1u);
  EXPECT_TRUE(told[0].removed);
  EXPECT_EQ(told[0].page, 2);
  EXPECT_TRUE(repository_->out_links(2)->empty());
  ASSERT_EQ(repository_->closed_out_links(2)->size(), 1u);
  EXPECT_EQ(repository_->closed_out_links(2)->at(0).last_seen, kThen);
  EXPECT_EQ(repository_->counts()->gone, 1);
  EXPECT_EQ(repository_->counts()->failing, 0);
  EXPECT_TRUE((*repository_->page(2)).has_value()) << "what is known of it is kept";
  const std::vector<UrlId> stale = repository_->stale_pages(100).value();
  EXPECT_EQ(std::count(stale.begin(), stale.end(), 1), 1)
      << "page 1 hears that 2 says nothing any more";
  EXPECT_EQ(std::count(stale.begin(), stale.end(), 2), 0);
  apply(failure(2, 4, true));
  EXPECT_EQ(repository_->summaries_after(seen, 100)->size(), 1u) << "it goes once";
}

TEST_F(RepositoryFailuresTest, ACopyStandsForThePageThatIsGone) {
  apply(failure(2, 3, true));
  EXPECT_EQ((*repository_->page(3))->duplicate_of, 0);
  EXPECT_EQ((*repository_->page(4))->duplicate_of, 3);
  const std::vector<UrlId> stale = repository_->stale_pages(100).value();
  EXPECT_EQ(std::count(stale.begin(), stale.end(), 3), 1);
  const auto said = repository_->in_links(1).value();
  ASSERT_EQ(said.size(), 1u);
  EXPECT_EQ(said[0].link.anchor, "a copy's word");
}

TEST_F(RepositoryFailuresTest, APageThatAnswersAgainIsBackWithWhatItSays) {
  apply(failure(2, 3, true));
  Batch again;
  again.pages = {page(2, "new")};
  again.pages[0].fetched_at = kThen + std::chrono::days(20);
  again.links = {link(2, 1, "back to one")};
  ASSERT_TRUE(repository_->apply(again));
  EXPECT_TRUE(repository_->failures()->empty());
  EXPECT_TRUE(repository_->closed_out_links(2)->empty());
  EXPECT_EQ(repository_->out_links(2)->at(0).first_seen, kThen) << "it was there before";
  const std::vector<UrlId> stale = repository_->stale_pages(100).value();
  EXPECT_EQ(std::count(stale.begin(), stale.end(), 2), 1);
}

TEST_F(RepositoryFailuresTest, TheLoadedPageSaysThatItIsGone) {
  struct Pages final : Repository::Visitor {
    void url(UrlRecord) override {}
    void page(Repository::KnownPage page) override { gone.push_back(page.gone); }
    void host(HostRecord) override {}
    void term(TermRecord) override {}
    std::vector<bool> gone;
  } pages;
  apply(failure(2, 3, true));
  ASSERT_TRUE(repository_->load(pages));
  EXPECT_EQ(pages.gone, (std::vector<bool>{false, true, false, false}));
}

TEST_F(RepositoryFailuresTest, ARemovedPageHasNoFailures) {
  apply(failure(2, 3, true));
  ASSERT_TRUE(repository_->remove_url("https://a.org/2"));
  EXPECT_TRUE(repository_->failures()->empty());
  EXPECT_EQ((*repository_->find_url("https://a.org/2"))->held, Held::kRemoved);
}

// Repositories of version 1 that were made before failures and codes were kept.
TEST_F(RepositoryFailuresTest,
       ARepositoryThatWasMadeWithoutIsReadAsItIsAndBroughtUpToDateByTheNextWriter) {
  Batch batch;
  const std::vector<std::pair<std::string, Held>> reasons = {
      {"below threshold", Held::kThreshold},
      {"nofollow", Held::kNofollow},
      {"hop limit", Held::kHops},
      {"no page", Held::kNoPage},
      {"out of scope", Held::kScope},
      {"rejected by scope", Held::kScope},
      {"site cap", Held::kSiteCap},
      {"sitemap", Held::kSitemap},
      {"removed", Held::kRemoved},
      {"member not read", Held::kUnread},
      {"unresolvable", Held::kUnresolvable},
      {"forbidden-address", Held::kForbidden},
      {"tls-failed", Held::kTls},
      {"timeout", Held::kNoAnswer},
      {"robots.txt unreachable", Held::kUnreachable},
      {"robots.txt", Held::kRobots},
      {"http 404", Held::kHttp},
      {"redirect loop", Held::kRedirect},
      {"unsupported type", Held::kContent},
      {"path too deep", Held::kNo}};
  UrlId id = 5;
  for (const auto& [reason, held] : reasons) {
    batch.new_urls.push_back(url(id++, UrlState::kDropped));
    batch.new_urls.back().reason = reason;
  }
  batch.new_urls.push_back(url(id));
  batch.new_urls.back().state = UrlState::kQueued;
  batch.new_urls.back().reason = "timeout";
  ASSERT_TRUE(repository_->apply(batch));
  execute(
      "DROP TABLE page_failure; ALTER TABLE url DROP COLUMN held;"
      "UPDATE url SET href = 'https://ann:secret@a.org/' || id, reason = 'user name in URL', state "
      "= 3 WHERE id = 5");
  const auto check = [&] {
    for (std::size_t i = 1; i < reasons.size(); ++i) {
      EXPECT_EQ((*repository_->url(static_cast<UrlId>(5 + i)))->held, reasons[i].second)
          << reasons[i].first;
    }
    EXPECT_EQ((*repository_->url(id))->held, Held::kNo) << "it waits";
  };
  open(Access::kRead);
  check();
  EXPECT_EQ(repository_->counts()->gone, 0);
  EXPECT_TRUE(repository_->failures()->empty());
  EXPECT_TRUE(repository_->stale_pages(10));
  open(Access::kWrite);
  check();
  EXPECT_EQ((*repository_->url(5))->href, "https://a.org/5") << "a password that was stored once";
  EXPECT_EQ((*repository_->url(5))->held, Held::kScope) << "it is looked at again";
  apply(failure(2, 3, true));
  EXPECT_EQ(repository_->counts()->gone, 1);
}

}  // namespace
}  // namespace porthole::repository
