#pragma once

/// Parser for the header of an RPM package.
///
/// Source: RPM package file format, version 3 and 4: a lead of 96 bytes, the header of signatures,
/// the header proper; big-endian.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace porthole {

enum class RpmTag : std::uint32_t {
  kName = 1000,
  kVersion = 1001,
  kRelease = 1002,
  kSummary = 1004,
  kDescription = 1005,
  kVendor = 1011,
  kLicense = 1014,
  kPackager = 1015,
  kGroup = 1016,
  kUrl = 1020,
  kArchitecture = 1022,
  kRequires = 1049,
};

/// Texts of the header by tag, for the tags above. Empty if `package` is damaged or not an RPM.
std::map<RpmTag, std::vector<std::string>> read_rpm_header(std::string_view package);

}  // namespace porthole
