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
#include <nlohmann/json.hpp>
#include <string>
#include <thread>
#include <vector>

#include "base/url.h"
#include "tests/support/temp_dir.h"
#include "webbox/manifest.h"
#include "webbox/server.h"
#include "webbox/site_list.h"

namespace porthole::testing {

class BoxWeb {
 public:
  explicit BoxWeb(const std::filesystem::path& cache) {
    auto sites =
        webbox::read_site_list(std::filesystem::path(PORTHOLE_SOURCE_DIR) / "examples/webbox/test_sites.tsv");
    EXPECT_TRUE(sites) << sites.error().to_string();
    manifest_ = std::make_shared<const webbox::Manifest>(webbox::Manifest::build(*sites, cache));
    webbox::ServerOptions options;
    options.log_file = log_;
    server_ = webbox::Server::start(manifest_, options).value();
  }

  std::string gateway() const { return server_->url(); }
  std::vector<std::string> front_pages() const {
    std::vector<std::string> fronts;
    for (std::size_t site = 0; site < manifest_->sites().size(); ++site) {
      if (const std::string page = manifest_->front_page(site); !page.empty())
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
  /// Reads on from where it was read last; a line that is not complete is left for the next time.
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
  std::shared_ptr<const webbox::Manifest> manifest_;
  std::unique_ptr<webbox::Server> server_;
  mutable std::streamoff read_ = 0;
  mutable std::map<std::string, int> asked_;  // by key
  mutable int pages_asked_ = 0;
};

}  // namespace porthole::testing
