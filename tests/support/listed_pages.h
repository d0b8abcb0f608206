#pragma once

/// PageStore over a list of summaries, for tests of the search site.

#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/page_store.h"
#include "summarizer/rdf_writer.h"

namespace porthole::test {

class ListedPages : public search::PageStore {
 public:
  explicit ListedPages(const std::vector<summarizer::Summary>& pages) {
    for (const auto& page : pages) rdf_[page.url] = summarizer::write_rdf(page);
  }
  Result<std::optional<std::string>> rdf(std::string_view url) override {
    const auto found = rdf_.find(std::string(url));
    if (found == rdf_.end()) return std::nullopt;
    return found->second;
  }

 private:
  std::map<std::string, std::string> rdf_;
};

}  // namespace porthole::test
