#pragma once

/// Byte stream of a WARC file, decompressed if need be, that tracks the boundaries of gzip members
/// and zstd frames. A file of frames may begin with the dictionary of all of them.
///
/// A frame counts as a member. A plain file counts as one member without compression. available()
/// never crosses the end of a member, so that a record can be seen to begin at one.
///
/// Source: the draft "Zstandard compression of WARC files" (IIPC) for the dictionary.
/// Thread safety: one thread at a time.

#include <zlib.h>
#include <zstd.h>

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "archive/file.h"
#include "base/result.h"

namespace porthole::archive {

class RecordBytes {
 public:
  /// Requires: `file` is open; start() comes before all else.
  explicit RecordBytes(File file) : file_(std::move(file)) {}
  ~RecordBytes();
  RecordBytes(const RecordBytes&) = delete;
  RecordBytes& operator=(const RecordBytes&) = delete;

  /// Detects compression. Errors: kStorage; kInvalid for a dictionary that cannot be read.
  Result<void> start();

  /// Buffered bytes that are not consumed; empty until more() was called.
  std::string_view available() const { return std::string_view(window_).substr(consumed_); }
  void consume(std::size_t size) { consumed_ += size; }

  /// Result of more().
  enum class Step {
    kBytes,      ///< More bytes are available.
    kMemberEnd,  ///< The member is complete. The next call begins the next one.
    kFileEnd,    ///< End of the file; is_cut() tells whether it truncates a member.
  };
  /// Errors: kInvalid when there is not a gzip member or zstd frame here; kStorage.
  Result<Step> more();

  /// Seeks to `offset`, where a member (or, in a plain file, a record) begins.
  void seek(std::int64_t offset);

  bool is_compressed() const { return compressed_; }
  bool is_cut() const { return cut_; }
  /// Offset in the file of the current member; after kMemberEnd, also its end.
  std::int64_t member_begin() const { return member_begin_; }
  std::int64_t member_end() const {
    return position_ - static_cast<std::int64_t>(stream_.avail_in);
  }
  /// Bytes consumed since the member began; in a plain file, the offset of what is next.
  std::int64_t consumed() const { return window_begin_ + static_cast<std::int64_t>(consumed_); }

  const std::filesystem::path& path() const { return file_.path(); }

 private:
  Result<std::size_t> read_input();
  Result<Step> read_plain();
  Result<Step> begin_member();
  Result<Step> inflate_more();
  Result<void> start_zstd(bool has_dictionary);
  bool inflate_into(char* bytes, std::size_t& size);
  bool decompress_into(char* bytes, std::size_t& size);
  tl::unexpected<Error> damaged(std::string what) const;
  void drop_consumed();

  File file_;
  bool compressed_ = false;
  bool cut_ = false;
  enum class Member { kToBegin, kInside, kEnded } member_ = Member::kToBegin;
  std::int64_t member_begin_ = 0;
  std::int64_t position_ = 0;      // Next read offset in the file.
  std::int64_t window_begin_ = 0;  // Offset of window_ in the current member.
  std::string window_;
  std::size_t consumed_ = 0;  // Consumed bytes of window_.
  std::vector<char> input_;
  z_stream stream_{};  // A zstd file uses its input alone.
  ZSTD_DCtx* zstd_ = nullptr;
  bool has_output_ = false;  // zstd_ has content that window_ had no room for.
};

}  // namespace porthole::archive
