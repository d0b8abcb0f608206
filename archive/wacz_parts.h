#pragma once

/// Finds the WARC files within a WACZ file (Web Archive Collection Zipped 1.1.1), which are stored
/// there without further compression, so that they can be read in place.
///
/// Thread safety: any thread.

#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"

namespace porthole::archive {

/// A WARC file: its bytes [begin, begin + size) of the WACZ file.
struct WaczPart {
  std::string name;  ///< "archive/data.warc.gz".
  std::int64_t begin = 0;
  std::int64_t size = 0;
};

/// True if the file begins as a ZIP does.
bool is_zip(const std::filesystem::path& file);

/// The WARC files in order of name. Errors: kInvalid for a damaged ZIP or one without WARC files;
/// kUnsupported when one of them is compressed again; kNotFound, kPermission, kStorage.
Result<std::vector<WaczPart>> wacz_parts(const std::filesystem::path& file);

}  // namespace porthole::archive
