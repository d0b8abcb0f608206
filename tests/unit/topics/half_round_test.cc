// One half of a round for a single page: against sums worked out by hand, and against the whole
// recursion.

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "topics/graph/distiller.h"
#include "topics/graph/hubs_authorities.h"

namespace porthole::topics {
namespace {

TEST(HalfRoundTest, PagesOfASiteShareTheirVote) {
  // a.org: (0.2 + 0.4) / 2 = 0.3; b.org: 0.1. 2 * 0.5 * 0.4 = 0.4.
  const std::vector<Vote> votes = {{"a.org", 0.2}, {"b.org", 0.1}, {"a.org", 0.4}};
  EXPECT_DOUBLE_EQ(half_round(0.5, votes, 2), 0.4);
}

TEST(HalfRoundTest, APageWithoutVotesOrRelevanceHasNoScore) {
  EXPECT_EQ(half_round(1, {}, 3), 0);
  EXPECT_EQ(half_round(0, {{"a.org", 1}}, 3), 0);
}

// The web of DistillerTest.WeighsVotesByTheRelevanceOfBothEnds: 0 cites 2 and 3, 1 cites 2.
TEST(HalfRoundTest, AfterADistillationItGivesEachPageTheScoreThatItHas) {
  DistillerInput web;
  web.relevance = {0.4, 0.3, 1, 0.75, 0, 0, 0, 0, 0, 0, 0, 0, 0};
  for (SiteNumber site = 0; site < web.relevance.size(); ++site) web.sites.push_back(site);
  web.citations = {{0, 2}, {0, 3}, {1, 2}};
  const HubsAndAuthorities scores = distill(std::move(web)).scores;
  ASSERT_TRUE(scores.converged);
  const auto vote = [](int page, const std::vector<double>& of) {
    return Vote{std::to_string(page), of[static_cast<std::size_t>(page)]};
  };
  EXPECT_NEAR(half_round(1, {vote(0, scores.hub), vote(1, scores.hub)}, scores.authority_scale),
              scores.authority[2], 1e-6);
  EXPECT_NEAR(half_round(0.75, {vote(0, scores.hub)}, scores.authority_scale), scores.authority[3],
              1e-6);
  EXPECT_NEAR(
      half_round(0.4, {vote(2, scores.authority), vote(3, scores.authority)}, scores.hub_scale),
      scores.hub[0], 1e-6);
}

}  // namespace
}  // namespace porthole::topics
