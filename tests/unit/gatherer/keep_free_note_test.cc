#include "gatherer/report/keep_free_note.h"

#include <gtest/gtest.h>

#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

TEST(KeepFreeNoteTest, HasTheFloorOfTheLastRunUntilARunHasNone) {
  const testing::TempDir folder;
  EXPECT_EQ(noted_keep_free(folder.path()), std::nullopt);
  note_keep_free(folder.path(), 10'000'000);
  EXPECT_EQ(noted_keep_free(folder.path()), 10'000'000);
  note_keep_free(folder.path(), 0);
  EXPECT_EQ(noted_keep_free(folder.path()), 0);
  note_keep_free(folder.path(), std::nullopt);
  EXPECT_EQ(noted_keep_free(folder.path()), std::nullopt);
  EXPECT_TRUE(std::filesystem::is_empty(folder.path()));
}

TEST(KeepFreeNoteTest, IsNoneWhereTheFileIsDamaged) {
  const testing::TempDir folder;
  testing::write_whole_file(folder / "keep-free", "-5 much");
  EXPECT_EQ(noted_keep_free(folder.path()), std::nullopt);
}

}  // namespace
}  // namespace porthole::gatherer
