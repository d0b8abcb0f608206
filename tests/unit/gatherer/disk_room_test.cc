#include "gatherer/crawl/disk_room.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "gatherer/report/alarms.h"
#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

using ::testing::HasSubstr;

constexpr std::int64_t kMiB = std::int64_t{1} << 20;

DiskRoom room_with(std::int64_t free, std::int64_t size,
                   std::optional<std::int64_t> keep_free = std::nullopt) {
  return DiskRoom("/", keep_free, [free, size] { return std::optional(DiskSpace{free, size}); });
}

TEST(DiskRoomTest, Keeps256MiBOfALargeDiskFree) {
  EXPECT_TRUE(room_with(256 * kMiB, 1000 * 1024 * kMiB).has_room());
  EXPECT_FALSE(room_with(256 * kMiB - 1, 1000 * 1024 * kMiB).has_room());
}

TEST(DiskRoomTest, KeepsOnePerCentOfASmallDiskFree) {
  EXPECT_TRUE(room_with(kMiB, 100 * kMiB).has_room());
  EXPECT_FALSE(room_with(kMiB - 1, 100 * kMiB).has_room());
}

TEST(DiskRoomTest, KeepsAsMuchFreeAsItIsTold) {
  EXPECT_TRUE(room_with(5, 100 * kMiB, 5).has_room());
  EXPECT_FALSE(room_with(4, 100 * kMiB, 5).has_room());
  EXPECT_TRUE(room_with(0, 100 * kMiB, 0).has_room());
}

TEST(DiskRoomTest, KnowsWhetherAFileLeavesEnoughFree) {
  DiskRoom room = room_with(12, 100 * kMiB, 5);
  EXPECT_TRUE(room.has_room_for(7));
  EXPECT_FALSE(room.has_room_for(8));
}

TEST(DiskRoomTest, SaysWhatIsMissing) {
  DiskRoom room = room_with(12 * kMiB, 1000 * 1024 * kMiB);
  EXPECT_FALSE(room.has_room());
  EXPECT_TRUE(room.is_nearly_full());
  EXPECT_THAT(room.waiting_for(), HasSubstr("12.0 MiB are free, 256.0 MiB are kept free"));
}

TEST(DiskRoomTest, ADiskThatCannotBeAskedHasRoom) {
  DiskRoom room("/", std::nullopt, []() -> std::optional<DiskSpace> { return std::nullopt; });
  EXPECT_TRUE(room.has_room());
  EXPECT_TRUE(room.has_room_for(kMiB));
  EXPECT_FALSE(room.is_nearly_full());
}

// A crawl asks for each page.
TEST(DiskRoomTest, AsksTheDiskLessOftenThanItIsAsked) {
  int asked = 0;
  DiskRoom room("/", 0, [&asked] {
    ++asked;
    return std::optional(DiskSpace{1, 100});
  });
  constexpr int kPages = 100'000;
  for (int i = 0; i < kPages; ++i) EXPECT_TRUE(room.has_room());
  EXPECT_LT(asked, kPages);
}

TEST(DiskRoomTest, AFolderThatIsGoneHasRoomLikeADiskThatCannotBeAsked) {
  const testing::TempDir folder;
  EXPECT_TRUE(DiskRoom(folder.path() / "gone", std::int64_t{1} << 62).has_room());
}

TEST(DiskRoomTest, AsksTheDiskOfTheFolder) {
  const testing::TempDir folder;
  EXPECT_FALSE(DiskRoom(folder.path(), std::int64_t{1} << 62).has_room());
  EXPECT_TRUE(DiskRoom(folder.path(), 0).has_room());
}

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
