#include "plugins/formats/source/lexer.h"

#include <algorithm>

namespace porthole::source {
namespace {

constexpr auto kEnd = std::string_view::npos;

bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n' || c == '\f'; }
bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}
bool is_digit(char c) { return c >= '0' && c <= '9'; }

class Lexer {
 public:
  Lexer(std::string_view source, const Lexis& lexis) : source_(source), lexis_(lexis) {}

  std::vector<Token> run() {
    // The interpreter's line; `#![...]` is Rust.
    if (source_.starts_with("#!") && !source_.starts_with("#![")) at_ = line_end();
    while (at_ < source_.size()) {
      if (is_space(source_[at_])) {
        skip_space();
      } else {
        read_token();
        begins_line_ = false;
        glued_ = true;
      }
    }
    return std::move(tokens_);
  }

 private:
  std::string_view rest() const { return source_.substr(at_); }
  bool in_first_column() const { return at_ == 0 || source_[at_ - 1] == '\n'; }
  bool is_word_letter(char c) const {
    return is_letter(c) || is_digit(c) || lexis_.word_letters.find(c) != kEnd;
  }

  void skip_space() {
    if (source_[at_++] == '\n') {
      ++line_;
      begins_line_ = true;
    }
    glued_ = false;
  }

  /// Adds the next `bytes` as a token.
  void take(TokenKind kind, std::size_t bytes) {
    const std::string_view text = rest().substr(0, bytes);
    tokens_.push_back({kind, begins_line_, glued_, line_, text});
    line_ += static_cast<std::uint32_t>(std::count(text.begin(), text.end(), '\n'));
    at_ += text.size();
  }

  void read_token() {
    if (read_column_block() || read_comment() || read_string() || read_regex()) return;
    if (!is_word_letter(source_[at_])) return take(TokenKind::kSymbol, is_escaped_mark() ? 2 : 1);
    std::size_t end = at_;
    while (end < source_.size() && is_word_letter(source_[end])) ++end;
    const bool ends_code = rest().substr(0, end - at_) == lexis_.end_of_code;
    take(TokenKind::kWord, end - at_);
    if (ends_code) read_documentation_only();
  }

  std::size_t line_end(std::size_t from) const {
    return std::min(source_.find('\n', from), source_.size());
  }

  /// The end of the current line; computed once for each line, which may be as long as the source.
  std::size_t line_end() {
    if (at_ > line_end_ || line_end_ == kEnd) line_end_ = line_end(at_);
    return line_end_;
  }

  /// Outside of strings, a backslash takes the meaning from a quote or a comment's mark: #\" in
  /// Lisp.
  bool is_escaped_mark() const {
    return source_[at_] == '\\' && at_ + 1 < source_.size() &&
           std::string_view("\"'`;#|").find(source_[at_ + 1]) != kEnd;
  }

  bool begins_with_any(std::size_t from, const std::vector<std::string_view>& beginnings) const {
    return std::any_of(beginnings.begin(), beginnings.end(), [&](std::string_view beginning) {
      return source_.substr(from, beginning.size()) == beginning;
    });
  }

  /// The first line from `from` on that begins with one of `beginnings`; npos for none.
  std::size_t find_line(std::size_t from, const std::vector<std::string_view>& beginnings) const {
    while (from < source_.size()) {
      if (begins_with_any(from, beginnings)) return from;
      from = line_end(from) + 1;
    }
    return kEnd;
  }

  bool read_column_block() {
    if (!in_first_column() || !begins_with_any(at_, lexis_.column_blocks)) return false;
    const std::size_t last = find_line(line_end() + 1, {lexis_.column_end});
    take(TokenKind::kDocumentation, (last == kEnd ? source_.size() : line_end(last)) - at_);
    return true;
  }

  void read_documentation_only() {
    while (at_ < source_.size()) {
      const std::size_t next = find_line(line_end() + 1, lexis_.column_blocks);
      const std::string_view skipped = rest().substr(0, next == kEnd ? kEnd : next - at_);
      line_ += static_cast<std::uint32_t>(std::count(skipped.begin(), skipped.end(), '\n'));
      at_ += skipped.size();
      begins_line_ = true;
      glued_ = false;
      if (at_ < source_.size()) read_column_block();
    }
  }

  bool read_comment() {
    for (const auto& [begin, end] : lexis_.block_comments) {
      if (!rest().starts_with(begin)) continue;
      take(TokenKind::kBlockComment, block_end(begin, end) - at_);
      return true;
    }
    const bool is_line_comment = std::any_of(
        lexis_.line_comments.begin(), lexis_.line_comments.end(),
        [this](std::string_view mark) { return rest().starts_with(mark) && may_begin(mark); });
    const bool is_column_comment = in_first_column() &&
                                   lexis_.column_letters.find(source_[at_]) != kEnd &&
                                   (at_ + 1 == source_.size() || is_space(source_[at_ + 1]));
    if (!is_line_comment && !is_column_comment) return false;
    take(TokenKind::kComment, line_end() - at_);
    return true;
  }

