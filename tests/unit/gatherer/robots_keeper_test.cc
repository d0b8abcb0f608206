#include "gatherer/fetch/robots_keeper.h"

#include <gtest/gtest.h>

#include <string>

#include "gatherer/fetch/robots.h"
#include "tests/support/manual_clock.h"

namespace porthole::gatherer {
namespace {

using namespace std::chrono_literals;
using State = RobotsKeeper::State;

Url url(const std::string& text) { return Url::parse(text).value(); }

FetchResponse answer(int status, const std::string& body = "", const std::string& location = "") {
  FetchResponse response;
  response.http_status = status;
  response.body = body;
  if (!location.empty()) response.headers.emplace_back("location", location);
  return response;
}

FetchResponse failure(FetchStatus status) {
  FetchResponse response;
  response.status = status;
  response.detail = "of the test";
  return response;
}

constexpr const char* kRules = "User-agent: *\nDisallow: /private\n";

class RobotsKeeperTest : public ::testing::Test {
 protected:
  RobotsKeeper::Authority& site() { return keeper_[id_]; }
  bool allows(const std::string& path) { return site().rules.check(path).allowed; }
  RobotsKeeper::Next ask_and_get(const FetchResponse& response) {
    const Url asked = keeper_.ask(id_);
    return keeper_.answered(id_, response, asked);
  }

  testing::ManualClock clock_;
  RobotsKeeper keeper_{"porthole", clock_, 30s};
  AuthorityId id_ = keeper_.id_of(url("https://a.test:8443/some/page"));
};

TEST_F(RobotsKeeperTest, KnowsNothingOfAnAuthorityAtFirst) {
  EXPECT_EQ(site().state, State::kUnknown);
  EXPECT_EQ(site().name, "https://a.test:8443");
}

// RFC 9309 2.3: the rules are those of an authority: scheme, host and port.
TEST_F(RobotsKeeperTest, TellsSchemesAndPortsApart) {
  EXPECT_EQ(keeper_.id_of(url("https://a.test:8443/other")), id_);
  EXPECT_NE(keeper_.id_of(url("http://a.test:8443/")), id_);
  EXPECT_NE(keeper_.id_of(url("https://a.test/")), id_);
}

// RFC 9309 2.3: robots.txt is one of HTTP and, by also_ask(), of schemes that are much like it.
TEST_F(RobotsKeeperTest, AllowsEverythingOfASchemeThatHasNoRobotsTxtAndNeverAsks) {
  const AuthorityId id = keeper_.id_of(url("ftp://a.test/private/x"));
  EXPECT_EQ(keeper_[id].state, State::kKnown);
  EXPECT_TRUE(keeper_[id].rules.check("/private/x").allowed);
  clock_.advance(24h * 365);
  keeper_.expire(id);
  EXPECT_EQ(keeper_[id].state, State::kKnown);
}

TEST_F(RobotsKeeperTest, AsksServersOfASchemeThatHasARobotsTxtToo) {
  keeper_.also_ask("gopher");
  const AuthorityId id = keeper_.id_of(url("gopher://a.test/1/page"));
  ASSERT_EQ(keeper_[id].state, State::kUnknown);
  const Url asked = keeper_.ask(id);
  EXPECT_EQ(asked.href(), "gopher://a.test/robots.txt");
  EXPECT_TRUE(keeper_.answered(id, answer(200, kRules), asked).known);
  EXPECT_FALSE(keeper_[id].rules.check("/private").allowed);
  EXPECT_EQ(keeper_[keeper_.id_of(url("ftp://a.test/"))].state, State::kKnown) << "no other scheme";
}

TEST_F(RobotsKeeperTest, AsksAndThenKnowsTheRules) {
  const Url asked = keeper_.ask(id_);
  EXPECT_EQ(asked.href(), "https://a.test:8443/robots.txt");
  EXPECT_EQ(site().state, State::kAsking);
  const RobotsKeeper::Next next = keeper_.answered(id_, answer(200, kRules), asked);
  EXPECT_TRUE(next.known);
  EXPECT_FALSE(next.follow);
  EXPECT_LT(next.retry_in, 0ms);
  EXPECT_EQ(site().state, State::kKnown);
  EXPECT_TRUE(allows("/public"));
  EXPECT_FALSE(allows("/private/x"));
  EXPECT_EQ(site().record.robots_status, 200);
  EXPECT_EQ(site().record.robots_text, kRules);
  EXPECT_EQ(site().record.robots_fetched_at, clock_.wall());
}

TEST_F(RobotsKeeperTest, AsksAgainWhenTheClockWasPutBack) {
  (void)ask_and_get(answer(200, kRules));
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kKnown);
  clock_.advance(-24h * 365);
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kUnknown);
}

