#include "sampler/page_graph.h"

#include <gtest/gtest.h>

#include <vector>

#include "tests/unit/sampler/synthetic_web.h"

namespace porthole::sampler {
namespace {

using List = std::vector<NodeId>;

KnownPage page(List links) { return {true, true, false, 0, std::move(links)}; }

TEST(PageGraphTest, NeighboursAreOutLinksAndThePagesReadThatLinkHere) {
  PageGraph graph;
  graph.add(0, 0, page({5, 3, 3}));
  graph.add(1, 1, page({0}));
  EXPECT_EQ(graph.neighbours(0), (List{1, 3, 5}));
}

// Section 4 of the paper: the list of the first visit is the list of all visits.
TEST(PageGraphTest, AListThatWasUsedNeverChanges) {
  PageGraph graph;
  graph.add(0, 0, page({3}));
  EXPECT_EQ(graph.neighbours(0), List{3});
  graph.add(1, 1, page({0, 3}));
  EXPECT_EQ(graph.neighbours(0), List{3});
  EXPECT_EQ(graph.neighbours(1), List{3}) << "0 is settled without 1, so 1 is without 0";
}

TEST(PageGraphTest, APageListsEverySettledPageThatListsIt) {
  PageGraph graph;
  graph.add(0, 0, page({3}));
  (void)graph.neighbours(0);
  graph.add(3, 3, page({}));
  EXPECT_EQ(graph.neighbours(3), List{0});
  EXPECT_TRUE(graph.is_way(0, 3));
  EXPECT_TRUE(graph.is_way(3, 0));
}

TEST(PageGraphTest, ARedirectedUrlIsThePageThatItLeadsTo) {
  PageGraph graph;
  graph.add(0, 0, page({7, 9}));
  EXPECT_EQ(graph.neighbours(0), (List{7, 9}));
  graph.add(7, 9, page({}));
  EXPECT_EQ(graph.standing(7), 9u);
  EXPECT_EQ(graph.find(7), graph.find(9));
  EXPECT_EQ(graph.neighbours(9), List{0});
  EXPECT_TRUE(graph.is_way(0, 9));
  EXPECT_FALSE(graph.is_way(0, 7)) << "one page under two names is one neighbour";
}

TEST(PageGraphTest, LinksToAnotherNameOfAPageAreInLinks) {
  PageGraph graph;
  graph.add(0, 0, page({7}));
  graph.add(7, 9, page({}));
  EXPECT_EQ(graph.neighbours(9), List{0});
  EXPECT_EQ(graph.neighbours(0), List{9});
}

// Whatever the order in which pages are read and used, with in-links known or not: u is a way from
// v when v is one from u.
TEST(PageGraphTest, IsUndirectedWhateverTheOrder) {
  for (std::uint64_t seed = 0; seed < 50; ++seed) {
    SyntheticWeb web;
    web.in_links_known = seed % 2 == 0;
    for (NodeId i = 0; i < 30; ++i) web.page({});
    for (std::uint64_t i = 0; i < 120; ++i) {
      HashRng rng(seed, 1, i);
      const auto a = static_cast<NodeId>(rng.below(30)), b = static_cast<NodeId>(rng.below(30));
      if (a != b) web.link(a, b);
    }
    PageGraph graph;
    List used;
    for (std::uint64_t i = 0; i < 200; ++i) {
      HashRng rng(seed, 2, i);
      const auto id = static_cast<NodeId>(rng.below(30));
      const auto found = static_cast<NodeId>(id % 10 == 3 && id != 3 ? id - 1 : id);
      if (graph.find(id) == nullptr) graph.add(id, found, web.read(found));
      if (rng.below(2) == 0) (void)graph.neighbours(graph.standing(id));
    }
    for (NodeId u = 0; u < 30; ++u) {
      if (graph.settled(u) == nullptr) continue;
      for (const NodeId listed : graph.neighbours(u)) {
        const NodeId v = graph.standing(listed);
        if (graph.settled(v) == nullptr || !graph.is_way(u, listed)) continue;
        std::size_t back = 0;
        for (const NodeId other : graph.neighbours(v)) {
          if (graph.standing(other) == u && graph.is_way(v, other)) ++back;
        }
        EXPECT_EQ(back, 1u) << "seed " << seed << ": from " << u << " to " << v;
      }
    }
  }
}

}  // namespace
}  // namespace porthole::sampler