  /// `#` is a part of many other things: $#list, ${name#prefix}, x#y.
  bool may_begin(std::string_view mark) const {
    return mark != "#" || !glued_ || tokens_.back().text == ";" || tokens_.back().text == ")";
  }

  /// Where the comment that begins here ends.
  std::size_t block_end(std::string_view begin, std::string_view end) const {
    std::size_t depth = 1;
    std::size_t at = at_ + begin.size();
    std::size_t close = source_.find(end, at);
    while (close != kEnd) {
      const std::size_t open =
          lexis_.comments_nest ? source_.substr(0, close).find(begin, at) : kEnd;
      if (open != kEnd) {
        ++depth;
        at = open + begin.size();
        continue;
      }
      at = close + end.size();
      if (--depth == 0) return at;
      close = source_.find(end, at);
    }
    return source_.size();
  }

  bool read_string() {
    const char quote = source_[at_];
    if (lexis_.triple_quotes && read_triple_quoted()) return true;
    if (quote == '\'' && lexis_.apostrophe_is_character) return read_character();
    const bool is_long = lexis_.long_strings.find(quote) != kEnd;
    if (!is_long && lexis_.strings.find(quote) == kEnd) return false;
    return read_quoted(quote, is_long ? source_.size() : line_end());
  }

  /// A string closed by the same quote before `limit`. If there is none, the quote is a symbol, and
  /// so are the others up to there: none of them is looked at again.
  bool read_quoted(char quote, std::size_t limit) {
    if (quote == unclosed_quote_ && at_ < unclosed_until_) return false;
    bool in_class = false;  // of a regular expression: [/]
    for (std::size_t at = at_ + 1; at < limit; ++at) {
      const char c = source_[at];
      if (c == '\\') {
        ++at;
      } else if (quote == '/' && (c == '[' || c == ']')) {
        in_class = c == '[';
      } else if (c == quote && !in_class) {
        take(TokenKind::kString, at + 1 - at_);
        return true;
      }
    }
    unclosed_quote_ = quote;
    unclosed_until_ = limit;
    return false;
  }

  /// With its prefix: r"""...""".
  bool read_triple_quoted() {
    std::size_t quotes = at_;
    while (quotes < source_.size() && quotes < at_ + 2 &&
           std::string_view("rRbBuUfF").find(source_[quotes]) != kEnd) {
      ++quotes;
    }
    const std::string_view mark = source_.substr(quotes, 3);
    if (mark != "\"\"\"" && mark != "'''") return false;
    std::size_t end = quotes + 3;
    while (end < source_.size() && source_.substr(end, 3) != mark)
      end += source_[end] == '\\' ? 2 : 1;
    take(begins_line_ ? TokenKind::kDocumentation : TokenKind::kString,
         std::min(end + 3, source_.size()) - at_);
    return true;
  }

  bool read_character() {
    // The longest: an escape of ten characters, or one character of UTF-8.
    const bool is_escape = rest().substr(1, 1) == "\\";
    const std::size_t close = rest().substr(0, is_escape ? 13 : 6).find('\'', is_escape ? 3 : 2);
    if (close == kEnd) return false;
    const bool is_ascii = static_cast<unsigned char>(rest()[1]) < 0x80;
    if ((!is_escape && is_ascii && close > 2) || rest()[1] == '\n') return false;
    take(TokenKind::kString, close + 1);
    return true;
  }

  bool read_regex() {
    if (!lexis_.has_regex || source_[at_] != '/') return false;
    const bool value_may_begin =
        tokens_.empty() || begins_line_ || tokens_.back().text == "return" ||
        (tokens_.back().kind == TokenKind::kSymbol &&
         std::string_view("(,=:[!&|?{};~").find(tokens_.back().text) != kEnd);
    return value_may_begin && read_quoted('/', line_end());
  }

  std::string_view source_;
  const Lexis& lexis_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
  bool begins_line_ = true;
  bool glued_ = false;
  std::size_t line_end_ = kEnd;
  char unclosed_quote_ = 0;
  std::size_t unclosed_until_ = 0;
  std::vector<Token> tokens_;
};

}  // namespace

std::vector<Token> tokens_of(std::string_view source, const Lexis& lexis) {
  return Lexer(source, lexis).run();
}

}  // namespace porthole::source
