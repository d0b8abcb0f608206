// Several gatherers on one repository: numbers, links into other buckets, counts of terms, and
// commits of one whose buckets were taken over.

#include "repository/shared_repository.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <vector>

#include "repository/inbox.h"
#include "tests/contract/repository_contract.h"
#include "tests/support/temp_dir.h"

namespace porthole::repository {
namespace {

using namespace std::chrono_literals;

constexpr const char* kWestSite = "a.org";
constexpr const char* kEastSite = "b.org";

/// One of two gatherers.
struct Gatherer {
  std::unique_ptr<BucketLease> lease;
  std::vector<HeldBucket> held;
  std::unique_ptr<Repository> repository;
  std::unique_ptr<Inbox> inbox;
};

class NoVisitor : public CrawlState::Visitor {
 public:
  void url(UrlRecord) override { ++urls; }
  void page(CrawlState::KnownPage) override {}
  void host(HostRecord) override {}
  void term(TermRecord) override {}
  int urls = 0;
};

class SharedRepositoryInPostgresTest : public ::testing::Test {
 protected:
  void SetUp() override {
    NEEDS_POSTGRES();
    url_ = testing::PostgresCluster::shared().url(schema());
    west_ = gatherer("west", kWestSite);
    east_ = gatherer("east", kEastSite);
  }
  static std::string schema() {
    return std::string("shared_") +
           std::to_string(::testing::UnitTest::GetInstance()->current_test_info()->line());
  }
  /// Holds the bucket of `site`, and has loaded what is there.
  Gatherer gatherer(const std::string& name, const std::string& site) {
    Gatherer made;
    auto lease = BucketLease::join(url_, name, 30s);
    EXPECT_TRUE(lease) << lease.error().to_string();
    made.lease = std::move(*lease);
    testing::PostgresCluster::shared().psql(
        "UPDATE " + schema() + ".bucket SET gatherer = " + std::to_string(made.lease->gatherer()) +
        ", epoch = epoch + 1, expires = now() + interval '1 hour' WHERE id = " +
        std::to_string(bucket_of(site)));
    made.held = *made.lease->renew();
    const StoragePlace place(url_, folder_ / name);
    auto opened = open_shared(place, *made.lease, made.held);
    EXPECT_TRUE(opened) << opened.error().to_string();
    made.repository = std::move(*opened);
    made.inbox = std::move(*Inbox::open(place, made.held));
    NoVisitor visitor;
    EXPECT_TRUE(made.repository->crawl().load(visitor));
    return made;
  }
  UrlId id_of(const std::string& key) const {
    const auto found = west_.repository->urls().find(key);
    return found && *found ? (*found)->id : 0;
  }
  static std::string psql(const std::string& query) {
    return testing::PostgresCluster::shared().psql("SET search_path TO " + schema() + ";" + query);
  }
  /// A page of the west with a link to one of the east.
  static Batch west_page() {
    Batch batch;
    batch.new_urls = {url(1, "https://a.org/", UrlState::kFetched), url(2, "https://b.org/")};
    batch.new_urls[1].found_on = 1;
    batch.pages = {page(1, 1)};
    batch.pages[0].relevance = Relevance(0.75);
    batch.pages[0].document.blocks = {{.begin = 0, .length = 4, .is_content = true}};
    batch.links = {link(1, 0, 2, "to the east")};
    batch.shared.notices = {{.target = 2, .source = 1, .position = 0, .hops = 3}};
    return batch;
  }
  static Batch east_page() {
    Batch batch;
    batch.new_urls = {url(1, "https://b.org/", UrlState::kFetched), url(2, "https://a.org/two")};
    batch.pages = {page(1, 1)};
    batch.links = {link(1, 0, 2, "to the west")};
    batch.shared.notices = {{.target = 2, .source = 1, .position = 0, .hops = 1}};
    return batch;
  }

