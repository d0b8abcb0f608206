#pragma once

/// SiteTest: a search site of two small collections, without sockets.

#include <gtest/gtest.h>

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "base/url/percent_encode.h"
#include "search/site/site.h"
#include "tests/support/index_folder.h"
#include "tests/support/listed_pages.h"

namespace porthole::search {

inline const std::string kGears = "https://hubs.example/gears";
inline const std::string kChains = "https://chains.example/";

inline std::vector<summarizer::Summary> cycling() {
  summarizer::Summary gears =
      test::summary_of(kGears, "Hub gears & \"more\"", "A planetary gear\nturns inside the hub.");
  gears.modified = "2024-05-01";
  gears.annotations_by_others = {test::said(kChains, "silent <transmission>")};
  gears.properties = {{"author", "Ada Miller"}};
  summarizer::Summary chains = test::summary_of(kChains, "Chains", "A chain, a gear, and oil.");
  chains.language = "de";
  chains.noarchive = true;
  chains.own_annotations = {test::said(kGears, "silent <transmission>")};
  return {gears, chains};
}

inline ServedCollection served(const std::string& name, test::IndexFolder& index,
                               const std::vector<summarizer::Summary>& pages) {
  index.add(pages);
  return {name, index.path(), std::make_shared<test::ListedPages>(pages)};
}

class SiteTest : public ::testing::Test {
 protected:
  SiteTest() {
    auto opened = Site::open(
        {served("cycling", cycling_, cycling()),
         served("knitting", knitting_,
                {test::summary_of("https://wool.example/", "Wool", "Wool for winter gear.")})});
    EXPECT_TRUE(opened) << opened.error().to_string();
    site_ = std::move(*opened);
  }

  http::Response get(const std::string& target) {
    return site_->answer({"GET", target, "http://localhost"});
  }
  std::string page(const std::string& target) { return get(target).body; }
  nlohmann::json api(const std::string& target) { return nlohmann::json::parse(get(target).body); }
  static std::string of(const std::string& url) { return "?url=" + encode_parameter(url); }

  test::IndexFolder cycling_, knitting_;
  std::unique_ptr<Site> site_;
};

}  // namespace porthole::search
