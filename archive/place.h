#pragma once

/// Address of a record in an archive.

#include <compare>
#include <cstdint>
#include <string>

namespace porthole::archive {

/// Name of the file within the archive folder, and offset of the record's gzip member.
struct Place {
  std::string file;
  std::int64_t offset = 0;
  friend auto operator<=>(const Place&, const Place&) = default;  // NOLINT(modernize-use-nullptr)
};

}  // namespace porthole::archive
