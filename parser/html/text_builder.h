#pragma once

/// The text of a page as it grows: clean UTF-8, white space folded, blocks on lines of their own.
///
/// In:  pieces of text as they stand between tags, and the borders between them.
/// Out: one string, and ranges of it that stay valid while it grows.

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace porthole::parser {

/// Bytes [begin, end) of the text.
struct TextRange {
  std::size_t begin = 0;
  std::size_t end = 0;
  bool empty() const { return begin >= end; }
};

class TextBuilder {
 public:
  explicit TextBuilder(std::size_t expected_bytes) { text_.reserve(expected_bytes); }

  /// Adds a piece. What may not stand in XML 1.0 becomes a space or U+FFFD (base/text/text.h).
  void append(std::string_view piece);

  /// The next character begins a new line (not at the start of the text, and not twice).
  void break_line() { gap_ = Gap::kLine; }
  /// The next character is set apart by a space at least.
  void break_word() {
    if (gap_ == Gap::kNone) gap_ = Gap::kSpace;
  }

  std::size_t size() const { return text_.size(); }
  const std::string& text() const { return text_; }
  std::string_view view(TextRange range) const;

  /// The first `max_bytes` of a range as one line; the last ones.
  std::string line(TextRange range, std::size_t max_bytes) const;
  std::string tail(TextRange range, std::size_t max_bytes) const;

  /// Forgets everything from `size` on.
  void truncate(std::size_t size);

  /// The text; the builder is empty afterwards.
  std::string take();

 private:
  enum class Gap : std::uint8_t { kNone, kSpace, kLine };

  void close_gap();
  std::size_t append_plain(std::string_view piece, std::size_t at);

  std::string text_;
  Gap gap_ = Gap::kNone;
};

}  // namespace porthole::parser