  std::string url_;
  testing::TempDir folder_;
  Gatherer west_, east_;
};

TEST_F(SharedRepositoryInPostgresTest, AUrlThatBothFoundHasOneNumber) {
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  ASSERT_TRUE(east_.repository->crawl().apply(east_page()));
  EXPECT_EQ(psql("SELECT string_agg(id || ' ' || key || ' ' || state, ', ' ORDER BY id) FROM url"),
            "1 https://a.org/ 1, 2 https://b.org/ 1, 3 https://a.org/two 0");
  EXPECT_EQ(psql("SELECT string_agg(source || ' ' || target, ', ' ORDER BY source) FROM link"),
            "1 2, 2 3");
  EXPECT_EQ(psql("SELECT string_agg(id::text, ', ' ORDER BY id) FROM page"), "1, 2");
}

/// The URLs that a gatherer begins with, and links that it is told of.
struct Told : NoVisitor {
  void url(UrlRecord url) override {
    text += std::to_string(url.id) + " " + url.key;
    if (url.alias_of != 0) text += " = " + std::to_string(url.alias_of);
    text += ", ";
  }
  void page(CrawlState::KnownPage page) override {
    text += "page " + std::to_string(page.id) + ", ";
  }
  std::string text;
};

std::string told_of(Repository& repository) {
  Told told;
  EXPECT_TRUE(repository.crawl().load(told));
  const auto tell = [&](UrlId source, UrlId target) {
    told.text += std::to_string(source) + " to " + std::to_string(target) + ", ";
  };
  const auto tell_link = [&](const LinkRecord& link) { tell(link.source, link.target); };
  EXPECT_TRUE(repository.links().for_each_in_order(tell_link));
  told.text += "open: ";
  EXPECT_TRUE(repository.links().for_each_open(tell_link));
  told.text += "and ";
  EXPECT_TRUE(repository.links().for_each_open_citation(tell));
  return told.text;
}

TEST_F(SharedRepositoryInPostgresTest, AGathererBeginsWithItsOwnUrlsAndThePagesOfAll) {
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  Batch second = east_page();
  second.pages[0].order = 2;
  ASSERT_TRUE(east_.repository->crawl().apply(second));
  Batch batch;
  batch.new_urls = {url(3, "https://b.org/three"), url(4, "https://a.org/four")};
  batch.links = {link(1, 1, 3, "waits in the east"), link(1, 2, 4, "waits in the west")};
  ASSERT_TRUE(west_.repository->crawl().apply(batch));
  west_ = {};
  west_ = gatherer("west", kWestSite);
  EXPECT_EQ(told_of(*west_.repository),
            "1 https://a.org/, 2 https://b.org/, 3 https://a.org/two, 4 https://a.org/four, "
            "page 1, page 2, 1 to 2, 1 to 4, 2 to 3, open: 1 to 4, 2 to 3, and 1 to 4, 2 to 3, ");
  east_ = {};
  east_ = gatherer("east", kEastSite);
  EXPECT_EQ(told_of(*east_.repository),
            "1 https://a.org/, 2 https://b.org/, 3 https://b.org/three, "
            "page 1, page 2, 1 to 2, 1 to 3, open: 1 to 3, and 1 to 3, ");
}

TEST_F(SharedRepositoryInPostgresTest, AGathererReadsAPageByTheNumberThatItGaveIt) {
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  ASSERT_TRUE(east_.repository->crawl().apply(east_page()));
  const auto by_east = east_.repository->pages().get(1);
  ASSERT_TRUE(*by_east);
  EXPECT_EQ((*by_east)->id, 1);
  EXPECT_TRUE(east_.repository->pages().blocks(1)->empty());
  EXPECT_EQ(west_.repository->pages().blocks(1)->size(), 1U);
  EXPECT_FALSE(*east_.repository->pages().get(2)) << "it waits";
}

TEST_F(SharedRepositoryInPostgresTest, BothGatherersKnowTheOtherNameOfAUrlAndTheLinksToIt) {
  Batch batch = west_page();
  batch.new_urls.push_back(url(3, "https://a.org/old"));
  batch.links.push_back(link(1, 1, 3, "moved"));
  ASSERT_TRUE(west_.repository->crawl().apply(batch));
  Batch moved;
  moved.changed_urls = {url(3, "https://x.org/", UrlState::kAlias)};
  moved.changed_urls[0].alias_of = 2;
  ASSERT_TRUE(west_.repository->crawl().apply(moved));
  west_ = {};
  west_ = gatherer("west", kWestSite);
  EXPECT_EQ(told_of(*west_.repository),
            "1 https://a.org/, 2 https://a.org/old = 3, 3 https://b.org/, page 1, 1 to 2, "
            "open: 1 to 2, and 1 to 2, ");
  east_ = {};
  east_ = gatherer("east", kEastSite);
  EXPECT_EQ(told_of(*east_.repository),
            "1 https://a.org/, 2 https://b.org/, 3 https://a.org/old = 2, page 1, 1 to 2, 1 to 3, "
            "open: 1 to 2, 1 to 3, and 1 to 2, 1 to 3, ")
      << "the link to the other name of its own URL counts";
}

TEST_F(SharedRepositoryInPostgresTest, AGathererThatFindsAUrlItWasNotToldOfChangesNothingOfIt) {
  Batch waiting = east_page();
  waiting.new_urls.push_back(url(3, "https://b.org/three", UrlState::kDropped));
  waiting.new_urls[2].reason = DropReason::kRobots;
  ASSERT_TRUE(east_.repository->crawl().apply(waiting));
  west_ = {};
  west_ = gatherer("west", kWestSite);
  Batch found = west_page();
  found.new_urls[0].id = 3;  // It was told of two: a page, and its own that waits.
  found.new_urls[1] = url(4, "https://b.org/three");
  found.pages[0].id = 3;
  found.links = {link(3, 0, 4, "again")};
  found.shared.notices = {{.target = 4, .source = 3, .position = 0, .hops = 2}};
  ASSERT_TRUE(west_.repository->crawl().apply(found));
  EXPECT_EQ((*west_.repository->urls().find("https://b.org/three"))->state, UrlState::kDropped);
  const auto links = *east_.inbox->read(100);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].target.key, "https://b.org/three");
}

