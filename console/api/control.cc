#include <algorithm>
#include <optional>
#include <utility>

#include "base/text/format.h"
#include "collection/open_collection.h"
#include "console/api/handlers.h"
#include "gatherer/strategies/strategy_registry.h"
#include "repository/lock.h"
#include "repository/url_state.h"

namespace porthole::console {
namespace {

using nlohmann::ordered_json;

constexpr std::int64_t kMostPages = 10'000'000;
constexpr std::int64_t kMostMinutes = 60 * 24 * 30;
constexpr std::size_t kLongestName = 100;
constexpr std::size_t kMostReasons = 1000;

/// Who writes into the repository, "" for nobody.
std::string writer_of(const collection::Collection& collection) {
  return repository::Lock::holder(collection::storage_of(collection).lock_file()).value_or("");
}

ordered_json status_as_json(ServedFolder& folder) {
  const JobStatus status = folder.jobs().status();
  ordered_json out = {{"state", name_of(status.state)}, {"work", nullptr}};
  if (status.has_run) {
    out["work"] = name_of(status.step);
    out["then"] = status.step == status.job.work ? "" : name_of(status.job.work);
    out["more"] = status.job.more;
    out["minutes"] = status.job.minutes;
    out["started"] = format_time(status.started);
    out["exit_code"] = status.exit_code;
    out["was_stopped"] = status.was_stopped;
    out["output"] = status.output;
  }
  const Result<collection::Collection> collection = folder.open();
  out["beside"] = status.state == JobState::kIdle && collection ? writer_of(*collection) : "";
  out["search"] = "";
  if (!collection) return out;
  if (const auto url = folder.search_page().url_of(*collection)) {
    out["search"] = *url;
  } else {
    out["search_error"] = url.error().message;
  }
  return out;
}

Result<Work> work_of(const std::string& name) {
  if (const auto work = work_named(name)) return *work;
  return fail(ErrorCode::kUsage, "there is no such work",
              "known: gather, update, train, try, propose, judge, distill, index, accept-loss");
}

/// One of the strategies that there are; "" for the specification's.
Result<void> check_strategy(const std::string& name) {
  const auto& names = gatherer::strategy_names();
  if (name.empty() || std::find(names.begin(), names.end(), name) != names.end()) return {};
  return fail(ErrorCode::kUsage, "there is no such strategy", "known: docs/strategies.md");
}

/// The age of pages that are fetched again, "7d"; "" for none.
Result<void> check_refresh(const std::string& age) {
  if (age.empty() || parse_duration(age)) return {};
  return fail(ErrorCode::kUsage, "not an age: " + age, "write 12h or 7d");
}

/// Reasons that URLs were dropped for; gather checks that each means a failed fetch.
Result<std::vector<std::string>> reasons_of(const std::vector<std::string>& names) {
  std::vector<std::string> reasons;
  for (const std::string& name : names) {
    const auto reason = repository::reason_named(name);
    if (!reason || !repository::is_failed_fetch(*reason)) {
      return fail(ErrorCode::kUsage, "not a reason of failed fetches: " + name,
                  "known: those of docs/url_states.md that --retry takes");
    }
    reasons.push_back(repository::name_of(*reason));
  }
  return reasons;
}

/// Reads the members of a start, and checks them.
Result<Job> job_of(const Call& call) {
  Members& members = call.members;
  Job job;
  const std::string work = members.text("work", kLongestName);
  job.more = members.optional_number("more", 0, kMostPages).value_or(0);
  job.minutes = members.optional_number("minutes", 0, kMostMinutes).value_or(0);
  job.strategy = members.optional_text("strategy", kLongestName);
  job.refresh = members.optional_text("refresh", kLongestName);
  const std::vector<std::string> retry = members.optional_texts("retry", kMostReasons);
  job.train_first = members.optional_flag("train_first");
  TRY(members.finish());
  TRY_AS(known, work_of(work));
  job.work = *known;
  if (job.train_first && job.work != Work::kUpdate)
    return fail(ErrorCode::kUsage, "only an update trains first", "send \"work\": \"update\"");
  TRY(check_strategy(job.strategy));
  TRY(check_refresh(job.refresh));
  TRY_AS(reasons, reasons_of(retry));
  job.retry = std::move(*reasons);
  return job;
}

/// Errors: kBusy while something writes into the collection that this console has not started, as a
/// crawl of a console that was killed does.
Result<void> check_alone(ServedFolder& folder) {
  if (folder.jobs().status().state != JobState::kIdle) return {};
  const Result<collection::Collection> collection = folder.open();
  const std::string writer = collection ? writer_of(*collection) : "";
  if (writer.empty()) return {};
  return fail(ErrorCode::kBusy,
              writer + " writes into this collection, and this console has not started it",
              "wait for its end, or stop it by Ctrl-C in its terminal or by kill and its number");
}

Result<void> start(const Call& call) {
  TRY_AS(job, job_of(call));
  if (!call.folder.is_collection()) {
    return fail(ErrorCode::kIncomplete, "there is no collection yet", "name a topic first");
  }
  if (auto good = check_alone(call.folder); !good) return good;
  return call.folder.jobs().start(*job);
}

Result<void> carry_out(const Call& call) {
  const std::string action = call.members.text("action", kLongestName);
  if (action == "start") return start(call);
  if (action != "pause" && action != "resume") {
    return fail(ErrorCode::kUsage, "unknown action", "send \"start\", \"pause\" or \"resume\"");
  }
  if (auto read = call.members.finish(); !read) return read;
  if (auto good = check_alone(call.folder); !good) return good;
  return action == "pause" ? call.folder.jobs().stop() : call.folder.jobs().resume();
}

}  // namespace

Result<http::Response> show_job(const Call& call) {
  return http::json_response(status_as_json(call.folder));
}

Result<http::Response> change_job(const Call& call) {
  TRY_AS(done, carry_out(call));
  call.folder.snapshot().forget();
  return http::json_response(status_as_json(call.folder));
}

}  // namespace porthole::console
