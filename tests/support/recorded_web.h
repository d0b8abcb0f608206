#pragma once

/// A recorded web of a few pages, for tests of what is played over one (labs/experiments).

#include <gtest/gtest.h>

#include <cstdint>
#include <map>
#include <string>

#include "labs/experiments/recorded_links.h"
#include "tests/support/temp_dir.h"

namespace porthole::labs {

class RecordedWeb {
 public:
  /// A page of the site (and host) that its URL begins with, up to the first slash.
  void page(const std::string& url) {
    repository::UrlRecord record;
    record.id = static_cast<repository::UrlId>(ids_.size() + 1);
    record.key = record.href = url;
    record.host = record.site = url.substr(0, url.find('/', std::string("http://").size()));
    record.state = repository::UrlState::kFetched;
    batch_.new_urls.push_back(record);
    repository::PageRecord stored;
    stored.id = stored.order = record.id;
    stored.digest = url;
    batch_.pages.push_back(stored);
    ids_[url] = record.id;
  }
  void link(const std::string& source, const std::string& target) {
    repository::LinkRecord record;
    record.source = ids_.at(source);
    record.position = static_cast<std::uint32_t>(batch_.links.size());
    record.target = ids_.at(target);
    batch_.links.push_back(record);
  }
  RecordedLinks read() const {
    const testing::TempDir folder;
    auto repository =
        repository::open_sqlite(folder / "repository.db", repository::Access::kWrite).value();
    EXPECT_TRUE(repository->crawl().apply(batch_));
    return RecordedLinks::read(*repository).value();
  }

 private:
  repository::Batch batch_;
  std::map<std::string, repository::UrlId> ids_;
};

}  // namespace porthole::labs
