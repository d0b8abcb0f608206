#include "gatherer/crawl/revival.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

namespace porthole::gatherer {
namespace {

using repository::UrlRecord;
using repository::UrlState;

bool may_be_retried(const UrlRecord& url) {
  return url.state == UrlState::kDropped && repository::is_failed_fetch(url.held);
}

UrlRecord queued_again(UrlRecord url) {
  url.state = UrlState::kQueued;
  url.held = repository::Held::kNo;
  url.reason.clear();
  url.detail.clear();
  url.tries = 0;
  url.not_before = {};
  return url;
}

/// The URL that stands for `url`; nothing when it is not known.
Result<std::optional<UrlRecord>> behind_aliases(repository::Repository& repository,
                                                const Url& url) {
  constexpr int kMostSteps = 64;
  auto found = repository.find_url(url.key());
  for (int steps = 0; found && *found && (*found)->alias_of != 0 && steps < kMostSteps; ++steps) {
    found = repository.url((*found)->alias_of);
  }
  return found;
}

Error no_such_reason(const std::string& reason, const std::set<std::string>& known) {
  Error error;
  error.code = ErrorCode::kUsage;
  error.message =
      "--retry " + reason + ": no URL was dropped for this reason by a fetch that failed";
  for (const std::string& name : known)
    error.hint += (error.hint.empty() ? "reasons that can be given: " : ", ") + name;
  if (known.empty())
    error.hint =
        "no fetch has failed; what the scope or a limit keeps out comes back by the specification";
  return error;
}

}  // namespace

Result<std::int64_t> retry_dropped(repository::Repository& repository,
                                   const std::vector<std::string>& reasons) {
  std::set<std::string> known;
  repository::Batch batch;
  const auto read = repository.for_each_url([&](const UrlRecord& url) {
    if (!may_be_retried(url)) return true;
    known.insert(url.reason);
    if (std::find(reasons.begin(), reasons.end(), url.reason) != reasons.end()) {
      batch.changed_urls.push_back(queued_again(url));
    }
    return true;
  });
  if (!read) return fail(read.error());
  for (const std::string& reason : reasons) {
    if (!known.contains(reason)) return fail(no_such_reason(reason, known));
  }
  const auto count = static_cast<std::int64_t>(batch.changed_urls.size());
  if (auto written = repository.apply(batch); !written) return fail(written.error());
  return count;
}

Result<Revival> revival_of(repository::Repository& repository, const Url& url) {
  const auto found = behind_aliases(repository, url);
  if (!found) return fail(found.error());
  if (*found && (*found)->held == repository::Held::kRemoved) return Revival::kRemoved;
  return *found && may_be_retried(**found) ? Revival::kQueued : Revival::kNothing;
}

Result<Revival> revive(repository::Repository& repository, const Url& url) {
  const Result<Revival> done = revival_of(repository, url);
  if (!done || *done != Revival::kQueued) return done;
  auto found = behind_aliases(repository, url);
  if (!found) return fail(found.error());
  repository::Batch batch;
  batch.changed_urls.push_back(queued_again(std::move(**found)));
  if (auto written = repository.apply(batch); !written) return fail(written.error());
  return done;
}

}  // namespace porthole::gatherer
