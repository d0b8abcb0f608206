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

/// Stores a page whose summary is `rdf`, as a crawl does.
void write_page(const std::filesystem::path& file, const std::string& rdf) {
  auto repository = repository::open_sqlite(file, repository::Access::kWrite).value();
  if (!repository->urls().find(kUrl).value()) {
    repository::Batch batch;
    repository::UrlRecord url;
    url.id = 1;
    url.key = url.href = kUrl;
    url.host = url.site = "a.org";
    url.state = repository::UrlState::kFetched;
    batch.new_urls.push_back(url);
    repository::PageRecord page;
    page.id = page.order = 1;
    batch.pages.push_back(page);
    ASSERT_TRUE(repository->crawl().apply(batch));
  }
  repository::SummaryRecord summary;
  summary.page = 1;
  summary.href = kUrl;
  summary.rdf = rdf;
  ASSERT_TRUE(repository->summaries().put({summary}));
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
    EXPECT_EQ(store->rdf(kUrl).value(), "before");
  }
  ::chmod(folder.path().c_str(), 0755);
  write_page(file, "after");
  const auto after = store->rdf(kUrl);
  ASSERT_TRUE(after) << after.error().to_string();
  EXPECT_EQ(*after, "after");
}

}  // namespace
}  // namespace porthole::search
