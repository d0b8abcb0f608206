// Pages off topic are left out of an index, or taken in and marked; and that follows what is on
// topic now.

#include "indexer/topic_standing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <xapian.h>

#include <cstdlib>
#include <filesystem>
#include <set>
#include <string>

#include "indexer/document_data.h"
#include "indexer/fields.h"
#include "indexer/indexer.h"
#include "tests/support/summary_feed.h"
#include "tests/support/temp_dir.h"

namespace porthole::indexer {
namespace {

using test::summary_of;
using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string kOn = "https://wheels.example/";
const std::string kOff = "https://other.example/";

class TopicStandingTest : public ::testing::Test {
 protected:
  TopicStandingTest() {
    feed_.put(summary_of(kOn, "Wheels", "All about wheels."));
    feed_.put(summary_of(kOff, "Cheese", "All about cheese."));
  }

  IndexReport update(OffTopic off_topic) {
    IndexOptions options;
    options.on_topic = &pages_;
    options.off_topic = off_topic;
    const auto report = update_index(path(), feed_, options);
    EXPECT_TRUE(report) << report.error().to_string();
    return report.value_or(IndexReport{});
  }

  std::filesystem::path path() const { return folder_ / "index"; }

  /// URLs of all documents, those that are marked with a "-" before.
  std::set<std::string> indexed() const {
    const Xapian::Database index(path().string());
    std::set<Xapian::docid> marked;
    for (auto it = index.postlist_begin(std::string(kOffTopicTerm));
         it != index.postlist_end(std::string(kOffTopicTerm)); ++it) {
      marked.insert(*it);
    }
    std::set<std::string> urls;
    for (auto it = index.postlist_begin(""); it != index.postlist_end(""); ++it) {
      const auto data = read_document_data(index.get_document(*it).get_data(), "");
      EXPECT_TRUE(data);
      EXPECT_EQ(data->topic.empty(), marked.contains(*it))
          << "a topic is named for pages on it alone";
      urls.insert((marked.contains(*it) ? "-" : "") + data->url);
    }
    return urls;
  }

  testing::TempDir folder_;
  test::SummaryFeed feed_;
  TopicPages pages_ = {{kOn, true}, {kOff, false}};
};

TEST_F(TopicStandingTest, PagesOffTopicAreLeftOut) {
  const IndexReport report = update(OffTopic::kLeaveOut);
  EXPECT_THAT(indexed(), ElementsAre(kOn));
  EXPECT_EQ(report.left_out, 1);
  EXPECT_EQ(report.off_topic, 0);
  EXPECT_EQ(report.documents, 1);
}

TEST_F(TopicStandingTest, PagesOffTopicAreTakenInAndMarkedWhenAsked) {
  const IndexReport report = update(OffTopic::kTakeIn);
  EXPECT_THAT(indexed(), ElementsAre("-" + kOff, kOn));
  EXPECT_EQ(report.left_out, 0);
  EXPECT_EQ(report.off_topic, 1);
}

TEST_F(TopicStandingTest, AnIndexGoesFromOneToTheOther) {
  update(OffTopic::kTakeIn);
  update(OffTopic::kLeaveOut);
  EXPECT_THAT(indexed(), ElementsAre(kOn));
  update(OffTopic::kTakeIn);
  EXPECT_THAT(indexed(), ElementsAre("-" + kOff, kOn));
}

TEST_F(TopicStandingTest, AnIndexIsKeptAsItWasMadeWhenNothingIsSaid) {
  update(OffTopic::kTakeIn);
  const std::string another = "https://another.example/";
  feed_.put(summary_of(another, "Butter", "All about butter."));
  pages_.emplace(another, false);
  update(OffTopic::kAsBefore);
  EXPECT_THAT(indexed(), ElementsAre("-" + another, "-" + kOff, kOn));
}

TEST_F(TopicStandingTest, FollowsWhatIsOnTopicThoughNoSummaryChanged) {
  update(OffTopic::kLeaveOut);
  pages_ = {{kOn, false}, {kOff, true}};
  const IndexReport report = update(OffTopic::kLeaveOut);
  EXPECT_THAT(indexed(), ElementsAre(kOff));
  EXPECT_EQ(report.indexed, 1);
  EXPECT_EQ(report.removed, 0) << "nothing was removed from the collection";
  update(OffTopic::kTakeIn);
  EXPECT_THAT(indexed(), ElementsAre("-" + kOn, kOff));
  pages_ = {{kOn, true}, {kOff, true}};
  update(OffTopic::kAsBefore);
  EXPECT_THAT(indexed(), ElementsAre(kOff, kOn));
}

TEST_F(TopicStandingTest, SummariesAreNotReadAgainWhenNothingChanged) {
  update(OffTopic::kLeaveOut);
  const int given = feed_.given();
  const IndexReport report = update(OffTopic::kLeaveOut);
  EXPECT_EQ(feed_.given(), given);
  EXPECT_EQ(report.left_out, 1) << "which is told all the same";
}

TEST_F(TopicStandingTest, APageThatLeavesTheTopicWithANewSummaryLeavesTheIndex) {
  update(OffTopic::kLeaveOut);
  feed_.put(summary_of(kOn, "Cheese", "All about cheese."));
  pages_[kOn] = false;
  update(OffTopic::kLeaveOut);
  EXPECT_THAT(indexed(), IsEmpty());
}

TEST_F(TopicStandingTest, ARemovedPageOffTopicIsGone) {
  update(OffTopic::kTakeIn);
  feed_.remove(kOff);
  pages_.erase(kOff);
  EXPECT_EQ(update(OffTopic::kTakeIn).removed, 1);
  EXPECT_THAT(indexed(), ElementsAre(kOn));
}

TEST_F(TopicStandingTest, AnUpdateThatIsStoppedIsFinishedByTheNext) {
  update(OffTopic::kLeaveOut);
  std::atomic<bool> stop = true;
  IndexOptions options;
  options.on_topic = &pages_;
  options.off_topic = OffTopic::kTakeIn;
  options.stop = &stop;
  EXPECT_TRUE(update_index(path(), feed_, options)->stopped);
  EXPECT_THAT(indexed(), ElementsAre(kOn));
  update(OffTopic::kTakeIn);
  EXPECT_THAT(indexed(), ElementsAre("-" + kOff, kOn));
}

}  // namespace
}  // namespace porthole::indexer
