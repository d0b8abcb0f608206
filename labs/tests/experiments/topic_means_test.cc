#include "labs/experiments/topic_means.h"

#include <gtest/gtest.h>

namespace porthole::labs {
namespace {

/// The first page is a seed and on topic; `found_at` are those after it.
TopicRun run(const std::string& topic, const std::string& strategy,
             std::vector<std::size_t> found_at, std::size_t pages) {
  TopicRun out{.topic = topic, .use = "report", .strategy = strategy, .harvest = {}};
  out.harvest.pages = pages;
  out.harvest.seeds_at = {1};
  out.harvest.found_at = {1};
  out.harvest.found_at.insert(out.harvest.found_at.end(), found_at.begin(), found_at.end());
  out.harvest.site_at = {1};
  return out;
}

// Topic a, budget 4: the oracle finds at 1, 2, 3: 3 pages, area (1 + 2 + 3 + 3) / 4 = 9/4; rw at 1
// and 3: 2 pages, area (1 + 1 + 2 + 2) / 4 = 6/4. Half of the oracle's two without the seed is one:
// rw found it as the second page after the seed, precision 1/2. Topic b: rw does as the oracle.
// Means: 2.5 pages, (2/3 + 1) / 2 = .833, (6/9 + 1) / 2 = .833, precision .75.
TEST(TopicMeansTest, EveryTopicCountsTheSame) {
  const std::string table = means_table(
      {run("a", "oracle", {2, 3}, 4), run("a", "rw", {3}, 4), run("b", "oracle", {2, 3}, 4),
       run("b", "rw", {2, 3}, 4), run("c", "rw", {2, 3}, 4)},
      4);
  EXPECT_NE(table.find("\noracle\t3.0\t1.00\t1.000\t1.000\t1.000\t1.000\t4\n"), std::string::npos)
      << table;
  EXPECT_NE(table.find("\nrw\t2.5\t1.00\t0.833\t1.000\t0.833\t0.750\t4\n"), std::string::npos)
      << "c has no oracle's run: " << table;
}

// Orders of links: the oracle finds 3 pages (area 9/4) and 5 (area (1 + 2 + 3 + 4) / 4 = 10/4), in
// the mean 4 and 9.5/4; rw finds 2 (area 6/4), half of the oracle's.
TEST(TopicMeansTest, SeveralRunsOfTheOracleAreTakenAsTheirMean) {
  const std::string table = means_table(
      {run("a", "oracle", {2, 3}, 5), run("a", "oracle", {2, 3, 4, 5}, 5), run("a", "rw", {3}, 5)},
      4);
  EXPECT_NE(table.find("\noracle\t4.0\t1.00\t1.000\t1.000\t1.000\t"), std::string::npos) << table;
  EXPECT_NE(table.find("\nrw\t2.0\t1.00\t0.500\t1.000\t0.632\t"), std::string::npos) << table;
}

TEST(TopicMeansTest, TheWorstRunIsNamedByItsShareOfTheOraclesMean) {
  TopicRun second = run("a", "rw", {2, 3, 4}, 5);
  second.subset = 1;
  TopicRun oracle_of_second = run("a", "oracle", {2, 3, 4}, 5);
  oracle_of_second.subset = 1;
  const std::string table =
      worst_table({run("a", "oracle", {2, 3}, 5), run("a", "oracle", {2, 3, 4, 5}, 5),
                   run("a", "rw", {3}, 5), oracle_of_second, second, run("b", "rw", {2}, 5)});
  EXPECT_EQ(table,
            "strategy\truns\tbelow 0.85 of the oracle's pages\tworst\ttopic\tpair\n"
            "rw\t2\t1\t0.500\ta\t0\n")
      << "b has no oracle's run";
}

}  // namespace
}  // namespace porthole::labs
