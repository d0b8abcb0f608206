#include "gatherer/crawl/committer.h"

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <thread>

#include "archive/warc_reader.h"
#include "tests/support/faulty_repository.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

class CommitterTest : public ::testing::Test {
 protected:
  CommitterTest() {
    repository_ =
        repository::open_sqlite(folder_ / "repository.db", repository::Access::kWrite).value();
    archive_ = archive::WarcWriter::open(folder_ / "archive", {}, "", 0).value();
  }

  /// A page with id `id`, as the gatherer hands it over.
  static Commit page(repository::UrlId id) {
    Commit commit;
    repository::UrlRecord url;
    url.id = id;
    url.key = url.href = "http://a.test/" + std::to_string(id);
    url.host = url.site = "a.test";
    url.state = repository::UrlState::kFetched;
    commit.batch.new_urls.push_back(url);
    repository::PageRecord page;
    page.id = page.order = id;
    commit.batch.pages.push_back(page);
    Fetched fetched;
    fetched.url = url.href;
    fetched.response.http_status = 200;
    fetched.response.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n";
    fetched.response.body = "page " + std::to_string(id);
    fetched.page = 0;
    commit.fetched.push_back(std::move(fetched));
    return commit;
  }
  std::int64_t pages() { return repository_->counts().value().fetched; }

  testing::TempDir folder_;
  std::unique_ptr<repository::Repository> repository_;
  std::unique_ptr<archive::WarcWriter> archive_;
};

TEST_F(CommitterTest, WritesNothingWhenItIsGivenNothing) {
  Committer committer(repository_->crawl(), *archive_);
  EXPECT_TRUE(committer.idle());
  EXPECT_TRUE(committer.finish());
  EXPECT_EQ(archive_->file(), "");
}

TEST_F(CommitterTest, WritesAllThatItWasGivenBeforeItFinishes) {
  Committer committer(repository_->crawl(), *archive_);
  for (int id = 1; id <= 20; ++id) committer.put(page(id));
  EXPECT_TRUE(committer.finish());
  EXPECT_FALSE(committer.failure());
  EXPECT_EQ(pages(), 20);
}

TEST_F(CommitterTest, SaysWhereTheRecordOfAPageIs) {
  {
    Committer committer(repository_->crawl(), *archive_);
    committer.put(page(1));
    committer.put(page(2));
    ASSERT_TRUE(committer.finish());
  }
  const auto end = repository_->crawl().archive_end();
  ASSERT_TRUE(end);
  EXPECT_EQ(end->first, archive_->file());
  EXPECT_EQ(end->second, archive_->size());
  archive_.reset();
  for (const int id : {1, 2}) {
    const auto stored = repository_->pages().get(id).value();
    ASSERT_TRUE(stored);
    const auto reader =
        archive::WarcReader::open(folder_ / "archive" / stored->archive_file).value();
    reader->seek(stored->archive_offset);
    const auto record = reader->next().value();
    ASSERT_TRUE(record);
    EXPECT_EQ(record->type(), "response");
    EXPECT_EQ(record->target(), "http://a.test/" + std::to_string(id));
    EXPECT_TRUE(record->block.ends_with("page " + std::to_string(id)));
  }
}

TEST_F(CommitterTest, ArchivesNothingOfARequestWithoutAnswer) {
  Commit commit = page(1);
  commit.fetched[0].response.response_head.clear();
  commit.fetched[0].page.reset();
  Committer committer(repository_->crawl(), *archive_);
  committer.put(std::move(commit));
  EXPECT_TRUE(committer.finish());
  EXPECT_EQ(archive_->file(), "");
  EXPECT_EQ(pages(), 1);
}

TEST_F(CommitterTest, StopsAtTheFirstFailureAndWritesNothingAfterIt) {
  testing::FaultyRepository faulty(*repository_, 3);
  Committer committer(faulty.crawl(), *archive_);
  for (int id = 1; id <= 20; ++id) committer.put(page(id));
  const auto done = committer.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kDiskFull);
  ASSERT_TRUE(committer.failure());
  EXPECT_EQ(committer.failure()->code, ErrorCode::kDiskFull);
  EXPECT_EQ(faulty.calls(), 3) << "what came after the failure was not tried";
  EXPECT_EQ(pages(), 2);
}

TEST_F(CommitterTest, IsIdleAgainAfterAFailure) {
  testing::FaultyRepository faulty(*repository_, 1);
  Committer committer(faulty.crawl(), *archive_);
  committer.put(page(1));
  while (!committer.failure()) std::this_thread::yield();
  for (int id = 2; id <= 10; ++id) committer.put(page(id));  // must not wait for ever
  EXPECT_FALSE(committer.finish());
  EXPECT_TRUE(committer.idle());
}

TEST_F(CommitterTest, HasWrittenEverythingWhenItIsDrainedAndGoesOnThen) {
  Committer committer(repository_->crawl(), *archive_);
  for (int id = 1; id <= 5; ++id) committer.put(page(id));
  ASSERT_TRUE(committer.drain());
  EXPECT_EQ(pages(), 5);
  committer.put(page(6));
  EXPECT_TRUE(committer.finish());
  EXPECT_EQ(pages(), 6);
}

TEST_F(CommitterTest, SaysTheFailureWhenItIsDrained) {
  testing::FaultyRepository faulty(*repository_, 1);
  Committer committer(faulty.crawl(), *archive_);
  for (int id = 1; id <= 3; ++id) committer.put(page(id));
  const auto drained = committer.drain();
  ASSERT_FALSE(drained);
  EXPECT_EQ(drained.error().code, ErrorCode::kDiskFull);
}

TEST_F(CommitterTest, MayBeFinishedTwice) {
  Committer committer(repository_->crawl(), *archive_);
  committer.put(page(1));
  EXPECT_TRUE(committer.finish());
  EXPECT_TRUE(committer.finish());
}

}  // namespace
}  // namespace porthole::gatherer
