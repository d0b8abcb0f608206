#pragma once

/// What goes through the channel between a ParserPool and its workers.
///
/// A frame is its length in bytes (32 bits, little endian, itself not counted) and as many bytes.
/// Numbers are little endian, a string is its length (32 bits) and its bytes. Both ends are one
/// build of one program: the form carries a version and is not meant to be stored.
///
/// Decoding checks every length and every value: any bytes give a message or nothing.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/document.h"
#include "parser/parse.h"

namespace porthole::parser {

inline constexpr std::size_t kFrameHeaderBytes = 4;

/// One page on its way to a worker.
struct Request {
  ParseInput input;
  std::uint32_t cpu_seconds = 5;
  std::string fallback_reason;  ///< Not empty: read by the linear scan, and this is why.
};

/// The frame, header and all. Requires: smaller than kMaxPageBytes.
std::string encode_request(const Request& request);
std::optional<Request> decode_request(std::string_view body);

/// The frame, header and all. A Document over kMaxDocumentBytes loses links from the end (counted
/// in links_cut), then the end of its text.
std::string encode_document(Document document);
std::optional<Document> decode_document(std::string_view body);

/// The length that a frame's first kFrameHeaderBytes announce.
std::uint32_t frame_length(std::string_view header);

}  // namespace porthole::parser
