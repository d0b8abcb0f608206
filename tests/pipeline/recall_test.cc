// Gathering until a goal of recall is reached, over a web whose relevant pages are known.

#include <signal.h>

#include <filesystem>

#include "base/json/json.h"
#include "tests/pipeline/gather_fixture.h"
#include "tests/support/run_program.h"

namespace porthole::testing {
namespace {

const std::filesystem::path kProgram = std::filesystem::path(PORTHOLE_BINARY_DIR) / "bin/porthole";

/// Six sites. Every third page of each is relevant; pages are a tree of four children, and each
/// front page leads to the next site's.
class RecallTest : public GatherFixture {
 protected:
  static constexpr int kSites = 6;

  static std::string url(int site, int page) {
    return "http://s" + std::to_string(site) + ".test/" + std::to_string(page);
  }
  void make_web(int pages_per_site) {
    for (int site = 0; site < kSites; ++site) {
      for (int page = 0; page < pages_per_site; ++page) {
        std::vector<std::string> targets;
        for (int child = 4 * page + 1; child <= 4 * page + 4 && child < pages_per_site; ++child) {
          targets.push_back(url(site, child));
        }
        if (page == 0 && site + 1 < kSites) targets.push_back(url(site + 1, 0));
        std::string html = linking(url(site, page), targets);
        if (page % 3 == 0) {
          html += "<p>A telescope and another telescope: the telescope.";
          ++on_topic_;
        }
        web_.page(url(site, page), html);
      }
    }
  }
  gatherer::GatherReport gather(const TestCollection& collection, gatherer::GatherOptions options) {
    const auto repository = collection.repository(repository::Access::kWrite);
    const auto report = gatherer::gather(collection.open(), *repository, options);
    EXPECT_TRUE(report) << report.error().to_string();
    return report.value_or(gatherer::GatherReport());
  }
  double truth(const gatherer::GatherReport& report) const {
    return static_cast<double>(report.relevant) / on_topic_;
  }
  /// `sample`: URLs of a generation that are drawn at most.
  static gatherer::GatherOptions until(double recall, std::size_t sample = 200) {
    gatherer::GatherOptions options;
    options.until_recall = gatherer::RecallGoal{.recall = recall, .sample = sample, .first = 100};
    return options;
  }

  int on_topic_ = 0;
};

TEST_F(RecallTest, TheRunEndsWhenTheGoalIsReached) {
  make_web(600);
  const TestCollection collection(from({url(0, 0)}));
  const auto report = gather(collection, until(0.5, 60));
  ASSERT_TRUE(report.recall);
  EXPECT_TRUE(report.is_complete());
  EXPECT_EQ((*collection.repository()->crawl().last_run())->stop_reason,
            repository::StopReason::kRecall);
  EXPECT_GE(report.recall->recall.estimate, 0.5);
  EXPECT_GT(report.queued, 0) << "a goal below 1 leaves URLs that wait";
  EXPECT_EQ(collection.pages().size(), static_cast<std::size_t>(web_.pages_asked()))
      << "pages of samples belong to the collection, and none is fetched twice";

  const int asked = web_.pages_asked();
  EXPECT_TRUE(gather(collection, until(0.5, 60)).is_complete());
  EXPECT_EQ(web_.pages_asked(), asked) << "the same goal is reached already";
  EXPECT_GT(gather(collection, until(1)).fetched, report.fetched) << "a higher goal goes on";
}

// An interval of 95 per cent misses one crawl in twenty by chance, and answers come in another
// order in each crawl. A wrong estimate misses all four.
TEST_F(RecallTest, OneOfFourIntervalsAtLeastHoldsTheTruth) {
  make_web(600);
  std::string intervals;
  for (int crawl = 0; crawl < 4; ++crawl) {
    const TestCollection collection(from({url(0, 0)}));
    const auto report = gather(collection, until(0.5, 60));
    ASSERT_TRUE(report.recall);
    const auto& recall = report.recall->recall;
    if (recall.holds(truth(report))) return;
    intervals += std::to_string(recall.low) + " to " + std::to_string(recall.high) + ", true " +
                 std::to_string(truth(report)) + "\n";
  }
  FAIL() << intervals;
}

TEST_F(RecallTest, AGoalOfAllEndsWithEveryPage) {
  make_web(60);
  const TestCollection collection(from({url(0, 0)}));
  const auto report = gather(collection, until(1));
  EXPECT_TRUE(report.is_complete());
  EXPECT_EQ(report.relevant, on_topic_);
  EXPECT_EQ(report.recall->recall.estimate, 1);
}

TEST_F(RecallTest, TheBudgetHoldsInsideOfASample) {
  make_web(400);
  const TestCollection collection(from({url(0, 0)}));
  gatherer::GatherOptions options = until(1);
  options.pages = 150;
  auto report = gather(collection, options);
  EXPECT_EQ(report.fetched, 150);
  EXPECT_FALSE(report.is_complete());
  EXPECT_FALSE(report.recall) << "the first sample was not read to its end";
  options.pages = 2000;
  report = gather(collection, options);
  EXPECT_EQ(report.fetched, 2000);
  EXPECT_TRUE(report.recall) << "the sample went on";
}

TEST_F(RecallTest, PagesThatRobotsTxtClosesAreNotAskedFor) {
  make_web(60);
  web_.robots("http://s3.test", "User-agent: *\nDisallow: /\n");
  const TestCollection collection(from({url(0, 0)}));
  const auto report = gather(collection, until(1));
  EXPECT_TRUE(report.is_complete());
  EXPECT_EQ(web_.times_asked(url(3, 0)), 0);
  EXPECT_EQ(report.fetched, 180) << "links lead to three sites";
}

TEST_F(RecallTest, ARunThatIsKilledGoesOnAndFetchesNothingTwice) {
  make_web(400);
  const TestCollection collection(from({url(0, 0)}));
  const std::vector<std::string> verb = {"gather", collection.folder().string(), "--until-recall",
                                         "0.8", "--json"};
  for (const int asked : {150, 300, 450, 700}) {
    Program program(kProgram, verb);
    web_.wait_for_pages(asked);
    program.send(SIGKILL);
    program.wait();
  }
  const std::set<std::string> kept = collection.pages();
  std::map<std::string, int> times;
  for (const std::string& page : kept) times[page] = web_.times_asked(page);
  const ProgramResult done = run_program(kProgram, verb);
  ASSERT_EQ(done.code, 0) << done.err;
  const auto json = nlohmann::json::parse(done.out);
  EXPECT_EQ(json["stopped"], "recall");
  EXPECT_TRUE(json["recall"]["reached"]);
  const double truth = json["relevant"].get<double>() / on_topic_;
  EXPECT_GT(truth, 0.5) << "far below the goal: " << json["recall"];
  for (const auto& [page, before] : times) EXPECT_EQ(web_.times_asked(page), before) << page;

  const ProgramResult status =
      run_program(kProgram, {"status", collection.folder().string(), "--json"});
  EXPECT_EQ(nlohmann::json::parse(status.out)["recall"], json["recall"]);
  EXPECT_EQ(nlohmann::json::parse(status.out)["recall_is_of_now"], true);
  const ProgramResult words = run_program(kProgram, {"status", collection.folder().string()});
  EXPECT_NE(words.out.find("recall "), std::string::npos) << words.out;
}

}  // namespace
}  // namespace porthole::testing
