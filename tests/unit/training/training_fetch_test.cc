// How politely the pages of examples are fetched: by `train` and by proposals of examples.

#include <gtest/gtest.h>

#include "tests/support/two_sites.h"
#include "training/training.h"

namespace porthole::training {
namespace {

using namespace std::chrono_literals;
using porthole::testing::TestCollection;

class TrainingFetchTest : public ::testing::Test {
 protected:
  /// Why those of `urls` could not be had that may be had another time.
  std::size_t failures_of(const std::vector<std::string>& urls, const std::string& politeness) {
    const TestCollection made(sites_.specification(politeness));
    const collection::Collection collection = made.open();
    ExampleStore store = ExampleStore::open(collection.model_folder()).value();
    TrainingOptions options;
    options.clock = &sites_.clock();
    const auto failures = read_into_store(collection, store, urls, options);
    EXPECT_TRUE(failures) << failures.error().to_string();
    return failures ? failures->size() : 0;
  }

  porthole::testing::TwoSites sites_;
};

TEST_F(TrainingFetchTest, WaitsAsLongAsRetryAfterSays) {
  const std::string busy = sites_.origin(sites_.first()) + "/busy";
  sites_.first().answer(busy, 503, "Retry-After: 120\r\n");
  EXPECT_EQ(failures_of({busy}, "<politeness delay=\"1\"/>"), 1u);
  const auto tries = sites_.times(busy);
  ASSERT_EQ(tries.size(), 3u);
  EXPECT_GE(tries[1] - tries[0], 120s);
  EXPECT_GE(tries[2] - tries[1], 120s);
}

TEST_F(TrainingFetchTest, TakesTwoHostsOfOneAddressForOneIfItIsToldTo) {
  EXPECT_EQ(failures_of(sites_.pages(), "<politeness delay=\"20\" queue-mode=\"ip\"/>"), 0u);
  EXPECT_GE(sites_.shortest_pause(), 20s);
}

}  // namespace
}  // namespace porthole::training
