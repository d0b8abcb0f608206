#pragma once

/// WARC reader: iterates over the records of WARC files of any origin.
///
/// In:  a file, plain or with one gzip member or zstd frame a record (told by its first bytes, not
///      by its name); WARC/1.1, 1.0 and the 0.17 and 0.18 drafts; the older ARC, whose records are
///      given as those of WARC.
/// Out: records with their named fields and their block.
///
/// Memory is bounded by the limit on a block, whatever the file holds. A file that ends in the
/// middle of a record is not an error: the record is skipped and is_cut() returns true.
///
/// Source: ISO 28500:2017; "ARC File Format", Internet Archive, 1996.
/// Thread safety: one thread at a time.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "archive/file.h"
#include "base/result.h"

namespace porthole::archive {

struct WarcRecord {
  std::string version;  ///< "WARC/1.1", "ARC".
  std::vector<std::pair<std::string, std::string>>
      fields;  ///< Names in lower case, in their order.
  std::string block;
  bool block_skipped = false;  ///< The block was larger than the reader's limit, and is empty here.
  std::int64_t offset = 0;     ///< Offset in the file of its first byte, or of its gzip member.
  /// Bytes from there to the next record or member; 0 when another record follows in the same
  /// member.
  std::int64_t stored_size = 0;
  /// False when it is not the first record of its gzip member, so that seek(offset) does not lead
  /// to it.
  bool can_be_sought = true;

  /// Value of the first field `name` (lower case), "" when absent.
  std::string_view field(std::string_view name) const;
  std::string_view type() const { return field("warc-type"); }
  std::string_view id() const { return field("warc-record-id"); }
  /// WARC-Target-URI without the angle brackets that some writers put around it.
  std::string_view target() const;
};

struct WarcReaderOptions {
  std::int64_t block_limit = 64 << 20;  ///< Bytes; the block of a larger record is skipped.
};

class WarcReader {
 public:
  /// Errors: kNotFound, kPermission, kStorage.
  static Result<std::unique_ptr<WarcReader>> open(const std::filesystem::path& file,
                                                  WarcReaderOptions options = {});
  /// Reads `file`, which is open for reading; it may be a part of another one. Errors: kStorage.
  static Result<std::unique_ptr<WarcReader>> read(File file, WarcReaderOptions options = {});
  ~WarcReader();
  WarcReader(const WarcReader&) = delete;
  WarcReader& operator=(const WarcReader&) = delete;

  /// The next record, or nothing at the end of the file.
  ///
  /// Errors: kInvalid, naming file and offset, when there is not a valid WARC record or gzip member
  /// here; after it only seek() helps. kStorage when the file cannot be read.
  Result<std::optional<WarcRecord>> next();

  /// Seeks to the record at `offset` (WarcRecord::offset).
  void seek(std::int64_t offset);

  /// True once next() has met a record that the end of the file truncates.
  bool is_cut() const;

 private:
  class Impl;
  explicit WarcReader(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::archive