TEST_F(SharedRepositoryInPostgresTest, AGathererChangesNoUrlOfAnothersBucket) {
  ASSERT_TRUE(east_.repository->crawl().apply(east_page()));
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  Batch change;
  change.changed_urls = {url(2, "https://x.org/", UrlState::kDropped),
                         url(1, "https://x.org/", UrlState::kFetched)};
  change.changed_urls[1].hops = 9;
  change.priorities = {{2, 5}};
  ASSERT_TRUE(west_.repository->crawl().apply(change));
  const auto of_east = west_.repository->urls().get(id_of("https://b.org/"));
  EXPECT_EQ((*of_east)->state, UrlState::kFetched);
  EXPECT_EQ((*of_east)->priority, 0);
  EXPECT_EQ((*west_.repository->urls().get(id_of("https://a.org/")))->hops, 9);
}

TEST_F(SharedRepositoryInPostgresTest, ALinkReachesTheOwnerOfItsTargetOnceWithItsAnnotations) {
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  EXPECT_TRUE(west_.inbox->read(100)->empty());
  const auto links = *east_.inbox->read(100);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].target.key, "https://b.org/");
  EXPECT_EQ(links[0].notice.hops, 3);
  EXPECT_FALSE(links[0].was_loaded);
  ASSERT_TRUE(links[0].source);
  EXPECT_EQ(links[0].source->url.key, "https://a.org/");
  EXPECT_EQ(links[0].source->link.anchor, "to the east");
  EXPECT_EQ(links[0].source->relevance, Relevance(0.75));
  EXPECT_EQ(links[0].source->content_length, 4);
  EXPECT_TRUE(east_.inbox->read(100)->empty()) << "it was read";

  Batch taken;
  taken.shared.adopted = {{.id = 1, .stored = links[0].target.id, .site = kEastSite},
                          {.id = 2, .stored = links[0].source->url.id, .site = kWestSite}};
  taken.shared.taken = {{links[0].row, 1}};
  taken.changed_urls = {url(1, "https://x.org/", UrlState::kQueued)};
  taken.changed_urls[0].hops = 3;
  ASSERT_TRUE(east_.repository->crawl().apply(taken));
  EXPECT_EQ(psql("SELECT count(*) FROM inbox"), "0");
  EXPECT_EQ((*west_.repository->urls().get(id_of("https://b.org/")))->hops, 3);
}

