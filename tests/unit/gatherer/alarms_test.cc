#include "gatherer/report/alarms.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <functional>
#include <random>

namespace porthole::gatherer {
namespace {

using ::testing::Contains;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using Draw = std::function<double(std::mt19937_64&)>;
using std::chrono::seconds;

constexpr const char* kFolder = "stars";
const WallTime kBegin = parse_time("2026-11-20T12:00:00Z").value();

/// A crawl with URLs to fetch, whose pages off topic are too near to the good topic.
CrawlHistory history() {
  CrawlHistory history;
  for (std::size_t i = 0; i < kRecentPages; ++i)
    history.recent.push_back({i % 2 == 0, i % 2 == 0 ? "sky/stars" : "sky/planets"});
  history.queued = history.hosts = 10;
  history.strategy = "hard-focus";
  history.good = {"sky/stars"};
  return history;
}

class AlarmsTest : public ::testing::Test {
 protected:
  /// Pages of a relevance that varies a little around `mean`, `apart` seconds from each other.
  void fetch(int pages, double mean, int apart = 1) {
    for (int i = 0; i < pages; ++i) {
      now_ += seconds(apart);
      const auto number = static_cast<int>(fetched_.pages.size());
      fetched_.pages.push_back({now_, mean + 0.04 * (number / 50 % 3)});
    }
  }
  std::vector<Alarm> alarms() const { return find_alarms(history_, fetched_, now_, kFolder); }

  CrawlHistory history_ = history();
  FetchedPages fetched_;
  WallTime now_ = kBegin;
};

TEST_F(AlarmsTest, NamesTheHostsThatSendChallengesInThePlaceOfPages) {
  fetched_.withheld = {{"a.test", repository::DropReason::kChallenge, 20, 0},
                       {"b.test", repository::http_reason(403), 3, 0}};
  const std::vector<Alarm> found = alarms();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(alarm_name(found[0].kind), "pages withheld");
  EXPECT_THAT(found[0].what, HasSubstr("a.test (challenge: 20 pages), b.test (http 403: 3 pages)"));
  EXPECT_THAT(found[0].remedies, Contains(HasSubstr("docs/bot_page.md")));
}

TEST_F(AlarmsTest, NamesThePagesThatStayOnlySinceTheyAreSoMany) {
  fetched_.index.emplace();
  EXPECT_THAT(alarms(), IsEmpty());
  fetched_.index->kept = {{.site = "a.test",
                           .cause = "gone: http 404",
                           .pages = 8,
                           .example = "http://a.test/",
                           .site_pages = 9}};
  const std::vector<Alarm> found = alarms();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(alarm_name(found[0].kind), "pages kept");
  EXPECT_THAT(found[0].what, HasSubstr("8 pages would leave the index"));
  EXPECT_THAT(found[0].what, HasSubstr("a.test, gone: http 404 (9 of the site before"));
  EXPECT_THAT(found[0].remedies, Contains(HasSubstr("porthole index stars --accept-loss")));
  EXPECT_EQ(found[0].work, "accept-loss");
}

TEST_F(AlarmsTest, ThereIsNoneInACrawlThatGoesWellOrHasNotBegun) {
  EXPECT_THAT(find_alarms({}, {}, now_, kFolder), IsEmpty());
  fetched_.run_started = kBegin;
  fetch(2000, 0.6);
  EXPECT_THAT(alarms(), IsEmpty());
}

// The fall began with the page 2,001; the group before it was one of the lower ones, .60, and
// counts as its begin: (.60 + 10 * .24) / 11 = .273, after 39 groups of .64 on the average.
TEST_F(AlarmsTest, ToldThatRelevanceFellAPersonIsGivenTheAncestorAndAStrategy) {
  fetch(2000, 0.6);
  fetch(500, 0.2);
  const std::vector<Alarm> found = alarms();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, AlarmKind::kRelevanceFell);
  EXPECT_EQ(found[0].what,
            "the mean relevance of the last 550 pages is 27.3 %, after 64.0 % before");
  EXPECT_EQ(found[0].mark, "sky");
  EXPECT_EQ(found[0].strategy, "soft-focus");
  EXPECT_THAT(found[0].remedies, Contains(HasSubstr("porthole examples mark stars sky")));
}

TEST_F(AlarmsTest, ARateThatFellIsToldWhileTheCrawlRuns) {
  fetch(2000, 0.6);
  fetch(500, 0.6, 10);
  history_.hosts_waiting = 4;
  EXPECT_THAT(alarms(), IsEmpty()) << "no run is under way";
  fetched_.run_started = kBegin;
  const std::vector<Alarm> found = alarms();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, AlarmKind::kRateFell);
  EXPECT_EQ(found[0].what, "0.1 pages a second at most, after 1.0 before");
  EXPECT_THAT(found[0].remedies, Contains("4 hosts of 10 with queued URLs may not be asked yet"));
}

