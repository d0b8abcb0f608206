#pragma once

/// CaptureStore: receives the captures of a crawl and says where their records are.
///
/// The WARC writer appends them (warc_writer.h); a repository that is built again from its archive
/// finds those that are there.
///
/// Thread safety: one thread at a time.

#include <cstdint>
#include <string>

#include "archive/capture.h"
#include "archive/place.h"
#include "base/result.h"

namespace porthole::archive {

class CaptureStore {
 public:
  virtual ~CaptureStore() = default;

  /// Returns the place of the capture's response record.
  virtual Result<Place> write(const Capture& capture) = 0;
  /// Returns when everything written is on disk. Call it before committing a Place.
  virtual Result<void> sync() = 0;
  /// Call it when file() and size() are committed.
  virtual Result<void> committed() = 0;
  /// Where the archive ends: what to commit beside the places in it.
  virtual std::string file() const = 0;
  virtual std::int64_t size() const = 0;
};

}  // namespace porthole::archive
