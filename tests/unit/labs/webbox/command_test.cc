#include "labs/webbox/command.h"

#include <gtest/gtest.h>

namespace porthole::labs {
namespace {

TEST(CommandTest, KeepsBothStreamsAndTheStatus) {
  const auto output =
      run_command({"sh", "-c", "echo out; echo first >&2; echo last >&2; exit 3"}, "/");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->status, 3);
  EXPECT_EQ(output->standard, "out\n");
  EXPECT_EQ(output->last_error_line(), "last");
}

TEST(CommandTest, AnArgumentIsNeverReadByAShell) {
  const auto output = run_command({"printf", "%s|", "a b", "$(id)", ";"}, "/");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->standard, "a b|$(id)|;|");
}

TEST(CommandTest, RunsInTheFolderWithoutInput) {
  const auto output = run_command({"sh", "-c", "pwd; cat"}, "/usr");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->standard, "/usr\n");
}

TEST(CommandTest, TakesMuchOutputOnBothStreams) {
  const auto output = run_command(
      {"sh", "-c", "head -c 3000000 /dev/zero; head -c 3000000 /dev/zero >&2; echo end >&2"}, "/");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->standard.size(), 3'000'000u);
  EXPECT_LE(output->error.size(), 3 * 4096u + 65536u);
  EXPECT_TRUE(output->error.ends_with("end\n"));
}

TEST(CommandTest, ASignalCountsAsAStatus) {
  const auto output = run_command({"sh", "-c", "kill -9 $$"}, "/");
  ASSERT_TRUE(output);
  EXPECT_EQ(output->status, 128 + 9);
}

TEST(CommandTest, SaysWhenThereIsNoSuchProgram) {
  const auto output = run_command({"no-such-program-here"}, "/");
  ASSERT_FALSE(output);
  EXPECT_EQ(output.error().code, ErrorCode::kNotFound);
}

}  // namespace
}  // namespace porthole::labs
