// The digests of an index are those of its files, whoever wrote it last, and a process that was
// killed never leaves wrong ones.

#include "indexer/index_digests.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <atomic>
#include <csignal>
#include <filesystem>
#include <functional>
#include <optional>
#include <string>
#include <thread>
#include <utility>
#include <vector>

#include "base/descriptor.h"
#include "base/file_stamp.h"
#include "indexer/fields.h"
#include "indexer/index_check.h"
#include "indexer/indexer.h"
#include "tests/support/files.h"
#include "tests/support/flipped_posting.h"
#include "tests/support/summary_feed.h"
#include "tests/support/temp_dir.h"

namespace porthole::indexer {
namespace {

namespace fs = std::filesystem;
using test::summary_of;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr int kPages = 30;

std::string url_of(int page) { return "https://example.org/" + std::to_string(page); }

/// Kills its process when the summary of a page is asked for.
class KillingFeed final : public summarizer::SummarySource {
 public:
  KillingFeed(test::SummaryFeed& feed, std::string page) : feed_(feed), page_(std::move(page)) {}
  Result<std::vector<summarizer::SummaryChange>> changes_after(std::int64_t after,
                                                               int limit) override {
    return feed_.changes_after(after, limit);
  }
  Result<std::optional<summarizer::Summary>> summary_of(const std::string& url) override {
    if (url == page_) raise(SIGKILL);
    return feed_.summary_of(url);
  }

 private:
  test::SummaryFeed& feed_;
  std::string page_;
};

class IndexDigestsTest : public ::testing::Test {
 protected:
  IndexDigestsTest() { put_all("xylophones"); }
  /// Puts all pages, with this word.
  void put_all(const std::string& word) {
    for (int page = 0; page < kPages; ++page)
      feed_.put(summary_of(url_of(page), "Page " + std::to_string(page), "A text of " + word));
  }
  /// Puts all pages, with many words, which differ by `from`.
  void put_all_long(int from) {
    for (int page = 0; page < kPages; ++page) {
      std::string words;
      for (int word = 0; word < 2000; ++word)
        words += "word" + std::to_string((from + word * 37 + page * 11) % 9001) + ' ';
      feed_.put(summary_of(url_of(page), "Page " + std::to_string(page), words));
    }
  }
  fs::path index() const { return folder_ / "index"; }
  fs::path digests() const { return index() / "porthole.digests"; }
  void update(const IndexOptions& options = {}) {
    const auto report = update_index(index(), feed_, options);
    ASSERT_TRUE(report) << report.error().to_string();
  }
  IndexCheck check() const {
    const auto checked = check_index(index());
    EXPECT_TRUE(checked) << checked.error().to_string();
    return checked.value_or(IndexCheck());
  }
  void expect_compared(const std::string& after) const {
    const IndexCheck checked = check();
    EXPECT_TRUE(checked.is_compared) << after;
    EXPECT_THAT(checked.faults, IsEmpty()) << after;
  }
  void expect_not_compared(const std::string& after) const {
    const IndexCheck checked = check();
    EXPECT_FALSE(checked.is_compared) << after;
    EXPECT_THAT(checked.faults, IsEmpty()) << after;
  }
  /// Does `work` in a process that is killed in it.
  static void be_killed(const std::function<void()>& work) {
    const pid_t child = ::fork();
    if (child == 0) {
      work();
      ::_exit(0);
    }
    int status = 0;
    ASSERT_EQ(::waitpid(child, &status, 0), child);
    EXPECT_TRUE(WIFSIGNALED(status));
  }

