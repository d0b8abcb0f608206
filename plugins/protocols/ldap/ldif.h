#pragma once

/// Parser for directory entries in libcurl's output format, a variant of LDIF.
///
/// Source: RFC 2849 for "::" (base64); libcurl writes "DN: " and a tab before each attribute.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

struct LdapEntry {
  std::string dn;
  std::vector<std::pair<std::string, std::string>> attributes;  ///< Text attributes; binary ones
                                                                ///< are dropped.

  /// The first value of `name` (case ignored), "" if there is none.
  std::string_view first(std::string_view name) const;
};

/// At most 10,000 entries.
std::vector<LdapEntry> read_ldif(std::string_view text);

}  // namespace porthole
