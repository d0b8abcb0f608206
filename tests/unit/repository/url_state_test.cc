#include "repository/url_state.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "repository/records.h"
#include "tests/support/files.h"

namespace porthole::repository {
namespace {

std::string events_of(Returns returns) {
  static const std::pair<Return, const char*> kNames[] = {
      {kNever, "never"},         {kByRating, "a higher rating"},
      {kByLink, "another link"}, {kByRules, "other rules"},
      {kByTime, "time"},         {kByPage, "its page"},
      {kBySeed, "as a seed"},    {kByRequest, "a request"},
  };
  if (returns == kAnyReturn) return "any reason";
  std::string text;
  for (const auto& [one, name] : kNames) {
    if ((returns & one) != 0) text += (text.empty() ? "" : ", ") + std::string(name);
  }
  return text;
}

std::string node(UrlState state) {
  return state == UrlState::kNew ? "[*]" : std::string(name_of(state));
}

/// The drawing of docs/url_states.md.
std::string drawing() {
  std::string text = "```mermaid\nstateDiagram-v2\n";
  for (const Transition& t : transitions()) {
    text += "  " + node(t.from) + " --> " + node(t.to) + ": " + std::string(name_of(t.event));
    if (t.from == UrlState::kDropped) text += " (" + events_of(t.returns) + ")";
    text += "\n";
  }
  return text + "```\n";
}

/// The list of reasons of docs/url_states.md.
std::string reason_table() {
  std::string text = "| number | reason | comes back by |\n|---|---|---|\n";
  for (const ReasonInfo& reason : reasons()) {
    if (reason.reason == DropReason::kNone) continue;
    text += "| " + std::to_string(static_cast<int>(reason.reason)) + " | " +
            std::string(reason.name) + " | " + events_of(reason.returns) + " |\n";
  }
  return text + "| 100 to 999 | http 100 to http 999 | " + events_of(kByRequest) + " |\n";
}

TEST(UrlStateTest, TheManualDrawsTheTransitionsAndListsTheReasons) {
  const std::string page =
      testing::read_whole_file(std::string(PORTHOLE_SOURCE_DIR) + "/docs/url_states.md");
  EXPECT_NE(page.find(drawing()), std::string::npos) << "expected:\n" << drawing();
  EXPECT_NE(page.find(reason_table()), std::string::npos) << "expected:\n" << reason_table();
}

TEST(UrlStateTest, EveryReasonHasANameOfItsOwnThatLeadsBackToIt) {
  std::set<std::string> names;
  for (const ReasonInfo& reason : reasons()) {
    EXPECT_EQ(name_of(reason.reason), reason.name);
    EXPECT_TRUE(names.insert(std::string(reason.name)).second) << reason.name;
    if (reason.reason == DropReason::kNone) continue;
    EXPECT_EQ(reason_named(reason.name), reason.reason);
  }
  EXPECT_EQ(name_of(DropReason::kNone), "");
  EXPECT_EQ(name_of(static_cast<DropReason>(99)), "reason 99");
}

TEST(UrlStateTest, AnHttpStatusIsAReason) {
  EXPECT_EQ(name_of(http_reason(404)), "http 404");
  EXPECT_EQ(reason_named("http 404"), http_reason(404));
  EXPECT_EQ(http_status_of(http_reason(599)), 599);
  EXPECT_EQ(http_status_of(DropReason::kTimeout), 0);
  EXPECT_TRUE(is_failed_fetch(http_reason(500)));
  for (const int no_status : {-1, 0, 22, 99, 1000, 65536 + 404}) {
    EXPECT_EQ(http_reason(no_status), DropReason::kMalformed) << no_status;
  }
  for (const char* no_reason : {"", "http", "http ", "http x", "http 22", "http 1000", "http 65940",
                                "http 404 ", "http -404", "HTTP 404", "weather"}) {
    EXPECT_FALSE(reason_named(no_reason)) << no_reason;
  }
}

TEST(UrlStateTest, NumbersThatAreStoredKeepTheirMeaning) {
  EXPECT_EQ(static_cast<int>(UrlState::kQueued), 0);
  EXPECT_EQ(static_cast<int>(UrlState::kFetched), 1);
  EXPECT_EQ(static_cast<int>(UrlState::kAlias), 2);
  EXPECT_EQ(static_cast<int>(UrlState::kDropped), 3);
  EXPECT_EQ(static_cast<int>(DropReason::kOutOfScope), 6);
  EXPECT_EQ(static_cast<int>(DropReason::kRemoved), 13);
  EXPECT_EQ(static_cast<int>(DropReason::kRobots), 21);
  EXPECT_EQ(static_cast<int>(DropReason::kTimeout), 27);
  EXPECT_EQ(static_cast<int>(DropReason::kSchemeTwin), 37);
}

TEST(UrlStateTest, AQueuedUrlIsFetchedDroppedMergedOrTriedAgain) {
  const UrlStatus queued{UrlState::kQueued, DropReason::kNone};
  EXPECT_EQ(after({}, UrlEvent::kAdmit), queued);
  EXPECT_EQ(after(queued, UrlEvent::kFetch), (UrlStatus{UrlState::kFetched, DropReason::kNone}));
  EXPECT_EQ(after(queued, UrlEvent::kDrop, http_reason(404)),
            (UrlStatus{UrlState::kDropped, http_reason(404)}));
  EXPECT_EQ(after(queued, UrlEvent::kMerge, DropReason::kRedirect),
            (UrlStatus{UrlState::kAlias, DropReason::kRedirect}));
  EXPECT_EQ(after(queued, UrlEvent::kTryAgain, DropReason::kTimeout),
            (UrlStatus{UrlState::kQueued, DropReason::kTimeout}));
}

TEST(UrlStateTest, ADroppedUrlComesBackByTheEventsOfItsReasonAlone) {
  const auto comes_back = [](DropReason reason, UrlEvent event) {
    const auto next = after({UrlState::kDropped, reason}, event);
    return next == UrlStatus{UrlState::kQueued, DropReason::kNone};
  };
  const std::pair<Return, UrlEvent> ways[] = {
      {kByRating, UrlEvent::kRaise}, {kByLink, UrlEvent::kFollow},     {kByTime, UrlEvent::kDue},
      {kBySeed, UrlEvent::kReseed},  {kByRequest, UrlEvent::kRequest},
  };
  for (const ReasonInfo& reason : reasons()) {
    for (const auto& [way, event] : ways) {
      EXPECT_EQ(comes_back(reason.reason, event), (reason.returns & way) != 0)
          << reason.name << " by " << name_of(event);
    }
  }
  EXPECT_FALSE(applies({UrlState::kDropped, DropReason::kRemoved}, UrlEvent::kRequest));
  EXPECT_FALSE(applies({UrlState::kDropped, DropReason::kPathRepeats}, UrlEvent::kReadmit));
  EXPECT_TRUE(applies({UrlState::kDropped, DropReason::kRejected}, UrlEvent::kReadmit));
}

TEST(UrlStateTest, AnythingThatIsKnownCanBeRemovedAndNothingElseHappensToPagesAndAliases) {
  for (const UrlState state : {UrlState::kQueued, UrlState::kFetched, UrlState::kAlias}) {
    EXPECT_EQ(after({state, DropReason::kNone}, UrlEvent::kRemove),
              (UrlStatus{UrlState::kDropped, DropReason::kRemoved}));
  }
  for (const ReasonInfo& reason : reasons()) {
    EXPECT_TRUE(applies({UrlState::kDropped, reason.reason}, UrlEvent::kRemove)) << reason.name;
  }
  EXPECT_FALSE(applies({}, UrlEvent::kRemove));
  for (int event = 0; event < static_cast<int>(UrlEvent::kRemove); ++event) {
    EXPECT_FALSE(applies({UrlState::kFetched, DropReason::kNone}, static_cast<UrlEvent>(event)));
    EXPECT_FALSE(applies({UrlState::kAlias, DropReason::kRedirect}, static_cast<UrlEvent>(event)));
  }
}

TEST(RunRecordTest, EveryStopReasonIsReadBackFromItsName) {
  for (int i = 0; i <= static_cast<int>(StopReason::kFailed); ++i) {
    const auto reason = static_cast<StopReason>(i);
    RunRecord written, read;
    written.stop_reason = reason;
    EXPECT_EQ(written.stopped(), name_of(reason));
    read.set_stopped(written.stopped());
    EXPECT_EQ(read.stop_reason, reason) << name_of(reason);
    EXPECT_EQ(read.failure, "");
  }
}

// Older collections have these texts.
TEST(RunRecordTest, TheNamesAreThoseThatAreStored) {
  EXPECT_EQ(name_of(StopReason::kFrontierEmpty), "frontier empty");
  EXPECT_EQ(name_of(StopReason::kBudget), "budget");
  EXPECT_EQ(name_of(StopReason::kTime), "time");
  EXPECT_EQ(name_of(StopReason::kInterrupted), "interrupted");
  EXPECT_EQ(name_of(StopReason::kRefreshed), "refreshed");
}

TEST(RunRecordTest, AnyOtherTextIsTheErrorThatEndedTheRun) {
  RunRecord run;
  run.set_stopped("no space left on device");
  EXPECT_EQ(run.stop_reason, StopReason::kFailed);
  EXPECT_EQ(run.failure, "no space left on device");
  EXPECT_EQ(run.stopped(), "no space left on device");
  run.set_stopped("time");
  EXPECT_EQ(run.failure, "") << "of the run before";
}

}  // namespace
}  // namespace porthole::repository
