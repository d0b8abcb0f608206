#pragma once

/// Writes gzip members (RFC 1952), reusing one compressor.

#include <cstdint>
#include <initializer_list>
#include <memory>
#include <string>
#include <string_view>

namespace porthole::archive {

enum class Compression {
  kFast,    ///< zlib's level 1.
  kStored,  ///< No compression, for data that is compressed already.
};

/// zlib's windowBits for a gzip member with the largest window.
inline constexpr int kGzipWindow = 15 + 16;

class GzipMemberWriter {
 public:
  GzipMemberWriter();
  ~GzipMemberWriter();
  GzipMemberWriter(const GzipMemberWriter&) = delete;
  GzipMemberWriter& operator=(const GzipMemberWriter&) = delete;

  /// Appends one member with the concatenation of `pieces` to `out`.
  void append(std::initializer_list<std::string_view> pieces, Compression compression,
              std::string& out);

 private:
  struct Streams;
  std::unique_ptr<Streams> streams_;
};

/// Pads `member`, a gzip member with a plain 10-byte header, to `size` bytes by a comment in that
/// header. Requires: size >= member.size() + 1, or equal to it.
std::string stretched_member(std::string_view member, std::size_t size);

}  // namespace porthole::archive
