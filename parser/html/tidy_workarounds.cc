#include "parser/html/tidy_workarounds.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <optional>
#include <utility>
#include <vector>

#include "base/text/ascii.h"
#include "base/text/text.h"
#include "parser/html/elements.h"
#include "parser/html/tag_scanner.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

constexpr std::string_view kCdata = "<![CDATA[";

/// A replacement of bytes of the page.
struct Edit {
  std::size_t begin = 0;
  std::size_t end = 0;
  std::string text;
};

bool is_one_of(std::string_view name, std::initializer_list<std::string_view> names) {
  return std::any_of(names.begin(), names.end(),
                     [name](std::string_view one) { return equals_ignoring_case(name, one); });
}

/// `rest` begins with the start tag of a title, and something looks like a tag before its end.
bool is_title_with_tags(std::string_view rest) {
  if (!equals_ignoring_case(rest.substr(0, 6), "<title")) return false;
  const auto text = rest.find('>');
  const auto tag = text == std::string_view::npos ? text : rest.find('<', text);
  return tag != std::string_view::npos && !equals_ignoring_case(rest.substr(tag, 7), "</title");
}

constexpr std::string_view kSpaces = " \t\r\n\f";

/// `at` is a tab between two characters that are none: not an indentation.
bool is_tab_in_word(std::string_view text, std::size_t at) {
  return at > 0 && at + 1 < text.size() && text[at] == '\t' &&
         kSpaces.find(text[at - 1]) == std::string_view::npos &&
         kSpaces.find(text[at + 1]) == std::string_view::npos;
}

bool has_tab_in_word(std::string_view text) {
  auto at = text.find('\t');
  while (at != std::string_view::npos && !is_tab_in_word(text, at)) at = text.find('\t', at + 1);
  return at != std::string_view::npos;
}

/// "&" at `at` begins a reference without its semicolon before "=".
bool is_parameter(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongest = 8;
  const std::string_view rest = text.substr(at + 1, kLongest + 1);
  const auto end = std::find_if_not(rest.begin(), rest.end(), is_alphanumeric) - rest.begin();
  const std::string_view name = rest.substr(0, static_cast<std::size_t>(end));
  if (name.size() == rest.size() || rest[name.size()] != '=' || name.size() < 2) return false;
  return !decode_entities("&" + std::string(name) + ";").starts_with("&" + std::string(name));
}

bool has_parameter(std::string_view text) {
  auto at = text.find('&');
  while (at != std::string_view::npos && !is_parameter(text, at)) at = text.find('&', at + 1);
  return at != std::string_view::npos;
}

/// The value of an attribute as written; without data when the tag does not have it.
std::string_view attribute_of(const Piece& piece, std::string_view wanted) {
  AttributeScanner scanner(piece.attributes);
  std::string_view name, value;
  while (scanner.next(name, value)) {
    if (equals_ignoring_case(name, wanted)) return value.data() == nullptr ? "" : value;
  }
  return {};
}

/// Source: https://html.spec.whatwg.org/#parsing-main-inhead, a template's start tag.
bool is_shadow_root(const Piece& piece) {
  const std::string_view mode = attribute_of(piece, "shadowrootmode");
  return equals_ignoring_case(mode, "open") || equals_ignoring_case(mode, "closed");
}

bool may_need_edits(std::string_view html) {
  if (has_tab_in_word(html) || has_parameter(html)) return true;
  for (auto at = html.find('<'); at != std::string_view::npos; at = html.find('<', at + 1)) {
    const std::string_view rest = html.substr(at + 1, 8);
    const char first = rest.empty() ? '\0' : static_cast<char>(rest.front() | 0x20);
    if (first == 't' && equals_ignoring_case(rest, "template")) return true;
    if (first == 't' && is_title_with_tags(html.substr(at))) return true;
    if (first == 'i' && equals_ignoring_case(rest.substr(0, 6), "iframe")) return true;
    if (first == 's' && equals_ignoring_case(rest.substr(0, 6), "select")) return true;
    if (first == 'r' && equals_ignoring_case(rest.substr(0, 4), "ruby")) return true;
  }
  return false;
}

/// An open select element.
struct Select {
  std::vector<Edit> edits;  ///< Edits of its tags and those of its options.
  bool in_option = false;
  bool holds_more = false;  ///< It has more than options of plain text.
};

