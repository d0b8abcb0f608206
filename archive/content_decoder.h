#pragma once

/// Undoes the content coding of an HTTP body while it arrives, within limits.
///
/// In:  the value of Content-Encoding, then the coded bytes in pieces of any size.
/// Out: the content, at most `limit` bytes of it.
///
/// One coding is undone: gzip (with members in sequence), deflate (zlib's wrapper, or raw as some
/// servers send it) or br. More than one layer is refused, whoever needs it is up to no good.
///
/// Source: RFC 9110 8.4; RFC 1950, 1951, 1952; RFC 7932. Limits: docs/limits.md.
/// Thread safety: one thread at a time.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole::archive {

/// Content may be this many times larger than its coded form ...
inline constexpr std::int64_t kMaxExpansion = 100;
/// ... once there is more of it than this; below, small pages of one repeated word are let through.
inline constexpr std::int64_t kExpansionFreeBytes = 1 << 20;
/// Coded bytes may outweigh the limit on the content by this much: headers of the coding, stored
/// blocks.
inline constexpr std::int64_t kCodingOverhead = 64 << 10;

enum class DecodeStatus : std::uint8_t {
  kGoingOn,  ///< All taken; more may follow.
  kLimit,    ///< There is more content than `limit`; what fits was given.
  kCorrupt,  ///< The bytes are not what the coding says, or ended in the middle.
  kBomb,     ///< It grows, or costs, beyond reason.
};

class ContentDecoder {
 public:
  virtual ~ContentDecoder() = default;

  /// Makes the decoder for `content_encoding`. None, "identity" and names that servers use for it
  /// by mistake ("8bit") pass bytes on.
  ///
  /// Errors: kUnsupported for an unknown coding and for more than one.
  static Result<std::unique_ptr<ContentDecoder>> make(std::string_view content_encoding,
                                                      std::int64_t limit);

  /// Decodes `bytes` and appends to `content`. After anything but kGoingOn, feed no more.
  virtual DecodeStatus feed(std::string_view bytes, std::string& content) = 0;

  /// To be asked after the last byte: kGoingOn when the coding ended where it should (a body of no
  /// bytes at all is fine in every coding), else kCorrupt.
  virtual DecodeStatus finish() = 0;

  /// False when content and coded bytes are the same.
  virtual bool changes_bytes() const = 0;
};

}  // namespace porthole::archive
