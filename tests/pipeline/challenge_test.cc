// Sites that answer with a challenge, a login page or one text in the place of pages.

#include <gtest/gtest.h>

#include "gatherer/report/alarms.h"
#include "summarizer/summarize.h"
#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {
namespace {

constexpr const char* kFront = "http://a.test/";
constexpr int kPages = 20;

/// As Anubis sends it, with status 200.
constexpr const char* kAnubis =
    "<!doctype html><html lang=en><head><title>Making sure you're not a bot!</title>"
    "<meta name=robots content=\"noindex,nofollow\">"
    "<link rel=stylesheet href=/.within.website/x/xess/xess.css>"
    "<script id=anubis_challenge type=application/json>{\"challenge\":\"5f\"}</script></head>"
    "<body><main><h1>Making sure you're not a bot!</h1><p id=status>Loading...</p>"
    "<script async src=/.within.website/x/cmd/anubis/static/js/main.mjs></script>"
    "<details><p>You are seeing this because the administrator of this website has set up Anubis "
    "to protect the server.</p></details></main></body></html>";

std::string page_url(int number) { return std::string(kFront) + "page" + std::to_string(number); }

/// A page of some eighty words, which no other page has.
std::string page_of_substance(int number) {
  std::string html = "<title>Page " + std::to_string(number) + "</title><p>";
  for (int i = 0; i < 80; ++i) html += "word" + std::string(1, char('a' + number)) + "x ";
  return html + "</p>" + link("/page" + std::to_string(number % (kPages - 1) + 1), "another");
}

class ChallengeTest : public GatherFixture {
 protected:
  void put_pages() {
    std::string front = page_of_substance(0);
    for (int i = 1; i < kPages; ++i) front += link("/page" + std::to_string(i), "a page");
    web_.page(kFront, front);
    for (int i = 1; i < kPages; ++i) web_.page(page_url(i), page_of_substance(i));
  }
  void put_everywhere(const std::string& html) {
    web_.page(kFront, html);
    for (int i = 1; i < kPages; ++i) web_.page(page_url(i), html);
  }
  void gather_once() {
    put_pages();
    collection_ = std::make_unique<TestCollection>(from({kFront}));
    collection_->gather();
    summarize();
    ASSERT_EQ(summaries(), kPages);
    links_ = collection_->repository()->counts()->links;
  }
  gatherer::GatherReport refresh() const {
    gatherer::GatherOptions options;
    options.refresh = std::chrono::seconds(0);
    gatherer::GatherReport report = collection_->gather(options);
    summarize();
    return report;
  }
  void summarize() const {
    EXPECT_TRUE(
        summarizer::summarize_stale(*collection_->repository(repository::Access::kWrite), {}));
  }
  /// As many as the index would have.
  int summaries() const {
    int found = 0;
    for (const std::string& url : collection_->pages()) {
      found += static_cast<int>(
          collection_->repository()->summaries().has(collection_->url(url).id).value());
    }
    return found;
  }
  void expect_all_is_kept() const {
    EXPECT_EQ(summaries(), kPages);
    EXPECT_EQ(collection_->repository()->counts()->links, links_);
    EXPECT_EQ(collection_->page(page_url(3)).document.title, "Page 3");
    EXPECT_FALSE(collection_->page(page_url(3)).noindex);
  }

