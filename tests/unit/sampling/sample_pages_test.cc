// How politely the pages of a sample are fetched.

#include "sampling/sample_pages.h"

#include <gtest/gtest.h>

#include "tests/support/two_sites.h"

namespace porthole::sampling {
namespace {

using namespace std::chrono_literals;
using porthole::testing::TestCollection;

class EveryPage final : public SamplePredicate {
 public:
  std::string text() const override { return "every page"; }
  SampleJudgement judge(const Url&, const Document&) const override { return {}; }
};

class SamplePagesTest : public ::testing::Test {
 protected:
  /// Reads `urls` as a walk does that wants them all.
  void provide(const std::vector<std::string>& urls, const std::string& politeness) {
    const TestCollection made(sites_.specification(politeness));
    const collection::Collection collection = made.open();
    auto journal = SampleJournal::open(
        collection.folder() / "samples" / "test",
        {{"options", nlohmann::json::object()}, {"starts", nlohmann::json::array()}}, false);
    ASSERT_TRUE(journal) << journal.error().to_string();
    const EveryPage predicate;
    const gatherer::LinkFile no_links;
    auto pages = SamplePages::open({.collection = collection,
                                    .predicate = predicate,
                                    .link_file = no_links,
                                    .journal = *journal,
                                    .clock = &sites_.clock()});
    ASSERT_TRUE(pages) << pages.error().to_string();
    std::vector<sampler::NodeId> wanted;
    for (const std::string& url : urls) wanted.push_back((*pages)->number_of(url));
    const Result<bool> provided = (*pages)->provide(wanted);
    ASSERT_TRUE(provided) << provided.error().to_string();
    EXPECT_TRUE(*provided);
  }

  porthole::testing::TwoSites sites_;
};

TEST_F(SamplePagesTest, WaitsAsLongAsRetryAfterSays) {
  const std::string busy = sites_.origin(sites_.first()) + "/busy";
  sites_.first().answer(busy, 503, "Retry-After: 120\r\n");
  provide({busy}, "<politeness delay=\"1\"/>");
  const auto tries = sites_.times(busy);
  ASSERT_EQ(tries.size(), 3u);
  EXPECT_GE(tries[1] - tries[0], 120s);
  EXPECT_GE(tries[2] - tries[1], 120s);
}

}  // namespace
}  // namespace porthole::sampling