// The open group counts by the time that it has taken already.
TEST_F(AlarmsTest, ACrawlThatGetsNoPageAnyMoreHasAnAlarm) {
  fetched_.run_started = kBegin;
  fetch(2000, 0.6);
  now_ += seconds(40);
  EXPECT_THAT(alarms(), IsEmpty());
  now_ += seconds(100'000);
  ASSERT_EQ(alarms().size(), 1u);
  EXPECT_EQ(alarms()[0].kind, AlarmKind::kRateFell);
}

TEST_F(AlarmsTest, PagesOfEarlierRunsSayNothingOfTheRate) {
  fetch(1000, 0.6);
  fetched_.run_started = now_ + seconds(100'000);
  now_ = fetched_.run_started;
  fetch(1000, 0.6, 10);
  EXPECT_THAT(alarms(), IsEmpty());
}

TEST_F(AlarmsTest, ACrawlThatStandsStillHasItsCause) {
  history_.queued = history_.hosts = 0;
  history_.pruned = 17;
  fetch(100, 0.6);
  const std::vector<Alarm> found = alarms();
  ASSERT_EQ(found.size(), 1u);
  EXPECT_EQ(found[0].kind, AlarmKind::kStandsStill);
  EXPECT_EQ(found[0].what, "17 URLs left, and hard-focus pruned all of them");
  EXPECT_EQ(found[0].strategy, "soft-focus");
}

/// How many of `series` series of `length` values each raise an alarm.
int series_with_alarm(int series, int length, const Draw& draw) {
  int found = 0;
  for (int i = 0; i < series; ++i) {
    std::mt19937_64 random(static_cast<std::uint64_t>(i) + 1);
    FallDetector detector(0.001);
    bool fell = false;
    for (int k = 0; k < length && !fell; ++k) {
      detector.add(draw(random));
      fell = detector.has_fallen();
    }
    if (fell) ++found;
  }
  return found;
}

double normal(std::mt19937_64& random) { return std::normal_distribution(0.4, 0.1)(random); }

/// The share of relevant pages among 50 of which half are.
double half_of_fifty(std::mt19937_64& random) {
  return std::binomial_distribution(50, 0.5)(random) / 50.0;
}

// Siegmund's approximation with b = h + 1.166 = 9.166 and k = 1/2: a run of
// (exp(2 k b) - 2 k b - 1) / (2 k^2) = (9,566 - 10.2) / 0.5 = 19,112 values between false alarms. A
// series of 2,000 raises one with the probability 1 - exp(-2000 / 19112) = 9.9 %: 49.7 of 500, with
// a deviation of 6.7. The bounds are three deviations wide.
TEST(FallDetectorTest, RaisesOneFalseAlarmInNineteenThousandValues) {
  const int found = series_with_alarm(500, 2000, normal);
  EXPECT_GE(found, 30);
  EXPECT_LE(found, 70);
}

// A crawl of 10,000 pages has 200 groups: about 1 % of such crawls raise a false alarm, 10.4 of
// 1,000 with a deviation of 3.2.
TEST(FallDetectorTest, AFalseAlarmIsRareInACrawlOfTenThousandPages) {
  EXPECT_LE(series_with_alarm(1000, 200, half_of_fifty), 20);
}

TEST(FallDetectorTest, FindsAFallByTwoDeviationsSoon) {
  int late = 0;
  for (std::uint64_t seed = 1; seed <= 200; ++seed) {
    std::mt19937_64 random(seed);
    FallDetector detector(0.001);
    for (int i = 0; i < 100; ++i) detector.add(normal(random));
    for (int i = 0; i < 12; ++i) detector.add(normal(random) - 0.2);
    if (!detector.has_fallen()) ++late;
  }
  EXPECT_LE(late, 4);
}

// Page 1954: the sum left 0 for the last time where the fall began.
TEST(FallDetectorTest, TellsWhereTheFallBeganAndHowItWasBefore) {
  std::mt19937_64 random(7);
  FallDetector detector(0.001);
  for (int i = 0; i < 100; ++i) detector.add(normal(random));
  ASSERT_FALSE(detector.has_fallen());
  for (int i = 0; i < 10; ++i) detector.add(0.1);
  ASSERT_TRUE(detector.has_fallen());
  EXPECT_NEAR(static_cast<double>(detector.before()), 100, 4);
  EXPECT_NEAR(detector.usual(), 0.4, 0.05);
}

TEST(FallDetectorTest, IsNotTroubledByARise) {
  FallDetector detector(0.001);
  for (int i = 0; i < 50; ++i) detector.add(0.4 + 0.01 * (i % 3));
  for (int i = 0; i < 50; ++i) detector.add(0.9);
  EXPECT_FALSE(detector.has_fallen());
}

TEST(FallDetectorTest, AnAlarmEndsWhenItIsAsBefore) {
  FallDetector detector(0.001);
  for (int i = 0; i < 50; ++i) detector.add(0.4 + 0.01 * (i % 3));
  for (int i = 0; i < 50; ++i) detector.add(0.1);
  ASSERT_TRUE(detector.has_fallen());
  for (int i = 0; i < 30; ++i) detector.add(0.4 + 0.01 * (i % 3));
  EXPECT_FALSE(detector.has_fallen());
}

TEST(FallDetectorTest, ASeriesThatDidNotVaryRaisesNoAlarmAtASmallChange) {
  FallDetector detector(0.02);
  for (int i = 0; i < 50; ++i) detector.add(1);
  for (int i = 0; i < 50; ++i) detector.add(0.995);
  EXPECT_FALSE(detector.has_fallen());
}

TEST(FallDetectorTest, MakesNothingOfAFewValues) {
  FallDetector detector(0.001);
  for (int i = 0; i < 8; ++i) detector.add(i < 4 ? 1 : 0);
  EXPECT_FALSE(detector.has_fallen());
}

}  // namespace
}  // namespace porthole::gatherer
