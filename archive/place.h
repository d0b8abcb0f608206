#pragma once

/// Where a record of an archive begins.

#include <cstdint>
#include <string>

namespace porthole::archive {

/// Where a record is: the name of its file within the archive folder, and the offset of its member.
struct Place {
  std::string file;
  std::int64_t offset = 0;
  friend bool operator==(const Place&, const Place&) = default;
};

}  // namespace porthole::archive
