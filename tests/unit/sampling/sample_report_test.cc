#include "sampling/sample_report.h"

#include <gmock/gmock.h>

#include "base/json/json.h"

namespace porthole::sampling {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

/// A sample of pages with very many links, whose walks have mixed unless `reasons` say why not.
SampleReport report_of(std::vector<std::string> reasons = {}) {
  SampleReport report;
  report.urls.assign(1200, "https://a.org/");
  report.visited = 5000;
  report.sample.mixing.reasons = std::move(reasons);
  report.numbers.push_back({"out_degree", {12345, 99.5, 1234567}});
  return report;
}

SharesOf shares_of(const std::string& name, const std::vector<std::string>& values) {
  SharesOf shares;
  shares.name = name;
  shares.values = values.size();
  for (const std::string& value : values) shares.shares.push_back({value, 1, {0.1, 0.05, 0.2}});
  return shares;
}

std::string printed(const SampleReport& report) {
  ::testing::internal::CaptureStdout();
  print_sample(report);
  return ::testing::internal::GetCapturedStdout();
}

/// The first words of the lines below `heading`.
std::vector<std::string> values_below(const std::string& text, const std::string& heading) {
  std::vector<std::string> values;
  std::size_t at = text.find(heading + "\n");
  if (at == std::string::npos) return values;
  for (at = text.find('\n', at) + 1; text.compare(at, 2, "  ") == 0; at = text.find('\n', at) + 1)
    values.push_back(text.substr(at + 2, text.find("  ", at + 2) - at - 2));
  return values;
}

TEST(SampleReportTest, LargeNumbersHaveSeparatorsOfThousands) {
  EXPECT_THAT(printed(report_of()), HasSubstr("\n  12,345 (99.50 to 1,234,567)\n"));
}

TEST(SampleReportTest, ValuesThatHaveAnOrderStandInIt) {
  SampleReport report = report_of();
  report.shares.push_back(shares_of("out_degrees", {"20 to 49", "200 and more", "0", "5 to 9"}));
  report.shares.push_back(shares_of("years", {"2024", "unknown", "2019"}));
  report.shares.push_back(shares_of("languages", {"en", "de"}));
  const std::string text = printed(report);
  EXPECT_THAT(values_below(text, "number of links of a page"),
              ::testing::ElementsAre("0", "5 to 9", "20 to 49", "200 and more"));
  EXPECT_THAT(values_below(text, "years of the last change"),
              ::testing::ElementsAre("2019", "2024", "unknown"));
  EXPECT_THAT(values_below(text, "languages"), ::testing::ElementsAre("en", "de"))
      << "the most frequent first";
}

TEST(SampleReportTest, ASampleThatHasNotMixedPromisesNoIntervals) {
  EXPECT_THAT(printed(report_of()), HasSubstr("the interval that holds the truth in 95 of 100"));
  const std::string text = printed(report_of({"the walks disagree"}));
  EXPECT_THAT(text, Not(HasSubstr("95 of 100")));
  EXPECT_THAT(text, HasSubstr("an interval that need not hold the truth"));
}

}  // namespace
}  // namespace porthole::sampling
