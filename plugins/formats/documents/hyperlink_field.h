#pragma once

/// Parser for the HYPERLINK field of Word, as used in docx and RTF.
///
///   read_hyperlink_field(R"( HYPERLINK "https://club.example/" \o "Our club" )")->target

#include <optional>
#include <string>
#include <string_view>

namespace porthole {

struct HyperlinkField {
  std::string target;  ///< "" for a bookmark in the same document.
  std::string title;   ///< The tooltip.
};

/// Absent for another kind of field. Source: ECMA-376-1, 17.16.5.25.
std::optional<HyperlinkField> read_hyperlink_field(std::string_view instruction);

}  // namespace porthole
