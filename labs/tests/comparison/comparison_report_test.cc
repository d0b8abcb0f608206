#include "labs/comparison/comparison_report.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/json/json.h"

namespace porthole::labs {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

constexpr const char* kEvil = "<script>alert(\"x\")</script>";

Comparison comparison(const std::string& strategy) {
  Comparison out;
  for (int number = 0; number <= 2; ++number) {
    ComparedRun run;
    run.strategy = strategy;
    run.run = number;
    run.seeds = {"http://a.org/"};
    run.stop_reason = "budget";
    run.authority_distances = {0, 1};
    for (int i = 0; i < 3; ++i) {
      ComparedPage page;
      page.name = "page " + std::to_string(number == 2 ? 3 - i : i);
      page.server = page.site = i == 2 ? "b.org" : "a.org";
      page.opinion = {i > 0 ? 1.0 : 0.0, i > 0, true};
      page.links.links = 1;
      run.pages.push_back(page);
    }
    out.runs.push_back(run);
  }
  return out;
}

ReportSubject subject(const std::string& strategy, const std::string& text) {
  ReportSubject out;
  out.topic = out.web = out.judge_says = text;
  out.judge = "labels";
  out.judge_has_labels = true;
  out.strategies = {strategy};
  out.pages = 4;
  out.repeats = 1;
  out.seeds = 2;
  out.notes = {text};
  return out;
}

TEST(ComparisonReportTest, TheCsvHasALineAtEachPointAndAtTheEnd) {
  const Comparison compared = comparison("rw");
  const std::string csv = harvest_csv(compared, figures_of(compared, {"rw"}, 4));
  EXPECT_THAT(
      csv,
      HasSubstr(
          "strategy,run,pages,relevant,sites\nrw,0,1,0,0\nrw,0,2,1,1\nrw,0,3,2,2\nrw,1,1,0,0\n"));
  EXPECT_THAT(csv, Not(HasSubstr("rw,0,4"))) << "only three pages were fetched";
}

TEST(ComparisonReportTest, TheCsvQuotesAStrategyWithACommaInIt) {
  const Comparison compared = comparison("rw:order=tries asc, relevance desc");
  EXPECT_THAT(harvest_csv(compared, figures_of(compared, {}, 4)),
              HasSubstr("\"rw:order=tries asc, relevance desc\",0,1,0,0\n"));
}

TEST(ComparisonReportTest, TheJsonHasEveryRunAndTheirSpread) {
  const Comparison compared = comparison("rw");
  const auto json = report_json(subject("rw", "stars"), figures_of(compared, {"rw"}, 4));
  EXPECT_EQ(json["topic"], "stars");
  EXPECT_EQ(json["judge"]["kind"], "labels");
  EXPECT_EQ(json["runs"].size(), 3u);
  EXPECT_EQ(json["runs"][0]["relevant"], 2);
  EXPECT_EQ(json["runs"][0]["harvest"]["relevant"].size(), json["at_pages"].size());
  EXPECT_EQ(json["strategies"][0]["relevant"]["n"], 3);
  EXPECT_EQ(json["strategies"][0]["relevant"]["mean"], 2);
  EXPECT_EQ(json["coverage"].size(), 2u);
  EXPECT_EQ(json["overlap"].size(), 1u);
  EXPECT_TRUE(json["overlap"][0]["share"].contains("pages"));
  EXPECT_EQ(json["strategies"][0]["overlap"]["share"]["pages"]["n"], 1);
  EXPECT_EQ(json["link_metadata"]["links"], 4);
  EXPECT_TRUE(json["runs"][0]["moving_average"].back().is_null()) << "no fourth page";
}

TEST(ComparisonReportTest, ThePageHasTheReportAsDataAndNeedsNothingFromElsewhere) {
  const Figures figures = figures_of(comparison(kEvil), {kEvil}, 4);
  const std::string html = report_html(subject(kEvil, kEvil), figures);
  EXPECT_THAT(html, Not(HasSubstr(kEvil)));
  const std::string begin = "<script type=\"application/json\" id=\"report\">";
  const std::size_t data = html.find(begin) + begin.size();
  EXPECT_EQ(nlohmann::ordered_json::parse(html.substr(data, html.find("</script>", data) - data)),
            report_json(subject(kEvil, kEvil), figures));
  for (const char* outside : {"src=", "href=", "url(", "@import", "<link", "fetch("})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
}

}  // namespace
}  // namespace porthole::labs
