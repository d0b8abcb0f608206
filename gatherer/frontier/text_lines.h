#pragma once

/// TextLines: reads a text file line by line, plain or gzipped (detected by its first bytes).
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

  /// The next line without its line end; empty at the end and after a failure. Lifetime: until the
  /// next call.
  std::optional<std::string_view> next();
  /// The number of the last line, from 1.
  int number() const { return number_; }
  /// The error that ended reading early: kInvalid for a damaged file, and for a line longer than
  /// kLongest.
  std::optional<Error> failure() const { return failure_; }

 private:
  struct Close {
    void operator()(gzFile file) const { gzclose_r(file); }
  };
  explicit TextLines(gzFile file, std::string name)
      : file_(file), name_(std::move(name)), line_(kLongest, '\0') {}
  void fail_with(std::string message, std::string hint);

  std::unique_ptr<gzFile_s, Close> file_;
  std::string name_;
  std::string line_;
  int number_ = 0;
  std::optional<Error> failure_;
};

}  // namespace porthole::gatherer
