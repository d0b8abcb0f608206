#include "base/log.h"

#include <gtest/gtest.h>

#include <string>
#include <thread>
#include <vector>

namespace porthole {
namespace {

using namespace std::string_literals;

class LogTest : public testing::Test {
 protected:
  ~LogTest() override { set_log_level(LogLevel::kWarning); }

  /// Output of `log` for one message, without the time.
  static std::string line_of(LogLevel level, std::string_view room, std::string_view message) {
    testing::internal::CaptureStderr();
    log(level, room, message);
    const std::string line = testing::internal::GetCapturedStderr();
    const std::size_t space = line.find(' ');
    return space == std::string::npos ? line : line.substr(space + 1);
  }
};

TEST_F(LogTest, WritesTimeLevelRoomAndMessage) {
  testing::internal::CaptureStderr();
  log(LogLevel::kWarning, "gatherer", "no answer");
  const std::string line = testing::internal::GetCapturedStderr();
  EXPECT_EQ(line[4], '-');
  EXPECT_EQ(line.substr(19), "Z warning gatherer: no answer\n");
}

TEST_F(LogTest, DropsWhatIsAboveItsLevel) {
  EXPECT_EQ(line_of(LogLevel::kInfo, "base", "hidden"), "");
  set_log_level(LogLevel::kDebug);
  EXPECT_EQ(log_level(), LogLevel::kDebug);
  EXPECT_EQ(line_of(LogLevel::kInfo, "base", "shown"), "info base: shown\n");
  set_log_level(LogLevel::kError);
  EXPECT_EQ(line_of(LogLevel::kWarning, "base", "hidden"), "");
}

TEST_F(LogTest, LetsNoMessageForgeALine) {
  EXPECT_EQ(line_of(LogLevel::kError, "a\nb", "one\r\ntwo\x1B[2J\tthree\xFF\0"s),
            "error a b: one  two [2J three\uFFFD\uFFFD\n");
}

TEST_F(LogTest, WritesJsonForMachines) {
  set_log_format(LogFormat::kJson);
  testing::internal::CaptureStderr();
  log(LogLevel::kError, "base", "a \"b\"\n\\c");
  const std::string line = testing::internal::GetCapturedStderr();
  set_log_format(LogFormat::kWords);
  EXPECT_TRUE(line.starts_with("{\"log\":{\"time\":\"2")) << line;
  EXPECT_TRUE(line.ends_with(R"(Z","level":"error","module":"base","message":"a \"b\" \\c"}})"
                             "\n"))
      << line;
}

TEST_F(LogTest, WritesWholeLinesFromManyThreads) {
  testing::internal::CaptureStderr();
  std::vector<std::jthread> threads;
  for (int i = 0; i < 4; ++i) {
    threads.emplace_back([] {
      for (int n = 0; n < 100; ++n) log(LogLevel::kError, "base", "together");
    });
  }
  threads.clear();
  const std::string lines = testing::internal::GetCapturedStderr();
  constexpr std::string_view kEnd = "Z error base: together\n";
  const std::size_t size = std::string("2026-11-20T18:20:53").size() + kEnd.size();
  ASSERT_EQ(lines.size(), 400 * size);
  for (std::size_t at = 0; at < lines.size(); at += size) {
    EXPECT_EQ(lines.substr(at + size - kEnd.size(), kEnd.size()), kEnd);
  }
}

}  // namespace
}  // namespace porthole
