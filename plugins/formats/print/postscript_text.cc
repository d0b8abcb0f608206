#include "plugins/formats/print/postscript_text.h"

#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/text/utf8.h"
#include "plugins/formats/print/largest_words.h"

namespace porthole {
namespace {

constexpr double kUnitsPerPoint = 10;  // At 720 dots an inch.
// Between words, and back to another place of the line, by the size of the letters.
constexpr double kSpace = 0.15;
constexpr double kJump = 4;

/// The value of an attribute of a line; the program writes them in double quotes.
std::string_view attribute(std::string_view line, std::string_view name) {
  const auto begin = line.find(name);
  if (begin == std::string_view::npos) return {};
  line.remove_prefix(begin + name.size());
  return line.substr(0, line.rfind('"'));
}

/// Letters that are joined in print.
constexpr std::array<std::string_view, 7> kJoined = {"ff", "fi", "fl", "ffi", "ffl", "st", "st"};
constexpr unsigned kFirstJoined = 0xFB00;

/// A letter as txtwrite writes it: itself, or a reference.
std::string letter(std::string_view written) {
  constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kNames = {
      {{"&lt;", "<"}, {"&gt;", ">"}, {"&amp;", "&"}, {"&quot;", "\""}, {"&apos;", "'"}}};
  for (const auto& [name, meant] : kNames) {
    if (written == name) return std::string(meant);
  }
  unsigned code = 0;
  if (written.starts_with("&#x")) {
    std::from_chars(written.data() + 3, written.data() + written.size(), code, 16);
  } else if (!written.empty()) {
    const Character first = decode_utf8(written, 0);
    if (first.length < written.size()) return std::string(written);
    code = first.code;
  }
  if (code >= kFirstJoined && code - kFirstJoined < kJoined.size())
    return std::string(kJoined[code - kFirstJoined]);
  std::string text;
  append_utf8(text, code);
  return text;
}

class Lines {
 public:
  PostScriptText take() {
    span({});
    end_line();
    result_.title = largest_.words();
    return std::move(result_);
  }

  void page() {
    span({});
    end_line();
    ++pages_;
  }

  void span(std::string_view line) {
    last_span_ = std::exchange(span_, {});
    const std::string_view size = attribute(line, "size=\"");
    std::from_chars(size.data(), size.data() + size.size(), size_);
  }

  void character(std::string_view line) {
    std::array<int, 4> box{};  // Left, bottom, right, top.
    const std::string_view numbers = attribute(line, "bbox=\"");
    const char* at = numbers.data();
    for (int& number : box) {
      at = std::from_chars(at, numbers.data() + numbers.size(), number).ptr;
      if (at != numbers.data() + numbers.size()) ++at;
    }
    const double size = size_ * kUnitsPerPoint;
    const double gap = box[0] - right_;
    // Half a letter up or down is an index; more is another line.
    if (std::abs(box[1] - bottom_) > size / 2) {
      if (!span_.empty()) last_span_ = std::exchange(span_, {});
      end_line();
    } else if (span_.empty()) {
      // Where the letters before are said to be wider than they are, there is space between them.
      write_span(-gap > size * kSpace && -gap < size * kJump);
      if (gap > size * kSpace || -gap >= size * kJump) line_ += ' ';
    } else if (gap > size * kSpace) {
      span_.emplace_back(" ");
    }
    span_.push_back(letter(attribute(line, " c=\"")));
    bottom_ = box[1];
    right_ = box[2];
    line_size_ = std::max(line_size_, size_);
  }

 private:
  /// Writes what was shown by one command of the document.
  void write_span(bool is_spread) {
    for (std::size_t i = 0; i < last_span_.size(); ++i) {
      if (i > 0 && is_spread) line_ += ' ';
      line_ += last_span_[i];
    }
    last_span_.clear();
  }

  void end_line() {
    write_span(false);
    const std::string folded = fold_space(clean_utf8(line_));
    if (pages_ == 1) largest_.add(folded, line_size_);
    if (!folded.empty()) result_.text.append(folded).append("\n");
    line_.clear();
    line_size_ = 0;
  }

  PostScriptText result_;
  LargestWords largest_;
  std::string line_;
  std::vector<std::string> span_, last_span_;
  double size_ = 0;
  double line_size_ = 0;
  int bottom_ = 0;
  int right_ = 0;
  int pages_ = 0;
};

}  // namespace

PostScriptText read_txtwrite(std::string_view letters) {
  Lines lines;
  for (const std::string_view line : split(letters, '\n')) {
    if (line.starts_with("<page")) lines.page();
    if (line.starts_with("<span")) lines.span(line);
    if (line.starts_with("<char")) lines.character(line);
  }
  return lines.take();
}

}  // namespace porthole