TEST_F(SharedRepositoryInPostgresTest, ALinkThatWasReadAndNotTakenUpIsThereForTheNextOwner) {
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  ASSERT_EQ(east_.inbox->read(100)->size(), 1U);
  const auto next = Inbox::open(StoragePlace(url_, folder_ / "next"), east_.held);
  ASSERT_TRUE((*next)->note_loaded());
  const auto links = *(*next)->read(100);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_TRUE(links[0].was_loaded) << "its link is among those of the repository";
}

TEST_F(SharedRepositoryInPostgresTest, ACommitOfAGathererWhoseBucketWasTakenOverIsRefused) {
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  psql("UPDATE bucket SET epoch = epoch + 1 WHERE id = " + std::to_string(bucket_of(kWestSite)));
  Batch second;
  second.new_urls = {url(3, "https://a.org/three", UrlState::kFetched)};
  second.pages = {page(3, 2)};
  second.terms = {{"bicycle", 1, 1}};
  const auto refused = west_.repository->crawl().apply(second);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kBusy);
  EXPECT_EQ(psql("SELECT count(*) FROM page"), "1");
  EXPECT_EQ(psql("SELECT count(*) FROM term"), "0");
  EXPECT_EQ(psql("SELECT count(*) FROM url WHERE state = 1"), "1");
}

TEST_F(SharedRepositoryInPostgresTest, ALinkStaysForTheGathererThatTookItsBucketOver) {
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  const auto links = *east_.inbox->read(100);
  ASSERT_EQ(links.size(), 1U);
  psql("UPDATE bucket SET epoch = epoch + 1 WHERE id = " + std::to_string(bucket_of(kEastSite)));
  Batch taken;
  taken.shared.adopted = {{.id = 1, .stored = links[0].target.id, .site = kEastSite}};
  taken.shared.taken = {{links[0].row, 1}};
  EXPECT_FALSE(east_.repository->crawl().apply(taken));
  EXPECT_EQ(psql("SELECT count(*) FROM inbox"), "1");
}

TEST_F(SharedRepositoryInPostgresTest, CountsGrowFromThoseThatAGathererReadLast) {
  Batch batch;
  batch.terms = {{"bicycle", 5, 3}};
  ASSERT_TRUE(west_.repository->crawl().apply(batch));
  ASSERT_TRUE(east_.repository->crawl().terms());
  batch.terms = {{"bicycle", 6, 3}};
  ASSERT_TRUE(east_.repository->crawl().apply(batch));
  EXPECT_EQ(psql("SELECT fetched || ' ' || relevant FROM term"), "6 3");
}

TEST_F(SharedRepositoryInPostgresTest, CountsOfTermsAddUp) {
  Batch batch;
  batch.terms = {{"bicycle", 5, 3}, {"wheel", 1, 0}};
  ASSERT_TRUE(west_.repository->crawl().apply(batch));
  batch.terms = {{"bicycle", 7, 4}};
  ASSERT_TRUE(west_.repository->crawl().apply(batch));
  batch.terms = {{"bicycle", 2, 1}};
  ASSERT_TRUE(east_.repository->crawl().apply(batch));
  EXPECT_EQ(psql("SELECT string_agg(term || ' ' || fetched || ' ' || relevant, ', ' ORDER BY term)"
                 " FROM term"),
            "bicycle 9 5, wheel 1 0");
}

TEST_F(SharedRepositoryInPostgresTest, StatesOfStrategiesAndEndsOfArchivesAreTheGatherersOwn) {
  for (const auto& [gatherer, name] : {std::pair(&west_, "west"), std::pair(&east_, "east")}) {
    Batch batch;
    batch.strategy = "learned";
    batch.strategy_state = std::string("state of ") + name;
    batch.archive_file = std::string(name) + ".warc.gz";
    batch.archive_size = 7;
    ASSERT_TRUE(gatherer->repository->crawl().apply(batch));
  }
  EXPECT_EQ(*east_.repository->crawl().strategy_state("learned"), "state of east");
  EXPECT_EQ(*west_.repository->crawl().strategy_state("learned"), "state of west");
  EXPECT_EQ(west_.repository->crawl().archive_end()->first, "west.warc.gz");
  const auto reader = open_postgres(url_, Access::kRead);
  EXPECT_EQ(*(*reader)->crawl().strategy_state("learned"), "state of east") << "the last one";
}

