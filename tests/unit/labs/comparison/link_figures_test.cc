#include "labs/comparison/link_figures.h"

#include <gtest/gtest.h>

#include <cctype>
#include <cmath>

namespace porthole::labs {
namespace {

/// A page for each letter; capitals are relevant. Page i cites the pages at the places cites[i].
ComparedRun run(const std::string& letters, const std::vector<std::vector<std::uint32_t>>& cites) {
  ComparedRun out;
  for (std::size_t i = 0; i < letters.size(); ++i) {
    ComparedPage page;
    page.name = std::string(1, static_cast<char>(std::tolower(letters[i])));
    page.opinion.relevant = std::isupper(letters[i]) != 0;
    page.cites = cites[i];
    out.pages.push_back(page);
  }
  return out;
}

// Relevant A, B, C; others x, y. A -> B, A -> x, x -> C, x -> y, y -> x: the shares e are
//   from relevant: to relevant 1/5, to others 1/5; from others: to relevant 1/5, to others 2/5,
// so sum e_ii = 3/5, a = (2/5, 3/5), b = (2/5, 3/5), sum a b = 4/25 + 9/25 = 13/25, and
// r = (15/25 - 13/25) / (12/25) = 1/6.
TEST(LinkStructureTest, CountsWhoLinksToRelevantPagesAndHowAssortative) {
  const LinkStructureFigures found =
      link_structure_of({run("ABCxy", {{1, 3}, {}, {}, {2, 4}, {3}})});
  EXPECT_EQ(found.pages, 5u);
  EXPECT_EQ(found.relevant, 3u);
  EXPECT_EQ(found.relevant_cited_by_relevant, 1u);
  EXPECT_EQ(found.relevant_cited_by_others, 1u);
  EXPECT_EQ(found.all_links(), 5u);
  EXPECT_DOUBLE_EQ(found.to_relevant(true), 1.0 / 2);
  EXPECT_DOUBLE_EQ(found.to_relevant(false), 1.0 / 3);
  EXPECT_NEAR(found.assortativity(), 1.0 / 6, 1e-12);
}

TEST(LinkStructureTest, CountsThePagesAndLinksOfAllRunsOnce) {
  const LinkStructureFigures found =
      link_structure_of({run("AB", {{1}, {}}), run("BAx", {{}, {0, 2}, {}})});
  EXPECT_EQ(found.pages, 3u);
  EXPECT_EQ(found.all_links(), 2u);
  EXPECT_EQ(found.links[1][1], 1u);
  EXPECT_EQ(found.links[1][0], 1u);
}

TEST(LinkStructureTest, SaysNoNumberWhereThereAreNoLinks) {
  const LinkStructureFigures found = link_structure_of({run("Ax", {{}, {}})});
  EXPECT_TRUE(std::isnan(found.to_relevant(true)));
  EXPECT_TRUE(std::isnan(found.assortativity()));
}

TEST(LinkStructureTest, SaysNoAssortativityOfOneKindAlone) {
  EXPECT_TRUE(std::isnan(link_structure_of({run("AB", {{1}, {}})}).assortativity()));
}

}  // namespace
}  // namespace porthole::labs
