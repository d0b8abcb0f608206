#include "gatherer/crawl/revival.h"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "gatherer/fetch/fetcher.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

using repository::UrlRecord;
using repository::UrlState;

class RevivalTest : public ::testing::Test {
 protected:
  void SetUp() override {
    repository_ =
        std::move(*repository::open_sqlite(folder_ / "repository.db", repository::Access::kWrite));
    repository::Batch batch;
    const auto add = [&](const std::string& href, UrlState state, DropReason reason) {
      UrlRecord& record = batch.new_urls.emplace_back();
      record.id = static_cast<repository::UrlId>(batch.new_urls.size());
      record.key = record.href = href;
      record.host = record.site = "a.org";
      record.state = state;
      record.reason = reason;
      record.tries = 3;
      return record.id;
    };
    add("https://a.org/gone", UrlState::kDropped, repository::http_reason(404));
    add("https://a.org/gone2", UrlState::kDropped, repository::http_reason(404));
    add("https://a.org/late", UrlState::kDropped, reason_of(FetchStatus::kTimeout));
    add("https://a.org/far", UrlState::kDropped, DropReason::kHops);
    add("https://a.org/removed", UrlState::kDropped, DropReason::kRemoved);
    add("https://a.org/old", UrlState::kAlias, DropReason::kRedirect);
    batch.new_urls.back().alias_of = 3;
    ASSERT_TRUE(repository_->crawl().apply(batch));
  }
  UrlRecord url(const std::string& key) const { return repository_->urls().find(key)->value(); }
  Revival revive(const std::string& text) {
    return gatherer::revive(*repository_, *Url::parse(text)).value();
  }

  testing::TempDir folder_;
  std::unique_ptr<repository::Repository> repository_;
};

TEST_F(RevivalTest, QueuesAllThatWereDroppedForTheReasonAndNoOthers) {
  EXPECT_EQ(retry_dropped(*repository_, {"http 404"}).value(), 2);
  for (const char* key : {"https://a.org/gone", "https://a.org/gone2"}) {
    EXPECT_EQ(url(key).state, UrlState::kQueued);
    EXPECT_EQ(url(key).tries, 0) << "all its tries are before it";
    EXPECT_EQ(url(key).reason, DropReason::kNone);
  }
  EXPECT_EQ(url("https://a.org/late").state, UrlState::kDropped);
}

TEST_F(RevivalTest, NamesTheNearestReasonForOneThatThereIsNot) {
  for (const auto& [reason, hint] : std::vector<std::pair<std::string, std::string>>{
           {"time-out", "did you mean \"timeout\"? reasons of this collection: timeout, http 404"},
           {"http 40", "did you mean \"http 404\"? reasons of this collection: timeout, http 404"},
           {"weather", "reasons of this collection: timeout, http 404"},
           {"", "reasons of this collection: timeout, http 404"}}) {
    const auto refused = retry_dropped(*repository_, {reason});
    ASSERT_FALSE(refused) << reason;
    EXPECT_EQ(refused.error().code, ErrorCode::kUsage);
    EXPECT_EQ(refused.error().hint, hint);
  }
  EXPECT_FALSE(retry_dropped(*repository_, {"http 404", "weather"}));
  EXPECT_EQ(url("https://a.org/gone").state, UrlState::kDropped) << "nothing is done by halves";
}

TEST_F(RevivalTest, TellsHowUrlsComeBackThatNoFetchHasRefused) {
  const auto far = retry_dropped(*repository_, {"hop limit"});
  ASSERT_FALSE(far);
  EXPECT_NE(far.error().hint.find("when the specification lets them in"), std::string::npos);
  const auto nofollow = retry_dropped(*repository_, {"nofollow"});
  ASSERT_FALSE(nofollow);
  EXPECT_NE(nofollow.error().hint.find("porthole seeds add"), std::string::npos);
  EXPECT_FALSE(retry_dropped(*repository_, {"removed"}));
  EXPECT_EQ(url("https://a.org/removed").state, UrlState::kDropped);
}

// A timer gives the same reasons each night.
TEST_F(RevivalTest, AReasonThatNoUrlHasQueuesNothing) {
  EXPECT_EQ(retry_dropped(*repository_, {"unresolvable"}).value(), 0);
  EXPECT_EQ(retry_dropped(*repository_, {"http 503", "timeout"}).value(), 1);
}

TEST_F(RevivalTest, QueuesOneUrlOrWhatItRedirectedTo) {
  EXPECT_EQ(revive("https://a.org/gone"), Revival::kQueued);
  EXPECT_EQ(revive("https://a.org/gone"), Revival::kNothing) << "it waits already";
  EXPECT_EQ(revive("https://a.org/old"), Revival::kQueued);
  EXPECT_EQ(url("https://a.org/late").state, UrlState::kQueued);
  EXPECT_EQ(revive("https://a.org/never-seen"), Revival::kNothing);
}

TEST_F(RevivalTest, LeavesOutWhatWasRemovedAndWhatTheScopeDecides) {
  EXPECT_EQ(revive("https://a.org/removed"), Revival::kRemoved);
  EXPECT_EQ(url("https://a.org/removed").state, UrlState::kDropped);
  EXPECT_EQ(revive("https://a.org/far"), Revival::kNothing);
}

}  // namespace
}  // namespace porthole::gatherer
