#include "parser/html/tag_scanner.h"

#include <algorithm>

#include "base/text/text.h"
#include "parser/html/elements.h"

namespace porthole::parser {
namespace {

constexpr std::string_view kSpaces = " \t\r\n\f";
constexpr std::string_view kCdata = "<![CDATA[";

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); }

constexpr bool ends_name(char c) {
  return c == ' ' || c == '>' || c == '/' || c == '\t' || c == '\n' || c == '\r' || c == '\f';
}

}  // namespace

Piece TagScanner::next() {
  if (!raw_name_.empty()) {
    Piece piece = raw_text();
    if (!piece.text.empty()) return piece;
  }
  while (true) {
    const std::size_t markup = find_markup();
    if (markup > at_) return text_until(markup, false);
    if (markup == page_.size()) return {};
    if (page_.substr(at_, kCdata.size()) == kCdata) return cdata();
    if (!skip_markup()) return tag();
  }
}

std::size_t TagScanner::find_markup() const {
  for (auto at = page_.find('<', at_); at != std::string_view::npos; at = page_.find('<', at + 1)) {
    const std::string_view next = page_.substr(at + 1, 2);
    if (next.empty()) break;
    if (is_letter(next[0]) || next[0] == '!' || next[0] == '?') return at;
    if (next[0] == '/' && next.size() == 2 && is_letter(next[1])) return at;
  }
  return page_.size();
}

Piece TagScanner::tag() {
  const std::size_t begin = at_;
  const std::size_t end = tag_end(begin + 1);
  at_ = end == std::string_view::npos ? page_.size() : end + 1;
  Piece piece;
  if (end == std::string_view::npos) return piece;
  const bool closes = page_[begin + 1] == '/';
  const std::size_t name = begin + (closes ? 2 : 1);
  std::size_t name_end = name;
  while (name_end < end && !ends_name(page_[name_end])) ++name_end;
  piece.type = closes ? Piece::Type::kClose : Piece::Type::kOpen;
  piece.begin = begin;
  piece.name = page_.substr(name, name_end - name);
  piece.attributes = page_.substr(name_end, end - name_end);
  const bool is_html = syntax_ == Syntax::kHtml;
  if (!closes && is_html && element_content(piece.name) == Content::kText) raw_name_ = piece.name;
  return piece;
}

Piece TagScanner::cdata() {
  at_ += kCdata.size();
  const auto end = page_.find("]]>", at_);
  Piece piece = text_until(std::min(end, page_.size()), true);
  if (end != std::string_view::npos) at_ = end + 3;
  return piece;
}

Piece TagScanner::text_until(std::size_t end, bool verbatim) {
  Piece piece;
  piece.type = Piece::Type::kText;
  piece.begin = at_;
  piece.text = page_.substr(at_, end - at_);
  piece.verbatim = verbatim;
  at_ = end;
  return piece;
}

Piece TagScanner::raw_text() {
  const std::string_view name = raw_name_;
  raw_name_ = {};
  const bool decoded =
      equals_ignoring_case(name, "title") || equals_ignoring_case(name, "textarea");
  if (equals_ignoring_case(name, "plaintext")) return text_until(page_.size(), true);
  for (auto end = page_.find("</", at_); end != std::string_view::npos;
       end = page_.find("</", end + 2)) {
    if (equals_ignoring_case(page_.substr(end + 2, name.size()), name))
      return text_until(end, !decoded);
  }
  return text_until(page_.size(), !decoded);
}

bool TagScanner::skip_markup() {
  const std::string_view rest = page_.substr(at_, 4);
  if (rest == "<!--") {
    const auto end = page_.find("-->", at_ + 2);
    at_ = end == std::string_view::npos ? page_.size() : end + 3;
    return true;
  }
  if (rest.substr(0, 2) != "<!" && rest.substr(0, 2) != "<?") return false;
  const auto end = page_.find('>', at_);
  at_ = end == std::string_view::npos ? page_.size() : end + 1;
  return true;
}

std::size_t TagScanner::tag_end(std::size_t from) const {
  constexpr auto kNone = std::string_view::npos;
  for (std::size_t at = from; at < page_.size(); ++at) {
    if (page_[at] == '>') return at;
    if (page_[at] != '=') continue;
    at = page_.find_first_not_of(kSpaces, at + 1);
    if (at == kNone || page_[at] == '>') return at;
    if (page_[at] != '"' && page_[at] != '\'') continue;
    at = page_.find(page_[at], at + 1);
    if (at == kNone) return kNone;
  }
  return kNone;
}

bool AttributeScanner::next(std::string_view& name, std::string_view& value) {
  const auto begin = rest_.find_first_not_of(" \t\r\n\f/");
  if (begin == std::string_view::npos) return false;
  rest_.remove_prefix(begin);
  // A '=' at the start is part of the name (before-attribute-name state).
  const auto end = std::min(rest_.find_first_of(" \t\r\n\f/=", 1), rest_.size());
  name = rest_.substr(0, end);
  rest_.remove_prefix(end);
  value = {};
  const auto equals = std::min(rest_.find_first_not_of(kSpaces), rest_.size());
  if (equals == rest_.size() || rest_[equals] != '=') return true;
  rest_.remove_prefix(equals + 1);
  rest_.remove_prefix(std::min(rest_.find_first_not_of(kSpaces), rest_.size()));
  if (rest_.empty()) return true;
  const char quote = rest_.front();
  if (quote == '"' || quote == '\'') {
    rest_.remove_prefix(1);
    const auto close = rest_.find(quote);
    value = rest_.substr(0, close);
    rest_.remove_prefix(close == std::string_view::npos ? rest_.size() : close + 1);
  } else {
    value = rest_.substr(0, rest_.find_first_of(kSpaces));
    rest_.remove_prefix(value.size());
  }
  return true;
}

}  // namespace porthole::parser
