#pragma once

/// Queues URLs again that were dropped since they could not be fetched, because somebody asks for
/// it.
///
/// In:  the words of reasons, as `status` shows them, or a URL; the repository, opened for writing.
/// Out: the same URLs in the queue, with all their tries before them. Scope, robots.txt and limits
/// hold as ever.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "base/url/url.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// Queues every URL that was dropped for one of `reasons`; returns how many, 0 if there is none.
///
/// Errors: kUsage for an unknown reason, with the nearest known one, and for a reason that does
/// not mean a failed fetch; then nothing is queued.
Result<std::int64_t> retry_dropped(repository::Repository& repository,
                                   const std::vector<std::string>& reasons);

enum class Revival {
  kNothing,  ///< The URL is not known, waits, or was fetched.
  kQueued,
  kRemoved,  ///< `porthole remove` took it out: it stays out.
};
/// The action that revive() would take. The repository may be open for reading.
Result<Revival> revival_of(repository::Repository& repository, const Url& url);
/// Queues `url`, or what it redirected to, when it was dropped since it could not be fetched.
Result<Revival> revive(repository::Repository& repository, const Url& url);

}  // namespace porthole::gatherer
