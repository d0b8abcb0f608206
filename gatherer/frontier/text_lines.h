#pragma once

/// The lines of a text file, packed with gzip or plain: which it is, its first bytes say.
///
///   auto lines = TextLines::open(file);
///   while (auto line = lines->next()) ...
///   if (auto failure = lines->failure()) ...
///
/// Memory: one line. Thread safety: one thread.

#include <zlib.h>

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "base/result.h"

namespace porthole::gatherer {

class TextLines {
 public:
  static constexpr std::size_t kLongest = 64 * 1024;

  /// Errors: kNotFound.
  static Result<TextLines> open(const std::filesystem::path& file);

  /// Without its line end; nothing at the end and after a failure. Lifetime: until the next call.
  std::optional<std::string_view> next();
  /// Of the last line, from 1.
  int number() const { return number_; }
  /// Why next() has ended before the end: kInvalid for a damaged file, and for a line that is longer than kLongest.
  std::optional<Error> failure() const { return failure_; }

 private:
  struct Close {
    void operator()(gzFile file) const { gzclose_r(file); }
  };
  explicit TextLines(gzFile file, std::string name) : file_(file), name_(std::move(name)), line_(kLongest, '\0') {}
  void fail_with(std::string message, std::string hint);

  std::unique_ptr<gzFile_s, Close> file_;
  std::string name_;
  std::string line_;
  int number_ = 0;
  std::optional<Error> failure_;
};

}  // namespace porthole::gatherer
