#include "gatherer/crawl/revival.h"

#include <algorithm>
#include <optional>
#include <set>
#include <utility>

#include "base/text/text.h"

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

std::string listed(const std::set<DropReason>& reasons) {
  std::string names;
  for (const DropReason reason : reasons) names += (names.empty() ? "" : ", ") + name_of(reason);
  return names;
}

/// The reason for which a fetch failed, as `name` says. `known`: those of the collection, for the
/// hint.
Result<DropReason> retried_reason(const std::string& name, const std::set<DropReason>& known) {
  const auto named = repository::reason_named(name);
  if (named && repository::is_failed_fetch(*named)) return *named;
  if (named) {
    const repository::Returns returns = repository::returns_of(*named);
    return fail(ErrorCode::kUsage,
                "--retry " + name + ": such URLs were not refused by a fetch that failed",
                (returns & repository::kByRules) != 0
                    ? "they come back by themselves when the specification lets them in"
                : (returns & repository::kByLink) != 0
                    ? "they come back when a link that may be followed leads to them; to fetch one "
                      "all the same: porthole seeds add DIR URL"
                    : "porthole explain DIR URL tells what happened to one (docs/url_states.md)");
  }
  std::vector<std::string> names;
  for (const repository::ReasonInfo& reason : repository::reasons()) {
    if (repository::is_failed_fetch(reason.reason)) names.emplace_back(reason.name);
  }
  for (const DropReason reason : known) names.push_back(name_of(reason));
  const std::string nearest = nearest_name(name, names);
  return fail(ErrorCode::kUsage, "--retry " + name + ": unknown reason",
              (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") +
                  (known.empty() ? "no fetch has failed in this collection"
                                 : "reasons of this collection: " + listed(known)));
}

}  // namespace

Result<std::int64_t> retry_dropped(repository::Repository& repository,
                                   const std::vector<std::string>& reasons) {
  std::set<DropReason> known;
  std::vector<UrlRecord> dropped;
  TRY_AS(read, repository.urls().for_each([&](const UrlRecord& url) {
    if (!may_be_retried(url)) return true;
    known.insert(url.reason);
    if (std::ranges::find(reasons, name_of(url.reason)) != reasons.end()) dropped.push_back(url);
    return true;
  }));
  for (const std::string& reason : reasons) {
    if (const auto named = retried_reason(reason, known); !named) return fail(named.error());
  }
  repository::Batch batch;
  for (UrlRecord& url : dropped) batch.changed_urls.push_back(queued_again(std::move(url)));
  const auto count = static_cast<std::int64_t>(batch.changed_urls.size());
  TRY(repository.crawl().apply(batch));
  return count;
}

Result<Revival> revival_of(repository::Repository& repository, const Url& url) {
  TRY_AS(found, behind_aliases(repository, url));
  if (*found && (*found)->reason == DropReason::kRemoved) return Revival::kRemoved;
  return *found && may_be_retried(**found) ? Revival::kQueued : Revival::kNothing;
}

Result<Revival> revive(repository::Repository& repository, const Url& url) {
  const Result<Revival> done = revival_of(repository, url);
  if (!done || *done != Revival::kQueued) return done;
  TRY_AS(found, behind_aliases(repository, url));
  repository::Batch batch;
  batch.changed_urls.push_back(queued_again(std::move(**found)));
  TRY(repository.crawl().apply(batch));
  return done;
}

}  // namespace porthole::gatherer
