#pragma once

/// Wire format of messages between a ParserPool and its processes (frames: plugins/host/frame.h).
///
/// Decoding validates every length and value: invalid input gives no message.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/document.h"
#include "parser/parse.h"
#include "plugins/host/frame.h"

namespace porthole::parser {

using plugins::frame_length;
using plugins::kFrameHeaderBytes;

/// A parse request for one page.
struct Request {
  ParseInput input;
  std::uint32_t cpu_seconds = 5;
  std::string fallback_reason;  ///< If not empty: use the linear scan, for this reason.
};

/// The whole frame. Requires: smaller than kMaxPageBytes.
std::string encode_request(const Request& request);
std::optional<Request> decode_request(std::string_view body);

/// The whole frame. A Document over kMaxDocumentBytes loses members, links and properties from the
/// end (the first two are counted), then the end of its text.
std::string encode_document(Document document);
std::optional<Document> decode_document(std::string_view body);

}  // namespace porthole::parser
