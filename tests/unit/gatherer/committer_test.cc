#include "gatherer/crawl/committer.h"

#include <gtest/gtest.h>

#include <atomic>
#include <cstdint>
#include <future>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "archive/capture_store.h"
#include "archive/warc_reader.h"
#include "archive/warc_writer.h"
#include "gatherer/crawl/disk_room.h"
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
  /// All records of the archive's file, once nothing writes it.
  std::vector<archive::WarcRecord> records() const {
    const auto reader = archive::WarcReader::open(folder_ / "archive" / archive_->file()).value();
    std::vector<archive::WarcRecord> all;
    while (auto record = reader->next().value()) all.push_back(std::move(*record));
    return all;
  }

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

TEST_F(CommitterTest, ACommitIsFollowedByTheWorkThatDependsOnIt) {
  std::vector<std::int64_t> stored;
  Committer committer(repository_->crawl(), *archive_, nullptr, nullptr, [&]() -> Result<void> {
    stored.push_back(pages());
    if (stored.size() == 3) return fail(ErrorCode::kStorage, "no more");
    return {};
  });
  for (int id = 1; id <= 5; ++id) committer.put(page(id));
  const auto done = committer.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().message, "no more");
  EXPECT_EQ(stored, (std::vector<std::int64_t>{1, 2, 3}));
  EXPECT_EQ(pages(), 3) << "what came after the failure was not tried";
}

/// A disk that is full until it is told otherwise.
class FullDisk {
 public:
  DiskRoom room() {
    return DiskRoom("/", 1, [this] {
      return std::optional(DiskSpace{full_ ? 0 : std::int64_t{1} << 40, std::int64_t{1} << 41});
    });
  }
  void make_room() { full_ = false; }

 private:
  std::atomic<bool> full_ = true;
};

/// An archive whose writes fail on a full disk.
class ArchiveOnFullDisk final : public archive::CaptureStore {
 public:
  ArchiveOnFullDisk(archive::CaptureStore& behind, int fail_at)
      : behind_(behind), fail_at_(fail_at) {}
  void make_room() { full_ = false; }

  Result<archive::Place> write(const archive::Capture& capture) override {
    if (++calls_ >= fail_at_ && full_) return fail(ErrorCode::kDiskFull, "no space");
    return behind_.write(capture);
  }
  Result<void> sync() override { return behind_.sync(); }
  Result<void> committed() override { return behind_.committed(); }
  std::string file() const override { return behind_.file(); }
  std::int64_t size() const override { return behind_.size(); }

 private:
  archive::CaptureStore& behind_;
  const int fail_at_;
  int calls_ = 0;
  std::atomic<bool> full_ = true;
};

TEST_F(CommitterTest, WaitsOnAFullDiskAndGoesOnWithoutArchivingTwice) {
  FullDisk disk;
  DiskRoom room = disk.room();
  ArchiveOnFullDisk full(*archive_, 2);
  Committer committer(repository_->crawl(), full, &room);
  Commit commit = page(1);
  Commit more = page(2);
  more.fetched.front().page = 1;
  commit.batch.new_urls.push_back(more.batch.new_urls.front());
  commit.batch.pages.push_back(more.batch.pages.front());
  commit.fetched.push_back(std::move(more.fetched.front()));
  committer.put(std::move(commit));
  while (!committer.waits_for_room()) std::this_thread::yield();
  EXPECT_FALSE(committer.idle());
  EXPECT_FALSE(committer.failure());
  full.make_room();
  disk.make_room();
  EXPECT_TRUE(committer.finish());
  EXPECT_EQ(pages(), 2);
  const auto reader = archive::WarcReader::open(folder_ / "archive" / archive_->file()).value();
  int responses = 0;
  while (const auto record = reader->next().value()) responses += record->type() == "response";
  EXPECT_EQ(responses, 2);
}

TEST_F(CommitterTest, WaitsOnAFullDiskForTheRepositoryToo) {
  FullDisk disk;
  DiskRoom room = disk.room();
  testing::FaultyRepository faulty(*repository_, 1);
  Committer committer(faulty.crawl(), *archive_, &room);
  committer.put(page(1));
  while (!committer.waits_for_room()) std::this_thread::yield();
  EXPECT_EQ(pages(), 0);
  committer.give_up();
  const auto done = committer.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kDiskFull);
}

