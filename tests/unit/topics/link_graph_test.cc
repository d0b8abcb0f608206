#include "topics/graph/link_graph.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <utility>

namespace porthole::topics {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;
using ::testing::UnorderedElementsAre;

/// The links of one direction by page: what (page, other page) counts.
std::map<std::pair<NodeId, NodeId>, double> links_of(const Adjacency& rows,
                                                     const Adjacency& others) {
  std::map<std::pair<NodeId, NodeId>, double> links;
  for (std::size_t r = 0; r < rows.rows(); ++r) {
    for (std::uint32_t i = rows.begin[r]; i < rows.begin[r + 1]; ++i) {
      links[{rows.pages[r], others.pages[rows.other[i]]}] =
          (rows.weight.empty() ? 1 : static_cast<double>(rows.weight[i])) /
          (rows.sharers.empty() ? 1 : rows.sharers[i]);
    }
  }
  return links;
}

auto link(NodeId from, NodeId to, double weight) { return Pair(Pair(from, to), weight); }

TEST(LinkGraphTest, LaysTheSameLinksOutInBothDirections) {
  const LinkGraph graph({.citations = {{0, 2}, {0, 3}, {1, 2}}, .weights = {}, .pages = 5}, {});
  EXPECT_EQ(graph.citations(), 3u);
  EXPECT_THAT(links_of(graph.citing(), graph.cited()),
              UnorderedElementsAre(link(0, 2, 1), link(0, 3, 1), link(1, 2, 1)));
  EXPECT_THAT(links_of(graph.cited(), graph.citing()),
              UnorderedElementsAre(link(2, 0, 1), link(2, 1, 1), link(3, 0, 1)));
}

TEST(LinkGraphTest, GivesRowsToPagesWithLinksOnlyAndToThoseOfMostLinksFirst) {
  const LinkGraph graph({.citations = {{4, 1}, {7, 1}, {7, 3}}, .weights = {}, .pages = 9}, {});
  EXPECT_THAT(graph.citing().pages, ElementsAre(7, 4));
  EXPECT_THAT(graph.cited().pages, ElementsAre(1, 3));
  EXPECT_TRUE(graph.citing().weight.empty());
  EXPECT_TRUE(graph.citing().sharers.empty());
}

TEST(LinkGraphTest, CountsTheCopiesOfALinkOnceWithTheLargestWeight) {
  const LinkGraph graph({.citations = {{0, 1}, {2, 1}, {0, 1}, {0, 1}},
                         .weights = {0.25f, 0.125f, 0.75f, 0.5f},
                         .pages = 3},
                        {});
  EXPECT_THAT(links_of(graph.citing(), graph.cited()),
              UnorderedElementsAre(link(0, 1, 0.75), link(2, 1, 0.125)));
  EXPECT_THAT(links_of(graph.cited(), graph.citing()),
              UnorderedElementsAre(link(1, 0, 0.75), link(1, 2, 0.125)));
}

TEST(LinkGraphTest, LeavesOutWhatIsNoVote) {
  const std::vector<SiteNumber> sites = {0, 0, 1};
  const std::vector<Citation> citations = {{0, 0}, {0, 1}, {0, 2}};
  const auto kept = [&](Votes votes) {
    return LinkGraph({.citations = citations, .weights = {}, .pages = 3},
                     {.votes = votes,
                      .endorsement = Endorsement::kFull,
                      .sites = &sites,
                      .candidates = nullptr})
        .citations();
  };
  EXPECT_EQ(kept(Votes::kAll), 3u);
  EXPECT_EQ(kept(Votes::kOfOtherPages), 2u);
  EXPECT_EQ(kept(Votes::kOfOtherSites), 1u);
}

TEST(LinkGraphTest, LeavesOutLinksToPagesThatMayNotBeCited) {
  const std::vector<bool> candidates = {true, false, true};
  const LinkGraph graph({.citations = {{0, 1}, {0, 2}, {1, 2}, {2, 1}}, .weights = {}, .pages = 3},
                        {.votes = Votes::kOfOtherPages,
                         .endorsement = Endorsement::kFull,
                         .sites = nullptr,
                         .candidates = &candidates});
  EXPECT_THAT(links_of(graph.citing(), graph.cited()),
              UnorderedElementsAre(link(0, 2, 1), link(1, 2, 1)));
}

// Bharat, Henzinger 1998, 4.1. Pages 0, 1, 2 are of site 0, page 3 of site 1, pages 4, 5 of site 2.
// k: 0, 1, 2 cite page 4, so each has 1/3 of site 0's vote; 3 has all of site 1's.
// l: page 0 cites 4 and 5 of site 2, so each gives it half of its share.
TEST(LinkGraphTest, SharesOneVoteAmongPagesOfASiteAndAmongLinksIntoASite) {
  const std::vector<SiteNumber> sites = {0, 0, 0, 1, 2, 2};
  const LinkGraph graph(
      {.citations = {{0, 4}, {1, 4}, {2, 4}, {2, 4}, {3, 4}, {0, 5}}, .weights = {}, .pages = 6},
      {.votes = Votes::kOfOtherSites,
       .endorsement = Endorsement::kShared,
       .sites = &sites,
       .candidates = nullptr});
  const double third = 1.0 / 3;
  EXPECT_THAT(links_of(graph.cited(), graph.citing()),
              UnorderedElementsAre(link(4, 0, third), link(4, 1, third), link(4, 2, third),
                                   link(4, 3, 1), link(5, 0, 1)));
  EXPECT_THAT(links_of(graph.citing(), graph.cited()),
              UnorderedElementsAre(link(0, 4, 0.5), link(0, 5, 0.5), link(1, 4, 1), link(2, 4, 1),
                                   link(3, 4, 1)));
}

TEST(LinkGraphTest, OfNoLinksIsAGraphWithoutRows) {
  for (const NodeId pages : {0u, 3u}) {
    const LinkGraph graph({.citations = {}, .weights = {}, .pages = pages}, {});
    EXPECT_EQ(graph.citations(), 0u);
    EXPECT_EQ(graph.pages(), pages);
    EXPECT_THAT(graph.citing().pages, IsEmpty());
    EXPECT_THAT(graph.cited().begin, ElementsAre(0));
  }
}

TEST(LinkGraphTest, DoesNotDependOnTheOrderOfTheLinks) {
  std::mt19937 random(7);
  std::uniform_int_distribution<NodeId> page(0, 29);
  std::vector<SiteNumber> sites(30);
  for (SiteNumber& site : sites) site = page(random) % 6;
  std::vector<Citation> citations(400);
  for (Citation& c : citations) c = {page(random), page(random)};
  const GraphChoice choice{.votes = Votes::kOfOtherSites,
                           .endorsement = Endorsement::kShared,
                           .sites = &sites,
                           .candidates = nullptr};
  const LinkGraph first({.citations = citations, .weights = {}, .pages = 30}, choice);
  std::shuffle(citations.begin(), citations.end(), random);
  const LinkGraph second({.citations = citations, .weights = {}, .pages = 30}, choice);
  EXPECT_EQ(first.cited().pages, second.cited().pages);
  EXPECT_EQ(first.cited().other, second.cited().other);
  EXPECT_EQ(first.cited().sharers, second.cited().sharers);
  EXPECT_EQ(first.citing().other, second.citing().other);
  EXPECT_EQ(first.citing().sharers, second.citing().sharers);
}

}  // namespace
}  // namespace porthole::topics
