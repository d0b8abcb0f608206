#pragma once

/// Redacts captures: overwrites them in the archive files, permanently.
///
/// In:  places of response records, as WarcWriter gave them.
/// Out: the same files, of the same length, in which a small `metadata` record replaces the
///      capture (response, request, metadata). Nothing else moves, so every other place stays
///      valid.
///
/// The gap is filled inside that record's own gzip member, by a comment in its header (RFC 1952
/// 2.3.1), so that the file stays valid for every reader. The old content is overwritten on disk.
///
/// Thread safety: one thread at a time; nobody may be writing the files.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "archive/warc_writer.h"
#include "base/result.h"

namespace porthole::archive {

/// Redacts the captures at `places` and returns their number. A place that is redacted already is
/// skipped, so that an interrupted call can be repeated.
///
/// Errors: kNotFound when a file is missing; kBusy when a writer has it open; kInvalid when a place
/// does not hold a response record of ours; kStorage. Captures redacted before the error stay
/// redacted.
Result<std::int64_t> redact_captures(const std::filesystem::path& folder,
                                     const std::vector<Place>& places);

}  // namespace porthole::archive
