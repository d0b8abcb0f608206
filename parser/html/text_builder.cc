#include "parser/html/text_builder.h"

#include <algorithm>
#include <utility>

#include "base/text/text.h"
#include "base/text/utf8.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kTab = 8;
constexpr std::size_t kMaxIndent = 40;

constexpr bool is_printable_ascii(char c) { return c > 0x20 && c < 0x7F; }

/// True for Unicode's White_Space, controls, and line and paragraph separators, which collapse into
/// a space.
constexpr bool is_space_like(char32_t c) {
  if (c <= 0x20) return c != 0;
  return (c >= 0x7F && c <= 0xA0) || c == 0x1680 || (c >= 0x2000 && c <= 0x200A) || c == 0x2028 ||
         c == 0x2029 || c == 0x202F || c == 0x205F || c == 0x3000;
}

}  // namespace

void TextBuilder::close_gap() {
  if (gap_ != Gap::kNone && !text_.empty()) text_ += gap_ == Gap::kLine ? '\n' : ' ';
  if (gap_ == Gap::kLine && !text_.empty()) text_.append(indent_, ' ');
  gap_ = Gap::kNone;
  indent_ = 0;
}

std::size_t TextBuilder::append_plain(std::string_view piece, std::size_t at) {
  const auto printable = [piece](std::size_t i) {
    return i < piece.size() && is_printable_ascii(piece[i]);
  };
  std::size_t end = at;
  while (printable(end) ||
         (end > at && end < piece.size() && piece[end] == ' ' && printable(end + 1))) {
    ++end;
  }
  if (end > at) {
    close_gap();
    text_.append(piece, at, end - at);
  }
  return end;
}

void TextBuilder::append(std::string_view piece) {
  for (std::size_t at = 0; at < piece.size();) {
    at = append_plain(piece, at);
    if (at == piece.size()) return;
    const Character c = decode_utf8(piece, at);
    if (c.valid && is_space_like(c.code)) {
      break_word();
    } else {
      close_gap();
      if (c.valid && c.code != 0 && !is_noncharacter(c.code)) {
        text_.append(piece, at, c.length);
      } else {
        append_utf8(text_, kReplacement);
      }
    }
    at += c.length;
  }
}

void TextBuilder::append_lines(std::string_view piece) {
  while (!piece.empty()) {
    const std::size_t end = std::min(piece.find('\n'), piece.size());
    std::string_view line = piece.substr(0, end);
    if (gap_ == Gap::kLine) {
      while (!line.empty() && (line[0] == ' ' || line[0] == '\t')) {
        indent_ += line[0] == '\t' ? kTab - indent_ % kTab : 1;
        line.remove_prefix(1);
      }
      indent_ = std::min(indent_, kMaxIndent);
    }
    append(line);
    if (end == piece.size()) return;
    break_line();
    piece.remove_prefix(end + 1);
  }
}

std::string_view TextBuilder::view(TextRange range) const {
  if (range.empty() || range.begin >= text_.size()) return {};
  return std::string_view(text_).substr(range.begin, range.end - range.begin);
}

std::string TextBuilder::line(TextRange range, std::size_t max_bytes) const {
  return fold_space(cut(trim(view(range)), max_bytes));
}

std::string TextBuilder::tail(TextRange range, std::size_t max_bytes) const {
  std::string_view text = trim(view(range));
  if (text.size() > max_bytes) {
    text.remove_prefix(text.size() - max_bytes);
    while (!text.empty() && (static_cast<unsigned char>(text[0]) & 0xC0) == 0x80) {
      text.remove_prefix(1);
    }
    const auto word = text.find_first_of(" \n");
    if (word != std::string_view::npos && word < max_bytes / 4) text.remove_prefix(word + 1);
  }
  return fold_space(text);
}

void TextBuilder::truncate(std::size_t size) {
  if (size >= text_.size()) return;
  text_.resize(size);
  while (!text_.empty() && (text_.back() == ' ' || text_.back() == '\n')) {
    if (gap_ != Gap::kLine) gap_ = text_.back() == '\n' ? Gap::kLine : Gap::kSpace;
    text_.pop_back();
  }
}

std::string TextBuilder::take() {
  gap_ = Gap::kNone;
  indent_ = 0;
  return std::move(text_);
}

}  // namespace porthole::parser
