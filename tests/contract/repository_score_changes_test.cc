// The log of changes, and the scores that are computed anew around them, against values worked out
// by hand.

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/scores/local_distiller.h"
#include "gatherer/strategies/distillation.h"
#include "tests/contract/repository_contract.h"

namespace porthole::repository {
namespace {

using gatherer::LocalDistiller;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

constexpr double kTolerance = 1e-9;
/// rho = 0.4. The sums of the last round are 3/2 of authorities and 3/5 of hubs (see web()).
constexpr ScoreScale kScale{0.4, 2.0 / 3, 5.0 / 3};

PageRecord judged(UrlId id, double relevance) {
  PageRecord record = page(id, id);
  record.relevance = Relevance(relevance);
  return record;
}

/// Adds a fetched page and its links.
void add(Batch& batch, UrlId id, const std::string& key, double relevance,
         const std::vector<UrlId>& targets) {
  batch.new_urls.push_back(url(id, key, UrlState::kFetched));
  batch.pages.push_back(judged(id, relevance));
  std::uint32_t position = 0;
  for (const UrlId target : targets) batch.links.push_back(link(id, position++, target, ""));
}

/// The web of DistillerTest.WeighsVotesByTheRelevanceOfBothEnds: hubs 1 and 2, authorities 3 and 4,
/// each a site of its own; and 6, which is known and not fetched.
Batch web() {
  Batch batch;
  add(batch, 1, "https://h1.org/", 0.4, {3, 4});
  add(batch, 2, "https://h2.org/", 0.3, {3, 6});
  add(batch, 3, "https://a1.org/", 1, {});
  add(batch, 4, "https://a2.org/", 0.75, {});
  batch.new_urls.push_back(url(6, "https://a3.org/"));
  return batch;
}
const std::vector<ScoreRecord> kScores = {
    {1, 2.0 / 3, 0}, {2, 1.0 / 3, 0}, {3, 0, 2.0 / 3}, {4, 0, 1.0 / 3}};

class ScoreChangesTest : public RepositoryContract {
 protected:
  void SetUp() override {
    RepositoryContract::SetUp();
    if (IsSkipped()) return;
    repository_ = open();
    ASSERT_TRUE(repository_->crawl().apply(web()));
    ASSERT_TRUE(repository_->scores().put_distilled(kScores, kScale));
  }

