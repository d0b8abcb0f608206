#include "parser/structured/lenient_json.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"

namespace porthole::parser {
namespace {

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
    if (c == '"') return string();
    if (c == '/' && skip_comment()) return;
    if (c == ',' && closes_after(at_ + 1)) {
      ++at_;
      return;
    }
    if (c == '{' || c == '[') ++depth_;
    if ((c == '}' || c == ']') && --depth_ <= 0) is_complete_ = true;
    out_ += c;
    ++at_;
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

  /// A closing bracket is next, behind white space.
  bool closes_after(std::size_t at) const {
    const std::size_t next = text_.find_first_not_of(" \t\r\n", at);
    return next != std::string_view::npos && (text_[next] == '}' || text_[next] == ']');
  }

  void string() {
    out_ += text_[at_++];
    while (at_ < text_.size()) {
      const char c = text_[at_++];
      if (c == '\\') {
        escape();
      } else if (static_cast<unsigned char>(c) < 0x20) {
        out_ += c == '\n' ? "\\n" : c == '\r' ? "\\r" : c == '\t' ? "\\t" : " ";
      } else {
        out_ += c;
        if (c == '"') return;
      }
    }
  }

  /// A backslash before a character that no escape of JSON has is left out.
  void escape() {
    const std::string_view rest = text_.substr(at_);
    constexpr std::string_view kEscapes = "\"\\/bfnrt";
    const bool is_code = rest.size() >= 5 && rest.front() == 'u' &&
                         rest.substr(1, 4).find_first_not_of(kHex) == std::string_view::npos;
    if (rest.empty() || (!is_code && kEscapes.find(rest.front()) == std::string_view::npos)) return;
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
