#pragma once

/// PageStore over a list of summaries, for tests of the search site.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/page_store.h"
#include "summarizer/summary.h"

namespace porthole::test {

class ListedPages : public search::PageStore {
 public:
  explicit ListedPages(const std::vector<summarizer::Summary>& pages) {
    for (const auto& page : pages) pages_[page.url] = page;
  }
  Result<std::optional<summarizer::Summary>> summary(std::string_view url) override {
    const auto found = pages_.find(std::string(url));
    if (found == pages_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<std::string, summarizer::Summary> pages_;
};

}  // namespace porthole::test
