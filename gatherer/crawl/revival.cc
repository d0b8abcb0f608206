#include "gatherer/crawl/revival.h"

#include <optional>
#include <set>
#include <utility>

namespace porthole::gatherer {
namespace {

using repository::DropReason;
using repository::UrlEvent;
using repository::UrlRecord;

bool may_be_retried(const UrlRecord& url) { return applies(url.status(), UrlEvent::kRequest); }

UrlRecord queued_again(UrlRecord url) {
  const repository::UrlStatus status = *after(url.status(), UrlEvent::kRequest);
  url.state = status.state;
  url.reason = status.reason;
  url.detail.clear();
  url.tries = 0;
  url.not_before = {};
  return url;
}

/// The URL that stands for `url`; nothing when it is not known.
Result<std::optional<UrlRecord>> behind_aliases(repository::Repository& repository,
                                                const Url& url) {
  constexpr int kMostSteps = 64;
  auto found = repository.urls().find(url.key());
  for (int steps = 0; found && *found && (*found)->alias_of != 0 && steps < kMostSteps; ++steps) {
    found = repository.urls().get((*found)->alias_of);
  }
  return found;
}

Error no_such_reason(const std::string& reason, const std::set<DropReason>& known) {
  Error error;
  error.code = ErrorCode::kUsage;
  error.message =
      "--retry " + reason + ": no URL was dropped for this reason by a fetch that failed";
  std::set<std::string> names;
  for (const DropReason other : known) names.insert(name_of(other));
  for (const std::string& name : names)
    error.hint += (error.hint.empty() ? "reasons that can be given: " : ", ") + name;
  if (known.empty())
    error.hint =
        "no fetch has failed; what the scope or a limit keeps out comes back by the specification";
  return error;
}

}  // namespace

Result<std::int64_t> retry_dropped(repository::Repository& repository,
                                   const std::vector<std::string>& reasons) {
  std::set<DropReason> known;
  std::set<DropReason> wanted;
  for (const std::string& reason : reasons) {
    if (const auto named = repository::reason_named(reason)) wanted.insert(*named);
  }
  repository::Batch batch;
  const auto read = repository.urls().for_each([&](const UrlRecord& url) {
    if (!may_be_retried(url)) return true;
    known.insert(url.reason);
    if (wanted.contains(url.reason)) batch.changed_urls.push_back(queued_again(url));
    return true;
  });
  if (!read) return fail(read.error());
  for (const std::string& reason : reasons) {
    const auto named = repository::reason_named(reason);
    if (!named || !known.contains(*named)) return fail(no_such_reason(reason, known));
  }
  const auto count = static_cast<std::int64_t>(batch.changed_urls.size());
  if (auto written = repository.crawl().apply(batch); !written) return fail(written.error());
  return count;
}

Result<Revival> revival_of(repository::Repository& repository, const Url& url) {
  const auto found = behind_aliases(repository, url);
  if (!found) return fail(found.error());
  if (*found && (*found)->reason == DropReason::kRemoved) return Revival::kRemoved;
  return *found && may_be_retried(**found) ? Revival::kQueued : Revival::kNothing;
}

Result<Revival> revive(repository::Repository& repository, const Url& url) {
  const Result<Revival> done = revival_of(repository, url);
  if (!done || *done != Revival::kQueued) return done;
  auto found = behind_aliases(repository, url);
  if (!found) return fail(found.error());
  repository::Batch batch;
  batch.changed_urls.push_back(queued_again(std::move(**found)));
  if (auto written = repository.crawl().apply(batch); !written) return fail(written.error());
  return done;
}

}  // namespace porthole::gatherer
