// Recrawls with conditional requests, from a server that supports them: the web in a box.

#include <gtest/gtest.h>
#include <sqlite3.h>

#include <filesystem>
#include <set>
#include <sstream>

#include "base/json/json.h"
#include "labs/tests/webbox/box_fixture.h"
#include "labs/webbox/server.h"
#include "summarizer/summarize.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

using testing::SpecificationText;
using testing::TestCollection;

constexpr const char* kFront = "https://docs.stars.test/en/latest/";
constexpr const char* kOrbits = "https://docs.stars.test/en/latest/orbits.html";
constexpr const char* kDust = "https://docs.stars.test/en/latest/dust/";

class RefreshTest : public labs::BoxTest {
 protected:
  void SetUp() override {
    write_sites();
    labs::ServerOptions options;
    options.log_file = cache() / "access.jsonl";
    auto server = labs::Server::start(manifest(), options);
    ASSERT_TRUE(server) << server.error().to_string();
    server_ = std::move(*server);
    SpecificationText text;
    text.seeds = {kFront};
    text.scope_attributes = " sitemaps=\"no\"";  // It lists index.html beside the folder.
    text.network = testing::gateway_to(server_->url());
    collection_ = std::make_unique<TestCollection>(text);
    EXPECT_EQ(collection_->gather().fetched, 3);
    EXPECT_EQ(answers(304), std::set<std::string>{});
  }

  gatherer::GatherReport refresh() {
    gatherer::GatherOptions again;
    again.refresh = std::chrono::seconds(0);
    return collection_->gather(again);
  }

  /// The URLs that were answered with `status`.
  std::set<std::string> answers(int status) const {
    std::set<std::string> urls;
    std::istringstream in(labs::read_file(cache() / "access.jsonl"));
    for (std::string line; std::getline(in, line);) {
      const auto entry = nlohmann::json::parse(line);
      if (entry.at("status") == status) urls.insert(entry.at("url"));
    }
    return urls;
  }

  /// Puts another text into a file, and its time on by an hour.
  void change(const std::filesystem::path& file, const std::string& text) const {
    const auto before = std::filesystem::last_write_time(file);
    labs::write_file(file, text);
    std::filesystem::last_write_time(file, before + std::chrono::hours(1));
  }

  /// Makes what was fetched look an hour older than it is.
  void age() const {
    repository::Batch older;
    const auto repository = collection_->repository(repository::Access::kWrite);
    for (const char* url : {kFront, kOrbits, kDust}) {
      const repository::PageRecord page = collection_->page(url);
      older.unchanged.emplace_back(page.id, page.fetched_at - std::chrono::hours(1));
    }
    ASSERT_TRUE(repository->crawl().apply(older));
  }

  std::unique_ptr<labs::Server> server_;
  std::unique_ptr<TestCollection> collection_;
};

// Ten days after ten visits of a day each: the orbits have changed three times, the others never.
TEST_F(RefreshTest, APageThatChangesComesBeforeThoseThatNeverDid) {
  sqlite3* database = nullptr;
  const std::string file = collection_->open().repository_file().string();
  ASSERT_EQ(sqlite3_open(file.c_str(), &database), SQLITE_OK);
  EXPECT_EQ(sqlite3_exec(database,
                         "UPDATE page SET fetched_at = fetched_at - 864000, relevance = 0.5;"
                         "INSERT INTO page_visit (page, visits, changes, first, last)"
                         " SELECT id, 10, 0, fetched_at - 864000, fetched_at FROM page;"
                         "UPDATE page_visit SET changes = 3 WHERE page ="
                         " (SELECT id FROM url WHERE key LIKE '%/orbits.html')",
                         nullptr, nullptr, nullptr),
            SQLITE_OK);
  sqlite3_close(database);
  gatherer::GatherOptions again;
  again.refresh = std::chrono::seconds(0);
  again.refresh_order = gatherer::RefreshOrder::by_value();
  again.more = 1;
  const gatherer::GatherReport report = collection_->gather(again);
  EXPECT_EQ(report.refreshed, 1);
  EXPECT_EQ(answers(304), std::set<std::string>{kOrbits});
  ASSERT_TRUE(report.freshness);
  EXPECT_EQ(report.freshness->pages, 3);
  EXPECT_LT(report.freshness->before, 0.9);
  EXPECT_GT(report.freshness->after, report.freshness->before + 0.1);
  EXPECT_LT(report.freshness->age_after, report.freshness->age_before);
}

TEST_F(RefreshTest, APageThatHasNotChangedIsNotSentAgain) {
  age();
  change(stars() / "orbits.html", "<title>New orbits</title><p>other words");
  const repository::PageRecord before = collection_->page(kDust);
  const gatherer::GatherReport report = refresh();
  EXPECT_EQ(report.refreshed, 3);
  EXPECT_EQ(report.unchanged, 2);
  EXPECT_EQ(answers(304), (std::set<std::string>{kFront, kDust}));
  EXPECT_EQ(collection_->page(kOrbits).document.title, "New orbits");
  const repository::PageRecord after = collection_->page(kDust);
  EXPECT_GE(after.fetched_at - before.fetched_at, std::chrono::hours(1));
  EXPECT_EQ(after.document.text, before.document.text);
  EXPECT_EQ(after.archive_offset, before.archive_offset);
}

TEST_F(RefreshTest, TheLinksOfAPageThatHasNotChangedAreSeenAgainAndNoSummaryIsMade) {
  age();
  const auto repository = [&] { return collection_->repository(repository::Access::kWrite); };
  EXPECT_TRUE(summarizer::summarize_stale(*repository(), {}));
  const repository::UrlId dust = collection_->url(kDust).id;
  const repository::InLink before = repository()->links().in_links(dust)->at(0);
  EXPECT_EQ(refresh().unchanged, 3);
  const repository::InLink after = repository()->links().in_links(dust)->at(0);
  EXPECT_GT(after.last_seen, before.last_seen);
  EXPECT_EQ(after.first_seen, before.first_seen);
  EXPECT_TRUE(repository()->summaries().stale_pages(10)->empty());
}

TEST_F(RefreshTest, APageThatCouldNotBeReadIsFetchedAsAWhole) {
  {
    const auto repository = collection_->repository(repository::Access::kWrite);
    repository::Batch damaged;
    damaged.pages = {collection_->page(kDust)};
    damaged.pages[0].document.status = ParseStatus::kDamaged;
    ASSERT_TRUE(repository->crawl().apply(damaged));
  }
  EXPECT_EQ(refresh().unchanged, 2);
  EXPECT_EQ(collection_->page(kDust).document.status, ParseStatus::kParsed);
}

}  // namespace
}  // namespace porthole
