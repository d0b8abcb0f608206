#include "gatherer/report/stagnation.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/test_collection.h"

namespace porthole::gatherer {
namespace {

using ::testing::HasSubstr;
using ::testing::IsEmpty;

constexpr const char* kFolder = "stars";

/// 200 recent pages, `relevant` of them on topic, after `earlier` pages with `earlier_relevant` of
/// them.
CrawlHistory history(int relevant, std::int64_t earlier, std::int64_t earlier_relevant) {
  CrawlHistory history;
  for (int i = 0; i < static_cast<int>(kRecentPages); ++i)
    history.recent.push_back({i < relevant, ""});
  history.earlier = earlier;
  history.earlier_relevant = earlier_relevant;
  history.queued = history.hosts = 10;
  history.strategy = "rw";
  return history;
}

bool is_falling(const CrawlHistory& history) {
  const auto finding = find_stagnation(history, kFolder);
  return finding && finding->kind == Stagnation::kRelevanceFalls;
}

TEST(StagnationTest, FindsNothingInACrawlThatGoesWellOrHasNotBegun) {
  EXPECT_FALSE(find_stagnation(history(100, 800, 400), kFolder));
  EXPECT_FALSE(find_stagnation({}, kFolder));
}

// 800 pages before, half of them relevant: p0 = 401/802 = .5, of variance .25 / 802 = .000312. 76
// of 200: p1 = 77/202 = .3812, of variance .2359 / 202 = .001168, z = -.1188 / .03846 = -3.09. 77
// of 200: p1 = .3861, of variance .001173, z = -.1139 / .03854 = -2.95.
TEST(StagnationTest, TellsADropBeyondThreeDeviationsFromNoise) {
  EXPECT_TRUE(is_falling(history(76, 800, 400)));
  EXPECT_FALSE(is_falling(history(77, 800, 400)));
}

TEST(StagnationTest, IsNotTroubledByARise) { EXPECT_FALSE(is_falling(history(190, 800, 400))); }

TEST(StagnationTest, MakesNothingOfShortCrawls) {
  EXPECT_FALSE(is_falling(history(0, 199, 199)));
  EXPECT_TRUE(is_falling(history(0, 200, 200)));
  CrawlHistory few = history(0, 800, 400);
  few.recent.resize(kRecentPages - 1);
  EXPECT_FALSE(is_falling(few));
}

// 0 of 200 (p1 = 1/202 = .00495, of variance .0000244) after 21 of 800: p0 = 22/802 = .02743, of
// variance .0000333, z = -.02248 / .00759 = -2.96. After 40 of 800: p0 = .05112, of variance
// .0000605, z = -5.0.
TEST(StagnationTest, MakesNothingOfAFewRelevantPages) {
  EXPECT_FALSE(is_falling(history(0, 800, 21)));
  EXPECT_TRUE(is_falling(history(0, 800, 40)));
}

// 199 of 200 (p1 = 200/202 = .9901, of variance .0000485) after 100,000 of as many: z = -.0099 /
// .00697 = -1.4. 170 of 200: p1 = .8465, of variance .000643, z = -6.0.
TEST(StagnationTest, MakesNothingOfAFewIrrelevantPages) {
  EXPECT_FALSE(is_falling(history(199, 100'000, 100'000)));
  EXPECT_TRUE(is_falling(history(170, 100'000, 100'000)));
}

TEST(StagnationTest, TellsAnEmptyFrontierFromOneThatWasPruned) {
  CrawlHistory past = history(100, 0, 0);
  past.queued = past.hosts = 0;
  EXPECT_EQ(find_stagnation(past, kFolder)->kind, Stagnation::kFrontierEmpty);
  past.pruned = 17;
  const auto finding = find_stagnation(past, kFolder);
  EXPECT_EQ(finding->kind, Stagnation::kAllPruned);
  EXPECT_EQ(finding->what, "17 URLs left, and rw pruned all of them");
  EXPECT_THAT(finding->remedies.at(0), HasSubstr("porthole gather stars --strategy rwb"));
}

TEST(StagnationTest, TellsThatAllHostsAreWaitedFor) {
  CrawlHistory past = history(100, 0, 0);
  past.hosts = past.hosts_waiting = 3;
  past.next_ready = WallTime(std::chrono::seconds(1'795'176'000));
  const auto finding = find_stagnation(past, kFolder);
  ASSERT_TRUE(finding);
  EXPECT_EQ(finding->kind, Stagnation::kHostsWaiting);
  EXPECT_THAT(finding->what, HasSubstr(format_time(past.next_ready)));
  past.hosts_waiting = 2;
  EXPECT_FALSE(find_stagnation(past, kFolder));
}

// The case of the paper: mutual funds amid investment in general.
TEST(StagnationTest, NamesTheAncestorThatWouldHelp) {
  CrawlHistory past = history(20, 800, 400);
  past.good = {"business/investment/funds", "sports/cycling"};
  for (std::size_t i = 20; i < past.recent.size(); ++i) {
    past.recent[i].topic = i < 140 ? "business/investment/stocks" : i < 170 ? "arts/music" : "";
  }
  const auto finding = find_stagnation(past, kFolder);
  ASSERT_TRUE(finding);
  using Count = std::pair<std::string, std::int64_t>;
  EXPECT_EQ(
      finding->census,
      (std::vector<Count>{{"business/investment/stocks", 120}, {"", 30}, {"arts/music", 30}}));
  EXPECT_EQ(finding->remedies.at(0),
            "mark business/investment good: 67 % of what is not relevant is "
            "business/investment/stocks, too near to "
            "business/investment/funds to keep apart: porthole examples mark stars "
            "business/investment sports/cycling");
}

TEST(StagnationTest, ProposesNoAncestorForTopicsThatAreFarApart) {
  CrawlHistory past = history(20, 800, 400);
  past.good = {"business/funds"};
  for (std::size_t i = 20; i < past.recent.size(); ++i) past.recent[i].topic = "arts/music";
  const auto finding = find_stagnation(past, kFolder);
  ASSERT_TRUE(finding);
  for (const std::string& remedy : finding->remedies) EXPECT_THAT(remedy, Not(HasSubstr("mark")));
}

TEST(StagnationTest, ProposesAStrategyOrAnOptionThatDoesNotDoTheSame) {
  CrawlHistory past = history(20, 800, 400);
  for (const auto& [strategy, proposed] : std::vector<std::pair<std::string, std::string>>{
           {"hard-focus", "soft-focus"}, {"rw", "rwb"}, {"breadth-first", "learned"}}) {
    past.strategy = strategy;
    EXPECT_THAT(find_stagnation(past, kFolder)->remedies.at(0), HasSubstr("--strategy " + proposed))
        << strategy;
  }
}

TEST(StagnationTest, ProposesSeedsAloneWhereLearnedFalls) {
  CrawlHistory past = history(20, 800, 400);
  past.strategy = "learned";
  const auto finding = find_stagnation(past, kFolder);
  ASSERT_TRUE(finding);
  ASSERT_EQ(finding->remedies.size(), 1u);
  EXPECT_THAT(finding->remedies[0], HasSubstr("more seeds"));
}

TEST(StagnationTest, ProposesMoreOfAnOptionThanIsInForce) {
  CrawlHistory past = history(20, 800, 400);
  past.queued = past.hosts = 0;
  past.pruned = 7;
  past.strategy = "rwb";
  for (const auto& [boost, proposed] :
       std::vector<std::pair<std::string, std::string>>{{"0.8", "0.5"}, {"0.5", "0"}}) {
    past.options = {{"boost", "0.9"}, {"boost", boost}};
    EXPECT_THAT(find_stagnation(past, kFolder)->remedies.at(0),
                HasSubstr("--option boost=" + proposed))
        << boost;
  }
  past.options = {{"boost", "0"}};
  EXPECT_THAT(find_stagnation(past, kFolder)->remedies.at(0), HasSubstr("more seeds"));
}

/// A repository of 205 pages, the first three relevant, and two queued URLs of one host and one of
/// another.
TEST(StagnationTest, ReadsTheHistoryFromARepository) {
  testing::SpecificationText text;
  text.seeds = {"http://a.test/"};
  const testing::TestCollection made(text);
  const auto repository = made.repository(repository::Access::kWrite);
  const WallTime now{std::chrono::seconds(1'795'176'000)};
  repository::Batch batch;
  const auto add = [&](repository::UrlId id, repository::UrlState state, const std::string& host,
                       WallTime not_before) {
    repository::UrlRecord url;
    url.id = id;
    url.key = url.href = "http://" + host + "/" + std::to_string(id);
    url.host = url.site = host;
    url.state = state;
    url.not_before = not_before;
    if (state == repository::UrlState::kDropped) url.reason = repository::DropReason::kThreshold;
    batch.new_urls.push_back(url);
  };
  for (repository::UrlId id = 1; id <= 205; ++id) {
    add(id, repository::UrlState::kFetched, "a.test", {});
    repository::PageRecord page;
    page.id = page.order = id;
    page.relevant = id <= 3;
    page.topic = id <= 3 ? "Astronomy" : "";
    batch.pages.push_back(page);
  }
  add(206, repository::UrlState::kQueued, "b.test", now + std::chrono::seconds(60));
  add(207, repository::UrlState::kQueued, "b.test", {});
  add(208, repository::UrlState::kQueued, "c.test", now);
  add(209, repository::UrlState::kDropped, "c.test", {});
  ASSERT_TRUE(repository->crawl().apply(batch));

  const auto read = read_history(made.open(), *repository, now);
  ASSERT_TRUE(read);
  EXPECT_EQ(read->recent.size(), kRecentPages);
  EXPECT_EQ(read->earlier, 5);
  EXPECT_EQ(read->earlier_relevant, 3);
  EXPECT_EQ(read->queued, 3);
  EXPECT_EQ(read->pruned, 1);
  EXPECT_EQ(read->hosts, 2);
  EXPECT_EQ(read->hosts_waiting, 1);
  EXPECT_EQ(read->next_ready, now + std::chrono::seconds(60));
  EXPECT_EQ(read->strategy, "breadth-first");
  EXPECT_THAT(read->good, IsEmpty());
}

}  // namespace
}  // namespace porthole::gatherer
