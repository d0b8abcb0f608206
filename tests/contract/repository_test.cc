// The laws of Repository, stated once and run over every store.

#include "repository/repository.h"

#include <gtest/gtest.h>
#include <sqlite3.h>
#include <unistd.h>

#include <fstream>
#include <functional>

#include "tests/support/temp_dir.h"

namespace porthole::repository {
namespace {

using testing::TempDir;

/// A store: how it is opened, and how a file of it is made to look newer than the program.
struct Store {
  std::string name;
  Result<std::unique_ptr<Repository>> (*open)(const std::filesystem::path&, Access);
  void (*make_newer)(const std::filesystem::path&);
  void (*make_foreign)(const std::filesystem::path&);  ///< Makes a file of another program.
};

void make_sqlite_newer(const std::filesystem::path& file) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database, "UPDATE meta SET value = '99' WHERE name = 'version'", nullptr,
                         nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
}

void make_sqlite_foreign(const std::filesystem::path& file) {
  sqlite3* database = nullptr;
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database,
                         "CREATE TABLE songs (title TEXT); INSERT INTO songs VALUES ('Daisy Bell')",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
}

class RepositoryTest : public ::testing::TestWithParam<Store> {
 protected:
  std::unique_ptr<Repository> open(Access access = Access::kWrite) {
    auto opened = GetParam().open(file(), access);
    EXPECT_TRUE(opened) << opened.error().to_string();
    return opened ? std::move(*opened) : nullptr;
  }
  std::filesystem::path file() const { return folder_ / "repository"; }