  testing::TempDir folder_;
  test::SummaryFeed feed_;
};

TEST_F(IndexDigestsTest, ABitThatXapiansCheckDoesNotFindIsFound) {
  update();
  testing::flip_posting(index(), "xylophones");
  const IndexCheck checked = check();
  EXPECT_TRUE(checked.is_compared);
  EXPECT_THAT(checked.faults,
              ElementsAre("its file postlist.glass has other bytes than were written"));
}

TEST_F(IndexDigestsTest, EveryFileButTheLockIsCompared) {
  update();
  for (const char* name : {"iamglass", "postlist.glass", "docdata.glass", "termlist.glass",
                           "position.glass", "spelling.glass"})
    EXPECT_THAT(testing::read_whole_file(digests()), HasSubstr(' ' + std::string(name) + '\n'));
  const Xapian::Database opened(index().string());
  fs::remove(index() / "spelling.glass");
  EXPECT_THAT(compare_index_digests(index(), opened).faults,
              ElementsAre("its file spelling.glass is gone"));
}

TEST_F(IndexDigestsTest, EveryUpdateLeavesTheDigestsOfWhatItWrote) {
  update();
  expect_compared("the first build");
  feed_.put(summary_of(url_of(3), "Other", "another text"));
  update();
  expect_compared("a page that changed");
  feed_.remove(url_of(4));
  update({.batch = 1});
  expect_compared("a page that was removed");
  update({.synonyms = {{"bicycle", "cycle"}}});
  expect_compared("other synonyms");
  put_all("marimbas");
  update({.batch = 7});
  expect_compared("several commits");
  {
    Xapian::WritableDatabase old(index().string(), Xapian::DB_OPEN);
    old.set_metadata(kMetaVersion, "0");
    old.commit();
  }
  update();
  expect_compared("a build anew");
}

TEST_F(IndexDigestsTest, AnIndexOfNoPagesHasDigests) {
  test::SummaryFeed empty;
  ASSERT_TRUE(update_index(index(), empty));
  expect_compared("an update without pages");
}

TEST_F(IndexDigestsTest, AnIndexWithoutDigestsIsNotComparedAndTheNextUpdateWritesThem) {
  update();
  fs::remove(digests());
  expect_not_compared("an earlier version");
  update();
  expect_compared("an update without changes");
}

TEST_F(IndexDigestsTest, AnUpdateWithoutChangesWritesNothing) {
  update();
  const FileStamp before = file_stamp(digests()), index_before = file_stamp(index() / "iamglass");
  update();
  EXPECT_EQ(file_stamp(digests()), before);
  EXPECT_EQ(file_stamp(index() / "iamglass"), index_before);
}

// An earlier version of the program knows of no digests, and leaves them behind.
TEST_F(IndexDigestsTest, DigestsOfAnotherRevisionCountAsNone) {
  update();
  {
    Xapian::WritableDatabase other(index().string(), Xapian::DB_OPEN);
    other.set_metadata("other", "program");
    other.commit();
  }
  EXPECT_TRUE(fs::exists(digests()));
  expect_not_compared("a commit of another program");
  feed_.put(summary_of(url_of(5), "Other", "another text"));
  update();
  expect_compared("the next update");
}

TEST_F(IndexDigestsTest, AProcessThatIsKilledAfterACommitLeavesNoWrongDigests) {
  update();
  put_all("marimbas");
  be_killed([this] {
    (void)update_index(index(), feed_,
                       {.batch = 5, .progress = [](const IndexReport&) { raise(SIGKILL); }});
  });
  expect_not_compared("a kill after a commit");
  update();
  expect_compared("the next update");
}

// Xapian writes blocks before the commit, and its revision stays the same meanwhile.
TEST_F(IndexDigestsTest, AProcessThatIsKilledBeforeItsCommitLeavesNoWrongDigests) {
  put_all_long(0);
  update();
  const std::string before = testing::read_whole_file(index() / "termlist.glass");
  put_all_long(5);
  be_killed([this] {
    KillingFeed killing(feed_, url_of(kPages - 1));
    (void)update_index(index(), killing, {.batch = kPages});
  });
  EXPECT_TRUE(testing::read_whole_file(index() / "termlist.glass") != before);
  expect_not_compared("a kill before a commit");
  update();
  expect_compared("the next update");
}

TEST_F(IndexDigestsTest, ARunThatIsStoppedLeavesThemToTheNext) {
  update();
  put_all("marimbas");
  std::atomic<bool> stop = false;
  update({.batch = 5, .progress = [&stop](const IndexReport&) { stop = true; }, .stop = &stop});
  expect_not_compared("a stop");
  update();
  expect_compared("the next update");
}

TEST_F(IndexDigestsTest, AStopEndsTheComparisonBeforeAnythingIsChanged) {
  update();
  testing::flip_posting(index(), "xylophones");
  const FileStamp index_before = file_stamp(index() / "iamglass");
  put_all("marimbas");
  std::atomic<bool> stop = true;
  const auto report = update_index(index(), feed_, {.stop = &stop});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_TRUE(report->stopped);
  EXPECT_EQ(report->indexed, 0);
  EXPECT_EQ(file_stamp(index() / "iamglass"), index_before);
  EXPECT_FALSE(
      compare_index_digests(index(), Xapian::Database(index().string()), &stop).is_compared);
  EXPECT_EQ(check().faults.size(), 1u) << "the digests stay, and tell of the damage";
}

TEST_F(IndexDigestsTest, AStopEndsTheWritingOfThemAndCountsAsOne) {
  update();
  fs::remove(digests());
  std::atomic<bool> stop = true;
  const auto report = update_index(index(), feed_, {.stop = &stop});
  ASSERT_TRUE(report) << report.error().to_string();
  EXPECT_TRUE(report->stopped);
  EXPECT_FALSE(fs::exists(digests()));
  stop = false;
  update({.stop = &stop});
  expect_compared("the next update");
}

TEST_F(IndexDigestsTest, ADamagedIndexIsNotChangedAndKeepsItsDigests) {
  update();
  testing::flip_posting(index(), "xylophones");
  feed_.put(summary_of(url_of(3), "Other", "another text"));
  const auto refused = update_index(index(), feed_);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, ErrorCode::kStorage);
  EXPECT_THAT(refused.error().message, HasSubstr("it is damaged: its file postlist.glass has"));
  EXPECT_FALSE(refused.error().hint.empty());
  EXPECT_EQ(check().faults.size(), 1u);
}

// The comparison waits at a file that is a pipe until the writer has begun.
TEST_F(IndexDigestsTest, AnIndexThatIsChangedMeanwhileCountsAsOneWithoutDigests) {
  update();
  const fs::path pipe = index() / "slow.glass";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string written = testing::read_whole_file(digests());
  testing::write_whole_file(digests(), written + "00000000000000000000000000000000 slow.glass\n");
  const Xapian::Database opened(index().string());
  const auto compare_and = [&](const std::function<void()>& meanwhile) {
    std::thread writer([&] {
      const Descriptor out(::open(pipe.c_str(), O_WRONLY));
      meanwhile();
    });
    const DigestComparison compared = compare_index_digests(index(), opened);
    writer.join();
    return compared;
  };
  EXPECT_EQ(compare_and([] {}).faults.size(), 1u);
  const DigestComparison compared = compare_and([this] { remove_index_digests(index()); });
  EXPECT_FALSE(compared.is_compared);
  EXPECT_THAT(compared.faults, IsEmpty());
}

TEST_F(IndexDigestsTest, DigestsThatCannotBeWrittenAreAnError) {
  update();
  fs::remove(digests());
  fs::create_directory(index() / "porthole.digests.new");
  const auto failed = update_index(index(), feed_);
  ASSERT_FALSE(failed);
  EXPECT_EQ(failed.error().code, ErrorCode::kStorage);
  EXPECT_THAT(failed.error().message, HasSubstr("the index is up to date, but the digests"));
  EXPECT_EQ(failed.error().file, digests().string() + ".new");
  EXPECT_THAT(failed.error().hint, HasSubstr("run the same command again"));
  fs::remove(index() / "porthole.digests.new");
  update();
  expect_compared("the next update");
}

}  // namespace
}  // namespace porthole::indexer
