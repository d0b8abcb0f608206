// The first mark of an archive survives a power loss: without one, no later start would cut what
// was not committed.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "tests/support/file_calls.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/archive/warc_writing.h"

namespace porthole::archive {
namespace {

using testing::synced_files;
using testing::TempDir;

TEST(MarkSyncTest, TheFirstMarkIsOnDiskBeforeTheNextRecordIsWritten) {
  const TempDir folder;
  auto writer = open_writer(folder.path());
  const auto commit = [&] {
    ASSERT_TRUE(writer->write(simple_capture()));
    ASSERT_TRUE(writer->sync());
    synced_files().clear();
    ASSERT_TRUE(writer->committed());
  };
  commit();
  EXPECT_EQ(synced_files(), std::vector<std::string>{"committed"});
  commit();
  EXPECT_EQ(synced_files(), std::vector<std::string>{}) << "later ones need not be";
}

}  // namespace
}  // namespace porthole::archive