TEST_F(CommitterTest, WaitsForRoomNoLongerWhenItIsToldToStop) {
  FullDisk disk;
  DiskRoom room = disk.room();
  testing::FaultyRepository faulty(*repository_, 1);
  std::atomic<int> stop = 0;
  Committer committer(faulty.crawl(), *archive_, &room, &stop);
  committer.put(page(1));
  while (!committer.waits_for_room()) std::this_thread::yield();
  stop = 1;
  EXPECT_FALSE(committer.finish());
}

TEST_F(CommitterTest, AFailureWithRoomOnTheDiskIsAFailureAtOnce) {
  FullDisk disk;
  disk.make_room();
  DiskRoom room = disk.room();
  testing::FaultyRepository faulty(*repository_, 1);
  Committer committer(faulty.crawl(), *archive_, &room);
  committer.put(page(1));
  EXPECT_FALSE(committer.finish()) << "such as a limit on the size of files";
}

/// An archive whose calls fail on a full disk, the first so many of each kind.
class FailingArchive final : public archive::CaptureStore {
 public:
  struct Failures {
    int of_write = 0;
    int of_sync = 0;
    int of_committed = 0;
  };
  FailingArchive(archive::CaptureStore& behind, const Failures& failures)
      : behind_(behind), failures_(failures) {}
  /// Calls so far, those that failed among them. Read them when nothing is written.
  const Failures& calls() const { return calls_; }

  Result<archive::Place> write(const archive::Capture& capture) override {
    if (++calls_.of_write <= failures_.of_write) return fail(ErrorCode::kDiskFull, "no space");
    return behind_.write(capture);
  }
  Result<void> sync() override {
    if (++calls_.of_sync <= failures_.of_sync) return fail(ErrorCode::kDiskFull, "no space");
    return behind_.sync();
  }
  Result<void> committed() override {
    if (++calls_.of_committed <= failures_.of_committed)
      return fail(ErrorCode::kDiskFull, "no space");
    return behind_.committed();
  }
  std::string file() const override { return behind_.file(); }
  std::int64_t size() const override { return behind_.size(); }

 private:
  archive::CaptureStore& behind_;
  const Failures failures_;
  Failures calls_;
};

/// A disk with room above the floor, and with less than two commits may need.
DiskRoom nearly_full_disk() {
  return DiskRoom("/", 1, [] {
    return std::optional(DiskSpace{std::int64_t{1} << 20, std::int64_t{1} << 41});
  });
}

TEST_F(CommitterTest, TriesAgainWhileTheDiskIsNearlyFullUntilItTakesTheCommit) {
  DiskRoom room = nearly_full_disk();
  FailingArchive failing(*archive_, {.of_write = 3});
  Committer committer(repository_->crawl(), failing, &room);
  committer.put(page(1));
  EXPECT_TRUE(committer.finish());
  EXPECT_FALSE(committer.waits_for_room());
  EXPECT_EQ(failing.calls().of_write, 4);
  EXPECT_EQ(pages(), 1);
}

// Bytes that the system could not write may be lost though the next sync succeeds.
TEST_F(CommitterTest, ASyncThatFailedIsNotTriedAgain) {
  DiskRoom room = nearly_full_disk();
  FailingArchive failing(*archive_, {.of_sync = 1});
  Committer committer(repository_->crawl(), failing, &room);
  committer.put(page(1));
  const auto done = committer.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kDiskFull);
  EXPECT_EQ(failing.calls().of_sync, 1);
  EXPECT_EQ(pages(), 0) << "no row names a record that may not be there";
}

TEST_F(CommitterTest, ABatchThatIsInTheRepositoryIsNotAppliedAgain) {
  DiskRoom room = nearly_full_disk();
  FailingArchive failing(*archive_, {.of_committed = 1});
  testing::FaultyRepository counted(*repository_, 0);
  Committer committer(counted.crawl(), failing, &room);
  committer.put(page(1));
  EXPECT_TRUE(committer.finish());
  EXPECT_EQ(failing.calls().of_committed, 2);
  EXPECT_EQ(failing.calls().of_write, 1);
  EXPECT_EQ(counted.calls(), 1);
  EXPECT_EQ(pages(), 1);
}

