#include "plugins/formats/print/print_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdlib>
#include <optional>
#include <utility>
#include <vector>

#include "base/text/text.h"
#include "base/text/utf8.h"
#include "base/url/url.h"
#include "plugins/formats/documents/block_writer.h"
#include "plugins/formats/documents/metadata.h"

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

namespace {

constexpr std::size_t kStringBytes = 4096;

bool is_octal(char c) { return c >= '0' && c <= '7'; }

/// The character that stands behind a backslash; takes up to three digits.
std::string escaped(std::string_view& text) {
  const char c = text.front();
  text.remove_prefix(1);
  if (is_octal(c)) {
    int code = c - '0';
    for (int digits = 1; digits < 3 && !text.empty() && is_octal(text.front()); ++digits) {
      code = code * 8 + (text.front() - '0');
      text.remove_prefix(1);
    }
    return std::string(1, static_cast<char>(code));
  }
  if (c == 'n' || c == 'r' || c == 't' || c == '\n') return c == '\n' ? "" : " ";
  return std::string(1, c);
}

/// UTF-16 with its mark, UTF-8, or Latin-1, which is what PDFDocEncoding is but for a few marks.
std::string to_utf8(const std::string& bytes) {
  std::string text;
  if (bytes.starts_with("\xFE\xFF")) {
    for (std::size_t i = 2; i + 1 < bytes.size(); i += 2) {
      append_utf8(text, static_cast<char32_t>(static_cast<unsigned char>(bytes[i]) << 8 |
                                              static_cast<unsigned char>(bytes[i + 1])));
    }
    return text;
  }
  bool is_utf8 = true;
  for (std::size_t i = 0; i < bytes.size();) {
    const Character character = decode_utf8(bytes, i);
    is_utf8 = is_utf8 && character.valid;
    i += character.length;
  }
  if (is_utf8) return bytes;
  for (const char c : bytes) append_utf8(text, static_cast<unsigned char>(c));
  return text;
}

}  // namespace

std::string postscript_string(std::string_view text) {
  std::string bytes;
  int open = 0;
  while (!text.empty() && bytes.size() < kStringBytes) {
    const char c = text.front();
    text.remove_prefix(1);
    if (c == '\\' && !text.empty()) {
      bytes += escaped(text);
      continue;
    }
    if (c == ')' && --open == 0) break;
    if (c != '(' || open++ > 0) bytes += c;
  }
  return to_utf8(bytes);
}

void read_pdfmarks(std::string_view program, const PageBytes& page, Document& document) {
  const Result<Url> base = Url::parse(page.url);
  for (auto at = program.find('/'); at != std::string_view::npos; at = program.find('/', at + 1)) {
    const std::string_view rest = program.substr(at + 1, 2 * kStringBytes);
    const std::string_view name = rest.substr(0, rest.find_first_of(" (\r\n\t"));
    const std::string_view value = trim(rest.substr(name.size()));
    if (!value.starts_with('(')) continue;
    if (name == "Title" && document.title.empty())
      document.title = fold_space(clean_utf8(postscript_string(value)));
    if (name == "Author") add_names(document, "author", postscript_string(value));
    if (name == "Subject") document.description = fold_space(clean_utf8(postscript_string(value)));
    if (name == "Keywords") add_keywords(document, postscript_string(value));
    if (name != "URI" || document.links.size() >= static_cast<std::size_t>(page.limits.links))
      continue;
    const std::string url = link_url(postscript_string(value), base ? &*base : nullptr);
    if (!url.empty()) document.links.emplace_back().url = url;
  }
}

void LargestWords::add(std::string_view line, double size) {
  const std::string folded = fold_space(line);
  // A single letter is an initial or a mark.
  if (folded.size() < 2) return;
  smallest_ = smallest_ == 0 ? size : std::min(smallest_, size);
  if (size > largest_) {
    largest_ = size;
    words_.clear();
  }
  // Text of the same size further down the page is not part of it.
  const bool belongs = size == largest_ && (words_.empty() || goes_on_);
  if (belongs) words_ += (words_.empty() ? "" : " ") + folded;
  goes_on_ = belongs;
}

std::string LargestWords::words() const { return largest_ > smallest_ ? words_ : std::string(); }

}  // namespace porthole
