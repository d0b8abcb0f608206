#include "base/document.h"

#include <algorithm>
#include <array>

namespace porthole {

namespace {

bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_character(char c) { return is_letter(c) || (c >= '0' && c <= '9') || c == '-'; }

/// Namespaces in XML 1.0, production 4, the ASCII part without the dot.
bool is_local_name(std::string_view name) {
  return !name.empty() && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_name_character);
}

/// The ASCII characters allowed in an IRI (RFC 3987 2.2).
bool is_in_iri(char c) {
  constexpr std::string_view kForbidden = "<>\"{}|^`\\";
  return c > 0x20 && c < 0x7F && kForbidden.find(c) == std::string_view::npos;
}

}  // namespace

bool has_content(ParseStatus status) { return status <= ParseStatus::kFallback; }

const char* parse_status_name(ParseStatus status) {
  switch (status) {
    case ParseStatus::kParsed:
      return "parsed";
    case ParseStatus::kTextOnly:
      return "text-only";
    case ParseStatus::kFallback:
      return "fallback";
    case ParseStatus::kUnsupported:
      return "unsupported";
    case ParseStatus::kFailed:
      return "failed";
    case ParseStatus::kDamaged:
      return "damaged";
  }
  return "unsupported";
}

const char* page_type_name(PageType type) {
  constexpr std::array kNames = {"",           "article", "forum",         "product",
                                 "collection", "listing", "documentation", "service"};
  return kNames.at(static_cast<std::size_t>(type));
}

const char* block_kind_name(BlockKind kind) {
  constexpr std::array kNames = {"text",  "paragraph", "heading",    "list item",
                                 "cell",  "term",      "definition", "code",
                                 "quote", "caption",   "control"};
  return kNames.at(static_cast<std::size_t>(kind));
}

std::string text_of_blocks(std::string_view text, const std::vector<Block>& blocks,
                           bool of_content) {
  std::string chosen;
  const Block* last = nullptr;
  for (const Block& block : blocks) {
    if (block.is_content != of_content || block.begin > text.size() ||
        block.length > text.size() - block.begin)
      continue;
    if (last != nullptr) {
      const std::string_view between = text.substr(last->end(), block.begin - last->end());
      chosen += between == " " ? ' ' : '\n';
    }
    chosen.append(text, block.begin, block.length);
    last = &block;
  }
  return chosen;
}

std::string content_of(const Document& document) {
  if (document.blocks.empty()) return document.text;
  return text_of_blocks(document.text, document.blocks, true);
}

bool is_schema_name(std::string_view name) {
  if (is_local_name(name)) return true;
  const auto end = name.find_last_of("#/:");
  if (end == std::string_view::npos || !is_local_name(name.substr(end + 1))) return false;
  const auto colon = name.find(':');
  return colon != std::string_view::npos && colon > 0 && is_letter(name.front()) &&
         std::all_of(name.begin(), name.end(), is_in_iri);
}

std::optional<std::int64_t> content_length(const Document& document) {
  if (document.blocks.empty()) return std::nullopt;
  std::int64_t length = 0;
  for (const Block& block : document.blocks) length += block.is_content ? block.length : 0;
  return length;
}

}  // namespace porthole
