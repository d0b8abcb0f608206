#include "repository/lock.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <cerrno>
#include <filesystem>
#include <optional>
#include <string>
#include <utility>

#include "tests/support/answered_calls.h"
#include "tests/support/file_calls.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::repository {
namespace {

using testing::FailingCall;
using ::testing::HasSubstr;

class LockTest : public ::testing::Test {
 protected:
  std::filesystem::path file() const { return folder_ / "repository.db.lock"; }
  std::string self() const { return "process " + std::to_string(::getpid()); }

  testing::TempDir folder_;
};

TEST_F(LockTest, OneProcessHasItAndIsNamed) {
  EXPECT_EQ(Lock::holder(file()), std::nullopt);
  {
    const Result<Lock> lock = Lock::take(file());
    ASSERT_TRUE(lock);
    EXPECT_TRUE(lock->check());
    EXPECT_FALSE(lock->was_left_behind());
    EXPECT_EQ(Lock::holder(file()), self());
    const Result<Lock> second = Lock::take(file());
    ASSERT_FALSE(second);
    EXPECT_EQ(second.error().code, ErrorCode::kBusy);
    EXPECT_THAT(second.error().message, HasSubstr(self()));
  }
  EXPECT_FALSE(std::filesystem::exists(file()));
}

TEST_F(LockTest, AHolderWhoseNumberCannotBeReadIsAnother) {
  const Result<Lock> lock = Lock::take(file());
  ASSERT_TRUE(lock);
  testing::write_whole_file(file(), "");
  EXPECT_EQ(Lock::holder(file()), "another process");
}

TEST_F(LockTest, AFileThatAKilledProcessLeftBehindIsNoted) {
  testing::write_whole_file(file(), "3445");
  EXPECT_EQ(Lock::holder(file()), std::nullopt);
  const Result<Lock> lock = Lock::take(file());
  ASSERT_TRUE(lock);
  EXPECT_TRUE(lock->was_left_behind());
  EXPECT_EQ(testing::read_whole_file(file()), std::to_string(::getpid()));
}

TEST_F(LockTest, AWriterWhoseFileWasRemovedOrReplacedHasLostIt) {
  const Result<Lock> lock = Lock::take(file());
  ASSERT_TRUE(lock);
  std::filesystem::remove(file());
  ASSERT_FALSE(lock->check());
  EXPECT_EQ(lock->check().error().code, ErrorCode::kBusy);
  testing::write_whole_file(file(), "1");
  EXPECT_FALSE(lock->check());
  {
    const Result<Lock> moved = Lock::take(file());
    EXPECT_TRUE(moved);
  }
  EXPECT_FALSE(std::filesystem::exists(file())) << "the second one removes its own";
}

TEST_F(LockTest, AFileOfAnotherFileSystemInItsPlaceIsNotTheLockedOne) {
  {
    const Result<Lock> lock = Lock::take(file());
    ASSERT_TRUE(lock);
    std::filesystem::remove(file());
    std::filesystem::create_symlink("/proc/self/status", file());
    const Result<void> checked = lock->check();
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, ErrorCode::kBusy);
  }
  EXPECT_TRUE(std::filesystem::is_symlink(file())) << "it removes nothing that is not its own";
}

TEST_F(LockTest, WhatFailsIsSaidByItsCause) {
  const auto failing = [&](int call, int error) -> std::optional<ErrorCode> {
    const FailingCall one(call, error);
    const Result<Lock> lock = Lock::take(file());
    if (lock) return std::nullopt;
    return lock.error().code;
  };
  EXPECT_EQ(failing(1, ENOSPC), ErrorCode::kDiskFull);
  EXPECT_EQ(failing(1, EDQUOT), ErrorCode::kDiskFull);
  EXPECT_EQ(failing(1, EACCES), ErrorCode::kPermission);
  EXPECT_EQ(failing(2, ENOLCK), ErrorCode::kStorage) << "a file system without locks";
  EXPECT_EQ(failing(2, EWOULDBLOCK), std::nullopt) << "who asks for the holder has it for a moment";
}

TEST_F(LockTest, AFileThatIsAnotherOneEachTimeIsNotTriedForEver) {
  const auto answers = testing::all_failing({SYS_stat, SYS_fstat, SYS_newfstatat}, EIO);
  testing::with_answers(answers, [&] {
    const Result<Lock> lock = Lock::take(file());
    ASSERT_FALSE(lock);
    EXPECT_EQ(lock.error().code, ErrorCode::kStorage);
  });
}

// Its number is for people alone.
TEST_F(LockTest, ItLocksOnAFullDiskWithoutANumber) {
  for (const int call : {3, 4, 5, 6}) {
    const FailingCall failing(call, ENOSPC);
    const Result<Lock> lock = Lock::take(file());
    ASSERT_TRUE(lock) << call;
    EXPECT_TRUE(failing.happened()) << call;
  }
}

// Who looks must not be told that somebody writes.
TEST_F(LockTest, AFileSystemWithoutLocksHasNoHolder) {
  testing::write_whole_file(file(), "3445");
  const FailingCall failing(2, ENOLCK);
  EXPECT_EQ(Lock::holder(file()), std::nullopt);
  EXPECT_TRUE(failing.happened());
}

}  // namespace
}  // namespace porthole::repository