  TempDir folder_;
};

UrlRecord url(UrlId id, const std::string& key, UrlState state = UrlState::kQueued) {
  UrlRecord record;
  record.id = id;
  record.key = key;
  record.href = key;
  record.host = key.substr(8, key.find('/', 8) - 8);  // after "https://"
  record.site = record.host;
  record.state = state;
  return record;
}

PageRecord page(UrlId id, std::int64_t order) {
  PageRecord record;
  record.id = id;
  record.order = order;
  record.fetched_at = WallTime{std::chrono::seconds(1'790'000'000 + order)};
  record.digest = "sha1:" + std::to_string(id);
  record.archive_file = "a.warc.gz";
  record.archive_offset = 100 * id;
  record.document.title = "Page " + std::to_string(id);
  record.document.text = "Text of " + std::to_string(id);
  return record;
}

LinkRecord link(UrlId source, std::uint32_t position, UrlId target, const std::string& anchor) {
  LinkRecord record;
  record.source = source;
  record.position = position;
  record.target = target;
  record.link.anchor = anchor;
  return record;
}

/// Pages 1 to 3 on two hosts; 1 links to the others and to 4, which is queued.
Batch small_web() {
  Batch batch;
  batch.new_urls = {url(1, "https://a.org/", UrlState::kFetched),
                    url(2, "https://a.org/two", UrlState::kFetched),
                    url(3, "https://b.org/", UrlState::kFetched), url(4, "https://b.org/four")};
  batch.new_urls[0].seed = true;
  batch.new_urls[3].priority = 0.5;
  batch.pages = {page(1, 1), page(2, 2), page(3, 3)};
  batch.pages[1].relevant = true;
  batch.pages[1].relevance = Relevance(0.75);
  batch.links = {link(1, 0, 2, "to two"), link(1, 1, 3, "to three"), link(1, 2, 4, "to four")};
  batch.hosts = {{.name = "https://a.org", .robots_status = 200, .robots_text = "User-agent: *\n"}};
  batch.terms = {{"bicycle", 5, 3}};
  batch.archive_file = "a.warc.gz";
  batch.archive_size = 1234;
  return batch;
}

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

SummaryRecord summary(UrlId page, const std::string& rdf) {
  SummaryRecord record;
  record.page = page;
  record.rdf = rdf;
  return record;
}

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

TEST_P(RepositoryTest, GivesBackWhatABatchBroughtAfterItWasClosed) {
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

TEST_P(RepositoryTest, ABatchThatFailsHalfWayLeavesNothing) {
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

TEST_P(RepositoryTest, ChangedUrlsKeepWhatABatchDoesNotName) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  Batch batch;
  UrlRecord changed = url(4, "https://b.org/four", UrlState::kDropped);
  changed.reason = DropReason::kRobots;
  changed.detail = "Disallow: /four";
  batch.changed_urls = {changed};
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto found = repository->urls().find("https://b.org/four");
  ASSERT_TRUE(found && *found);
  EXPECT_EQ((*found)->state, UrlState::kDropped);
  EXPECT_EQ((*found)->reason, DropReason::kRobots);
  EXPECT_EQ((*found)->host, "b.org");
  EXPECT_EQ(repository->counts()->reasons, (ReasonCounts{{DropReason::kRobots, 1}}));
}

TEST_P(RepositoryTest, TheQueueIsInOrderOfPriority) {
  auto repository = open();
  Batch batch;
  batch.new_urls = {url(1, "https://a.org/1"), url(2, "https://a.org/2"),
                    url(3, "https://a.org/3")};
  batch.priorities = {{1, 0.1}, {2, 0.9}, {3, 0.9}};
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto head = repository->urls().queue_head(2);
  ASSERT_TRUE(head);
  ASSERT_EQ(head->size(), 2u);
  EXPECT_EQ((*head)[0].id, 2);
  EXPECT_EQ((*head)[1].id, 3);
  EXPECT_EQ(*repository->urls().rank_of(3), 2);
  EXPECT_EQ(*repository->urls().rank_of(1), 3);
  EXPECT_EQ(*repository->urls().rank_of(77), 0);
}

TEST_P(RepositoryTest, OnlyLinksThatMayStillMatterAreReplayed) {
  auto repository = open();
  Batch batch = small_web();
  batch.new_urls.push_back(url(5, "https://b.org/five", UrlState::kDropped));
  batch.new_urls.back().reason = DropReason::kThreshold;
  batch.new_urls.push_back(url(6, "https://b.org/six", UrlState::kDropped));
  batch.new_urls.back().reason = DropReason::kOutOfScope;
  batch.new_urls.push_back(url(7, "https://b.org/seven", UrlState::kDropped));
  batch.new_urls.back().reason = DropReason::kNofollow;
  batch.links.push_back(link(2, 0, 5, "to five"));
  batch.links.push_back(link(2, 1, 6, "to six"));
  batch.links.push_back(link(2, 2, 7, "to seven"));
  ASSERT_TRUE(repository->crawl().apply(batch));
  std::vector<std::string> anchors;
  ASSERT_TRUE(repository->links().for_each_open(
      [&](const LinkRecord& open) { anchors.push_back(open.link.anchor); }));
  EXPECT_EQ(anchors, (std::vector<std::string>{"to four", "to five", "to seven"}));
}

TEST_P(RepositoryTest, WhatIsSaidOfAliasesAndCopiesIsSaidOfThePage) {
  auto repository = open();
  Batch batch;
  batch.new_urls = {url(1, "https://a.org/", UrlState::kFetched),
                    url(2, "https://t.org/", UrlState::kFetched),
                    url(3, "https://t.org/old", UrlState::kAlias),
                    url(4, "https://t.org/copy", UrlState::kFetched),
                    url(5, "https://b.org/", UrlState::kFetched)};
  batch.new_urls[2].alias_of = 2;
  batch.pages = {page(1, 1), page(2, 2), page(4, 3), page(5, 4)};
  batch.pages[2].duplicate_of = 2;
  batch.links = {link(1, 0, 2, "direct"), link(1, 1, 3, "by the alias"),
                 link(5, 0, 4, "by the copy"), link(2, 0, 2, "of itself"),
                 link(4, 0, 2, "what a copy says")};
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto said = repository->links().in_links(2);
  ASSERT_TRUE(said);
  std::vector<std::string> anchors;
  for (const InLink& in : *said) anchors.push_back(in.link.anchor);
  EXPECT_EQ(anchors, (std::vector<std::string>{"direct", "by the alias", "by the copy"}));
  EXPECT_EQ((*said)[0].source_href, "https://a.org/");
  EXPECT_EQ((*said)[0].source_title, "Page 1");
}

TEST_P(RepositoryTest, KeepsTheBlocksAndTheTypeOfAPage) {
  auto repository = open();
  Batch batch = small_web();
  Document& document = batch.pages.at(0).document;
  document.page_type = PageType::kForum;
  document.blocks = {{.begin = 0,
                      .length = 4,
                      .kind = BlockKind::kHeading,
                      .level = 1,
                      .probability = 200,
                      .is_content = true,
                      .hash = 77}};
  const UrlId page = batch.pages.at(0).id;
  const std::vector<Block> blocks = document.blocks;
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->pages().blocks(page).value(), blocks);
  EXPECT_EQ(repository->pages().get(page).value()->document.blocks, blocks);
  EXPECT_EQ(repository->pages().get(page).value()->document.page_type, PageType::kForum);
  batch.pages.at(0).document.blocks.clear();
  Batch again;
  again.pages = {batch.pages.at(0)};
  ASSERT_TRUE(repository->crawl().apply(again));
  EXPECT_TRUE(repository->pages().blocks(page).value().empty()) << "as it was fetched last";
}

TEST_P(RepositoryTest, AChangedSummaryComesAfterAllThatWereThere) {
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

TEST_P(RepositoryTest, SummariesAreStaleUntilTheyAreMadeAndAgainWhenMarked) {
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

TEST_P(RepositoryTest, ARemovedPageIsForgottenAndItsUrlKeptOut) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(
      repository->summaries().put({summary(1, "<a/>"), summary(2, "<b/>"), summary(3, "<c/>")}));
  const std::int64_t seen = repository->summaries().after(0, 10)->back().serial;

  const auto removed = repository->remove_url("https://a.org/");
  ASSERT_TRUE(removed);
  EXPECT_EQ(removed->pages, 1);
  EXPECT_EQ(removed->archive,
            (std::vector<std::pair<std::string, std::int64_t>>{{"a.warc.gz", 100}}));
  const auto known = repository->urls().find("https://a.org/");
  ASSERT_TRUE(known && *known);
  EXPECT_EQ((*known)->state, UrlState::kDropped);
  EXPECT_EQ((*known)->reason, DropReason::kRemoved);
  EXPECT_FALSE(repository->pages().get(1)->has_value());
  EXPECT_TRUE(repository->links().out_links(1)->empty());
  EXPECT_TRUE(repository->links().in_links(2)->empty());
  EXPECT_FALSE(repository->summaries().get(1)->has_value());
  EXPECT_EQ(*repository->summaries().stale_pages(10),
            (std::vector<UrlId>{2, 3}));  // what 1 said about them is gone

  const auto told = repository->summaries().after(seen, 10);
  ASSERT_TRUE(told);
  ASSERT_EQ(told->size(), 1u);
  EXPECT_TRUE((*told)[0].removed);
  EXPECT_EQ((*told)[0].href, "https://a.org/");
  EXPECT_TRUE((*told)[0].rdf.empty());
  EXPECT_EQ(repository->remove_url("https://a.org/")->pages, 0);
}

TEST_P(RepositoryTest, RemovingAHostTakesItsPagesAndNoOthers) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  EXPECT_EQ(repository->remove_host("a.org")->pages, 2);
  EXPECT_EQ(repository->counts()->fetched, 1);
  EXPECT_EQ((*repository->urls().find("https://a.org/two"))->reason, DropReason::kRemoved);
  EXPECT_EQ((*repository->urls().find("https://b.org/"))->state, UrlState::kFetched);
  EXPECT_EQ((*repository->urls().find("https://b.org/four"))->state, UrlState::kQueued);
}

TEST_P(RepositoryTest, WhatOnlyLedToARemovedPageIsKeptOutWithIt) {
  auto repository = open();
  Batch batch = small_web();
  for (UrlId id = 5; id <= 6; ++id) {
    batch.new_urls.push_back(url(id, "https://c.org/" + std::to_string(id), UrlState::kAlias));
    batch.new_urls.back().alias_of = id == 5 ? 3 : 5;
    batch.new_urls.back().reason = DropReason::kRedirect;
  }
  ASSERT_TRUE(repository->crawl().apply(batch));
  ASSERT_TRUE(repository->remove_host("b.org"));
  for (const char* alias : {"https://c.org/5", "https://c.org/6"}) {
    const UrlRecord known = repository->urls().find(alias)->value();
    EXPECT_EQ(known.state, UrlState::kDropped);
    EXPECT_EQ(known.reason, DropReason::kRemoved);
    EXPECT_EQ(known.alias_of, 0);
  }
  EXPECT_EQ(repository->counts()->alias, 0);
}

TEST_P(RepositoryTest, TheFirstCopyOfARemovedPageStandsForTheOthers) {
  auto repository = open();
  Batch batch = small_web();
  for (UrlId id = 5; id <= 7; ++id) {
    batch.new_urls.push_back(url(id, "https://c.org/" + std::to_string(id), UrlState::kFetched));
    batch.pages.push_back(page(id, 20 - id));  // 7 was fetched first
    batch.pages.back().duplicate_of = 1;
  }
  batch.links.push_back(link(7, 0, 3, "said by the copy"));
  ASSERT_TRUE(repository->crawl().apply(batch));
  ASSERT_TRUE(
      repository->summaries().put({summary(1, "<a/>"), summary(2, "<b/>"), summary(3, "<c/>")}));
  ASSERT_TRUE(repository->remove_url("https://a.org/"));
  EXPECT_EQ(repository->pages().get(7)->value().duplicate_of, 0);
  EXPECT_EQ(repository->pages().get(5)->value().duplicate_of, 7);
  EXPECT_EQ(repository->pages().get(6)->value().duplicate_of, 7);
  EXPECT_EQ(*repository->summaries().stale_pages(10), (std::vector<UrlId>{2, 3, 7}));
  ASSERT_EQ(repository->links().in_links(3)->size(), 1u);  // a copy does not speak, a page does
}

TEST_P(RepositoryTest, ASummaryIsStaleWhenTheRemovedPageSpokeOfAnAlias) {
  auto repository = open();
  Batch batch = small_web();
  batch.new_urls.push_back(url(5, "https://b.org/old", UrlState::kAlias));
  batch.new_urls.back().alias_of = 3;
  batch.links = {link(1, 0, 5, "to three by its old name")};
  ASSERT_TRUE(repository->crawl().apply(batch));
  ASSERT_TRUE(
      repository->summaries().put({summary(1, "<a/>"), summary(2, "<b/>"), summary(3, "<c/>")}));
  ASSERT_TRUE(repository->remove_url("https://a.org/"));
  EXPECT_EQ(*repository->summaries().stale_pages(10), std::vector<UrlId>{3});
}

/// Page 1 of small_web() as it is an hour later: it says the same of 2, something else of 3,
/// nothing of 4.
Batch an_hour_later() {
  Batch batch;
  batch.pages = {page(1, 1)};
  batch.pages[0].fetched_at += std::chrono::hours(1);
  batch.pages[0].document.title = "New title";
  batch.links = {link(1, 0, 3, "the third"), link(1, 1, 2, "to two")};
  return batch;
}

TEST_P(RepositoryTest, APageThatIsFetchedAgainKeepsItsPlaceAndTheHistoryOfItsLinks) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  const WallTime first = page(1, 1).fetched_at, later = first + std::chrono::hours(1);
  ASSERT_TRUE(repository->crawl().apply(an_hour_later()));
  EXPECT_EQ((*repository->pages().get(1))->order, 1);
  EXPECT_EQ((*repository->pages().get(1))->fetched_at, later);
  EXPECT_EQ((*repository->pages().get(1))->document.title, "New title");

  const auto links = repository->links().out_links(1).value();
  ASSERT_EQ(links.size(), 2u);
  EXPECT_EQ(links[0].link.anchor, "the third");
  EXPECT_EQ(links[0].first_seen, later);
  EXPECT_EQ(links[1].link.anchor, "to two");
  EXPECT_EQ(links[1].first_seen, first) << "it was there before";
  EXPECT_EQ(links[1].last_seen, later);
  EXPECT_EQ(links[1].closed, WallTime{});

  const auto closed = repository->links().closed_out_links(1).value();
  ASSERT_EQ(closed.size(), 2u);
  EXPECT_EQ(closed[0].link.anchor, "to three");
  EXPECT_EQ(closed[1].link.anchor, "to four");
  EXPECT_EQ(closed[0].first_seen, first);
  EXPECT_EQ(closed[0].last_seen, first);
  EXPECT_EQ(closed[0].closed, later);
  const auto said_of_three = repository->links().closed_in_links(3).value();
  ASSERT_EQ(said_of_three.size(), 1u);
  EXPECT_EQ(said_of_three[0].source_href, "https://a.org/");
  EXPECT_EQ(said_of_three[0].closed, later);
  EXPECT_EQ(repository->counts()->links, 2);
}

TEST_P(RepositoryTest, WhoeverIsNoLongerSpokenOfBecomesStale) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->summaries().put({summary(1, "a"), summary(2, "b"), summary(3, "c")}));
  Batch batch = an_hour_later();
  batch.links.erase(batch.links.begin());
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->summaries().stale_pages(10).value(), (std::vector<UrlId>{1, 3}));
}

