#pragma once

/// Streaming decoder of HTTP content codings (gzip, deflate, br, zstd) with limits against
/// decompression bombs.
///
/// In:  the value of Content-Encoding, then the coded bytes in pieces of any size.
/// Out: the content, at most `limit` bytes of it.
///
/// Undone are gzip (with members in sequence), deflate (zlib's wrapper, or raw as some servers send
/// it), br and zstd, up to kMostLayers of them. As browsers do, names of other things ("utf-8") are
/// ignored, checksums are not compared, and text that is called coded and is not passes as it is;
/// gzip and deflate are told by their first byte where one is called the other.
/// A body that is text by its type and packed with gzip without being called so is unpacked.
///
/// Source: RFC 9110 8.4; RFC 1950, 1951, 1952; RFC 7932; RFC 8878, 9659. Limits: docs/limits.md.
/// Thread safety: one thread at a time.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole::archive {

/// Maximum ratio of content to coded bytes ...
inline constexpr std::int64_t kMaxExpansion = 100;
/// ... applied only beyond this size, so that small pages of one repeated word pass.
inline constexpr std::int64_t kExpansionFreeBytes = 1 << 20;
/// Maximum excess of coded bytes over the limit on the content: headers of the coding, stored
/// blocks.
inline constexpr std::int64_t kCodingOverhead = 64 << 10;
/// Codings of one body.
inline constexpr std::size_t kMostLayers = 3;

enum class DecodeStatus : std::uint8_t {
  kGoingOn,  ///< All taken; more may follow.
  kLimit,    ///< The content exceeds `limit`; it was truncated.
  kCorrupt,  ///< Invalid or incomplete coded data.
  kBomb,     ///< A decompression bomb: expansion or cost beyond the limits.
};

class ContentDecoder {
 public:
  virtual ~ContentDecoder() = default;

  /// Makes the decoder for `content_encoding`. None, "identity" and what is not the name of a
  /// coding pass bytes on.
  ///
  /// Errors: kUnsupported for a coding that is not undone here (compress), and for more than
  /// kMostLayers.
  static Result<std::unique_ptr<ContentDecoder>> make(std::string_view content_encoding,
                                                      std::int64_t limit,
                                                      std::string_view content_type = {});

  /// Decodes `bytes` and appends to `content`. After anything but kGoingOn, feed no more.
  virtual DecodeStatus feed(std::string_view bytes, std::string& content) = 0;

  /// Call it after the last byte: returns kGoingOn when the coding is complete (an empty body is
  /// complete in every coding), else kCorrupt. May append to `content` what was held back.
  virtual DecodeStatus finish(std::string& content) = 0;

  /// False when content and coded bytes are the same; known after the first byte.
  virtual bool changes_bytes() const = 0;
};

}  // namespace porthole::archive