// RFC 9309 2.3.1.3: 4xx, there is no robots.txt; everything may be fetched.
TEST_F(RobotsKeeperTest, AllowsEverythingWhereThereIsNone) {
  EXPECT_TRUE(ask_and_get(answer(404, "not the rules")).known);
  EXPECT_TRUE(allows("/private/x"));
  EXPECT_EQ(site().record.robots_text, "");
}

// RFC 9309 2.3.1.2: at least five redirects, across authorities; the rules are the first one's.
TEST_F(RobotsKeeperTest, FollowsFiveRedirects) {
  Url asked = keeper_.ask(id_);
  for (int hop = 1; hop <= 5; ++hop) {
    const std::string location = "http://hop" + std::to_string(hop) + ".test/r";
    const RobotsKeeper::Next next = keeper_.answered(id_, answer(301, "", location), asked);
    ASSERT_TRUE(next.follow) << hop;
    EXPECT_EQ(next.follow->href(), location);
    EXPECT_FALSE(next.known);
    EXPECT_EQ(site().state, State::kAsking);
    asked = *next.follow;
  }
  EXPECT_TRUE(keeper_.answered(id_, answer(200, kRules), asked).known);
  EXPECT_FALSE(allows("/private/x"));
}

TEST_F(RobotsKeeperTest, TakesTheSixthRedirectAsNoRobotsTxt) {
  Url asked = keeper_.ask(id_);
  for (int hop = 1; hop <= 5; ++hop)
    asked = *keeper_.answered(id_, answer(302, "", "/again"), asked).follow;
  const RobotsKeeper::Next next = keeper_.answered(id_, answer(302, "", "/again"), asked);
  EXPECT_FALSE(next.follow);
  EXPECT_TRUE(next.known);
  EXPECT_TRUE(allows("/private/x"));
}

TEST_F(RobotsKeeperTest, FollowsNoRedirectOutOfTheWeb) {
  const RobotsKeeper::Next next = ask_and_get(answer(301, "", "file:///etc/passwd"));
  EXPECT_FALSE(next.follow);
}

TEST_F(RobotsKeeperTest, TakesARedirectWhoseLocationIsNoUrlForNoRobotsTxt) {
  for (const char* location : {"", "http://[", "http://b.test:99999/robots.txt"}) {
    RobotsKeeper keeper("porthole", clock_, 0s);
    const AuthorityId id = keeper.id_of(url("http://a.test/"));
    const RobotsKeeper::Next next = keeper.answered(id, answer(301, "", location), keeper.ask(id));
    EXPECT_FALSE(next.follow) << location;
    EXPECT_TRUE(next.known) << location;
    EXPECT_TRUE(keeper[id].rules.check("/private").allowed) << location;
  }
}

// RFC 9309 2.3.1.4: unreachable means complete disallow, here after three tries.
TEST_F(RobotsKeeperTest, TriesThreeTimesAndThenDisallowsEverything) {
  RobotsKeeper::Next next = ask_and_get(answer(503));
  EXPECT_EQ(next.retry_in, 30s);
  EXPECT_FALSE(next.known);
  EXPECT_EQ(site().state, State::kUnknown);
  next = ask_and_get(failure(FetchStatus::kTimeout));
  EXPECT_EQ(next.retry_in, 60s);
  next = ask_and_get(answer(429));
  EXPECT_TRUE(next.known);
  EXPECT_EQ(site().state, State::kKnown);
  EXPECT_FALSE(allows("/"));
  EXPECT_FALSE(site().rules.reason().empty());
  EXPECT_EQ(site().record.robots_status, -1);
}

