// A crawl of a generated web over HTTP: the pages and links that a collection stores are those of
// the web, and a strategy that reads link metadata finds the pages of a topic.

#include "labs/generated/generated_web.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "gatherer/crawl/gather.h"
#include "http/server.h"
#include "labs/generated/web_handler.h"
#include "tests/support/test_collection.h"

namespace porthole {
namespace {

using labs::GeneratedWeb;
using labs::NodeId;
using testing::SpecificationText;
using testing::TestCollection;

class GeneratedWebCrawlTest : public ::testing::Test {
 protected:
  static constexpr std::uint16_t kTopic = 2;

  static GeneratedWeb make_web() {
    labs::WebDials dials;
    dials.pages = 2'000;
    dials.sites = 60;
    dials.topics = 8;
    return *GeneratedWeb::generate(dials, 5);
  }

  void SetUp() override {
    http::ServerOptions options;
    options.hosts = labs::hosts_of(*web_);
    auto started = http::Server::start(labs::make_web_handler(web_, [] { return 0.0; }), options);
    ASSERT_TRUE(started) << started.error().to_string();
    server_ = std::move(*started);
  }

  /// A collection for a topic, from five of its pages.
  TestCollection collection(const std::string& strategy) const {
    SpecificationText text;
    for (NodeId page = 0; text.seeds.size() < 5; page += 40) {
      while ((*web_)[page].topic != kTopic) ++page;
      text.seeds.push_back(web_->url(page));
    }
    const std::vector<std::string> words = web_->topic_terms(kTopic, 5);
    text.topic = "<topic title=\"" + words[0] + "\">";
    for (std::size_t i = 1; i < words.size(); ++i) text.topic += "<term>" + words[i] + "</term>";
    text.topic += "</topic>";
    text.strategy = strategy;
    text.network = testing::gateway_to("http://127.0.0.1:" + std::to_string(server_->port()));
    return TestCollection(text);
  }
  std::int64_t on_topic(const std::set<std::string>& urls) const {
    return std::count_if(urls.begin(), urls.end(), [&](const std::string& url) {
      return (*web_)[*web_->find(url)].topic == kTopic;
    });
  }

  std::shared_ptr<const GeneratedWeb> web_ = std::make_shared<const GeneratedWeb>(make_web());
  std::unique_ptr<http::Server> server_;
};

TEST_F(GeneratedWebCrawlTest, StoresThePagesAndLinksOfTheWeb) {
  const TestCollection made = collection("<strategy name=\"breadth-first\"/>");
  EXPECT_EQ(made.gather(testing::up_to(60)).fetched, 60);
  const std::set<std::string> pages = made.pages();
  ASSERT_EQ(pages.size(), 60U);
  const auto repository = made.repository();
  for (const std::string& url : pages) {
    SCOPED_TRACE(url);
    const auto page = web_->find(url);
    ASSERT_TRUE(page);
    std::set<std::pair<std::string, std::string>> expected, stored;  // URL and anchor
    Link given;
    for (std::size_t nth = 0; nth < web_->links(*page).size(); ++nth) {
      given.anchor.clear();
      web_->fill_link(*page, nth, given);
      expected.emplace(given.url, given.anchor);
    }
    const auto links = repository->links().out_links(made.url(url).id);
    ASSERT_TRUE(links);
    for (const auto& link : *links) stored.emplace(link.link.url, link.link.anchor);
    EXPECT_EQ(stored, expected);
  }
}

TEST_F(GeneratedWebCrawlTest, RelevanceWeightingByAnchorsFindsMoreOfTheTopicThanBreadthFirst) {
  const TestCollection breadth = collection("<strategy name=\"breadth-first\"/>");
  const TestCollection weighted =
      collection("<strategy name=\"rw\"><option name=\"metadata\" value=\"anchor\"/></strategy>");
  gatherer::GatherOptions options = testing::up_to(150);
  options.pages_at_once = 1;  // so that the order of the answers is always the same
  breadth.gather(options);
  weighted.gather(options);
  EXPECT_EQ(weighted.pages().size(), 150U);
  EXPECT_GT(on_topic(weighted.pages()), on_topic(breadth.pages()) * 3 / 2);
}

}  // namespace
}  // namespace porthole
