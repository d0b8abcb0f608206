#pragma once

/// A web that was recorded: WARC files, found again by URL.
///
/// In:  one or more WARC files.
/// Out: the answer recorded for a URL. Where a URL was recorded more than once the first wins.
///
/// The index is made by reading all files once when they are opened, and is kept in memory (about
/// 150 bytes a URL). Only `response` records that hold HTTP count.
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

/// An answer as it was recorded.
struct RecordedAnswer {
  HttpHead head;
  std::string raw_body;    ///< Without transfer coding, but in its content coding.
  bool truncated = false;  ///< The record says that the body was cut.

  /// The body without its content coding, at most `limit` bytes; `cut` tells when there was more.
  ///
  /// Errors: kUnsupported for a coding that we do not know, kInvalid when it is corrupt.
  struct Body {
    std::string bytes;
    bool cut = false;
    bool coded = false;  ///< There was a content coding to undo.
  };
  Result<Body> body(std::int64_t limit) const;
};

/// The answer in the record at `offset` of `file`.
///
/// Errors: kNotFound, kPermission, kStorage; kInvalid when there is no HTTP answer.
Result<RecordedAnswer> read_answer(const std::filesystem::path& file, std::int64_t offset);

class RecordedWeb {
 public:
  /// Errors: those of WarcReader; kInvalid also for a file that is compressed as a whole, in which
  /// no record can be found again.
  static Result<RecordedWeb> open(const std::vector<std::filesystem::path>& files);
  RecordedWeb(RecordedWeb&&) noexcept;
  RecordedWeb& operator=(RecordedWeb&&) noexcept;
  ~RecordedWeb();

  /// What was recorded for `url` (compared by Url::key()), or nothing.
  ///
  /// Errors: kInvalid when the record holds no HTTP answer; kStorage when the file cannot be read.
  Result<std::optional<RecordedAnswer>> find(const Url& url);

  /// URLs in the index.
  std::size_t size() const;
  /// The URLs in the index, serialised as recorded, in no particular order.
  std::vector<std::string> urls() const;
  /// Files whose last record is cut.
  const std::vector<std::filesystem::path>& cut_files() const;

 private:
  class Impl;
  explicit RecordedWeb(std::unique_ptr<Impl> impl);
  std::unique_ptr<Impl> impl_;
};

}  // namespace porthole::archive
