#pragma once

/// Media types of the box's files, by the ending of the name.
/// Source: the IANA media type registry; RFC 9239 for text/javascript.

#include <string_view>

namespace porthole::labs {

struct MediaType {
  const char* name;      ///< "text/html", ...; lives as long as the process.
  bool is_page;          ///< HTML or XHTML.
  bool is_compressible;  ///< Text of some kind.
};

/// application/octet-stream for an ending that is not known. No charset is claimed: pages of twenty
/// years are in many, and say so themselves.
const MediaType& media_type_of(std::string_view file_name);
const MediaType& html_media_type();

}  // namespace porthole::labs
