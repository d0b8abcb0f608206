#pragma once

/// Parser for OAI-PMH responses: records in Dublin Core, a resumption token, or errors.
///
/// Source: http://www.openarchives.org/OAI/openarchivesprotocol.html (version 2.0), oai_dc.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole {

struct OaiRecord {
  std::string identifier;
  std::string datestamp;
  bool deleted = false;
  /// Elements of Dublin Core with their text, in order: "title", "creator", ...
  std::vector<std::pair<std::string, std::string>> fields;

  /// The first value of `name`, "" if there is none.
  std::string_view first(std::string_view name) const;
};

struct OaiAnswer {
  std::vector<OaiRecord> records;
  std::string token;       ///< resumptionToken, "" at the end of the list.
  std::string error_code;  ///< "idDoesNotExist", "" for success.
  std::string error;
};

/// Errors: those of xml::parse_xml(); kInvalid for XML that is not an OAI-PMH response.
Result<OaiAnswer> read_oai(std::string_view xml, const std::string& url);

}  // namespace porthole
