#pragma once

/// Reads an answer from the archive again, as it was fetched.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <filesystem>

#include "archive/place.h"
#include "base/result.h"
#include "gatherer/fetch/fetcher.h"

namespace porthole::gatherer {

/// The answer at `place`, with at most `body_limit` bytes, and without
/// FetchResponse::response_head, so that it is not archived once more. Errors: those of
/// archive::read_answer() and RecordedAnswer::body().
Result<FetchResponse> answer_at(const std::filesystem::path& archive_folder,
                                const archive::Place& place, std::int64_t body_limit);

}  // namespace porthole::gatherer