TEST_F(RobotsKeeperTest, ForgetsItsTriesWhenAnAnswerComes) {
  ask_and_get(answer(503));
  EXPECT_TRUE(ask_and_get(answer(200, kRules)).known);
  EXPECT_FALSE(allows("/private"));
  EXPECT_TRUE(allows("/"));
}

TEST_F(RobotsKeeperTest, HoldsAnAuthorityDeadThatCannotBeSpokenTo) {
  for (const FetchStatus status :
       {FetchStatus::kUnresolvable, FetchStatus::kForbidden, FetchStatus::kTlsFailed}) {
    RobotsKeeper keeper("porthole", clock_, 0s);
    const AuthorityId id = keeper.id_of(url("http://gone.test/"));
    EXPECT_TRUE(keeper.answered(id, failure(status), keeper.ask(id)).known);
    EXPECT_EQ(keeper[id].state, State::kDead);
    EXPECT_EQ(keeper[id].dead, reason_of(status));
  }
}

TEST_F(RobotsKeeperTest, HoldsAnAuthorityDeadForTheWholeRun) {
  ask_and_get(failure(FetchStatus::kUnresolvable));
  clock_.advance(24h * 365);
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kDead);
}

// RFC 9309 2.3.1.4: a robots.txt that redirects to where nobody can be spoken to is unreachable; it
// says nothing of the host that redirects.
TEST_F(RobotsKeeperTest, TakesARedirectToNowhereForUnreachableForADay) {
  for (const FetchStatus status :
       {FetchStatus::kUnresolvable, FetchStatus::kForbidden, FetchStatus::kTlsFailed}) {
    RobotsKeeper keeper("porthole", clock_, 0s);
    const AuthorityId id = keeper.id_of(url("http://a.test/"));
    const Url asked = keeper.ask(id);
    const Url there =
        *keeper.answered(id, answer(301, "", "http://inner.test/robots.txt"), asked).follow;
    const RobotsKeeper::Next next = keeper.answered(id, failure(status), there);
    EXPECT_TRUE(next.known);
    EXPECT_LT(next.retry_in, 0ms) << "not before tomorrow";
    EXPECT_EQ(keeper[id].state, State::kKnown);
    EXPECT_TRUE(keeper[id].is_unreachable());
    EXPECT_FALSE(keeper[id].rules.check("/").allowed);
    EXPECT_EQ(keeper[id].rules.reason(),
              "robots.txt unreachable: it redirects to http://inner.test/robots.txt: of the test");
    clock_.advance(24h);
    keeper.expire(id);
    EXPECT_EQ(keeper[id].state, State::kUnknown);
  }
}

TEST_F(RobotsKeeperTest, AsksNoSecondTimeForWhatCannotChange) {
  const RobotsKeeper::Next next = ask_and_get(failure(FetchStatus::kMalformed));
  EXPECT_TRUE(next.known);
  EXPECT_LT(next.retry_in, 0ms);
  EXPECT_FALSE(allows("/"));
  EXPECT_EQ(site().state, State::kKnown);
}

TEST_F(RobotsKeeperTest, SendsNoPasswordThatARedirectNames) {
  const RobotsKeeper::Next next = ask_and_get(answer(301, "", "http://ann:secret@b.test/r"));
  ASSERT_TRUE(next.follow);
  EXPECT_EQ(next.follow->href(), "http://b.test/r");
}

// RFC 9309 2.4: a cached copy is used for 24 hours at most.
TEST_F(RobotsKeeperTest, AsksAgainAfterADay) {
  ask_and_get(answer(200, kRules));
  clock_.advance(24h - 1s);
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kKnown);
  clock_.advance(1s);
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kUnknown);
}

