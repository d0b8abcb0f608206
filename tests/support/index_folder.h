#pragma once

/// Builds a real index in a temporary folder from summaries.

#include <gtest/gtest.h>

#include <filesystem>
#include <string>
#include <vector>

#include "indexer/indexer.h"
#include "tests/support/summary_feed.h"

namespace porthole::test {

class IndexFolder {
 public:
  IndexFolder() {
    std::string name = (std::filesystem::temp_directory_path() / "porthole-search-XXXXXX").string();
    base_ = mkdtemp(name.data());
  }
  ~IndexFolder() { std::filesystem::remove_all(base_); }
  IndexFolder(const IndexFolder&) = delete;
  IndexFolder& operator=(const IndexFolder&) = delete;

  /// Indexes `pages`, besides what is there already.
  void add(const std::vector<summarizer::Summary>& pages,
           const indexer::IndexOptions& options = {}) {
    for (const auto& page : pages) feed_.put(page);
    update(options);
  }
  /// Takes the page with this URL out.
  void remove(const std::string& url) {
    feed_.remove(url);
    update({});
  }
  std::filesystem::path path() const { return base_ / "index"; }

 private:
  void update(const indexer::IndexOptions& options) {
    const auto report = indexer::update_index(path(), feed_, options);
    ASSERT_TRUE(report) << report.error().to_string();
    ASSERT_TRUE(report->failed.empty()) << report->failed[0].second.to_string();
  }

  std::filesystem::path base_;
  SummaryFeed feed_;
};

}  // namespace porthole::test