TEST_F(CommitterTest, NoWorkFollowsACommitThatTheArchiveDoesNotMark) {
  FailingArchive failing(*archive_, {.of_committed = 1});
  int followed = 0;
  Committer committer(repository_->crawl(), failing, nullptr, nullptr, [&]() -> Result<void> {
    ++followed;
    return {};
  });
  committer.put(page(1));
  committer.put(page(2));
  const auto done = committer.finish();
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, ErrorCode::kDiskFull);
  EXPECT_EQ(followed, 0);
  EXPECT_EQ(pages(), 1) << "what came after the failure was not tried";
}

TEST_F(CommitterTest, ABatchWithoutFetchesNeedsNoSync) {
  FailingArchive failing(*archive_, {.of_sync = 1});
  Commit commit = page(1);
  commit.fetched.clear();
  Committer committer(repository_->crawl(), failing);
  committer.put(std::move(commit));
  EXPECT_TRUE(committer.finish());
  EXPECT_EQ(failing.calls().of_sync, 0);
  EXPECT_EQ(pages(), 1);
}

TEST_F(CommitterTest, ArchivesABodyAsItCame) {
  Commit commit = page(1);
  commit.fetched.front().response.raw_body = "as it came";
  Committer committer(repository_->crawl(), *archive_);
  committer.put(std::move(commit));
  ASSERT_TRUE(committer.finish());
  std::vector<std::string> answers;
  for (const archive::WarcRecord& record : records()) {
    if (record.type() == "response") answers.push_back(record.block);
  }
  ASSERT_EQ(answers.size(), 1u);
  EXPECT_TRUE(answers.front().ends_with("as it came")) << answers.front();
}

TEST_F(CommitterTest, ArchivesItsLinksWithAPageAndNoneWithAnotherAnswer) {
  Commit commit = page(1);
  for (const char* target : {"http://a.test/of-none", "http://a.test/one", "http://a.test/two"}) {
    repository::LinkRecord link;
    link.source = link.target = 1;
    link.position = static_cast<std::uint32_t>(commit.batch.links.size());
    link.link.url = target;
    commit.batch.links.push_back(link);
  }
  commit.fetched.front().first_link = 1;
  commit.fetched.front().links = 2;
  Fetched redirect = commit.fetched.front();
  redirect.page.reset();
  commit.fetched.push_back(std::move(redirect));
  Committer committer(repository_->crawl(), *archive_);
  committer.put(std::move(commit));
  ASSERT_TRUE(committer.finish());
  std::vector<std::string> links;
  for (const archive::WarcRecord& record : records()) {
    if (record.type() != "metadata") continue;
    const std::size_t begin = record.block.find("outlink: ");
    links.push_back(begin == std::string::npos ? "none" : record.block.substr(begin));
  }
  EXPECT_EQ(links, (std::vector<std::string>{"outlink: http://a.test/one a/href\r\n"
                                             "outlink: http://a.test/two a/href\r\n",
                                             "none"}));
}

TEST_F(CommitterTest, IsNotIdleWhileACommitWaits) {
  std::promise<void> release;
  std::atomic<bool> holds = false;
  Committer committer(repository_->crawl(), *archive_, nullptr, nullptr, [&]() -> Result<void> {
    if (!holds.exchange(true)) release.get_future().wait();
    return {};
  });
  committer.put(page(1));
  while (!holds) std::this_thread::yield();
  EXPECT_FALSE(committer.idle()) << "the first one is not done";
  committer.put(page(2));
  EXPECT_FALSE(committer.idle()) << "the second one waits for it";
  release.set_value();
  EXPECT_TRUE(committer.drain());
  EXPECT_TRUE(committer.idle());
  EXPECT_EQ(pages(), 2);
}

TEST_F(CommitterTest, SaysTheFailureAtEachDrainWhateverWasPutAfterIt) {
  testing::FaultyRepository faulty(*repository_, 1);
  Committer committer(faulty.crawl(), *archive_);
  committer.put(page(1));
  while (!committer.failure()) std::this_thread::yield();
  for (int id = 2; id <= 50; ++id) {
    committer.put(page(id));
    EXPECT_FALSE(committer.drain());
  }
  EXPECT_EQ(faulty.calls(), 1);
}

}  // namespace
}  // namespace porthole::gatherer
