#include "sampling/sample_comparison.h"

#include <gtest/gtest.h>

#include "base/json/json.h"
#include "sampling/sample_report.h"

namespace porthole::sampling {
namespace {

using nlohmann::ordered_json;

/// A report of `pages` pages with a number and the shares of two topics; the rest has others.
ordered_json report_of(std::size_t pages, std::size_t cars, std::size_t bikes, double low,
                       double high) {
  ordered_json report = {{"name", "one"}, {"topic", "wheels"}};
  report["samples"] = std::vector<std::string>(pages, "https://a.org/");
  report["statistics"]["out_degree"] = {{"estimate", low}, {"low", low}, {"high", high}};
  report["statistics"]["topics"]["most_frequent"] = {{{"value", "cars"}, {"pages", cars}},
                                                     {{"value", "bikes"}, {"pages", bikes}}};
  return report;
}

// 60 and 40 of 100 beside 40 and 60: every cell differs from its mean by 10, so that chi-square is
// 4 * 100 / 50 = 8, with one degree of freedom.
TEST(SampleComparisonTest, DistributionsAreComparedByChiSquare) {
  const ordered_json found =
      compare_samples(report_of(100, 60, 40, 1, 2), report_of(100, 40, 60, 1, 2));
  ASSERT_EQ(found["shares"].size(), 1u);
  EXPECT_NEAR(found["shares"][0]["chi_square"].get<double>(), 8, 1e-9);
  EXPECT_EQ(found["shares"][0]["degrees"], 1);
  EXPECT_NEAR(found["shares"][0]["p"].get<double>(), 0.00468, 1e-5);
  EXPECT_EQ(found["shares"][0]["values"][0]["value"], "cars");
  EXPECT_DOUBLE_EQ(found["shares"][0]["values"][0]["other"].get<double>(), 0.4);
}

TEST(SampleComparisonTest, NumbersDifferWhenTheirIntervalsHaveNothingInCommon) {
  const ordered_json apart =
      compare_samples(report_of(10, 5, 5, 1, 2), report_of(10, 5, 5, 2.5, 3));
  EXPECT_EQ(apart["numbers"][0]["differ"], true);
  const ordered_json touching =
      compare_samples(report_of(10, 5, 5, 1, 2), report_of(10, 5, 5, 2, 3));
  EXPECT_EQ(touching["numbers"][0]["differ"], false);
}

TEST(SampleComparisonTest, ValuesThatAReportLeavesOutAreOneClass) {
  // 20 pages of each have topics that the report does not name.
  const ordered_json found =
      compare_samples(report_of(100, 50, 30, 1, 2), report_of(100, 50, 30, 1, 2));
  EXPECT_EQ(found["shares"][0]["degrees"], 2);
  EXPECT_EQ(found["shares"][0]["chi_square"], 0);
}

TEST(SampleComparisonTest, ABoundThatIsNotKnownMakesNoDifference) {
  ordered_json other = report_of(10, 5, 5, 5, 6);
  other["statistics"]["out_degree"]["low"] = nullptr;
  EXPECT_EQ(compare_samples(report_of(10, 5, 5, 1, 2), other)["numbers"][0]["differ"], false);
}

// Two pages here, two there: no value is on five pages, so there is nothing that p could be of.
TEST(SampleComparisonTest, ATestOfTooFewPagesIsNotReportedAsOneThatFoundNoDifference) {
  const ordered_json few = compare_samples(report_of(2, 2, 0, 1, 2), report_of(2, 0, 2, 1, 2));
  EXPECT_EQ(few["shares"][0]["degrees"], 0);
  EXPECT_EQ(chi_square_in_words(0, 0, 1), "not tested, fewer than two values have enough pages");
  EXPECT_EQ(chi_square_in_words(8, 1, 0.00468), "chi-square 8.00, 1 degrees of freedom, p = 0.005");
}

TEST(SampleComparisonTest, LargeNumbersArePrintedAsInTheReport) {
  ordered_json other = report_of(10, 5, 5, 0.25, 3);
  other["statistics"]["out_degree"]["high"] = nullptr;
  const ordered_json found = compare_samples(report_of(10, 5, 5, 1234, 56789), other);
  ::testing::internal::CaptureStdout();
  print_comparison(found);
  EXPECT_NE(::testing::internal::GetCapturedStdout().find(
                "1,234 (1,234 to 56,789), there 0.25 (0.25 to no bound)"),
            std::string::npos);
}

TEST(SampleComparisonTest, StatisticsHaveTheWordsOfTheReport) {
  EXPECT_EQ(statistic_in_words("out_degree"), "links of a page, the median");
  EXPECT_EQ(statistic_in_words("of a later version"), "of a later version");
}

}  // namespace
}  // namespace porthole::sampling
