#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "gatherer/crawl/gather.h"
#include "tests/support/test_collection.h"

namespace porthole::gatherer {
namespace {

using testing::SpecificationText;
using testing::TestCollection;

SpecificationText two_seeds() {
  SpecificationText text;
  text.seeds = {"http://a.test/", "http://b.test/"};
  text.network = testing::gateway_to("http://127.0.0.1:9/");
  return text;
}

std::map<std::string, std::string> limits_of(const GatherPlan& plan) {
  return {plan.limits.begin(), plan.limits.end()};
}

TEST(PlanTest, NamesTheSeedsOfACollectionThatWasNeverGathered) {
  const TestCollection collection(two_seeds());
  const auto planned = plan(collection.open(), nullptr, {});
  ASSERT_TRUE(planned) << planned.error().to_string();
  EXPECT_EQ(planned->first, (std::vector<std::string>{"http://a.test/", "http://b.test/"}));
}

TEST(PlanTest, LeavesOutSeedsThatTheScopeRefuses) {
  SpecificationText text = two_seeds();
  text.scope = "<accept host=\"b.test\"/>";
  const TestCollection collection(text);
  const auto planned = plan(collection.open(), nullptr, {});
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->first, std::vector<std::string>{"http://b.test/"});
}

TEST(PlanTest, TellsTheLimitsThatHold) {
  SpecificationText text = two_seeds();
  text.scope = "<limit pages=\"100\" pages-per-site=\"7\" hops=\"3\"/>";
  const TestCollection collection(text);
  auto limits = limits_of(plan(collection.open(), nullptr, {}).value());
  EXPECT_EQ(limits["fetches from"], "the gateway http://127.0.0.1:9/");
  EXPECT_EQ(limits["strategy"], "breadth-first");
  EXPECT_EQ(limits["pages"], "100");
  EXPECT_EQ(limits["pages a site"], "7");
  EXPECT_EQ(limits["links from a seed"], "3");
  EXPECT_EQ(limits["between requests to a host"], "0 s") << "nobody waits behind a gateway";

  GatherOptions options = testing::up_to(5);
  options.strategy = "rw";
  limits = limits_of(plan(collection.open(), nullptr, options).value());
  EXPECT_EQ(limits["pages"], "5");
  EXPECT_EQ(limits["strategy"], "rw");
  limits = limits_of(plan(collection.open(), nullptr, testing::more(9)).value());
  EXPECT_EQ(limits["pages"], "those gathered and 9 more");
}

TEST(PlanTest, SaysWhereThereIsNoLimit) {
  const TestCollection collection(two_seeds());
  auto limits = limits_of(plan(collection.open(), nullptr, {}).value());
  EXPECT_EQ(limits["pages"], "no limit");
  EXPECT_EQ(limits["links from a seed"], "no limit");
}

TEST(PlanTest, WaitsBetweenRequestsOnTheLiveWeb) {
  SpecificationText text = two_seeds();
  text.network.clear();
  const TestCollection collection(text);
  auto limits = limits_of(plan(collection.open(), nullptr, {}).value());
  EXPECT_EQ(limits["fetches from"], "the live web");
  EXPECT_EQ(limits["between requests to a host"], "5 s");
}

TEST(PlanTest, NamesWhatWaitsLongestAndHighest) {
  const TestCollection collection(two_seeds());
  const auto repository = collection.repository(repository::Access::kWrite);
  repository::Batch batch;
  for (int id = 1; id <= 3; ++id) {
    repository::UrlRecord url;
    url.id = id;
    url.key = url.href = "http://a.test/" + std::to_string(id);
    url.host = url.site = "a.test";
    url.priority = id == 3 ? 0.9 : 0.5;
    batch.new_urls.push_back(url);
  }
  ASSERT_TRUE(repository->crawl().apply(batch));
  const auto planned = plan(collection.open(), repository.get(), {});
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->first,
            (std::vector<std::string>{"http://a.test/3", "http://a.test/1", "http://a.test/2"}));
}

TEST(PlanTest, RefusesWhatCannotBeGathered) {
  SpecificationText text = two_seeds();
  text.seeds.clear();
  const TestCollection without_seeds(text);
  EXPECT_EQ(plan(without_seeds.open(), nullptr, {}).error().code, ErrorCode::kIncomplete);
  const TestCollection collection(two_seeds());
  EXPECT_EQ(plan(collection.open(), nullptr, testing::by("depth-first")).error().code,
            ErrorCode::kInvalid);
}

}  // namespace
}  // namespace porthole::gatherer
