// Writes of the index that fail, one after the other. Xapian ends the process after some of them;
// what happened is told all the same, and the next run goes on.

#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <filesystem>
#include <random>
#include <string>

#include "indexer/indexer.h"
#include "indexer/termination.h"
#include "tests/support/summary_feed.h"
#include "tests/support/temp_dir.h"

namespace {

/// The write that fails, from 1; 0: none does.
int failing_write = 0;
int writes = 0;

bool this_one_fails() {
  if (failing_write == 0 || ++writes != failing_write) return false;
  errno = ENOSPC;
  return true;
}

}  // namespace

// In place of the C library's, for Xapian too. These tests do not wait for the disk.
extern "C" int fdatasync(int) { return 0; }
extern "C" ssize_t pwrite64(int file, const void* bytes, size_t size, off64_t offset) {
  return this_one_fails() ? -1 : ::syscall(SYS_pwrite64, file, bytes, size, offset);
}

namespace porthole::indexer {
namespace {

using ::testing::ExitedWithCode;

constexpr int kPages = 12;
constexpr int kWords = 400;  // Words of a page: with fewer, Xapian 1.4.22 survives every failure.
constexpr int kDone = 0, kReturned = 3, kTold = 4;

class WriteFailureTest : public ::testing::Test {
 protected:
  WriteFailureTest() {
    std::mt19937 random(1);
    for (int page = 0; page < kPages; ++page) {
      std::string text;
      for (int word = 0; word < kWords; ++word)
        text += "word" + std::to_string(random() % 5000) + " ";
      feed_.put(test::summary_of("http://a.test/" + std::to_string(page), "Page", text));
    }
  }

  /// How a process ends that indexes all pages while its `write`-th write fails.
  int end_of_indexing(int write) {
    const pid_t process = ::fork();
    if (process == 0) {
      failing_write = write;
      IndexOptions options;
      options.on_termination = [](const Error& error) {
        ::_exit(error.message.empty() ? 1 : kTold);
      };
      ::_exit(update_index(folder(), feed_, options) ? kDone : kReturned);
    }
    int status = 0;
    ::waitpid(process, &status, 0);
    return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
  }
  std::filesystem::path folder() const { return temporary_ / "index"; }

  testing::TempDir temporary_;
  test::SummaryFeed feed_;
};

TEST_F(WriteFailureTest, EndsWithAnErrorAndTheNextRunGoesOn) {
  int told = 0;
  int end = kReturned;
  for (int write = 2; end != kDone; write += 2) {
    SCOPED_TRACE("write " + std::to_string(write));
    std::filesystem::remove_all(folder());
    std::filesystem::remove_all(temporary_ / "index.building");
    end = end_of_indexing(write);
    ASSERT_TRUE(end == kDone || end == kReturned || end == kTold) << end;
    if (end == kTold) ++told;
    if (end != kTold && write % 20 != 0) continue;
    EXPECT_EQ(update_index(folder(), feed_)->documents, kPages);
  }
  RecordProperty("ended_by_xapian", told);
}

// Xapian says the same of an index that another process writes.
TEST_F(WriteFailureTest, SaysThatTheIndexMayNotBeWritten) {
  using std::filesystem::perms;
  ASSERT_TRUE(update_index(folder(), feed_));
  std::filesystem::permissions(temporary_.path(), perms::group_all | perms::others_all,
                               std::filesystem::perm_options::add);
  for (const auto& entry : std::filesystem::directory_iterator(folder()))
    std::filesystem::permissions(entry.path(),
                                 perms::owner_read | perms::group_read | perms::others_read);
  const pid_t process = ::fork();
  if (process == 0) {
    constexpr uid_t kNobody = 65534;
    if (::geteuid() == 0 && ::setuid(kNobody) != 0) ::_exit(2);
    const auto indexed = update_index(folder(), feed_);
    ::_exit(!indexed && indexed.error().code == ErrorCode::kPermission ? 0 : 1);
  }
  int status = 0;
  ASSERT_EQ(::waitpid(process, &status, 0), process);
  EXPECT_TRUE(WIFEXITED(status));
  EXPECT_EQ(WEXITSTATUS(status), 0);
}

[[noreturn]] void fail_at_work() {
  throw Xapian::DatabaseCorruptError("a block is not as it should be");
}
void destroy() noexcept { fail_at_work(); }
[[noreturn]] void throw_a_number() { throw 7; }
void fail_otherwise() noexcept { throw_a_number(); }

/// Ends by `destroying` an index in `folder`, and says what was told; with exit code kTold for
/// `code`.
[[noreturn]] void end_by(void (*destroying)() noexcept, const char* folder, ErrorCode code) {
  const TerminationGuard guard(folder, [=](const Error& error) {
    std::fputs(error.to_string().c_str(), stderr);
    std::_Exit(error.code == code ? kTold : 1);
  });
  destroying();
  std::_Exit(1);
}

TEST(TerminationGuardTest, TellsWhatWasThrown) {
  EXPECT_EXIT(end_by(destroy, "/nowhere/index", ErrorCode::kStorage), ExitedWithCode(kTold),
              "cannot go on after that: a block is not as it should be");
}

TEST(TerminationGuardTest, TellsThatNothingIsKnown) {
  EXPECT_EXIT(end_by(fail_otherwise, "/nowhere/index", ErrorCode::kStorage), ExitedWithCode(kTold),
              "cannot go on after that\n");
  EXPECT_EXIT(end_by([]() noexcept { std::terminate(); }, "/nowhere/index", ErrorCode::kStorage),
              ExitedWithCode(kTold), "cannot go on after that\n");
}

TEST(TerminationGuardTest, ADiskWithFreeSpaceIsNotFull) {
  const testing::TempDir folder;
  const std::string index = folder / "index";
  EXPECT_EXIT(end_by(destroy, index.c_str(), ErrorCode::kStorage), ExitedWithCode(kTold), "");
}

// The file system of processes has no space at all.
TEST(TerminationGuardTest, TellsAFullDisk) {
  EXPECT_EXIT(end_by(destroy, "/proc/index", ErrorCode::kDiskFull), ExitedWithCode(kTold),
              "no space left for the index");
}

TEST(TerminationGuardTest, TellsOnceAndEnds) {
  EXPECT_EXIT(
      {
        const TerminationGuard guard("/nowhere/index", [](const Error&) {
          std::fputs("told once", stderr);
          std::terminate();
        });
        destroy();
      },
      ::testing::KilledBySignal(SIGABRT), "^told once");
  EXPECT_EXIT(
      {
        const TerminationGuard guard("/nowhere/index", [](const Error&) {});
        destroy();
      },
      ::testing::KilledBySignal(SIGABRT), "");
}

TEST(TerminationGuardTest, OfNobodyChangesNothing) {
  const std::terminate_handler before = std::get_terminate();
  {
    const TerminationGuard guard("/nowhere/index", nullptr);
    EXPECT_EQ(std::get_terminate(), before);
  }
  EXPECT_EQ(std::get_terminate(), before);
}

TEST(TerminationGuardTest, LeavesNothingBehind) {
  const std::terminate_handler before = std::get_terminate();
  {
    const TerminationGuard guard("/nowhere/index", [](const Error&) {});
  }
  EXPECT_EQ(std::get_terminate(), before);
}

}  // namespace
}  // namespace porthole::indexer
