#pragma once

/// Parses HTTP/1.x messages: the fields of the head, and the body without its transfer coding.
///
/// Lenient for old servers: lines may end in LF alone, a line without a colon is ignored, a folded
/// line is joined to the one before.
///
/// Source: RFC 9112. Thread safety: all functions, any thread.

#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/result.h"

namespace porthole::archive {

/// Fields with names in lower case, in order of arrival.
using HttpFields = std::vector<std::pair<std::string, std::string>>;

struct HttpHead {
  int status = 0;
  std::string text;  ///< As it came, with the empty line.
  HttpFields fields;

  /// Value of the first field `name` (lower case), "" when absent.
  std::string_view field(std::string_view name) const;
};

/// All values of `name` (lower case), joined by ", " (RFC 9110 5.3).
std::string joined_values(const HttpFields& fields, std::string_view name);

/// The value of the first field `name` (lower case), "" when absent; it lives as long as `fields`.
std::string_view first_value(const HttpFields& fields, std::string_view name);

/// The fields in `lines`, up to an empty line or the end. WARC records have the same form.
HttpFields parse_fields(std::string_view lines);

/// Returns the size of the head at the beginning of `message`, its empty line included; npos when
/// it is incomplete.
std::size_t head_size(std::string_view message);

/// Parses the head of a response.
/// Errors: kInvalid when it does not begin with a status line.
Result<HttpHead> parse_response_head(std::string_view head);

/// Decodes the chunked transfer coding (RFC 9112 7.1). A truncated body is decoded as far as it
/// goes.
/// Errors: kInvalid for an invalid chunk size.
Result<std::string> without_chunks(std::string_view body);

}  // namespace porthole::archive
