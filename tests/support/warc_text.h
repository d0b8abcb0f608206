#pragma once

/// WARC records as other programs write them, for tests of readers.

#include <string>
#include <string_view>

namespace porthole::testing {

/// A record of `type` for `uri`. `fields` are further lines, each with CR LF.
inline std::string warc_record(std::string_view type, std::string_view uri,
                               std::string_view content_type, std::string_view block,
                               std::string_view fields = {},
                               std::string_view version = "WARC/1.1") {
  std::string text(version);
  text.append("\r\nWARC-Type: ").append(type);
  text.append("\r\nWARC-Target-URI: ").append(uri);
  text.append("\r\nWARC-Date: 1997-01-14T19:42:44Z\r\n").append(fields);
  text.append("Content-Type: ").append(content_type);
  text.append("\r\nContent-Length: ").append(std::to_string(block.size()));
  return text.append("\r\n\r\n").append(block).append("\r\n\r\n");
}

/// A response record that holds the HTTP message `answer`.
inline std::string warc_response(std::string_view uri, std::string_view answer,
                                 std::string_view fields = {}) {
  return warc_record("response", uri, "application/http; msgtype=response", answer, fields);
}

}  // namespace porthole::testing
