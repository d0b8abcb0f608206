#pragma once

/// Recorded web: serves the responses of WARC files by URL, in place of the network.
///
/// In:  WARC and ARC files, plain or in gzip or zstd, WACZ files, and CDXJ files (`*.cdxj`) that
/// index WARC files beside them. Out: the response recorded for a URL; the first one if there are
/// several.
///
/// open() reads all files once, but for WARC files that a CDXJ file indexes, and builds an index in
/// memory (about 150 bytes a URL). `response` records that hold HTTP count, `resource` and
/// `conversion` records, and `revisit` records that name an answer of another URL, or one before
/// them in their file by its digest. A body that is not in the coding that its head names, transfer
/// coding included, counts as decoded already: other programs write such.
///
/// Thread safety: one thread at a time.

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "archive/http_message.h"
#include "archive/warc_reader.h"
#include "base/result.h"
#include "base/url/url.h"

namespace porthole::archive {

/// A recorded response.
struct RecordedAnswer {
  HttpHead head;
  std::string raw_body;    ///< Without transfer coding, but in its content coding.
  bool truncated = false;  ///< The record is marked as truncated.

  /// Decodes the body to at most `limit` bytes; `cut` tells whether there was more.
  ///
  /// Errors: kUnsupported for a coding that is not undone, kInvalid when it is corrupt.
  struct Body {
    std::string bytes;
    bool cut = false;
    bool coded = false;  ///< There was a content coding to undo.
  };
  Result<Body> body(std::int64_t limit) const;
};

/// The response in `record`. Errors: kInvalid when it holds no HTTP answer.
Result<RecordedAnswer> answer_of(const WarcRecord& record);

/// Reads the response in the record at `offset` of `file`.
///
/// Errors: kNotFound, kPermission, kStorage; kInvalid when there is no HTTP answer.
Result<RecordedAnswer> read_answer(const std::filesystem::path& file, std::int64_t offset);

class RecordedWeb {
 public:
  /// A file that is compressed as a whole, in which no record can be found again, is unpacked into
  /// a temporary file. Errors: those of WarcReader and wacz_parts(); kInvalid for a line that is
  /// not CDXJ.
  static Result<RecordedWeb> open(const std::vector<std::filesystem::path>& files);
  RecordedWeb(RecordedWeb&&) noexcept;
  RecordedWeb& operator=(RecordedWeb&&) noexcept;
  ~RecordedWeb();

  /// Finds the response for `url` (compared by Url::key()); empty when there is none.
  ///
  /// Errors: kInvalid when the record holds no HTTP answer; kStorage when the file cannot be read.
  Result<std::optional<RecordedAnswer>> find(const Url& url);

  /// URLs in the index.
  std::size_t size() const;
  /// The URLs in the index, serialised as recorded, in no particular order.
  std::vector<std::string> urls() const;
  /// Files whose last record is truncated.
  const std::vector<std::filesystem::path>& cut_files() const;

 private:
  class Impl;
  explicit RecordedWeb(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::archive
