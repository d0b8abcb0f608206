#include "parser/structured/lenient_json.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"

namespace porthole::parser {
namespace {

constexpr std::size_t npos = std::string_view::npos;
constexpr std::string_view kSpace = " \t\r\n";
constexpr std::string_view kHex = "0123456789abcdefABCDEF";

/// Takes what stands before the value: white space, comments, the marks that hide a script.
std::string_view without_marks_before(std::string_view text) {
  constexpr std::array<std::string_view, 3> kMarks = {"<!--", "<![CDATA[", "\xEF\xBB\xBF"};
  while (true) {
    text = trim(text);
    const auto mark = std::find_if(kMarks.begin(), kMarks.end(),
                                   [text](std::string_view one) { return text.starts_with(one); });
    if (mark != kMarks.end()) {
      text.remove_prefix(mark->size());
    } else if (text.starts_with("//")) {
      text.remove_prefix(std::min(text.find('\n'), text.size()));
    } else if (text.starts_with("/*")) {
      text.remove_prefix(std::min(text.find("*/"), text.size() - 2) + 2);
    } else {
      return text;
    }
  }
}

class Repair {
 public:
  explicit Repair(std::string_view text) : text_(without_marks_before(text)) {
    out_.reserve(text_.size());
  }

  std::string run() {
    while (at_ < text_.size() && !is_complete_) step();
    return std::move(out_);
  }

 private:
  void step() {
    const char c = text_[at_];
    if (c == '/' && skip_comment()) return;
    if (c == ',') return comma();
    const bool begins = c == '"' || c == '\'' || c == '{' || c == '[';
    if (begins && is_behind_value()) out_ += ',';
    if (c == '"' || c == '\'') return string(c);
    if (is_of_word(c)) return word();
    if (kSpace.find(c) != npos) return space();
    if (c == '{' || c == '[') ++depth_;
    if ((c == '}' || c == ']') && --depth_ <= 0) is_complete_ = true;
    out_ += c;
    ++at_;
  }

  void space() {
    if (!out_.ends_with(' ')) out_ += ' ';
    ++at_;
  }

  /// A comma or a closing bracket may follow what was written last.
  bool is_behind_value() const {
    const std::size_t last = out_.find_last_not_of(kSpace);
    return last != std::string::npos && std::string_view("{[:,").find(out_[last]) == npos;
  }

  static bool is_of_word(char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '@' || c == '$';
  }

  /// A name before a colon is a key without its quotation marks.
  void word() {
    const std::size_t begin = at_;
    while (at_ < text_.size() && is_of_word(text_[at_])) ++at_;
    const std::size_t next = text_.find_first_not_of(kSpace, at_);
    const bool is_key = next != npos && text_[next] == ':';
    if (is_key && is_behind_value()) out_ += ',';
    const std::string name(text_.substr(begin, at_ - begin));
    out_ += is_key ? '"' + name + '"' : name;
  }

  bool skip_comment() {
    const std::string_view rest = text_.substr(at_);
    if (rest.starts_with("//")) {
      at_ += std::min(rest.find('\n'), rest.size());
    } else if (rest.starts_with("/*")) {
      at_ += std::min(rest.find("*/", 2), rest.size() - 2) + 2;
    } else {
      return false;
    }
    return true;
  }

  /// Takes a row of commas; writes one if it stands between two values.
  void comma() {
    at_ = std::min(text_.find_first_not_of(" \t\r\n,", at_), text_.size());
    const bool closes = at_ < text_.size() && (text_[at_] == '}' || text_[at_] == ']');
    if (!closes && is_behind_value()) out_ += ',';
  }

  void string(char mark) {
    out_ += '"';
    ++at_;
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '\\') {
        escape();
      } else if (static_cast<unsigned char>(c) < 0x20) {
        out_ += c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : " ";
      } else if (c == mark) {
        out_ += '"';
        return;
      } else {
        if (c == '"') out_ += '\\';
        out_ += c;
      }
    }
  }

  /// A backslash before a character that no escape of JSON has is left out.
  void escape() {
    const std::string_view rest = text_.substr(at_);
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    const bool is_code = rest.size() >= 5 && rest.front() == 'u' &&
                         rest.substr(1, 4).find_first_not_of(kHex) == npos;
    if (rest.empty() || (!is_code && kEscapes.find(rest.front()) == npos)) return;
    out_ += '\\';
    out_ += text_[at_++];
  }

  std::string_view text_;
  std::string out_;
  std::size_t at_ = 0;
  int depth_ = 0;
  bool is_complete_ = false;
};

}  // namespace

std::string strict_json(std::string_view text) { return Repair(text).run(); }

}  // namespace porthole::parser
