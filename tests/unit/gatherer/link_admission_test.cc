#include "gatherer/crawl/link_admission.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/unit/gatherer/crawl_pieces.h"

namespace porthole::gatherer {
namespace {

using porthole::testing::CrawlPieces;
using porthole::testing::CrawlSettings;
using ::testing::ElementsAre;
using ::testing::SizeIs;

Link link_to(const std::string& url, const std::string& rel = "") {
  Link link;
  link.url = url;
  link.rel = rel;
  return link;
}

/// Follows `links` of the page `id`; returns the number of their rows.
std::size_t follow(CrawlPieces& crawl, UrlId id, std::vector<Link> links, LinkOrigin origin = {}) {
  const Judgement nothing;
  origin.page = id;
  origin.hops = crawl.urls[id].hops + 1;
  return crawl.links
      .follow({.id = id, .site = crawl.urls[id].site, .judgement = nothing}, std::move(links),
              origin)
      .size();
}

TEST(LinkAdmissionTest, LinksBecomeUrlsThatWait) {
  CrawlPieces crawl;
  const UrlId page = crawl.fetched_page("http://a.test/");
  EXPECT_EQ(follow(crawl, page, {link_to("http://a.test/1#part"), link_to("http://b.test/")}), 2U);
  EXPECT_EQ(crawl.queued(), (std::set<std::string>{"http://a.test/1", "http://b.test/"}));
  const UrlId id = crawl.urls.find("http://a.test/1");
  EXPECT_EQ(crawl.urls[id].hops, 1);
  EXPECT_EQ(crawl.urls[id].found_on, page);
}

TEST(LinkAdmissionTest, ALinkWithNofollowIsRecordedAndAnotherLinkOpensItsTarget) {
  CrawlPieces crawl;
  const UrlId page = crawl.fetched_page("http://a.test/");
  EXPECT_EQ(follow(crawl, page, {link_to("http://a.test/1", "nofollow")}), 1U);
  const UrlId id = crawl.urls.find("http://a.test/1");
  EXPECT_EQ(crawl.urls[id].reason, DropReason::kNofollow);
  EXPECT_TRUE(crawl.queued().empty());
  follow(crawl, page, {link_to("http://a.test/1")});
  EXPECT_EQ(crawl.queued(), std::set<std::string>{"http://a.test/1"});
}

TEST(LinkAdmissionTest, AnImageIsNotFetchedUnlessTheSpecificationSaysSo) {
  for (const bool images : {false, true}) {
    CrawlSettings settings;
    settings.specification.images = images;
    CrawlPieces crawl(std::move(settings));
    Link image = link_to("http://a.test/sky.png");
    image.element = Element::kImg;
    follow(crawl, crawl.fetched_page("http://a.test/"), {image});
    EXPECT_EQ(crawl.queued().size(), images ? 1u : 0u);
  }
}

TEST(LinkAdmissionTest, AUrlBeyondTheHopLimitOpensOnceAShorterWayIsFound) {
  CrawlSettings settings;
  settings.specification.limits.hops = 2;
  CrawlPieces crawl(std::move(settings));
  const UrlId id = crawl.admit("http://a.test/far", {.hops = 3});
  EXPECT_EQ(crawl.urls[id].reason, DropReason::kHops);
  crawl.admit("http://a.test/far", {.hops = 4});
  EXPECT_EQ(crawl.urls[id].reason, DropReason::kHops);
  crawl.admit("http://a.test/far", {.hops = 2});
  EXPECT_TRUE(is_open(crawl.urls[id]));
  EXPECT_EQ(crawl.urls[id].hops, 2);
}

TEST(LinkAdmissionTest, AUrlThatScopeRefusesIsKeptWithTheReason) {
  CrawlPieces crawl;
  const UrlId id = crawl.admit("javascript:alert(1)");
  EXPECT_EQ(crawl.urls[id].state, UrlState::kDropped);
  repository::Batch batch;
  crawl.urls.take_changes(batch);
  EXPECT_EQ(batch.new_urls.at(0).reason, DropReason::kUnknownScheme);
}

TEST(LinkAdmissionTest, UserNamesAndPasswordsAreTakenOut) {
  CrawlPieces crawl;
  EXPECT_EQ(crawl.urls.href(crawl.admit("http://me:secret@a.test/")), "http://a.test/");
}

TEST(LinkAdmissionTest, SeedsWaitAndThoseWithoutAUrlAreNamed) {
  CrawlSettings settings;
  settings.specification.seeds = {{.url = "http://a.test/", .file = "seeds", .line = 1},
                                  {.url = "no URL at all", .file = "seeds", .line = 2},
                                  {.url = "http://me:secret@b.test/", .file = "seeds", .line = 3}};
  CrawlPieces crawl(std::move(settings));
  crawl.links.add_seeds();
  EXPECT_EQ(crawl.queued(), std::set<std::string>{"http://a.test/"});
  EXPECT_TRUE(crawl.urls[1].seed);
  ASSERT_THAT(crawl.links.failed_seeds(), SizeIs(2));
  EXPECT_EQ(crawl.links.failed_seeds()[0].second, "no valid URL (seeds:2)");
  EXPECT_EQ(crawl.links.failed_seeds()[1].first, "http://b.test/");
}

TEST(LinkAdmissionTest, ASeedThatHadNoAddressIsTriedAgain) {
  CrawlSettings settings;
  settings.specification.seeds = {{.url = "http://a.test/", .file = "seeds", .line = 1}};
  CrawlPieces crawl(std::move(settings));
  crawl.links.add_seeds();
  crawl.urls.count_try(1);
  crawl.queue.drop(1, reason_of(FetchStatus::kUnresolvable));
  crawl.links.add_seeds();
  EXPECT_EQ(crawl.queued(), std::set<std::string>{"http://a.test/"});
  EXPECT_EQ(crawl.urls[1].tries, 0);
  crawl.queue.drop(1, repository::http_reason(404));
  crawl.links.add_seeds();
  EXPECT_TRUE(crawl.queued().empty()) << "that is an answer";
}

// A specification may have been changed between two runs.
TEST(LinkAdmissionTest, AsksAgainAboutWhatEarlierRulesKeptOut) {
  CrawlPieces crawl;
  const UrlId hops = crawl.admit("http://a.test/far");
  crawl.urls.apply(hops, UrlEvent::kDrop, DropReason::kHops);
  const UrlId cap = crawl.admit("http://a.test/many");
  crawl.urls.apply(cap, UrlEvent::kDrop, DropReason::kSiteCap);
  const UrlId robots = crawl.admit("http://a.test/private");
  crawl.urls.apply(robots, UrlEvent::kDrop, DropReason::kRobots);
  const UrlId later = crawl.admit("http://down.test/");
  crawl.urls.apply(later, UrlEvent::kDrop, DropReason::kRobotsUnreachable);
  crawl.urls.rest_until(later, crawl.clock.wall() + std::chrono::minutes(1));
  crawl.links.reconsider_all(true);
  EXPECT_TRUE(is_open(crawl.urls[hops]));
  EXPECT_TRUE(is_open(crawl.urls[cap]));
  EXPECT_EQ(crawl.urls[robots].reason, DropReason::kRobots);
  EXPECT_EQ(crawl.urls[later].reason, DropReason::kRobotsUnreachable);
  EXPECT_THAT(crawl.fetcher.take_due(), ElementsAre());
  crawl.clock.advance(std::chrono::minutes(1));
  EXPECT_THAT(crawl.fetcher.take_due(), ElementsAre(later));
}

// They were kept out for another reason when the scope had room for them.
TEST(LinkAdmissionTest, TheScopeOfTodayDecidesAboutWhatBecomesOpen) {
  CrawlPieces crawl;
  const UrlId nofollow = crawl.admit("http://a.test/n", {.nofollow = Nofollow::kLink});
  const UrlId later = crawl.admit("http://a.test/later");
  crawl.urls.apply(later, UrlEvent::kDrop, DropReason::kRobotsUnreachable);
  const UrlId wanted = crawl.admit("http://b.test/n", {.nofollow = Nofollow::kLink});
  const UrlId due = crawl.admit("http://b.test/later");
  crawl.urls.apply(due, UrlEvent::kDrop, DropReason::kRobotsUnreachable);
  collection::Specification narrowed = crawl.settings.specification;
  narrowed.scope = {{.hosts = {"b.test"}}};
  crawl.scope = Scope::make(narrowed).value();
  crawl.admit("http://a.test/n");
  crawl.admit("http://b.test/n");
  for (const UrlId id : {later, due}) crawl.links.readmit_due(id);
  EXPECT_EQ(crawl.urls[nofollow].reason, DropReason::kOutOfScope);
  EXPECT_EQ(crawl.urls[later].reason, DropReason::kOutOfScope);
  EXPECT_TRUE(is_open(crawl.urls[wanted]));
  EXPECT_TRUE(is_open(crawl.urls[due]));
  crawl.links.readmit_due(wanted);
  EXPECT_TRUE(is_open(crawl.urls[wanted])) << "it waits already";
}

TEST(LinkAdmissionTest, AsksAgainAboutWhatWaitsWhenTheRulesHaveChanged) {
  CrawlSettings settings;
  settings.specification.limits.hops = 2;
  CrawlPieces crawl(std::move(settings));
  const UrlId id = crawl.admit("http://a.test/far");
  crawl.urls.set_hops(id, 3);
  crawl.links.reconsider_all(true);
  EXPECT_TRUE(is_open(crawl.urls[id]));
  crawl.links.reconsider_all(false);
  EXPECT_EQ(crawl.urls[id].reason, DropReason::kHops);
}

TEST(LinkAdmissionTest, PagesThatAreEqualUnderHttpAndHttpsMakeOneAnAliasFromThenOn) {
  CrawlPieces crawl;
  const UrlId http = crawl.fetched_page("http://a.test/", 7);
  const UrlId https = crawl.admit("https://a.test/");
  crawl.urls.set_digest(https, 7);
  EXPECT_TRUE(crawl.links.merge_scheme_twin(https, Url::parse("https://a.test/").value()));
  EXPECT_EQ(crawl.urls[https].alias_of, http);
  const UrlId queued = crawl.admit("http://a.test/1");
  EXPECT_EQ(crawl.urls.standing_for(crawl.admit("https://a.test/1")), queued);
  repository::Batch batch;
  crawl.fetcher.take_changes(batch);
  EXPECT_EQ(batch.hosts.at(0).scheme_twin, 1);
}

TEST(LinkAdmissionTest, PagesThatDifferUnderHttpAndHttpsStayApart) {
  CrawlPieces crawl;
  crawl.fetched_page("http://a.test/", 7);
  const UrlId https = crawl.admit("https://a.test/");
  crawl.urls.set_digest(https, 8);
  EXPECT_FALSE(crawl.links.merge_scheme_twin(https, Url::parse("https://a.test/").value()));
  crawl.admit("http://a.test/1");
  const UrlId own = crawl.admit("https://a.test/1");
  EXPECT_EQ(crawl.urls.standing_for(own), own);
}

}  // namespace
}  // namespace porthole::gatherer
