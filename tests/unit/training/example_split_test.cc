#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>

#include "training/held_out_judge.h"

namespace porthole::training {
namespace {

topics::Taxonomy two_topics() {
  topics::Taxonomy taxonomy;
  EXPECT_TRUE(taxonomy.add(topics::kRootTopic, "stars", "Stars"));
  EXPECT_TRUE(taxonomy.add(topics::kRootTopic, "bikes", "Bikes"));
  return taxonomy;
}

class ExampleSplitTest : public ::testing::Test {
 protected:
  void add(topics::TopicId topic, const std::string& site, int pages) {
    for (int i = 0; i < pages; ++i) set_.add(topic, set_.group(site), {{1, 1}});
  }
  std::set<std::string> sites(const std::vector<topics::ExampleId>& examples) const {
    std::set<std::string> names;
    for (const topics::ExampleId id : examples) names.emplace(set_.group_name(set_.group_of(id)));
    return names;
  }
  std::size_t of_topic(const std::vector<topics::ExampleId>& examples,
                       topics::TopicId topic) const {
    return static_cast<std::size_t>(std::count_if(
        examples.begin(), examples.end(), [&](auto id) { return set_.topic_of(id) == topic; }));
  }

  topics::TrainingSet set_{two_topics()};
};

TEST_F(ExampleSplitTest, GivesNoSiteToBothHalves) {
  for (const char* site : {"a", "b", "c", "d"}) add(1, site, 3);
  for (const char* site : {"e", "f", "a"}) add(2, site, 2);
  const ExampleSplit split = split_examples(set_);
  std::set<std::string> both = sites(split.crawl);
  const std::set<std::string> report = sites(split.report);
  std::erase_if(both, [&](const auto& site) { return !report.contains(site); });
  EXPECT_TRUE(both.empty());
  EXPECT_TRUE(split.shared_sites.empty());
  EXPECT_EQ(split.crawl.size() + split.report.size(), set_.all().size());
  for (const topics::TopicId topic : {1, 2}) {
    EXPECT_GT(of_topic(split.crawl, topic), 0u);
    EXPECT_GT(of_topic(split.report, topic), 0u);
  }
}

TEST_F(ExampleSplitTest, PartsTheOnlySiteOfATopicPageByPageAndSaysSo) {
  add(1, "a", 3);
  add(1, "b", 3);
  add(2, "only", 5);
  const ExampleSplit split = split_examples(set_);
  EXPECT_EQ(split.shared_sites, std::vector<topics::TopicId>{2});
  EXPECT_EQ(of_topic(split.crawl, 2), 3u);
  EXPECT_EQ(of_topic(split.report, 2), 2u);
}

TEST_F(ExampleSplitTest, LeavesOutExamplesThatWereTakenOut) {
  add(1, "a", 2);
  set_.remove(0);
  const ExampleSplit split = split_examples(set_);
  EXPECT_EQ(split.crawl.size() + split.report.size(), 1u);
}

}  // namespace
}  // namespace porthole::training
