#include "indexer/child_process.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <signal.h>
#include <sys/wait.h>
#include <unistd.h>
#include <xapian.h>

#include <cerrno>
#include <exception>
#include <fstream>
#include <functional>
#include <stdexcept>
#include <string>

#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::indexer {
namespace {

using ::testing::HasSubstr;

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
  EXPECT_EQ(error_of([] { throw std::runtime_error("it failed"); }), "it failed");
}

TEST(ChildProcessTest, TheEndOfTheProcessIsAnError) {
  EXPECT_THAT(error_of([] { std::terminate(); }), HasSubstr("Xapian could not go on"));
  EXPECT_THAT(error_of([] { ::raise(SIGKILL); }),
              HasSubstr("the process that does it was ended by a signal: Killed"));
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