TEST_P(RepositoryTest, ALinkThatComesBackIsOpenAgainAndAsOldAsItWas) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->crawl().apply(an_hour_later()));
  Batch batch = small_web();
  batch.new_urls.clear();
  batch.pages.resize(1);
  batch.pages[0].fetched_at += std::chrono::hours(2);
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto links = repository->links().out_links(1).value();
  ASSERT_EQ(links.size(), 3u);
  for (const LinkRecord& link : links)
    EXPECT_EQ(link.first_seen, page(1, 1).fetched_at) << link.link.anchor;
  const auto closed = repository->links().closed_out_links(1).value();
  ASSERT_EQ(closed.size(), 1u);
  EXPECT_EQ(closed[0].link.anchor, "the third");
}

TEST_P(RepositoryTest, ARemovedPageTakesWhatItSaidBeforeWithIt) {
  const auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  ASSERT_TRUE(repository->crawl().apply(an_hour_later()));
  ASSERT_TRUE(repository->remove_url("https://a.org/"));
  EXPECT_TRUE(repository->links().closed_in_links(3)->empty());
  EXPECT_TRUE(repository->links().closed_out_links(1)->empty());
}

TEST_P(RepositoryTest, AnAnnotatorComesWithItsAuthorityAndAFragmentAsItWasWritten) {
  const auto repository = open();
  Batch batch = small_web();
  batch.links[0].link.fragment = "<b>two</b>";
  ASSERT_TRUE(repository->crawl().apply(batch));
  EXPECT_EQ(repository->links().in_links(2)->at(0).source_authority, std::nullopt);
  ASSERT_TRUE(repository->scores().put({{.page = 1, .hub = 0.5, .authority = 0.25}}));
  EXPECT_EQ(repository->links().in_links(2)->at(0).source_authority, 0.25);
  EXPECT_EQ(repository->links().in_links(2)->at(0).link.fragment, "<b>two</b>");
  EXPECT_EQ(repository->links().out_links(1)->at(0).link.fragment, "<b>two</b>");
}

