#pragma once

/// TextBuilder: accumulates the text of a page as clean UTF-8, with white space collapsed and
/// blocks on lines of their own. Preformatted text keeps its lines, without empty ones, and their
/// indentation.
///
/// In:  pieces of text between tags, and line and word breaks.
/// Out: one string; ranges of it stay valid while it grows.

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

  /// Appends a piece. Characters not allowed in XML 1.0 become a space or U+FFFD
  /// (base/text/text.h).
  void append(std::string_view piece);
  /// The same for a piece of preformatted text.
  void append_lines(std::string_view piece);

  /// Begins a new line before the next character (not at the start of the text, and only once).
  void break_line() {
    gap_ = Gap::kLine;
    indent_ = 0;
  }
  /// Inserts at least a space before the next character.
  void break_word() {
    if (gap_ == Gap::kNone) gap_ = Gap::kSpace;
  }

  std::size_t size() const { return text_.size(); }
  const std::string& text() const { return text_; }
  std::string_view view(TextRange range) const;

  /// line(): the first `max_bytes` of a range on one line, white space collapsed; tail(): the last
  /// ones.
  std::string line(TextRange range, std::size_t max_bytes) const;
  std::string tail(TextRange range, std::size_t max_bytes) const;

  /// Removes everything from `size` on.
  void truncate(std::size_t size);

  /// The text; the builder is empty afterwards.
  std::string take();

 private:
  enum class Gap : std::uint8_t { kNone, kSpace, kLine };

  void close_gap();
  std::size_t append_plain(std::string_view piece, std::size_t at);

  std::string text_;
  Gap gap_ = Gap::kNone;
  std::size_t indent_ = 0;  ///< Spaces behind a gap of a line.
};

}  // namespace porthole::parser
