#pragma once

/// The web in a box with the sites of the tests, and its access log.
///
///   const char* cache = std::getenv("PORTHOLE_BOX_CACHE");
///   const BoxWeb web(cache);
///   text.network = gateway_to(web.gateway());

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <memory>
#include <string>
#include <thread>
#include <vector>

#include "base/json/json.h"
#include "base/url/url.h"
#include "labs/webbox/box.h"
#include "tests/support/temp_dir.h"

namespace porthole::testing {

class BoxWeb {
 public:
  explicit BoxWeb(const std::filesystem::path& cache) {
    labs::BoxOptions options;
    options.sites = std::filesystem::path(PORTHOLE_SOURCE_DIR) / "examples/webbox/test_sites.tsv";
    options.cache = cache;
    options.server.log_file = log_;
    box_ = labs::open_box(options).value();
  }

  std::string gateway() const { return box_.server->url(); }
  std::vector<std::string> front_pages() const {
    std::vector<std::string> fronts;
    for (std::size_t site = 0; site < box_.manifest->sites().size(); ++site) {
      if (const std::string page = box_.manifest->front_page(site); !page.empty())
        fronts.push_back("https://" + page);
    }
    return fronts;
  }

  int pages_asked() const {
    read_log();
    return pages_asked_;
  }
  int times_asked(const std::string& url) const {
    read_log();
    const auto found = asked_.find(Url::parse(url).value().key());
    return found == asked_.end() ? 0 : found->second;
  }
  void wait_for_pages(int count) const {
    while (pages_asked() < count) std::this_thread::yield();
  }

 private:
  /// Reads new lines of the log; an incomplete line is left for the next call.
  void read_log() const {
    std::ifstream in(log_, std::ios::binary);
    in.seekg(read_);
    for (std::string line; std::getline(in, line) && !in.eof(); read_ = in.tellg()) {
      const auto url = Url::parse(nlohmann::json::parse(line).at("url").get<std::string>());
      if (!url) continue;
      ++asked_[url->key()];
      if (url->path() != "/robots.txt" && url->path() != "/sitemap.xml") ++pages_asked_;
    }
  }

  TempDir folder_;
  std::filesystem::path log_ = folder_ / "access.log";
  labs::Box box_;
  mutable std::streamoff read_ = 0;
  mutable std::map<std::string, int> asked_;  // by key
  mutable int pages_asked_ = 0;
};

}  // namespace porthole::testing
