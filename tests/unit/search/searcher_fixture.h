#pragma once

/// SearcherTest: an index of four pages, and a search in it.

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "search/ranking/searcher.h"
#include "tests/support/index_folder.h"

namespace porthole::search {

inline std::vector<summarizer::Summary> small_web() {
  auto hubs =
      test::summary_of("https://hubs.example/gears", "Hub gears",
                       "A planetary gear turns inside the hub. Riders like how quiet it is.");
  hubs.annotations_by_others = {test::said("https://a.test/list", "silent transmission"),
                                test::said("https://b.test/", "silent transmission")};
  auto chains = test::summary_of("https://www.chains.example/care/oil.html", "Chain care",
                                 "Oil the chain. A gear that slips has a worn chain.");
  hubs.hub = 0.0625;
  hubs.authority = 0.25;
  auto german = test::summary_of("https://rad.example.de/", "Nabenschaltung",
                                 "Die Schaltung in der Nabe ist leise.");
  german.language = "de";
  auto paper = test::summary_of("https://hubs.example/paper.pdf", "Efficiency of transmissions",
                                "Measured losses.");
  paper.media_type = "application/pdf";
  return {hubs, chains, german, paper};
}

class SearcherTest : public ::testing::Test {
 protected:
  SearcherTest() { index_.add(small_web()); }

  Results search(const std::string& query, int from = 0, int size = 10) {
    auto searcher = Searcher::open({index_.path()});
    EXPECT_TRUE(searcher) << searcher.error().to_string();
    auto results = searcher->search({query, from, size});
    EXPECT_TRUE(results) << results.error().to_string();
    return results.value_or(Results{});
  }
  std::vector<std::string> urls(const std::string& query) {
    std::vector<std::string> found;
    for (const Hit& hit : search(query).hits) found.push_back(hit.url);
    return found;
  }

  const std::string hubs_ = "https://hubs.example/gears";
  const std::string chains_ = "https://www.chains.example/care/oil.html";
  const std::string german_ = "https://rad.example.de/";
  const std::string paper_ = "https://hubs.example/paper.pdf";
  test::IndexFolder index_;
};

}  // namespace porthole::search
