#pragma once

/// Takes captures out of archive files for good.
///
/// In:  places of response records, as WarcWriter gave them.
/// Out: the same files, of the same length, in which a small `metadata` record stands where the
///      capture (response, request, metadata) was. Nothing else moves, so every other place stays
///      true.
///
/// The gap is filled inside the tombstone's own gzip member, by a comment in its header (RFC 1952
/// 2.3.1), so that the file stays valid for every reader. What was there is overwritten on disk.
///
/// Thread safety: one thread at a time; nobody may be writing the files.

#include <cstdint>
#include <filesystem>
#include <vector>

#include "archive/warc_writer.h"
#include "base/result.h"

namespace porthole::archive {

/// Overwrites the captures at `places` and returns how many there were. A place that holds a
/// tombstone already is passed over, so that a call that was interrupted can be repeated.
///
/// Errors: kNotFound when a file is missing; kBusy when a writer has it open; kInvalid when a place
/// holds no response record of ours; kStorage. What was overwritten before the error stays so.
Result<std::int64_t> blank_records(const std::filesystem::path& folder,
                                   const std::vector<Place>& places);

}  // namespace porthole::archive
