#pragma once

/// What goes through the channel between a ParserPool and its workers, as frames (plugins/host/frame.h).
///
/// Decoding checks every length and every value: any bytes give a message or nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/document.h"
#include "plugins/host/frame.h"
#include "parser/parse.h"

namespace porthole::parser {

using plugins::frame_length;
using plugins::kFrameHeaderBytes;

/// One page on its way to a worker.
struct Request {
  ParseInput input;
  std::uint32_t cpu_seconds = 5;
  std::string fallback_reason;  ///< Not empty: read by the linear scan, and this is why.
};

/// The frame, header and all. Requires: smaller than kMaxPageBytes.
std::string encode_request(const Request& request);
std::optional<Request> decode_request(std::string_view body);

/// The frame, header and all. A Document over kMaxDocumentBytes loses members, links and properties
/// from the end (the first two are counted), then the end of its text.
std::string encode_document(Document document);
std::optional<Document> decode_document(std::string_view body);

}  // namespace porthole::parser