/// Collects the edits of a page, piece by piece. A piece ends where the next one begins.
class Edits {
 public:
  void take(const Piece& piece, std::size_t end) {
    const bool in_title = std::exchange(begins_title_, is_first_title(piece));
    if (piece.type == Piece::Type::kText && in_title) {
      note_title(piece);
    } else if (piece.type == Piece::Type::kText) {
      note_text(piece.text);
    } else if (equals_ignoring_case(piece.name, "template")) {
      note_template(piece, end);
    } else if (!template_begin_) {
      count_level(piece);
      if (!note_ruby(piece, end) && !note_frame(piece, end)) note_select(piece, end);
      if (piece.type == Piece::Type::kOpen) note_urls(piece);
    }
  }

  /// Sorted, not nested.
  std::vector<Edit> finish() {
    if (select_) end_select();
    std::sort(edits_.begin(), edits_.end(),
              [](const Edit& a, const Edit& b) { return a.begin < b.begin; });
    return std::move(edits_);
  }

 private:
  /// The page's title, not those of its drawings, which hold elements.
  bool is_first_title(const Piece& piece) {
    if (has_title_ || piece.type != Piece::Type::kOpen) return false;
    return has_title_ = equals_ignoring_case(piece.name, "title");
  }

  /// A title that is longer than what is read of it may not have been closed.
  void note_title(const Piece& piece) {
    if (piece.text.size() > 2 * kMaxTitleBytes) return;
    for (auto at = piece.text.find('<'); at != std::string_view::npos;
         at = piece.text.find('<', at + 1)) {
      edits_.push_back({piece.begin + at, piece.begin + at + 1, "&lt;"});
    }
  }

  /// The elements that are open around the piece, but for those whose ends may be left out.
  void count_level(const Piece& piece) {
    const Content content = element_content(piece.name);
    if (content != Content::kNested && content != Content::kText) return;
    level_ += piece.type == Piece::Type::kOpen ? 1 : -1;
    while (!rooted_.empty() && rooted_.back() > level_) rooted_.pop_back();
  }

  bool has_root() const { return !rooted_.empty() && rooted_.back() == level_; }

  /// A template is not shown, but for one that is the first shadow root of its element.
  void note_template(const Piece& piece, std::size_t end) {
    const bool opens = piece.type == Piece::Type::kOpen;
    if (depth_ == 0 && opens && is_shadow_root(piece) && !has_root()) {
      ++shadow_roots_;
      rooted_.push_back(level_++);
      edits_.push_back({piece.begin, end, "<section>"});
    } else if (opens) {
      if (depth_++ == 0) template_begin_ = piece.begin;
    } else if (depth_ == 0) {
      if (shadow_roots_ == 0) return;
      --shadow_roots_;
      --level_;
      while (!rooted_.empty() && rooted_.back() > level_) rooted_.pop_back();
      edits_.push_back({piece.begin, end, "</section>"});
    } else if (--depth_ == 0) {
      edits_.push_back({*template_begin_, end, ""});
      template_begin_.reset();
    }
  }

  /// Readings end where the next one begins, and with their ruby element; so do those of an rtc.
  bool note_ruby(const Piece& piece, std::size_t end) {
    const bool opens = piece.type == Piece::Type::kOpen;
    const bool is_ruby = equals_ignoring_case(piece.name, "ruby");
    if (!is_ruby && (!in_ruby_ || !is_one_of(piece.name, {"rb", "rp", "rt", "rtc"}))) return false;
    std::string tags = reading_.empty() ? "" : "</" + std::exchange(reading_, "") + ">";
    if (is_ruby) {
      tags += opens ? "<ruby>" : "</ruby>";
      in_ruby_ = opens;
    } else if (opens && !equals_ignoring_case(piece.name, "rb")) {
      reading_ = equals_ignoring_case(piece.name, "rp") ? "rp" : "rt";
      tags += "<" + reading_ + ">";
    }
    edits_.push_back({piece.begin, end, std::move(tags)});
    return true;
  }

  /// A frame with its document in srcdoc shows that as a part of the page.
  bool note_frame(const Piece& piece, std::size_t end) {
    if (!equals_ignoring_case(piece.name, "iframe")) return false;
    if (piece.type == Piece::Type::kOpen) {
      const std::string_view document = attribute_of(piece, "srcdoc");
      frame_.reset();
      if (!document.empty())
        frame_ = Edit{piece.begin, end, "<section>" + decode_entities(document) + "</section>"};
    } else if (frame_) {
      frame_->end = end;
      edits_.push_back(std::move(*frame_));
      frame_.reset();
    }
    return true;
  }

