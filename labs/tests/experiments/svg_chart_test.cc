#include "labs/experiments/svg_chart.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <limits>

#include "base/xml/tree.h"

namespace porthole::labs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Not;

constexpr double kNone = std::numeric_limits<double>::quiet_NaN();

bool is_well_formed(const std::string& svg) { return xml::read_tree(svg, "chart").has_value(); }

TEST(SvgChartTest, MarksAnAxisInStepsOfOneTwoAndFive) {
  EXPECT_THAT(axis_marks(10, 5), ElementsAre(0, 2, 4, 6, 8, 10));
  EXPECT_THAT(axis_marks(1200, 5), ElementsAre(0, 500, 1000, 1500));
  EXPECT_THAT(axis_marks(3, 6), ElementsAre(0, 0.5, 1, 1.5, 2, 2.5, 3));
  EXPECT_THAT(axis_marks(0, 5), ElementsAre(0, 1));
  EXPECT_THAT(axis_marks(kNone, 5), ElementsAre(0, 1));
}

TEST(SvgChartTest, WritesNumbersAsPeopleReadThem) {
  EXPECT_EQ(short_number(12000), "12,000");
  EXPECT_EQ(short_number(0.25), "0.25");
  EXPECT_EQ(short_number(100), "100");
  EXPECT_EQ(short_number(kNone), "-");
}

TEST(SvgChartTest, EscapesEveryName) {
  const std::string evil = "</svg><script>alert('&')</script>";
  const std::string lines = line_chart({evil, evil, evil, {{evil, {1}, {1}}}});
  EXPECT_THAT(lines, Not(HasSubstr("<script")));
  EXPECT_THAT(lines, HasSubstr("&lt;script&gt;"));
  EXPECT_TRUE(is_well_formed(lines)) << lines;
}

TEST(SvgChartTest, LeavesAGapWhereThereIsNoNumber) {
  const std::string svg = line_chart({"t", "x", "y", {{"s", {1, 2, 3, 4}, {1, 1, kNone, 1}}}});
  EXPECT_TRUE(is_well_formed(svg));
  EXPECT_THAT(svg, Not(HasSubstr("nan")));
  const std::size_t begin = svg.find("class=\"line");
  const std::string path = svg.substr(begin, svg.find("/path", begin) - begin);
  EXPECT_EQ(std::count(path.begin(), path.end(), 'M'), 2) << path;
}

// The picture's plot goes from y = 344 (0) up to y = 12 (the axis' last mark): 5 of 10 is at 178.
TEST(SvgChartTest, PutsAValueAtItsPlace) {
  const std::string svg = line_chart({"t", "x", "y", {{"s", {0, 10}, {5, 10}}}});
  EXPECT_THAT(svg, HasSubstr("d=\"M70 178L708 12\""));
}

TEST(SvgChartTest, DrawsNothingButAxesOfNothing) {
  EXPECT_TRUE(is_well_formed(line_chart({"t", "x", "y", {}})));
}

}  // namespace
}  // namespace porthole::labs
