#include "search/index/page_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>

#include "repository/repository.h"
#include "tests/support/temp_dir.h"
#include "tests/support/without_rights.h"

namespace porthole::search {
namespace {

constexpr const char* kUrl = "https://a.org/";

/// Stores a page with this title, as a crawl does.
void write_page(const std::filesystem::path& file, const std::string& title) {
  auto repository = repository::open_sqlite(file, repository::Access::kWrite).value();
  repository::Batch batch;
  if (!repository->urls().find(kUrl).value()) {
    repository::UrlRecord url;
    url.id = 1;
    url.key = url.href = kUrl;
    url.host = url.site = "a.org";
    url.state = repository::UrlState::kFetched;
    batch.new_urls.push_back(url);
  }
  repository::PageRecord page;
  page.id = page.order = 1;
  page.document.title = title;
  batch.pages.push_back(page);
  ASSERT_TRUE(repository->crawl().apply(batch));
  ASSERT_TRUE(repository->summaries().put({{.page = 1}}));
}

// A server that may only read, beside a crawl that begins after it.
TEST(PageStoreTest, GoesOnWhenACrawlBeginsThatItCannotFollow) {
  const testing::TempDir folder;
  const std::filesystem::path file = folder / "repository.db";
  write_page(file, "before");
  for (const char* suffix : {"-wal", "-shm"}) std::filesystem::remove(file.string() + suffix);
  ::chmod(folder.path().c_str(), 0555);
  const auto store = make_page_store(file);
  {
    const testing::WithoutRights nobody;
    EXPECT_EQ(store->summary(kUrl).value()->title, "before");
  }
  ::chmod(folder.path().c_str(), 0755);
  write_page(file, "after");
  const auto after = store->summary(kUrl);
  ASSERT_TRUE(after && *after) << after.error().to_string();
  EXPECT_EQ((*after)->title, "after");
}

}  // namespace
}  // namespace porthole::search
