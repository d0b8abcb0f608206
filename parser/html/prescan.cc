#include "parser/html/prescan.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

#include "base/text/ascii.h"
#include "parser/html/elements.h"
#include "parser/html/tag_scanner.h"
#include "parser/limits.h"

namespace porthole::parser {
namespace {

/// The open elements, by a hash of their names: a collision only makes the count inexact.
class OpenElements {
 public:
  std::size_t depth() const { return stack_.size(); }

  void open(std::string_view name) {
    const std::uint8_t id = hash(name);
    stack_.push_back(id);
    ++count_[id];
  }

  void close(std::string_view name) {
    const std::uint8_t id = hash(name);
    if (count_[id] == 0) return;
    std::uint8_t last = 0;
    do {
      last = stack_.back();
      stack_.pop_back();
      --count_[last];
    } while (last != id);
  }

 private:
  static std::uint8_t hash(std::string_view name) {
    std::uint32_t value = 2166136261u;
    for (const char c : name) value = (value ^ (static_cast<unsigned char>(c) | 0x20u)) * 16777619u;
    return static_cast<std::uint8_t>(value ^ (value >> 8) ^ (value >> 16));
  }

  std::vector<std::uint8_t> stack_;
  std::array<int, 256> count_{};
};

bool too_many_attributes(std::string_view attributes) {
  if (attributes.size() < 2 * static_cast<std::size_t>(kMaxAttributes)) return false;
  AttributeScanner scanner(attributes);
  std::string_view name, value;
  int count = 0;
  while (count <= kMaxAttributes && scanner.next(name, value)) ++count;
  return count > kMaxAttributes;
}

bool is_name(char c) { return is_alphanumeric(c) || c == '-' || c == '_' || c == ':'; }

/// Sorted.
constexpr std::array<std::string_view, 11> kSayNothing = {
    "accesskey", "align",    "border", "cellpadding", "cellspacing", "height",
    "summary",   "tabindex", "target", "valign",      "width"};

bool says_nothing(std::string_view name) {
  return std::binary_search(kSayNothing.begin(), kSayNothing.end(), name) ||
         (name.starts_with("data-") && !name.starts_with("data-test")) ||
         (name.starts_with("aria-") && name != "aria-label" && name != "aria-hidden");
}

/// Records which of `attributes`, at `offset` in the page, can be skipped; stops if the tag is
/// ambiguous.
void note_unread(std::string_view attributes, std::size_t offset, std::vector<Span>& unread) {
  const auto skip = [&](std::size_t at, auto belongs) {
    while (at < attributes.size() && belongs(attributes[at])) ++at;
    return at;
  };
  for (std::size_t begin = 0; begin < attributes.size();) {
    const std::size_t name = skip(begin, [](char c) { return c == ' ' || c == '\n'; });
    const std::size_t equals = skip(name, is_name);
    if (name == begin || equals == name || attributes.substr(equals, 1) != "=") return;
    const char quote = equals + 1 < attributes.size() ? attributes[equals + 1] : '\0';
    if (quote != '"' && quote != '\'') return;
    const std::size_t close = attributes.find(quote, equals + 2);
    if (close == std::string_view::npos) return;  // not tested: a tag ends behind its quotes
    const std::string_view value = attributes.substr(equals + 2, close - equals - 2);
    if (value.find_first_of("<>") != std::string_view::npos) return;
    const std::size_t end = close + 1;
    const std::string_view rest = attributes.substr(end);
    if (!rest.empty() && rest != "/" && rest.front() != ' ' && rest.front() != '\n') return;
    if (says_nothing(attributes.substr(name, equals - name))) {
      unread.push_back({offset + begin, offset + end});
    }
    begin = end;
  }
}

}  // namespace

Prescan prescan(std::string_view html) {
  TagScanner scanner(html);
  OpenElements elements;
  Prescan found;
  const auto stopped = [&found](std::size_t at, std::string problem) {
    found.safe_bytes = at;
    found.problem = std::move(problem);
    return std::move(found);
  };
  for (Piece piece = scanner.next(); piece.type != Piece::Type::kEnd; piece = scanner.next()) {
    if (piece.type == Piece::Type::kClose) elements.close(piece.name);
    if (piece.type != Piece::Type::kOpen) continue;
    if (too_many_attributes(piece.attributes)) {
      return stopped(piece.begin,
                     "more than " + std::to_string(kMaxAttributes) + " attributes in a tag");
    }
    const Content content = element_content(piece.name);
    const bool nests = content != Content::kNone && content != Content::kOptionalEnd &&
                       !piece.attributes.ends_with('/');
    if (nests && elements.depth() >= static_cast<std::size_t>(kMaxDepth)) {
      return stopped(piece.begin, "depth over " + std::to_string(kMaxDepth));
    }
    if (nests) elements.open(piece.name);
    const auto offset = static_cast<std::size_t>(piece.attributes.data() - html.data());
    note_unread(piece.attributes, offset, found.unread);
  }
  found.safe_bytes = html.size();
  return found;
}

}  // namespace porthole::parser
