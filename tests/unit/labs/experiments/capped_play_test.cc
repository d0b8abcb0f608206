#include "labs/experiments/capped_play.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <string>
#include <vector>

#include "gatherer/strategies/breadth_first.h"
#include "labs/comparison/oracle.h"
#include "tests/support/recorded_web.h"

namespace porthole::labs {
namespace {

using PageId = RecordedLinks::PageId;

/// A hub that links to ten pages.
class CappedPlayTest : public ::testing::Test {
 protected:
  CappedPlayTest() {
    record_.page("http://hub/");
    for (int i = 0; i < 10; ++i) record_.page(leaf(i));
    for (int i = 0; i < 10; ++i) record_.link("http://hub/", leaf(i));
    web_ = record_.read();
  }

  static std::string leaf(int number) { return "http://hub/" + std::to_string(number); }

  std::vector<std::string> fetched(std::uint64_t link_order, gatherer::Strategy& strategy,
                                   std::size_t pages = 11) {
    const CappedPlay crawl{
        .web = web_,
        .judge = [&](PageId) -> const gatherer::Judgement& { return judgement_; },
        .seeds = {web_.find("http://hub/")},
        .pages = pages,
        .caps = std::vector<std::size_t>(web_.sites().size(), 0),
        .link_order = link_order};
    std::vector<std::string> urls;
    for (const PageId page : play(crawl, strategy).fetched) urls.push_back(web_.pages()[page].url);
    return urls;
  }
  std::vector<std::string> fetched(std::uint64_t link_order) {
    gatherer::BreadthFirst strategy;
    return fetched(link_order, strategy);
  }

  RecordedWeb record_;
  RecordedLinks web_;
  gatherer::Judgement judgement_;
};

TEST_F(CappedPlayTest, LinksAreReadInTheOrderOfThePageUnlessAnotherIsWanted) {
  std::vector<std::string> in_order = {"http://hub/"};
  for (int i = 0; i < 10; ++i) in_order.push_back(leaf(i));
  EXPECT_EQ(fetched(0), in_order);
}

TEST_F(CappedPlayTest, EachLinkOrderReadsTheSameLinksInAnOrderOfItsOwn) {
  std::set<std::vector<std::string>> orders = {fetched(0)};
  std::vector<std::string> all = fetched(0);
  std::sort(all.begin(), all.end());
  for (std::uint64_t order = 1; order <= kLinkOrders; ++order) {
    std::vector<std::string> urls = fetched(order);
    EXPECT_EQ(urls, fetched(order)) << "the same number is the same order";
    orders.insert(urls);
    std::sort(urls.begin(), urls.end());
    EXPECT_EQ(urls, all);
  }
  EXPECT_EQ(orders.size(), kLinkOrders + 1);
}

TEST_F(CappedPlayTest, TheLinkOrderDecidesWhichOfThePagesOnTopicTheOracleTakesFirst) {
  std::set<std::string> first;
  for (std::uint64_t order = 1; order <= kLinkOrders; ++order) {
    Oracle oracle([](const std::string& url) { return url != "http://hub/"; });
    first.insert(fetched(order, oracle, 2).back());
  }
  EXPECT_GT(first.size(), 1U);
}

}  // namespace
}  // namespace porthole::labs
