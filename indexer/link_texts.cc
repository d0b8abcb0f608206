#include "indexer/link_texts.h"

#include <xxhash.h>

namespace porthole::indexer {

std::uint32_t stem_hash(std::string_view stem) {
  return static_cast<std::uint32_t>(XXH3_64bits(stem.data(), stem.size()));
}

LinkText hashed(const std::vector<std::string>& stems) {
  LinkText text;
  for (const std::string& stem : stems) text.push_back(stem_hash(stem));
  return text;
}

std::string write_link_texts(const std::vector<LinkText>& texts) {
  std::string value;
  std::size_t kept = 0;
  for (const LinkText& text : texts) {
    if (text.empty() || text.size() > kLinkTextWords) continue;
    if (++kept > kLinkTextsKept) break;
    value += static_cast<char>(text.size());
    for (const std::uint32_t word : text) {
      for (unsigned shift = 0; shift < 32; shift += 8) value += static_cast<char>(word >> shift);
    }
  }
  return value;
}

std::vector<LinkText> read_link_texts(std::string_view value) {
  std::vector<LinkText> texts;
  while (!value.empty()) {
    const std::size_t words = static_cast<unsigned char>(value[0]);
    value.remove_prefix(1);
    if (value.size() < 4 * words) break;
    LinkText& text = texts.emplace_back(words);
    for (std::size_t i = 0; i < 4 * words; ++i)
      text[i / 4] |= std::uint32_t{static_cast<unsigned char>(value[i])} << (i % 4 * 8);
    value.remove_prefix(4 * words);
  }
  return texts;
}

}  // namespace porthole::indexer