  void apply(const Batch& batch) {
    const auto applied = repository_->crawl().apply(batch);
    ASSERT_TRUE(applied) << applied.error().to_string();
  }
  void judge(UrlId page, double relevance) {
    ASSERT_TRUE(repository_->scores().put_judgements(
        {{.page = page, .relevance = Relevance(relevance), .relevant = true, .topic = "t"}}));
  }
  std::vector<UrlId> logged() {
    const auto rows = repository_->score_changes().logged(10'000);
    EXPECT_TRUE(rows) << rows.error().to_string();
    std::vector<UrlId> pages;
    if (rows) {
      for (const ScoreChanges::Logged& row : *rows) pages.push_back(row.page);
    }
    return pages;
  }
  std::size_t advance() {
    const auto settled = LocalDistiller(repository_->score_changes()).advance();
    EXPECT_TRUE(settled) << settled.error().to_string();
    return settled.value_or(0);
  }
  /// Works the log off and compares all scores.
  void expect_scores(const std::map<UrlId, std::pair<double, double>>& hub_and_authority) {
    const auto run = LocalDistiller(repository_->score_changes()).run();
    ASSERT_TRUE(run) << run.error().to_string();
    EXPECT_THAT(logged(), IsEmpty());
    std::map<UrlId, std::pair<double, double>> found;
    ASSERT_TRUE(repository_->scores().for_each([&](const ScoreRecord& score) {
      found[score.page] = {score.hub, score.authority};
      return true;
    }));
    ASSERT_EQ(found.size(), hub_and_authority.size());
    for (const auto& [page, expected] : hub_and_authority) {
      ASSERT_TRUE(found.contains(page)) << page;
      EXPECT_NEAR(found[page].first, expected.first, kTolerance) << "hub " << page;
      EXPECT_NEAR(found[page].second, expected.second, kTolerance) << "authority " << page;
    }
  }
  std::unique_ptr<Repository> repository_;
};

TEST_P(ScoreChangesTest, NothingIsLoggedWithoutADistillation) {
  const auto change_pages = [&] {
    judge(3, 0.9);
    judge(3, 1);
    ASSERT_TRUE(repository_->remove_url("https://a2.org/"));
  };
  ASSERT_TRUE(repository_->scores().put(kScores));
  change_pages();
  EXPECT_THAT(logged(), IsEmpty()) << "scores of another kind";
  ASSERT_TRUE(repository_->scores().put_distilled({}, {0.4, 0, 0}));
  change_pages();
  EXPECT_THAT(logged(), IsEmpty()) << "a distillation that found nothing";
  EXPECT_FALSE(repository_->score_changes().scale()->has_value());
  EXPECT_EQ(advance(), 0U);
}

TEST_P(ScoreChangesTest, APageIsLoggedOnceHoweverOftenItChanges) {
  judge(3, 1);
  EXPECT_THAT(logged(), IsEmpty()) << "the same relevance as before";
  for (int time = 1; time < 10; ++time) {
    judge(3, time / 10.0);
    judge(4, time / 10.0);
  }
  Batch arrival;
  add(arrival, 5, "https://h3.org/", 0.1, {3});
  apply(arrival);
  EXPECT_THAT(logged(), ElementsAre(3, 4, 5));
}

TEST_P(ScoreChangesTest, AWholeDistillationEmptiesTheLog) {
  judge(3, 0.5);
  ASSERT_TRUE(repository_->scores().put_distilled(kScores, kScale));
  EXPECT_THAT(logged(), IsEmpty());
  judge(3, 0.6);
  EXPECT_THAT(logged(), ElementsAre(3));
  ASSERT_TRUE(repository_->scores().put(kScores));
  EXPECT_THAT(logged(), IsEmpty());
}

TEST_P(ScoreChangesTest, ALogThatIsFullTakesNoMore) {
  const std::string last = std::to_string(ScoreChanges::kMostLogged + 1);
  execute("INSERT INTO page_change (serial, page) VALUES (1, 901), (" + last + ", 902)");
  judge(3, 0.5);
  EXPECT_THAT(logged(), ElementsAre(901, 902));
  EXPECT_EQ(advance(), 2U) << "URLs that are not there have no neighbours";
  EXPECT_THAT(logged(), IsEmpty());
}

// The sums are those of the last round.
TEST_P(ScoreChangesTest, PagesWhoseNeighboursDidNotChangeKeepTheirScores) {
  Batch again;
  again.pages = {judged(1, 0.4), judged(3, 1)};
  for (PageRecord& record : again.pages) record.digest += " of today";
  again.links = {link(1, 0, 3, ""), link(1, 1, 4, "")};
  apply(again);
  EXPECT_THAT(logged(), UnorderedElementsAre(1, 3));
  expect_scores({{1, {2.0 / 3, 0}}, {2, {1.0 / 3, 0}}, {3, {0, 2.0 / 3}}, {4, {0, 1.0 / 3}}});
}

// h(5) = 5/3 * 0.06 * (2/3 + 1/3) = 0.1; a(3) = 2/3 * (2/3 + 1/3 + 0.1) = 11/15;
// a(4) = 2/3 * 0.75 * (2/3 + 0.1) = 23/60; h(5) = 0.1 * (11/15 + 23/60) = 67/600.
TEST_P(ScoreChangesTest, ANewHubHasAVoteOnThePagesThatItCites) {
  Batch arrival;
  add(arrival, 5, "https://h3.org/", 0.06, {8, 4});
  arrival.new_urls.push_back(url(8, "https://www.a1.org/", UrlState::kAlias));
  arrival.new_urls.back().alias_of = 3;
  apply(arrival);
  EXPECT_THAT(logged(), ElementsAre(5));
  expect_scores({{1, {2.0 / 3, 0}},
                 {2, {1.0 / 3, 0}},
                 {3, {0, 11.0 / 15}},
                 {4, {0, 23.0 / 60}},
                 {5, {67.0 / 600, 0}}});
}

// a(6) = 2/3 * 0.5 * 1/3 = 1/9; h(2) = 5/3 * 0.3 * (2/3 + 1/9) = 7/18.
TEST_P(ScoreChangesTest, ANewAuthorityRaisesTheHubsThatCiteIt) {
  Batch arrival;
  UrlRecord fetched = url(6, "https://a3.org/", UrlState::kFetched);
  arrival.changed_urls = {fetched};
  arrival.pages = {judged(6, 0.5)};
  apply(arrival);
  expect_scores({{1, {2.0 / 3, 0}},
                 {2, {7.0 / 18, 0}},
                 {3, {0, 2.0 / 3}},
                 {4, {0, 1.0 / 3}},
                 {6, {0, 1.0 / 9}}});
}

// h(7) = 2/3 * 2/3 = 4/9; a(3) = 2/3 * ((2/3 + 4/9) / 2 + 1/3) = 16/27; h(7) = 2/3 * 16/27.
TEST_P(ScoreChangesTest, PagesOfASiteShareAVote) {
  Batch arrival;
  add(arrival, 7, "https://h1.org/seven", 0.4, {3, 1});
  apply(arrival);
  expect_scores({{1, {2.0 / 3, 0}},
                 {2, {1.0 / 3, 0}},
                 {3, {0, 16.0 / 27}},
                 {4, {0, 1.0 / 3}},
                 {7, {32.0 / 81, 0}}});
}

TEST_P(ScoreChangesTest, ACopyHasNoVoteOfItsOwn) {
  Batch arrival;
  add(arrival, 7, "https://h1.org/copy", 0.4, {3});
  arrival.pages[0].duplicate_of = 1;
  apply(arrival);
  EXPECT_THAT(logged(), ElementsAre(7));
  expect_scores({{1, {2.0 / 3, 0}}, {2, {1.0 / 3, 0}}, {3, {0, 2.0 / 3}}, {4, {0, 1.0 / 3}}});
}

// 0.375 is not above rho: h(1) = 5/3 * 0.4 * 2/3 = 4/9.
TEST_P(ScoreChangesTest, APageThatIsJudgedOffTopicIsNotAnAuthority) {
  judge(4, 0.375);
  expect_scores({{1, {4.0 / 9, 0}}, {2, {1.0 / 3, 0}}, {3, {0, 2.0 / 3}}});
}

// h(2) = 5/3 * 0.15 * 2/3 = 1/6; a(3) = 2/3 * (2/3 + 1/6) = 5/9; h(2) = 1/4 * 5/9.
TEST_P(ScoreChangesTest, AHubThatIsJudgedLessRelevantGivesAndGetsLess) {
  judge(2, 0.15);
  expect_scores({{1, {2.0 / 3, 0}}, {2, {5.0 / 36, 0}}, {3, {0, 5.0 / 9}}, {4, {0, 1.0 / 3}}});
}

// a(3) = 2/3 * 2/3 = 4/9; h(1) = 2/3 * (4/9 + 1/3) = 14/27.
TEST_P(ScoreChangesTest, ARemovedHubTakesItsVotesAlong) {
  ASSERT_TRUE(repository_->remove_url("https://h2.org/"));
  EXPECT_THAT(logged(), UnorderedElementsAre(2, 3));
  expect_scores({{1, {14.0 / 27, 0}}, {3, {0, 4.0 / 9}}, {4, {0, 1.0 / 3}}});
}

// h(1) = 2/3 * 1/3; 2 cites no other authority.
TEST_P(ScoreChangesTest, ARemovedAuthorityCountsForNoHub) {
  ASSERT_TRUE(repository_->remove_url("https://a1.org/"));
  expect_scores({{1, {2.0 / 9, 0}}, {4, {0, 1.0 / 3}}});
}

// a(3) = 2/3 * 1/3.
TEST_P(ScoreChangesTest, APageThatIsGoneHasNoVote) {
  Batch failed;
  failed.failures = {{.page = 1,
                      .failures = 3,
                      .first = page(1, 2).fetched_at,
                      .last = page(1, 3).fetched_at,
                      .reason = http_reason(404),
                      .gone = page(1, 3).fetched_at}};
  apply(failed);
  EXPECT_THAT(logged(), ElementsAre(1));
  expect_scores({{2, {1.0 / 3, 0}}, {3, {0, 2.0 / 9}}});
  Batch back;
  back.pages = {judged(1, 0.4)};
  back.pages[0].fetched_at += std::chrono::hours(1);
  back.pages[0].archive_offset += 1;
  apply(back);
  EXPECT_THAT(logged(), ElementsAre(1));
}

// Page 4 gets a vote, 5 a score; those of 1 and 3 are not touched.
TEST_P(ScoreChangesTest, SummariesThatStateOtherScoresBecomeStale) {
  Batch arrival;
  add(arrival, 5, "https://h3.org/", 0.06, {4});
  apply(arrival);
  ASSERT_TRUE(repository_->summaries().put(
      {summary(1, "a"), summary(2, "b"), summary(3, "c"), summary(4, "d"), summary(5, "e")}));
  EXPECT_EQ(advance(), 1U);
  EXPECT_THAT(*repository_->summaries().stale_pages(10), ElementsAre(4, 5));
}

TEST_P(ScoreChangesTest, APortionIsBounded) {
  Batch arrival;
  for (UrlId id = 1001; id <= 1200; ++id)
    add(arrival, id, "https://p" + std::to_string(id) + ".org/", 0, {});
  apply(arrival);
  EXPECT_EQ(advance(), LocalDistiller::kMostPages);
  EXPECT_EQ(logged().size(), 200 - LocalDistiller::kMostPages);
  EXPECT_EQ(advance(), 200 - LocalDistiller::kMostPages);
  EXPECT_EQ(advance(), 0U);
}

TEST_P(ScoreChangesTest, APageWithTooManyLinksKeepsItsScore) {
  Batch arrival;
  for (UrlId id = 1001; id <= 2000; ++id)
    add(arrival, id, "https://p" + std::to_string(id) + ".org/", 0.2, {3});
  apply(arrival);
  EXPECT_FALSE(repository_->score_changes().citing(3, LocalDistiller::kMostLinks)->has_value());
  EXPECT_EQ(repository_->score_changes().citing(3, 1002)->value().size(), 1002U);
  ASSERT_TRUE(LocalDistiller(repository_->score_changes()).run());
  EXPECT_NEAR((*repository_->scores().get(3))->authority, 2.0 / 3, kTolerance);
  EXPECT_NEAR((*repository_->scores().get(1500))->hub, 5.0 / 3 * 0.2 * 2 / 3, kTolerance);
}

/// Pages without links, with which the web's own relevances are as many as rho asks for.
Batch others() {
  Batch batch;
  for (UrlId id = 101; id <= 109; ++id)
    add(batch, id, "https://o" + std::to_string(id) + ".org/", 0, {});
  return batch;
}

TEST_P(ScoreChangesTest, ADistillationOfTheRepositoryGivesTheScaleOfItsScores) {
  apply(others());
  ASSERT_TRUE(gatherer::distill_anew(*repository_));
  EXPECT_THAT(logged(), IsEmpty());
  const auto scale = repository_->score_changes().scale();
  ASSERT_TRUE(scale && *scale);
  EXPECT_NEAR((*scale)->rho, kScale.rho, 1e-6);
  EXPECT_NEAR((*scale)->authority, kScale.authority, 1e-5);
  EXPECT_NEAR((*scale)->hub, kScale.hub, 1e-5);
  EXPECT_NEAR((*repository_->scores().get(3))->authority, 2.0 / 3, 1e-5);
  EXPECT_NEAR((*repository_->scores().get(2))->hub, 1.0 / 3, 1e-5);
}

// Scores around changes are computed by the scale that is stored, a whole distillation stores its
// own.
TEST_P(ScoreChangesTest, MoreChangesThanRunTakesAreSettledByAWholeDistillation) {
  constexpr double kOther = 1000;
  apply(others());
  ASSERT_TRUE(repository_->scores().put_distilled(kScores, {kScale.rho, kScale.authority, kOther}));
  const auto log_pages = [&](std::size_t count) {
    execute(
        "INSERT INTO page_change (page) WITH RECURSIVE one (page) AS"
        " (SELECT 10001 UNION ALL SELECT page + 1 FROM one WHERE page < " +
        std::to_string(10'000 + count) + ") SELECT page FROM one");
    ASSERT_EQ(logged().size(), count);
  };
  log_pages(LocalDistiller::kMostAtOnce);
  ASSERT_TRUE(gatherer::settle_changes(*repository_));
  EXPECT_THAT(logged(), IsEmpty());
  EXPECT_EQ(repository_->score_changes().scale()->value().hub, kOther);
  log_pages(LocalDistiller::kMostAtOnce + 1);
  ASSERT_TRUE(gatherer::settle_changes(*repository_));
  EXPECT_THAT(logged(), IsEmpty());
  EXPECT_NEAR(repository_->score_changes().scale()->value().hub, kScale.hub, 1e-5);
  EXPECT_NEAR((*repository_->scores().get(3))->authority, 2.0 / 3, 1e-5);
}

INSTANTIATE_TEST_SUITE_P(Stores, ScoreChangesTest, all_stores(), name_of_store);

}  // namespace
}  // namespace porthole::repository
