// Each system call of the archive's writer fails once: the writer says so, and what it had
// committed is in the archive, once, and found by the next one.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "archive/scan.h"
#include "tests/support/file_calls.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/archive/warc_writing.h"

namespace porthole::archive {
namespace {

using testing::FailingCall;
using ::testing::IsSupersetOf;
using testing::TempDir;

/// The URLs of the records of all answers.
std::vector<std::string> recorded(const std::filesystem::path& folder, const Place& end) {
  std::vector<std::string> urls;
  ScanReceivers receivers;
  receivers.record = [&](const Place&, const WarcRecord& record, bool is_sound) {
    EXPECT_TRUE(is_sound);
    if (record.type() == "response") urls.emplace_back(record.target());
  };
  receivers.fault = [&](const ScanFault& fault) { ADD_FAILURE() << fault.what; };
  EXPECT_TRUE(scan_archive(folder, end, receivers));
  return urls;
}

/// An owner of an archive, as the crawl is.
class Owner {
 public:
  explicit Owner(std::filesystem::path folder, std::int64_t file_limit)
      : folder_(std::move(folder)), file_limit_(file_limit) {}

  /// Opens the archive where the last commit ended, writes one capture and commits it, then a
  /// second one that is not committed. The error that ended it.
  std::optional<Error> work(const std::string& url) {
    WarcWriterOptions options;
    options.file_limit = file_limit_;
    auto writer = WarcWriter::open(folder_, options, end_.file, end_.offset);
    if (!writer) return writer.error();
    if (auto begun = (*writer)->begin(); !begun) return begun.error();
    if (auto written = (*writer)->write(simple_capture(url)); !written) return written.error();
    if (auto synced = (*writer)->sync(); !synced) return synced.error();
    end_ = {(*writer)->file(), (*writer)->size()};  // The commit of what belongs to the archive.
    kept_.push_back(url);
    if (auto marked = (*writer)->committed(); !marked) return marked.error();
    if (auto written = (*writer)->write(simple_capture(url + "/lost")); !written)
      return written.error();
    return std::nullopt;
  }

  const Place& end() const { return end_; }
  const std::vector<std::string>& kept() const { return kept_; }

 private:
  const std::filesystem::path folder_;
  const std::int64_t file_limit_;
  Place end_;
  std::vector<std::string> kept_;
};

void fail_each_call(std::int64_t file_limit, int error) {
  for (int call = 1; call < 1000; ++call) {
    const TempDir folder;
    Owner owner(folder.path(), file_limit);
    ASSERT_FALSE(owner.work("https://example.org/first"));
    std::optional<Error> said;
    bool happened = false;
    {
      const FailingCall failing(call, error);
      said = owner.work("https://example.org/second");
      happened = failing.happened();
    }
    if (!happened) {
      EXPECT_GT(call, 10) << "there is more to fail";
      return;
    }
    if (said) {
      // The file that is asked whether it is still in its place answers no.
      const bool is_named = said->code == ErrorCode::kStorage || error == ENOSPC;
      EXPECT_TRUE(is_named) << call << ": " << said->to_string();
      EXPECT_FALSE(said->file.empty()) << call;
    }
    EXPECT_FALSE(owner.work("https://example.org/third")) << call;
    EXPECT_EQ(recorded(folder.path(), owner.end()), owner.kept()) << call;
  }
}

TEST(FailingCallsTest, OfOneFile) { fail_each_call(1 << 30, EIO); }
TEST(FailingCallsTest, OfAFileForEachCapture) { fail_each_call(1, EIO); }
TEST(FailingCallsTest, OnAFullDisk) { fail_each_call(1, ENOSPC); }

// A writer that never committed left no mark to go on from: the next one keeps all it wrote.
TEST(FailingCallsTest, OfTheFirstCommit) {
  for (int call = 1; call < 1000; ++call) {
    const TempDir folder;
    Owner owner(folder.path(), 1 << 30);
    std::optional<Error> said;
    {
      const FailingCall failing(call, EIO);
      said = owner.work("https://example.org/first");
      if (!failing.happened()) return;
    }
    if (said) {
      EXPECT_FALSE(said->message.empty()) << call;
    }
    EXPECT_FALSE(owner.work("https://example.org/second")) << call;
    EXPECT_THAT(recorded(folder.path(), owner.end()), IsSupersetOf(owner.kept())) << call;
  }
}

// A system call that a signal interrupts is made again.
TEST(FailingCallsTest, AnInterruptedReadOrWriteIsMadeAgain) {
  const TempDir folder;
  testing::write_whole_file(folder / "file", "before");
  auto file = File::open(folder / "file", OpenMode::kUpdate);
  ASSERT_TRUE(file);
  {
    const FailingCall failing(1, EINTR);
    EXPECT_TRUE(file->write_at(0, "behind"));
    EXPECT_TRUE(failing.happened());
  }
  std::string text(6, ' ');
  const FailingCall failing(1, EINTR);
  EXPECT_EQ(file->read_at(0, text.data(), text.size()), 6u);
  EXPECT_TRUE(failing.happened());
  EXPECT_EQ(text, "behind");
}

TEST(FailingCallsTest, AScanTellsAFileThatCannotBeRead) {
  const TempDir folder;
  Owner owner(folder.path(), 1 << 30);
  ASSERT_FALSE(owner.work("https://example.org/first"));
  for (int call = 1; call < 1000; ++call) {
    const FailingCall failing(call);
    const auto scanned = scan_archive(folder.path(), {}, {});
    if (!failing.happened()) return;
    ASSERT_FALSE(scanned) << call;
    EXPECT_EQ(scanned.error().code, ErrorCode::kStorage);
  }
}

}  // namespace
}  // namespace porthole::archive