  std::unique_ptr<TestCollection> collection_;
  std::int64_t links_ = 0;
};

TEST_F(ChallengeTest, ASiteThatBeginsToSendChallengesKeepsItsPagesAndLinks) {
  gather_once();
  const int asked = web_.pages_asked();
  put_everywhere(kAnubis);
  gatherer::GatherReport report = refresh();
  expect_all_is_kept();
  ASSERT_EQ(report.refresh_failures.size(), 1u);
  EXPECT_EQ(report.refresh_failures[0].first, repository::DropReason::kChallenge);
  EXPECT_EQ(report.refresh_failures[0].second + report.not_asked, kPages);
  EXPECT_EQ(report.gone, 0);
  EXPECT_LT(web_.pages_asked() - asked, kPages) << "the host is asked less often";
  const auto withheld = gatherer::read_withheld(collection_->open());
  ASSERT_TRUE(withheld);
  ASSERT_EQ(withheld->size(), 1u);
  EXPECT_EQ(withheld->front().host, "a.test");
  EXPECT_EQ(withheld->front().reason, repository::DropReason::kChallenge);
  EXPECT_GE(withheld->front().stored, 5);
  put_pages();
  report = refresh();
  EXPECT_EQ(report.refreshed, kPages);
  EXPECT_TRUE(report.refresh_failures.empty());
  EXPECT_EQ(collection_->repository()->counts()->failing, 0);
  expect_all_is_kept();
}

TEST_F(ChallengeTest, PagesOfASiteThatSendsChallengesFromTheFirstOnAreNotStored) {
  put_everywhere(kAnubis);
  const TestCollection collection(from({kFront}));
  const gatherer::GatherReport report = collection.gather();
  EXPECT_EQ(collection.pages(), Pages());
  EXPECT_EQ(collection.state(kFront), "dropped: challenge");
  EXPECT_EQ(collection.url(kFront).detail, "Anubis");
  ASSERT_EQ(report.unfetched_seeds.size(), 1u);
  EXPECT_NE(report.unfetched_seeds[0].remedy.find("ask"), std::string::npos);
}

TEST_F(ChallengeTest, AHostThatRefusesMostRequestsOfAFirstCrawlIsAskedLessOften) {
  put_pages();
  for (int i = 2; i < kPages; ++i) web_.answer(page_url(i), 403);
  const TestCollection collection(from({kFront}));
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{kFront, page_url(1)}));
  EXPECT_LT(web_.pages_asked(), kPages);
  const auto counts = collection.repository()->counts();
  std::int64_t dropped = 0;
  for (const auto& [reason, count] : counts->reasons) dropped += count;
  EXPECT_EQ(dropped, kPages - 2) << "each has its reason";
  EXPECT_EQ(counts->reasons.size(), 2u) << "refused, and not asked for";
}

TEST_F(ChallengeTest, AnErrorOfTheMomentSentAsAPageIsTriedAgainBeforeItIsGivenUp) {
  web_.page(kFront, "<title>503 Service Unavailable</title><p>Please try again later.</p>");
  const TestCollection collection(from({kFront}));
  collection.gather();
  EXPECT_EQ(web_.times_asked(kFront), 3);
  EXPECT_EQ(collection.state(kFront), "dropped: http 503");
}

TEST_F(ChallengeTest, AnOwnTextThatAllUrlsHaveNowIsNoChangeOfThePages) {
  gather_once();
  put_everywhere("<title>Closed</title><p>This site is closed. Thank you for the fish.</p>");
  const gatherer::GatherReport report = refresh();
  expect_all_is_kept();
  ASSERT_FALSE(report.refresh_failures.empty());
  EXPECT_EQ(report.refresh_failures[0].first, repository::DropReason::kOneTextForAll);
}

TEST_F(ChallengeTest, ALoginPageInThePlaceOfAPageIsNoChangeOfIt) {
  gather_once();
  web_.page(page_url(3),
            "<title>Members</title><form><input name=user>"
            "<input type=\"password\" name=word><button>Log in</button></form>");
  const gatherer::GatherReport report = refresh();
  EXPECT_EQ(report.refreshed, kPages - 1);
  EXPECT_EQ(report.refresh_failures,
            (repository::ReasonCounts{{repository::DropReason::kLoginPage, 1}}));
  expect_all_is_kept();
}

TEST_F(ChallengeTest, ATemplateThatChangesOnEveryPageIsAChange) {
  gather_once();
  for (int i = 1; i < kPages; ++i)
    web_.page(page_url(i), page_of_substance(i) + "<p>A new foot for all pages of this site</p>");
  const gatherer::GatherReport report = refresh();
  EXPECT_EQ(report.refreshed, kPages);
  EXPECT_TRUE(report.refresh_failures.empty());
}

TEST_F(ChallengeTest, AHostThatRefusesEveryPageLosesNone) {
  gather_once();
  web_.answer(page_url(3), 404);
  refresh();
  for (int i = 0; i < kPages; ++i) web_.answer(i == 0 ? kFront : page_url(i), 403);
  const gatherer::GatherReport report = refresh();
  EXPECT_EQ(report.gone, 0);
  EXPECT_EQ(report.withheld + report.not_asked, kPages);
  EXPECT_EQ(gatherer::read_withheld(collection_->open())->front().stored + report.not_asked, kPages)
      << "with the one that failed before";
  expect_all_is_kept();
}

}  // namespace
}  // namespace porthole::testing
