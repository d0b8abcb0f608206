// One of several gatherers, and the URLs of sites that another one has.

#include "gatherer/share/share.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <set>
#include <string>
#include <thread>
#include <utility>

#include "gatherer/crawl/inbox_links.h"
#include "repository/buckets.h"
#include "repository/inbox.h"
#include "tests/support/postgres_cluster.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;

class ShareInPostgresTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_POSTGRES();
    const std::string url = testing::PostgresCluster::shared().url("share");
    auto keeper = LeaseKeeper::join(url, "west", 30s);
    ASSERT_TRUE(keeper) << keeper.error().to_string();
    keeper_ = std::move(*keeper);
    auto served = *keeper_->serve(nullptr);
    std::erase_if(
        served, [](const auto& held) { return held.bucket == repository::bucket_of("east.test"); });
    auto inbox = repository::Inbox::open(repository::StoragePlace(url, folder_ / "x"), served);
    ASSERT_TRUE(inbox) << inbox.error().to_string();
    share_ = std::make_unique<Share>(
        *keeper_, served, std::move(*inbox),
        Share::Options{.committed = [] { return repository::CommittedPages{}; }});
  }
  /// http and https of both hosts show the same pages.
  std::unique_ptr<CrawlPieces> crawl() const {
    CrawlSettings settings;
    settings.options.share = share_.get();
    auto made = std::make_unique<CrawlPieces>(std::move(settings));
    repository::HostRecord host;
    host.scheme_twin = 1;
    for (const char* name : {"http://east.test", "http://west.test"}) {
      host.name = name;
      made->links.restore(host);
    }
    return made;
  }

  testing::TempDir folder_;
  std::unique_ptr<LeaseKeeper> keeper_;
  std::unique_ptr<Share> share_;
};

TEST_F(ShareInPostgresTest, TheOtherSchemeOfItsOwnUrlIsAnotherNameOfIt) {
  const auto crawl = this->crawl();
  const UrlId http = crawl->admit("http://west.test/1");
  const UrlId https = crawl->admit("https://west.test/1");
  EXPECT_EQ(crawl->urls.standing_for(https), http);
  EXPECT_EQ(crawl->urls[https].state, UrlState::kAlias);
}

// Its owner would not hear of a URL that was an alias here alone, and it would wait for ever.
TEST_F(ShareInPostgresTest, TheOtherSchemeOfAnothersUrlIsLeftToItsOwner) {
  const auto crawl = this->crawl();
  crawl->admit("http://east.test/1");
  const UrlId https = crawl->admit("https://east.test/1");
  EXPECT_EQ(crawl->urls.standing_for(https), https);
  EXPECT_EQ(crawl->urls[https].state, UrlState::kQueued);
  repository::Batch batch;
  crawl->links.take_changes(batch);
  const auto& notices = batch.shared.notices;
  ASSERT_EQ(notices.size(), 2U);
  EXPECT_EQ(notices[1].target, https);
}

TEST_F(ShareInPostgresTest, OnlyItsOwnUrlsWaitInItsQueues) {
  const auto crawl = this->crawl();
  for (const char* url : {"http://east.test/1", "http://west.test/1"})
    crawl->queue.enqueue(crawl->admit(url));
  EXPECT_EQ(crawl->queued(), std::set<std::string>{"http://west.test/1"});
}

// Names of names, each in a bucket of another gatherer, may lead in a circle that no gatherer sees.
TEST_F(ShareInPostgresTest, ALinkIsPassedOnFromNameToNameAHundredTimesAtMost) {
  const std::string bucket = std::to_string(repository::bucket_of("west.test"));
  testing::PostgresCluster::shared().psql(
      "SET search_path TO share; INSERT INTO url (id, hash, bucket, state, key, host, site) VALUES"
      " (1, 1, " +
      bucket +
      ", 2, 'http://west.test/name', 'west.test', 'west.test');"
      " INSERT INTO inbox (target, source, position, hops, redirects, bucket, follows, seed)"
      " SELECT 1, 0, -1, 1, redirects, " +
      bucket +
      ", 1, 0 FROM unnest(ARRAY[0, 99, 100]) AS"
      " redirects");
  const auto crawl = this->crawl();
  const UrlId target = crawl->admit("http://east.test/1");
  crawl->queue.become_alias(crawl->admit("http://west.test/name"), target, DropReason::kRedirect);

  InboxLinks inbox({crawl->core, crawl->queue, crawl->links, crawl->commits});
  const auto& shared = crawl->commits.batch().shared;
  const auto began = std::chrono::steady_clock::now();
  while (shared.taken.size() < 3 && std::chrono::steady_clock::now() - began < 60s) {
    if (!inbox.take_up()) std::this_thread::sleep_for(10ms);
  }
  ASSERT_EQ(shared.taken.size(), 3U) << "all of them leave the inbox";
  std::set<int> redirects;
  for (const repository::LinkNotice& notice : shared.notices) {
    EXPECT_EQ(notice.target, target);
    redirects.insert(notice.redirects);
  }
  EXPECT_EQ(redirects, (std::set<int>{1, 100}));
}

}  // namespace
}  // namespace porthole::gatherer