TEST_P(RepositoryTest, PagesAreListedBySiteWithoutCopies) {
  const auto repository = open();
  Batch batch = small_web();
  batch.pages[1].duplicate_of = 1;
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto pages = repository->pages().by_site().value();
  ASSERT_EQ(pages.size(), 2u);
  EXPECT_EQ(pages.at("a.org"), std::vector<UrlId>{1});
  EXPECT_EQ(pages.at("b.org"), std::vector<UrlId>{3});
}

TEST_P(RepositoryTest, PagesAreVisitedInOrderOfFetchingAndThroughTheFilter) {
  auto repository = open();
  ASSERT_TRUE(repository->crawl().apply(small_web()));
  const auto visited = [&](const Pages::Filter& filter) {
    std::vector<UrlId> ids;
    EXPECT_TRUE(repository->pages().for_each(
        filter, [&](const UrlRecord&, const PageRecord& read, auto, auto) {
          ids.push_back(read.id);
          return true;
        }));
    return ids;
  };
  EXPECT_EQ(visited({}), (std::vector<UrlId>{1, 2, 3}));
  EXPECT_EQ(visited({.relevant_only = true}), (std::vector<UrlId>{2}));
  EXPECT_EQ(visited({.without_seeds = true}), (std::vector<UrlId>{2, 3}));
}

