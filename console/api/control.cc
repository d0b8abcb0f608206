#include "console/api/control.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/duration.h"
#include "collection/open_collection.h"
#include "gatherer/strategies/strategy_registry.h"
#include "repository/lock.h"
#include "repository/url_state.h"

namespace porthole::console {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kMostPages = 10'000'000;
constexpr std::int64_t kMostMinutes = 60 * 24 * 30;

/// Who writes into the repository, "" for nobody.
std::string writer_of(const ServedFolder& folder) {
  const Result<collection::Collection> collection = folder.open();
  if (!collection) return {};
  return repository::Lock::holder(collection::storage_of(*collection).lock_file()).value_or("");
}

ordered_json status_as_json(ServedFolder& folder) {
  const JobStatus status = folder.jobs().status();
  ordered_json out = {{"state", name_of(status.state)}, {"work", nullptr}};
  if (status.has_run) {
    out["work"] = name_of(status.job.work);
    out["more"] = status.job.more;
    out["minutes"] = status.job.minutes;
    out["started"] = format_time(status.started);
    out["exit_code"] = status.exit_code;
    out["was_stopped"] = status.was_stopped;
    out["output"] = status.output;
  }
  out["beside"] = status.state == JobState::kIdle ? writer_of(folder) : "";
  return out;
}

Result<Work> work_of(const std::string& name) {
  if (const auto work = work_named(name)) return *work;
  return fail(ErrorCode::kUsage, "there is no such work",
              "known: gather, update, train, try, propose, judge, distill, index");
}

/// One of the strategies that there are; "" for the specification's.
Result<std::string> strategy_of(const Call& call) {
  auto name = optional_text(call, "strategy", 100);
  if (!name || name->empty()) return name;
  const auto& names = gatherer::strategy_names();
  if (std::find(names.begin(), names.end(), *name) != names.end()) return name;
  return fail(ErrorCode::kUsage, "there is no such strategy", "known: docs/strategies.md");
}

/// The age of pages that are fetched again, "7d"; "" for none.
Result<std::string> refresh_of(const Call& call) {
  auto age = optional_text(call, "refresh", 20);
  if (!age || age->empty() || parse_duration(*age)) return age;
  return fail(ErrorCode::kUsage, "not an age: " + *age, "write 12h or 7d");
}

/// Reasons that URLs were dropped for; gather checks that each means a failed fetch.
Result<std::vector<std::string>> retry_of(const Call& call) {
  std::vector<std::string> reasons;
  const auto given = call.body.find("retry");
  if (given == call.body.end() || given->is_null()) return reasons;
  for (const auto& one : *given) {
    const auto reason =
        one.is_string() ? repository::reason_named(one.get<std::string>()) : std::nullopt;
    if (!reason || !repository::is_failed_fetch(*reason)) {
      return fail(ErrorCode::kUsage, "not a reason of failed fetches: " + one.dump(),
                  "known: those of docs/url_states.md that --retry takes");
    }
    reasons.push_back(repository::name_of(*reason));
  }
  return reasons;
}

Result<void> start(const Call& call) {
  const auto name = text_member(call, "work");
  if (!name) return fail(name.error());
  const auto work = work_of(*name);
  if (!work) return fail(work.error());
  const auto more = number_member(call, "more", 0, kMostPages, 0);
  if (!more) return fail(more.error());
  const auto minutes = number_member(call, "minutes", 0, kMostMinutes, 0);
  if (!minutes) return fail(minutes.error());
  const auto strategy = strategy_of(call);
  if (!strategy) return fail(strategy.error());
  auto refresh = refresh_of(call);
  if (!refresh) return fail(refresh.error());
  auto retry = retry_of(call);
  if (!retry) return fail(retry.error());
  if (!call.folder.is_collection()) {
    return fail(ErrorCode::kIncomplete, "there is no collection yet", "name a topic first");
  }
  if (call.folder.jobs().status().state == JobState::kIdle) {
    if (const std::string writer = writer_of(call.folder); !writer.empty())
      return fail(ErrorCode::kBusy, writer + " writes into this collection", "wait for its end");
  }
  return call.folder.jobs().start(
      {*work, *more, *minutes, *strategy, std::move(*refresh), std::move(*retry)});
}

}  // namespace

Result<Payload> show_job(const Call& call) { return as_payload(status_as_json(call.folder)); }

Result<Payload> change_job(const Call& call) {
  const auto action = text_member(call, "action");
  if (!action) return fail(action.error());
  Result<void> done =
      fail(ErrorCode::kUsage, "unknown action", "send \"start\", \"pause\" or \"resume\"");
  if (*action == "start") done = start(call);
  if (*action == "pause") done = call.folder.jobs().stop();
  if (*action == "resume") done = call.folder.jobs().resume();
  if (!done) return fail(done.error());
  call.folder.snapshot().forget();
  return as_payload(status_as_json(call.folder));
}

}  // namespace porthole::console
