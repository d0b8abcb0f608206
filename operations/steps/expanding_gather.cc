#include "operations/steps/expanding_gather.h"

#include <algorithm>
#include <chrono>
#include <utility>

#include "gatherer/judge/judge_factory.h"
#include "operations/steps/steps.h"
#include "training/automatic_expansion.h"

namespace porthole::operations {
namespace {

using repository::StopReason;

constexpr std::int64_t kFirstRound = 100;

/// Pages that the collection is to have; 0 = no limit.
std::int64_t goal(const gatherer::GatherOptions& options,
                  const collection::Specification& specification, std::int64_t fetched) {
  if (options.more) return fetched + *options.more;
  return options.pages.value_or(specification.limits.pages);
}

/// The report of all rounds: counts of the collection are those of the last one.
gatherer::GatherReport together(const gatherer::GatherReport& before, gatherer::GatherReport last) {
  last.add_earlier(before);
  return last;
}

}  // namespace

Result<ExpandedGather> ExpandingGather::run(gatherer::GatherOptions options) {
  const auto began = std::chrono::steady_clock::now();
  const std::optional<std::chrono::milliseconds> duration = options.duration;
  TRY_AS(counts, repository_.counts());
  TRY_AS(collection, open_());
  const std::int64_t most = goal(options, collection->specification(), counts->fetched);
  options.more.reset();
  ExpandedGather done;
  done.gathered.fetched = counts->fetched;
  for (bool goes_on = true; goes_on;) {
    if (done.gathered.fetched >= kFirstRound) {
      TRY(expand(done));
    }
    if (duration) {
      const auto spent = std::chrono::duration_cast<std::chrono::milliseconds>(
          std::chrono::steady_clock::now() - began);
      options.duration = std::max(std::chrono::milliseconds(1), *duration - spent);
    }
    TRY_AS(another, gather_round(options, most, done));
    goes_on = *another;
  }
  return done;
}

Result<void> ExpandingGather::expand(ExpandedGather& done) {
  TRY_AS(before, open_());
  TRY_AS(change, training::expand_by_evidence(*before, repository_));
  if (change->is_empty()) return {};
  done.added.insert(done.added.end(), change->added.begin(), change->added.end());
  done.taken_back.insert(done.taken_back.end(), change->taken_back.begin(),
                         change->taken_back.end());
  TRY_AS(after, open_());
  TRY_AS(judged_by, gatherer::judged_by(*after));
  if (*judged_by != topics::JudgedBy::kWords) return {};
  const auto judged = Steps(*after, repository_, watch_).judge();
  return judged ? Result<void>() : fail(judged.error());
}

Result<bool> ExpandingGather::gather_round(gatherer::GatherOptions options, std::int64_t most,
                                           ExpandedGather& done) {
  TRY_AS(collection, open_());
  const std::int64_t next = std::max(kFirstRound, 2 * done.gathered.fetched);
  options.pages = most == 0 ? next : std::min(most, next);
  auto round = Steps(*collection, repository_, watch_).gather(std::move(options), "gathering");
  if (!round) return fail(round.error());
  done.gathered = together(done.gathered, std::move(*round));
  return done.gathered.stop_reason == StopReason::kBudget &&
         (most == 0 || done.gathered.fetched < most);
}

}  // namespace porthole::operations
