#pragma once

/// PageHints: facts about a page as a whole that its content model reads.

#include <cstdint>
#include <string_view>

namespace porthole::parser {

/// Kinds of page that a page states about itself (og:type, JSON-LD, its URL), as bits.
using PageHintBits = std::uint32_t;

/// The page as a whole.
struct PageHints {
  std::string_view url;
  std::string_view title;
  std::string_view description;
  std::string_view data_text;  ///< Text from structured data: article bodies, descriptions.
  PageHintBits stated = 0;     ///< From og:type and JSON-LD types: see stated_type().
};

/// The bits of a type in og:type or JSON-LD's @type ("NewsArticle", "product", ...); 0 if unknown.
PageHintBits stated_type(std::string_view type);

/// Facts that a URL states.
struct UrlHints {
  int depth = 0, digits = 0, words = 0;
  PageHintBits stated = 0;
  bool query = false;
};

UrlHints url_hints(std::string_view url);

}  // namespace porthole::parser
