#include "indexer/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <cerrno>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <fstream>
#include <functional>
#include <optional>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/support/answered_calls.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::indexer {
namespace {

using testing::Answers;
using testing::failing;
using ::testing::HasSubstr;
using testing::with_answers;

/// The message of the error that ends `work` in a child; "" without one.
std::string error_of(const std::function<void()>& work) {
  ChildProcess child("the process that does it", work);
  try {
    child.wait();
  } catch (const Xapian::DatabaseError& error) {
    return error.get_msg();
  }
  return {};
}

TEST(ChildProcessTest, DoesTheWork) {
  const testing::TempDir folder;
  const std::string file = folder / "made";
  EXPECT_EQ(error_of([&] { std::ofstream(file) << "by a child"; }), "");
  EXPECT_EQ(testing::read_whole_file(file), "by a child");
}

TEST(ChildProcessTest, AnErrorOfTheWorkIsOneHere) {
  EXPECT_THAT(error_of([] { throw Xapian::DatabaseError("a write failed", "", ENOSPC); }),
              HasSubstr("a write failed (No space left on device)"));
  EXPECT_EQ(error_of([] { throw Xapian::DatabaseError("a write failed"); }), "a write failed");
  EXPECT_EQ(error_of([] { throw std::runtime_error("it failed"); }), "it failed");
}

TEST(ChildProcessTest, TheEndOfTheProcessIsAnError) {
  EXPECT_THAT(error_of([] { std::terminate(); }), HasSubstr("Xapian could not go on"));
  EXPECT_THAT(error_of([] { ::raise(SIGKILL); }),
              HasSubstr("the process that does it was ended by a signal: Killed"));
}

TEST(ChildProcessTest, AnErrorOfAnUnknownKindEndsTheProcess) {
  EXPECT_THAT(error_of([] { throw 7; }), HasSubstr("Xapian could not go on"));
}

TEST(ChildProcessTest, SaysWhenNoProcessCanBeStarted) {
  for (const int call : {SYS_pipe2, SYS_clone}) {
    with_answers(failing(call, 1, EAGAIN), [] {
      EXPECT_THROW(ChildProcess("it", [] {}), std::filesystem::filesystem_error);
      EXPECT_EQ(error_of([] {}), "") << "the next one";
    });
  }
}

// It would work on what another process may have taken over.
TEST(ChildProcessTest, DoesNothingWhenTheParentEndedBefore) {
  const Answers adopted{{SYS_getppid},
                        [](const seccomp_data&) { return std::optional<std::int64_t>(1); }};
  with_answers(adopted, [] {
    const testing::TempDir folder;
    const std::string file = folder / "made";
    EXPECT_THAT(error_of([&] { std::ofstream(file) << "by a child"; }), HasSubstr("ended early"));
    EXPECT_FALSE(std::filesystem::exists(file));
  });
}

TEST(ChildProcessTest, AMessageThatCannotBeWrittenLeavesTheEndOfTheProcess) {
  with_answers(failing(SYS_write, 1, EIO), [] {
    EXPECT_THAT(error_of([] { throw std::runtime_error("it failed"); }), HasSubstr("ended early"));
  });
}

/// The first read of a message fails so.
Answers reading_fails(int error) {
  constexpr std::size_t kPart = 512;
  return {{SYS_read},
          [=, failed = false](const seccomp_data& call) mutable -> std::optional<std::int64_t> {
            if (call.args[2] != kPart || std::exchange(failed, true)) return std::nullopt;
            return -error;
          }};
}

TEST(ChildProcessTest, AReadOrAWaitThatASignalInterruptsIsMadeAgain) {
  const auto expect_told = [] {
    EXPECT_EQ(error_of([] { throw std::runtime_error("it failed"); }), "it failed");
  };
  with_answers(reading_fails(EINTR), expect_told);
  with_answers(failing(SYS_wait4, 1, EINTR), expect_told);
}

TEST(ChildProcessTest, AMessageThatCannotBeReadLeavesTheEndOfTheProcess) {
  with_answers(reading_fails(EIO), [] {
    EXPECT_THAT(error_of([] { throw std::runtime_error("it failed"); }), HasSubstr("ended early"));
  });
}

// As where somebody has SIGCHLD ignored.
TEST(ChildProcessTest, AProcessWhoseEndNobodyKnowsIsNotWaitedForLong) {
  with_answers(testing::all_failing({SYS_wait4}, ECHILD), [] { EXPECT_EQ(error_of([] {}), ""); });
}

TEST(ChildProcessTest, LeavesNoProcessBehind) {
  {
    const ChildProcess child("it", [] { ::pause(); });
  }
  EXPECT_EQ(::waitpid(-1, nullptr, WNOHANG), -1);
  EXPECT_EQ(errno, ECHILD);
}

}  // namespace
}  // namespace porthole::indexer
