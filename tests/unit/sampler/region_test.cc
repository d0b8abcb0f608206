#include "sampler/region.h"

#include <gtest/gtest.h>

#include "tests/unit/sampler/synthetic_web.h"

namespace porthole::sampler {
namespace {

constexpr NodeId kPages = 1000;
constexpr NodeId kOthers = 19;

/// Page 0 is on topic; it links to pages 1 to kPages, each of which has kOthers neighbours more off
/// the topic.
PageGraph star() {
  SyntheticWeb web;
  web.page({.on_topic = true});
  for (NodeId i = 1; i <= kPages; ++i) {
    web.page({.on_topic = false});
    web.link(0, i);
  }
  for (NodeId i = 1; i <= kPages; ++i) {
    for (NodeId other = 0; other < kOthers; ++other) web.link(i, web.page({.on_topic = false}));
  }
  PageGraph graph;
  for (NodeId i = 0; i < web.size(); ++i) graph.add(i, i, web.read(i));
  return graph;
}

NodeId inside(PageGraph& graph, const RegionOptions& options) {
  Region region(graph, options);
  NodeId found = 0;
  std::vector<NodeId> missing;
  for (NodeId i = 1; i <= kPages; ++i) {
    const Membership membership = region.contains(0, i, missing);
    EXPECT_TRUE(membership.known);
    if (membership.inside) ++found;
  }
  EXPECT_TRUE(missing.empty());
  return found;
}

TEST(NeighbourhoodTest, HoldsAllPagesNextToTheTopicByDefinition) {
  PageGraph graph = star();
  EXPECT_EQ(inside(graph, {.kind = WalkKind::kNeighbourhood}), kPages);
}

// One of 20 neighbours is on topic: ten draws come upon it with probability 1 - .95^10 = .401. Of
// 1,000 pages that is 401, give or take 4 * sqrt(1000 * .401 * .599) = 62.
TEST(NeighbourhoodTest, HoldsAsPublishedThosePagesWhoseShortWalksMeetTheTopic) {
  PageGraph graph = star();
  const NodeId found = inside(graph, {.kind = WalkKind::kNeighbourhood, .by_short_walks = true});
  EXPECT_NEAR(found, 401, 62);
}

// One of a hundred draws finds it with probability 1 - .95^100 = .994.
TEST(NeighbourhoodTest, MoreShortWalksMissLess) {
  PageGraph graph = star();
  EXPECT_GE(
      inside(graph, {.kind = WalkKind::kNeighbourhood, .short_walks = 100, .by_short_walks = true}),
      980U);
}

TEST(NeighbourhoodTest, APageStaysWhereItWasFoundToBe) {
  PageGraph graph = star();
  Region region(graph, {.kind = WalkKind::kNeighbourhood, .by_short_walks = true});
  std::vector<NodeId> missing;
  const NodeId far = 1 + kPages;  // A neighbour of page 1.
  for (NodeId i = 1; i <= 50; ++i) {
    const bool first = region.contains(0, i, missing).inside;
    EXPECT_EQ(region.contains(i == 1 ? far : 0, i, missing).inside, first);
  }
}

}  // namespace
}  // namespace porthole::sampler