// RFC 9309 2.4: "unless the robots.txt is unreachable".
TEST_F(RobotsKeeperTest, LetsTheLastGoodCopyStandInForADay) {
  ask_and_get(answer(200, kRules));
  clock_.advance(25h);
  keeper_.expire(id_);
  for (int i = 0; i < 3; ++i) ask_and_get(answer(500));
  EXPECT_EQ(site().state, State::kKnown);
  EXPECT_TRUE(allows("/public"));
  EXPECT_FALSE(allows("/private"));
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kKnown) << "it is not asked for at every page";
  clock_.advance(24h);
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kUnknown);
}

TEST_F(RobotsKeeperTest, LetsNoCopyStandInThatIsOlderThanAMonth) {
  ask_and_get(answer(200, kRules));
  clock_.advance(24h * 31);
  keeper_.expire(id_);
  for (int i = 0; i < 3; ++i) ask_and_get(answer(500));
  EXPECT_FALSE(allows("/public"));
}

TEST_F(RobotsKeeperTest, KeepsTheRulesForAnotherDayThatAreUnchanged) {
  ask_and_get(answer(200, kRules));
  clock_.advance(24h);
  keeper_.expire(id_);
  const RobotsKeeper::Next next = ask_and_get(answer(304));
  EXPECT_TRUE(next.known);
  EXPECT_FALSE(next.follow);
  EXPECT_TRUE(allows("/public"));
  EXPECT_FALSE(allows("/private"));
  EXPECT_EQ(site().record.robots_status, 200);
  EXPECT_EQ(site().record.robots_text, kRules);
  EXPECT_EQ(site().record.robots_fetched_at, clock_.wall());
  clock_.advance(24h - 1s);
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kKnown);
  clock_.advance(1s);
  keeper_.expire(id_);
  EXPECT_EQ(site().state, State::kUnknown);
}

// Requests for robots.txt are not conditional: this 304 is a mistake of the server.
TEST_F(RobotsKeeperTest, TakesUnchangedForNoRobotsTxtWhereThereWasNone) {
  EXPECT_TRUE(ask_and_get(answer(304)).known);
  EXPECT_EQ(site().state, State::kKnown);
  EXPECT_TRUE(allows("/private"));
}

TEST_F(RobotsKeeperTest, AllowsNothingWhereUnchangedComesAfterAnUnreachableRobotsTxt) {
  for (int i = 0; i < 3; ++i) ask_and_get(answer(500));
  clock_.advance(24h);
  keeper_.expire(id_);
  EXPECT_TRUE(ask_and_get(answer(304)).known);
  EXPECT_TRUE(site().is_unreachable());
  EXPECT_FALSE(allows("/"));
}

class RestoredRobotsTest : public RobotsKeeperTest {
 protected:
  /// A keeper of a later run, `later` after the record was made.
  void restart(const repository::HostRecord& record, std::chrono::seconds later) {
    clock_.advance(later);
    restored_.restore(record);
    restored_id_ = restored_.id_of(url("https://a.test:8443/"));
  }

  RobotsKeeper restored_{"porthole", clock_, 0s};
  AuthorityId restored_id_ = 0;
};

TEST_F(RestoredRobotsTest, KnowsTheRulesOfAnEarlierRun) {
  ask_and_get(answer(200, kRules));
  restart(site().record, 23h);
  EXPECT_EQ(restored_[restored_id_].state, State::kKnown);
  EXPECT_FALSE(restored_[restored_id_].rules.check("/private").allowed);
  EXPECT_TRUE(restored_[restored_id_].rules.check("/").allowed);
  clock_.advance(1h);
  restored_.expire(restored_id_);
  EXPECT_EQ(restored_[restored_id_].state, State::kUnknown)
      << "a day counts from when it was fetched";
}

TEST_F(RestoredRobotsTest, AsksAgainForRulesOlderThanADay) {
  ask_and_get(answer(200, kRules));
  restart(site().record, 25h);
  EXPECT_EQ(restored_[restored_id_].state, State::kUnknown);
}

TEST_F(RestoredRobotsTest, LetsRulesOfAnEarlierRunStandIn) {
  ask_and_get(answer(200, kRules));
  restart(site().record, 25h);
  for (int i = 0; i < 3; ++i)
    restored_.answered(restored_id_, answer(502), restored_.ask(restored_id_));
  EXPECT_TRUE(restored_[restored_id_].rules.check("/").allowed);
  EXPECT_FALSE(restored_[restored_id_].rules.check("/private").allowed);
}

