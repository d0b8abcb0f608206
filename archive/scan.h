#pragma once

/// Reads all records of an archive in order, and goes on behind damage.
///
/// In:  an archive folder.
/// Out: every record that can be read; every place where none can.
///
/// A record whose block has not the digest that its head states is a fault and is handed out, too.
/// The scan skips bytes that do not form a record: it looks for the next one byte by byte.
///
/// Thread safety: any thread. A crawl may write the archive meanwhile.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>

#include "archive/place.h"
#include "archive/warc_reader.h"
#include "base/result.h"

namespace porthole::archive {

struct ScanFault {
  Place place;
  std::string what;  ///< "not a valid gzip member", for people.
};

struct ScanReceivers {
  /// A record, at `place`. `is_sound`: its block has the digest that its head states, or none is
  /// stated.
  std::function<void(const Place& place, const WarcRecord& record, bool is_sound)> record;
  std::function<void(const ScanFault& fault)> fault;
  /// Called after each record with the bytes read so far; returns false to stop.
  std::function<bool(std::int64_t bytes)> progress;
};

/// Scans the files of `folder` in order of writing, as far as `end`: what is beyond it was not
/// committed. An empty `end` has no limit. Receivers may be null.
///
/// Errors: kPermission, kStorage when a file cannot be read.
Result<void> scan_archive(const std::filesystem::path& folder, const Place& end,
                          const ScanReceivers& receivers);

/// Total size of the files in `folder`, in bytes.
std::int64_t archive_bytes(const std::filesystem::path& folder);

}  // namespace porthole::archive