  /// Browsers drop the tabs in a URL, of which tidy makes spaces, and keep names of parameters.
  void note_urls(const Piece& piece) {
    if (!has_tab_in_word(piece.attributes) && !has_parameter(piece.attributes)) return;
    for (const std::string_view name : {"href", "src", "data"}) {
      const std::string_view value = attribute_of(piece, name);
      if (value.empty()) continue;
      const std::size_t begin = piece.begin + 1 + piece.name.size() +
                                static_cast<std::size_t>(value.data() - piece.attributes.data());
      for (std::size_t at = 0; at < value.size(); ++at) {
        if (is_tab_in_word(value, at)) edits_.push_back({begin + at, begin + at + 1, ""});
        if (value[at] == '&' && is_parameter(value, at))
          edits_.push_back({begin + at, begin + at + 1, "&amp;"});
      }
    }
  }

  void note_text(std::string_view text) {
    if (select_ && !template_begin_ && !select_->in_option && !trim(text).empty())
      select_->holds_more = true;
  }

  void note_select(const Piece& piece, std::size_t end) {
    const bool opens = piece.type == Piece::Type::kOpen;
    if (equals_ignoring_case(piece.name, "select")) {
      // A select cannot be nested: its start tag ends the open one.
      if (select_ && !opens)
        edit(piece, end, select_->in_option ? "</section></section>" : "</section>");
      if (select_) end_select();
      if (!opens) return;
      select_.emplace();
      edit(piece, end, "<section>");
    } else if (select_ && is_one_of(piece.name, {"option", "optgroup"})) {
      note_option(piece, end);
    } else if (select_ && opens && !is_one_of(piece.name, {"hr", "script", "style"})) {
      select_->holds_more = true;
    }
  }

  /// The start tag of an option or a group ends the option before it, whose end tag is optional.
  void note_option(const Piece& piece, std::size_t end) {
    const bool was_in_option = select_->in_option;
    select_->in_option =
        piece.type == Piece::Type::kOpen && equals_ignoring_case(piece.name, "option");
    if (select_->in_option) {
      edit(piece, end, was_in_option ? "</section><section>" : "<section>");
    } else {
      edit(piece, end, was_in_option ? "</section>" : "");
    }
  }

  void edit(const Piece& piece, std::size_t end, std::string_view text) {
    select_->edits.push_back({piece.begin, end, std::string(text)});
  }

  void end_select() {
    if (select_->holds_more)
      edits_.insert(edits_.end(), select_->edits.begin(), select_->edits.end());
    select_.reset();
  }

  std::vector<Edit> edits_;
  std::optional<Select> select_;
  std::optional<Edit> frame_;                  ///< An open iframe with a document.
  std::optional<std::size_t> template_begin_;  ///< Start of the outermost open one that is hidden.
  int depth_ = 0;
  int shadow_roots_ = 0;
  int level_ = 0;
  std::vector<int> rooted_;  ///< Levels in elements that have a shadow root.
  std::string reading_;      ///< An open rt or rp.
  bool in_ruby_ = false;
  bool has_title_ = false, begins_title_ = false;
};

/// Where the sections begin that never end; tidy takes the rest of the page for their content.
/// Browsers have no such sections in HTML (bogus comment state).
std::size_t endless_cdata(std::string_view html) {
  const auto last = html.rfind(kCdata);
  if (last == std::string_view::npos || html.find("]]>", last) != std::string_view::npos)
    return std::string_view::npos;
  const auto end = html.rfind("]]>", last);
  return html.find(kCdata, end == std::string_view::npos ? 0 : end);
}

std::string without_cdata_marks(std::string_view html, std::size_t from) {
  std::string out(html.substr(0, from));
  while (from < html.size()) {
    from += html.substr(from).starts_with(kCdata) ? kCdata.size() : 0;
    const std::size_t next = std::min(html.find(kCdata, from), html.size());
    out.append(html, from, next - from);
    from = next;
  }
  return out;
}

std::vector<Edit> edits_of(std::string_view html) {
  Edits edits;
  TagScanner scanner(html);
  for (Piece piece = scanner.next(); piece.type != Piece::Type::kEnd; piece = scanner.next())
    edits.take(piece, scanner.position());
  return edits.finish();
}

}  // namespace

std::string_view with_text_that_tidy_drops(std::string_view html, std::string& buffer) {
  std::string opened;
  if (const std::size_t from = endless_cdata(html); from != std::string_view::npos) {
    opened = without_cdata_marks(html, from);
    html = opened;
  }
  const std::vector<Edit> edits = may_need_edits(html) ? edits_of(html) : std::vector<Edit>();
  if (edits.empty()) {
    if (opened.empty()) return html;
    buffer = std::move(opened);
    return buffer;
  }
  buffer.clear();
  buffer.reserve(html.size());
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    buffer.append(html, at, edit.begin - at).append(edit.text);
    at = edit.end;
  }
  buffer.append(html, at);
  return buffer;
}

}  // namespace porthole::parser