TEST_F(RestoredRobotsTest, LetsRulesStandInAfterARunThatDidNotFindTheHost) {
  ask_and_get(answer(200, kRules));
  clock_.advance(25h);
  keeper_.expire(id_);
  ask_and_get(failure(FetchStatus::kUnresolvable));
  ASSERT_EQ(site().state, State::kDead);
  restart(site().record, 1h);
  for (int i = 0; i < 3; ++i)
    restored_.answered(restored_id_, answer(502), restored_.ask(restored_id_));
  EXPECT_TRUE(restored_[restored_id_].rules.check("/").allowed);
  EXPECT_FALSE(restored_[restored_id_].rules.check("/private").allowed);
}

TEST_F(RestoredRobotsTest, TakesUpNoRecordWhoseNameIsNoUrl) {
  ask_and_get(answer(200, kRules));
  repository::HostRecord record = site().record;
  record.name = "a.test";
  restored_.restore(record);
  EXPECT_EQ(restored_.size(), 0u);
}

TEST_F(RestoredRobotsTest, TriesAgainWhatWasUnreachable) {
  for (int i = 0; i < 3; ++i) ask_and_get(answer(500));
  restart(site().record, 1h);
  EXPECT_EQ(restored_[restored_id_].state, State::kUnknown);
}

// RFC 9309 2.3.1: what an answer means.

RobotsAction judge(int http_status) {
  return judge_robots_answer({.detail = {}, .http_status = http_status}).action;
}

TEST(RobotsAnswerTest, ReadsTheRulesOfAnySuccess) {
  EXPECT_EQ(judge(200), RobotsAction::kParse);  // 2.3.1.1
  EXPECT_EQ(judge(204), RobotsAction::kParse);
}

TEST(RobotsAnswerTest, AllowsEverythingWhenThereIsNoRobotsTxt) {
  for (const int status : {400, 401, 403, 404, 410, 451, 499}) {  // 2.3.1.3
    EXPECT_EQ(judge(status), RobotsAction::kAllowAll) << status;
  }
}

TEST(RobotsAnswerTest, DisallowsEverythingWhenRobotsTxtCannotBeReached) {
  for (const int status : {429, 500, 502, 503, 599, 600, 999, 100, 0}) {  // 2.3.1.4
    EXPECT_EQ(judge(status), RobotsAction::kUnreachable) << status;
  }
  for (const FetchStatus status :
       {FetchStatus::kUnresolvable, FetchStatus::kForbidden, FetchStatus::kConnectFailed,
        FetchStatus::kTimeout, FetchStatus::kTlsFailed, FetchStatus::kBroken,
        FetchStatus::kDecodeFailed}) {
    const RobotsAnswer answer = judge_robots_answer({.status = status, .detail = "why"});
    EXPECT_EQ(answer.action, RobotsAction::kUnreachable);
    EXPECT_EQ(answer.reason, "why");
  }
}

TEST(RobotsAnswerTest, KeepsTheCopyThatIsUnchanged) { EXPECT_EQ(judge(304), RobotsAction::kKeep); }

// RFC 9309 2.4.
TEST(RobotsAnswerTest, AnAnswerHoldsForADayAndStandsInForAMonth) {
  const WallTime fetched{std::chrono::sys_days{std::chrono::year{2026} / 11 / 20}};
  EXPECT_TRUE(is_robots_fresh(fetched, fetched));
  EXPECT_TRUE(is_robots_fresh(fetched, fetched + 24h - 1s));
  EXPECT_FALSE(is_robots_fresh(fetched, fetched + 24h));
  EXPECT_FALSE(is_robots_fresh(fetched, fetched - 1s)) << "a clock that was set back";
  EXPECT_TRUE(may_robots_stand_in(fetched, fetched + 30 * 24h - 1s));
  EXPECT_FALSE(may_robots_stand_in(fetched, fetched + 30 * 24h));
}

}  // namespace
}  // namespace porthole::gatherer