TEST_F(SharedRepositoryInPostgresTest, ANewcomerGoesOnFromTheStateThatWasStoredLast) {
  Batch batch;
  batch.strategy = "learned";
  batch.strategy_state = "state of west";
  ASSERT_TRUE(west_.repository->crawl().apply(batch));
  EXPECT_EQ(*east_.repository->crawl().strategy_state("learned"), "state of west");
  batch.strategy_state = "state of east";
  ASSERT_TRUE(east_.repository->crawl().apply(batch));
  EXPECT_EQ(*west_.repository->crawl().strategy_state("learned"), "state of west") << "its own";
  west_ = {};
  west_ = gatherer("west", kWestSite);
  EXPECT_EQ(*west_.repository->crawl().strategy_state("learned"), "state of east")
      << "what it had stored before it ended is older";
}

TEST_F(SharedRepositoryInPostgresTest, StatesOfOthersAreReadOnceTheyHaveFetchedPages) {
  const int east = east_.lease->gatherer();
  ASSERT_TRUE(east_.inbox->note_loaded());
  Batch batch = west_page();
  batch.strategy = "learned";
  batch.strategy_state = "state of west";
  ASSERT_TRUE(west_.repository->crawl().apply(batch));
  EXPECT_EQ(*east_.inbox->read_learned(east, "learned"), std::vector<std::string>{"state of west"});
  EXPECT_TRUE(east_.inbox->read_learned(east, "learned")->empty()) << "it has learned no more";
  EXPECT_TRUE(west_.inbox->read_learned(west_.lease->gatherer(), "learned")->empty()) << "its own";
}

// Those of the budget: a page must count either as one that was read or as one that came after.
TEST_F(SharedRepositoryInPostgresTest, PagesOfOthersAreCountedAsOfTheStateThatWasRead) {
  ASSERT_TRUE(west_.repository->crawl().apply(west_page()));
  struct Visitor final : NoVisitor {
    void url(UrlRecord) override {
      if (urls++ == 0) {
        ASSERT_TRUE(west->apply(batch));
      }
    }
    void page(CrawlState::KnownPage) override { ++pages; }
    CrawlState* west = nullptr;
    Batch batch;
    int pages = 0;
  } visitor;
  visitor.west = &west_.repository->crawl();
  visitor.batch.new_urls = {url(3, "https://a.org/three", UrlState::kFetched)};
  visitor.batch.pages = {page(3, 2)};
  ASSERT_TRUE(east_.repository->crawl().load(visitor));
  EXPECT_EQ(visitor.pages, 1) << "the second came while it was read";
  EXPECT_EQ(committed_pages(*east_.repository).others, 1);
  EXPECT_EQ(psql("SELECT sum(pages) FROM member"), "2");
}

TEST_F(SharedRepositoryInPostgresTest, LinksOfARedirectArePassedOnToTheOwnerOfItsTarget) {
  Batch batch = west_page();
  batch.new_urls.push_back(url(3, "https://a.org/old"));
  batch.links.push_back(link(1, 1, 3, "moved"));
  batch.shared.notices.clear();
  ASSERT_TRUE(west_.repository->crawl().apply(batch));
  Batch moved;
  moved.changed_urls = {url(3, "https://x.org/", UrlState::kAlias)};
  moved.changed_urls[0].alias_of = 2;
  ASSERT_TRUE(west_.repository->crawl().apply(moved));
  const auto links = *east_.inbox->read(100);
  ASSERT_EQ(links.size(), 1U);
  EXPECT_EQ(links[0].target.key, "https://b.org/");
  EXPECT_EQ(links[0].source->link.anchor, "moved");
}

}  // namespace
}  // namespace porthole::repository
