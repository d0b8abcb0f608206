// The first mark of an archive survives a power loss: without one, no later start would cut what
// was not committed.

#include <gtest/gtest.h>
#include <sys/syscall.h>
#include <unistd.h>

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/temp_dir.h"
#include "tests/unit/archive/warc_writing.h"

namespace {

/// The files that were synced, in order.
std::vector<std::string> synced;

}  // namespace

// In place of the C library's.
extern "C" int fdatasync(int file) {
  std::error_code ignored;
  synced.push_back(
      std::filesystem::read_symlink("/proc/self/fd/" + std::to_string(file), ignored).filename());
  return static_cast<int>(::syscall(SYS_fdatasync, file));
}

namespace porthole::archive {
namespace {

using testing::TempDir;

TEST(MarkSyncTest, TheFirstMarkIsOnDiskBeforeTheNextRecordIsWritten) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  const auto commit = [&] {
    ASSERT_TRUE(writer->write(simple_capture()));
    ASSERT_TRUE(writer->sync());
    synced.clear();
    ASSERT_TRUE(writer->committed());
  };
  commit();
  EXPECT_EQ(synced, std::vector<std::string>{"committed"});
  commit();
  EXPECT_EQ(synced, std::vector<std::string>{}) << "later ones need not be";
}

}  // namespace
}  // namespace porthole::archive
