#pragma once

/// Entries of a directory as libcurl writes them, which is close to LDIF.
///
/// Source: RFC 2849 for "::" (base64); libcurl writes "DN: " and a tab before each attribute.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace porthole {

struct LdapEntry {
  std::string dn;
  std::vector<std::pair<std::string, std::string>> attributes;  ///< Of text; binary ones are left out.

  /// The first value of `name` (in any case), "" when there is none.
  std::string_view first(std::string_view name) const;
};

/// At most 10,000 entries.
std::vector<LdapEntry> read_ldif(std::string_view text);

}  // namespace porthole
