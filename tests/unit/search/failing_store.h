#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "search/index/page_store.h"
#include "tests/support/listed_pages.h"

namespace porthole::search {

/// A store that fails while `fails`.
class FailingStore final : public PageStore {
 public:
  explicit FailingStore(const std::vector<summarizer::Summary>& pages) : pages_(pages) {}
  Result<std::optional<summarizer::Summary>> summary(std::string_view url) override {
    if (fails) return fail(ErrorCode::kDiskFull, "there is no space left");
    return pages_.summary(url);
  }
  Result<std::vector<Backlink>> backlinks(std::string_view url) override {
    if (fails) return fail(ErrorCode::kInvalid, "not a valid database");
    return pages_.backlinks(url);
  }
  Result<std::optional<StoredDocument>> document(std::string_view url) override {
    if (fails) return fail(ErrorCode::kStorage, "the archive cannot be read");
    return pages_.document(url);
  }
  bool fails = true;

 private:
  test::ListedPages pages_;
};

}  // namespace porthole::search
