#include "base/text/state_bytes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdint>
#include <deque>
#include <limits>
#include <string>
#include <vector>

#include "tests/support/saved_state.h"

namespace porthole {
namespace {

using testing::in_pieces;

struct Point {
  std::uint32_t x = 0;
  float y = 0;
  bool operator==(const Point&) const = default;
};

std::string written(const auto& write) {
  std::string bytes;
  StateWriter writer([&](std::string_view piece) { bytes += piece; });
  write(writer);
  writer.flush();
  return bytes;
}

TEST(StateBytesTest, ReadsWhatWasWrittenWhereverThePiecesEnd) {
  const std::vector<std::uint64_t> numbers = {0, 127, 128,
                                              std::numeric_limits<std::uint64_t>::max()};
  std::vector<Point> points(30'000, {7, -1.5F});
  points.back().x = 9;
  const std::string text(200'000, 'a');
  const std::string bytes = written([&](StateWriter& writer) {
    for (const std::uint64_t number : numbers) writer.number(number);
    writer.real(-0.1);
    writer.text(text);
    writer.text("");
    writer.list(points);
    writer.list(std::vector<Point>());
    writer.list(std::deque<Point>(points.begin(), points.end()));
  });
  StateReader reader(in_pieces(bytes));
  for (const std::uint64_t number : numbers) EXPECT_EQ(reader.number(), number);
  EXPECT_EQ(reader.real(), -0.1);
  EXPECT_EQ(reader.text(), text);
  EXPECT_EQ(reader.text(), "");
  std::vector<Point> read = {{1, 1}};
  reader.list(read);
  EXPECT_EQ(read, points);
  EXPECT_FALSE(reader.ended());
  reader.list(read);
  EXPECT_TRUE(read.empty());
  std::deque<Point> apart = {{1, 1}};
  reader.list(apart);
  EXPECT_TRUE(std::ranges::equal(apart, points));
  EXPECT_TRUE(reader.ended());
}

TEST(StateBytesTest, ReadsNothingWhereBytesAreMissing) {
  const std::string bytes = written([](StateWriter& writer) {
    writer.real(0.5);
    writer.text("abc");
    writer.list(std::vector<std::uint32_t>{1, 2});
  });
  for (std::size_t size = 0; size < bytes.size(); ++size) {
    const std::string cut = bytes.substr(0, size);
    StateReader reader(in_pieces(cut));
    const double real = reader.real();
    const std::string text = reader.text();
    std::vector<std::uint32_t> list;
    reader.list(list);
    EXPECT_TRUE(reader.failed()) << size;
    EXPECT_FALSE(reader.ended());
    EXPECT_TRUE(list.empty());
    EXPECT_TRUE(text.empty() || text == "abc");
    EXPECT_TRUE(real == 0.5 || size < 8);
    EXPECT_EQ(reader.number(), 0u);
  }
}

TEST(StateBytesTest, ASizeThatIsTooLargeTakesNoMoreMemoryThanThereAreBytes) {
  const std::string bytes = written([](StateWriter& writer) {
    writer.number(std::numeric_limits<std::uint64_t>::max());
    writer.real(1);
  });
  StateReader reader(in_pieces(bytes));
  std::vector<std::uint32_t> list;
  reader.list(list);
  EXPECT_TRUE(reader.failed());
  EXPECT_TRUE(list.empty());
  EXPECT_LT(list.capacity(), 1'000'000u);
}

TEST(StateBytesTest, ANumberOfTooManyBytesIsNone) {
  const std::string bytes(11, '\xff');
  StateReader reader(in_pieces(bytes));
  EXPECT_EQ(reader.number(), 0u);
  EXPECT_TRUE(reader.failed());
}

}  // namespace
}  // namespace porthole