TEST_P(RepositoryTest, ADatabaseOfAnotherProgramIsLeftAsItIs) {
  const auto bytes = [&] {
    std::ifstream in(file(), std::ios::binary);
    return std::string(std::istreambuf_iterator<char>(in), {});
  };
  GetParam().make_foreign(file());
  const std::string before = bytes();
  for (const Access access : {Access::kWrite, Access::kRead}) {
    const auto opened = GetParam().open(file(), access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
    EXPECT_NE(opened.error().message.find("another program"), std::string::npos)
        << opened.error().message;
    EXPECT_EQ(opened.error().file, file().string());
    EXPECT_EQ(bytes(), before);
  }
}

TEST_P(RepositoryTest, TheSecondWriterIsToldWhoTheFirstIs) {
  auto first = open();
  const auto second = GetParam().open(file(), Access::kWrite);
  ASSERT_FALSE(second);
  EXPECT_EQ(second.error().code, ErrorCode::kBusy);
  EXPECT_NE(second.error().message.find(std::to_string(::getpid())), std::string::npos);
  first.reset();
  EXPECT_TRUE(GetParam().open(file(), Access::kWrite));
}

TEST_P(RepositoryTest, AReaderBesideTheWriterSeesWhatWasCommitted) {
  auto writer = open();
  auto reader = open(Access::kRead);
  EXPECT_EQ(reader->counts()->urls, 0);
  ASSERT_TRUE(writer->crawl().apply(small_web()));
  EXPECT_EQ(reader->counts()->urls, 4);
  Batch batch;
  batch.new_urls = {url(9, "https://z.org/")};
  EXPECT_FALSE(reader->crawl().apply(batch));
}

TEST_P(RepositoryTest, ARepositoryOfANewerProgramIsRefused) {
  open().reset();
  GetParam().make_newer(file());
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto opened = GetParam().open(file(), access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
    EXPECT_NE(opened.error().message.find("version 99"), std::string::npos);
  }
}

TEST_P(RepositoryTest, WhatIsNoRepositoryIsRefusedAndLeftAlone) {
  const std::string text(5000, 'x');
  std::ofstream(file()) << text;
  for (const Access access : {Access::kRead, Access::kWrite}) {
    const auto opened = GetParam().open(file(), access);
    ASSERT_FALSE(opened);
    EXPECT_EQ(opened.error().code, ErrorCode::kStorage);
  }
  EXPECT_EQ(std::filesystem::file_size(file()), text.size());
}

TEST_P(RepositoryTest, ReadingWhatWasNeverWrittenIsNotFound) {
  const auto opened = GetParam().open(file(), Access::kRead);
  ASSERT_FALSE(opened);
  EXPECT_EQ(opened.error().code, ErrorCode::kNotFound);
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_P(RepositoryTest, TheLastRunIsTheOneThatBeganLast) {
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

TEST_P(RepositoryTest, ARunKeepsTheOptionsOfItsStrategyInTheirOrderAndEndsWithTheLast) {
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

INSTANTIATE_TEST_SUITE_P(Stores, RepositoryTest,
                         ::testing::Values(Store{"Sqlite", open_sqlite, make_sqlite_newer,
                                                 make_sqlite_foreign}),
                         [](const auto& store) { return store.param.name; });

}  // namespace
}  // namespace porthole::repository
