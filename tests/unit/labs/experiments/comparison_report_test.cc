#include "labs/experiments/comparison/comparison_report.h"

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

TEST(ComparisonReportTest, ThePageEscapesWhatItIsToldAndNeedsNothingFromElsewhere) {
  const Comparison compared = comparison(kEvil);
  const std::string html = report_html(subject(kEvil, kEvil), figures_of(compared, {kEvil}, 4));
  EXPECT_THAT(html, Not(HasSubstr("<script")));
  EXPECT_THAT(html, HasSubstr("&lt;script&gt;"));
  for (const char* outside : {"src=", "href=", "url(", "@import", "<link"})
    EXPECT_THAT(html, Not(HasSubstr(outside)));
  EXPECT_THAT(html, HasSubstr("prefers-color-scheme: dark"));
}

TEST(ComparisonReportTest, ThePageSaysHowManyRunsStandBehindANumber) {
  const Comparison compared = comparison("rw");
  const std::string html = report_html(subject("rw", "stars"), figures_of(compared, {"rw"}, 4));
  EXPECT_THAT(html, HasSubstr("n = 3 runs of each strategy"));
  EXPECT_THAT(html, HasSubstr("n = 2 pairs"));
  EXPECT_THAT(html, HasSubstr("n = 4 hyperlinks on 4 pages"));
}

TEST(ComparisonReportTest, ThePageSaysWhatTheLinksAllow) {
  const Comparison compared = comparison("rw");
  const Figures figures = figures_of(compared, {"rw"}, 4);
  EXPECT_THAT(report_html(subject("rw", "stars"), figures),
              HasSubstr("assortativity of the links"));
  EXPECT_EQ(report_json(subject("rw", "stars"), figures)["link_structure"]["pages"],
            figures.link_structure.pages);
}

TEST(ComparisonReportTest, ThePageSaysWhatTheOracleIsWhereThereIsOne) {
  const auto page_of = [](const char* strategy) {
    const Comparison compared = comparison(strategy);
    return report_html(subject(strategy, "stars"), figures_of(compared, {strategy}, 4));
  };
  EXPECT_THAT(page_of("oracle"), HasSubstr("The oracle knows the labels"));
  EXPECT_THAT(page_of("rw"), Not(HasSubstr("The oracle knows the labels")));
}

TEST(ComparisonReportTest, ThePageHasATableInPlaceOfBarsTooThinToTellApart) {
  Comparison compared;
  std::vector<std::string> strategies;
  for (int i = 0; i < 7; ++i) {
    strategies.push_back("s" + std::to_string(i));
    const Comparison one = comparison(strategies.back());
    compared.runs.insert(compared.runs.end(), one.runs.begin(), one.runs.end());
  }
  const std::string html = report_html(subject("s0", "stars"), figures_of(compared, strategies, 4));
  EXPECT_THAT(html, HasSubstr("<td class=\"shade\""));
  EXPECT_THAT(html, Not(HasSubstr("<rect class=\"bar")));
}

TEST(ComparisonReportTest, ThePageSaysWhyThereIsNoCoverage) {
  Comparison compared = comparison("rw");
  compared.runs.resize(1);
  ReportSubject one = subject("rw", "stars");
  one.seeds = 1;
  EXPECT_THAT(report_html(one, figures_of(compared, {"rw"}, 4)),
              HasSubstr("need at least two seeds"));
}

}  // namespace
}  // namespace porthole::labs
