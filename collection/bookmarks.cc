#include "collection/bookmarks.h"

#include <algorithm>
#include <charconv>
#include <optional>
#include <utility>

#include "base/text/text.h"
#include "base/text/utf8.h"
#include "base/url/url.h"

namespace porthole::collection {
namespace {

constexpr std::size_t kDeepestFolder = 64;
constexpr std::size_t kLongestReference = 11;  // "&#x0010FFFF" lacks its semicolon

/// The character references that browsers write into bookmarks: the five of XML, and numbers.
std::string decode(std::string_view text) {
  static constexpr std::pair<std::string_view, char> kNamed[] = {
      {"amp", '&'}, {"lt", '<'}, {"gt", '>'}, {"quot", '"'}, {"apos", '\''}};
  std::string out;
  while (!text.empty()) {
    const std::size_t end =
        text[0] == '&' ? text.substr(0, kLongestReference).find(';') : std::string_view::npos;
    if (end == std::string_view::npos) {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    const std::string_view name = text.substr(1, end - 1);
    const auto named = std::find_if(std::begin(kNamed), std::end(kNamed),
                                    [&](const auto& one) { return one.first == name; });
    char32_t code = 0;
    if (named != std::end(kNamed)) {
      code = static_cast<unsigned char>(named->second);
    } else if (name.starts_with('#')) {
      const bool hexadecimal = name.size() > 1 && (name[1] == 'x' || name[1] == 'X');
      std::uint32_t number = 0;
      const std::string_view digits = name.substr(hexadecimal ? 2 : 1);
      std::from_chars(digits.data(), digits.data() + digits.size(), number, hexadecimal ? 16 : 10);
      code = number <= 0x10FFFF && (number < 0xD800 || number > 0xDFFF) ? number : 0;
    }
    if (code == 0) {
      out += text[0];
      text.remove_prefix(1);
      continue;
    }
    append_utf8(out, code);
    text.remove_prefix(end + 1);
  }
  return out;
}

struct Tag {
  std::string name;  ///< Lower case, "/dl" for an end tag.
  std::string_view attributes;
};

/// The value of an attribute, decoded; absent is not the same as empty.
std::optional<std::string> attribute(const Tag& tag, std::string_view wanted) {
  std::string_view rest = tag.attributes;
  while (true) {
    const std::size_t begin = rest.find_first_not_of(" \t\r\n/");
    if (begin == std::string_view::npos) return std::nullopt;
    rest.remove_prefix(begin);
    const std::size_t end = std::min(rest.find_first_of("= \t\r\n"), rest.size());
    const std::string name = ascii_lower(rest.substr(0, end));
    rest.remove_prefix(end);
    std::string_view value;
    if (rest.starts_with('=')) {
      rest.remove_prefix(1);
      const char quote = rest.empty() ? ' ' : rest[0];
      const bool quoted = quote == '"' || quote == '\'';
      if (quoted) rest.remove_prefix(1);
      const std::size_t close = quoted ? rest.find(quote) : rest.find_first_of(" \t\r\n");
      value = rest.substr(0, close);
      rest.remove_prefix(close == std::string_view::npos ? rest.size() : close + 1);
    }
    if (name == wanted) return decode(value);
    if (name.empty() && value.empty() && rest.empty()) return std::nullopt;
  }
}

class BookmarkReader {
 public:
  BookmarkReader(std::string_view text, std::string file) : text_(text), file_(std::move(file)) {}

  Result<Imported> read() {
    while (at_ < text_.size()) {
      const std::size_t open = std::min(text_.find('<', at_), text_.size());
      if (collects()) words_.append(text_, at_, open - at_);
      advance(open);
      if (open < text_.size()) read_tag();
    }
    finish_bookmark();
    if (found_ > 0) return std::move(imported_);
    Error error;
    error.message = "there is no bookmark in it";
    error.file = file_;
    error.hint = "export them from the browser as HTML (Bookmarks, Manage, Export)";
    return fail(std::move(error));
  }

 private:
  enum class Collect : std::uint8_t { kNothing, kFolder, kTitle, kDescription };
  bool collects() const { return collect_ != Collect::kNothing; }

  void advance(std::size_t to) {
    line_ += static_cast<int>(std::count(text_.begin() + static_cast<std::ptrdiff_t>(at_),
                                         text_.begin() + static_cast<std::ptrdiff_t>(to), '\n'));
    at_ = to;
  }

  void read_tag() {
    if (text_.substr(at_).starts_with("<!--")) {
      const std::size_t close = text_.find("-->", at_);
      advance(close == std::string_view::npos ? text_.size() : close + 3);
      return;
    }
    const std::size_t end = end_of_tag();
    std::string_view inside = text_.substr(at_ + 1, end - at_ - 1);
    const std::size_t name_end = std::min(inside.find_first_of(" \t\r\n>"), inside.size());
    const Tag tag{ascii_lower(inside.substr(0, name_end)), inside.substr(name_end)};
    tag_line_ = line_;
    advance(std::min(end + 1, text_.size()));
    obey(tag);
  }

  /// Offset of the next `>` outside of quotes. A quote that is not closed ends with the line.
  std::size_t end_of_tag() const {
    char quote = 0;
    for (std::size_t i = at_; i < text_.size(); ++i) {
      const char c = text_[i];
      if (quote != 0) {
        if (c == quote) quote = 0;
      } else if (c == '>') {
        return i;
      } else if ((c == '"' || c == '\'') && text_[i - 1] == '=') {
        quote = c;
      }
    }
    return text_.size();
  }

  void obey(const Tag& tag) {
    if (tag.name == "h3") {
      finish_bookmark();
      folder_is_own_ =
          attribute(tag, "personal_toolbar_folder") || attribute(tag, "unfiled_bookmarks_folder");
      begin(Collect::kFolder);
    } else if (tag.name == "/h3") {
      folder_ = take_words();
    } else if (tag.name == "dl") {
      finish_bookmark();
      folders_.push_back(folder_is_own_ ? std::string() : std::exchange(folder_, {}));
      folder_is_own_ = false;
    } else if (tag.name == "/dl") {
      finish_bookmark();
      if (!folders_.empty()) folders_.pop_back();
    } else if (tag.name == "a") {
      finish_bookmark();
      begin_bookmark(tag);
    } else if (tag.name == "/a") {
      if (bookmark_) bookmark_->title = take_words();
    } else if (tag.name == "dd") {
      begin(Collect::kDescription);
    } else if (tag.name == "dt" || tag.name == "hr") {
      finish_bookmark();
    }
  }

  void begin(Collect what) {
    collect_ = what;
    words_.clear();
  }

  std::string take_words() {
    collect_ = Collect::kNothing;
    return fold_space(clean_utf8(decode(std::exchange(words_, {}))));
  }

  void begin_bookmark(const Tag& tag) {
    ++found_;
    const std::string address = trimmed(attribute(tag, "href").value_or(""));
    const Result<Url> url = Url::parse(address);
    begin(Collect::kTitle);
    if (!url || !url->is_web()) {
      Error error;
      error.message = "the bookmark \"" + shortened(without_credentials(clean_utf8(address)), 80) +
                      "\" is " + (url ? "not of the web" : "no URL: " + url.error().message);
      error.file = file_;
      error.line = tag_line_;
      imported_.skipped.push_back(std::move(error));
      return;
    }
    bookmark_.emplace();
    bookmark_->example.url = url->without_fragment().href();
    bookmark_->example.line = tag_line_;
    for (const std::string& folder : folders_) {
      if (!folder.empty() && bookmark_->path.size() < kDeepestFolder)
        bookmark_->path.push_back(topic_name(folder));
    }
  }

  void finish_bookmark() {
    if (collect_ == Collect::kDescription && bookmark_) bookmark_->description = take_words();
    if (collect_ == Collect::kTitle && bookmark_) bookmark_->title = take_words();
    collect_ = Collect::kNothing;
    if (bookmark_) imported_.examples.push_back(std::move(*bookmark_));
    bookmark_.reset();
  }

  std::string_view text_;
  std::string file_;
  std::size_t at_ = 0;
  int line_ = 1;
  int tag_line_ = 1;
  std::size_t found_ = 0;
  std::vector<std::string> folders_;  // "" = no topic of its own
  std::string folder_;                // of the <H3> before the next <DL>
  bool folder_is_own_ = false;        // the browser's own folder
  Collect collect_ = Collect::kNothing;
  std::string words_;
  std::optional<NewExample> bookmark_;
  Imported imported_;
};

}  // namespace

bool is_bookmarks(std::string_view text) {
  const std::string head = ascii_lower(text.substr(0, 4096));
  return head.find("netscape-bookmark-file") != std::string::npos ||
         (head.find("<dl") != std::string::npos &&
          head.find('<') == head.find_first_not_of(" \t\r\n\xEF\xBB\xBF"));
}

Result<Imported> read_bookmarks(std::string_view text, const std::string& name_for_messages) {
  return BookmarkReader(text, name_for_messages).read();
}

}  // namespace porthole::collection
