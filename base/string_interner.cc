#include "base/string_interner.h"

namespace porthole {

std::uint32_t StringInterner::id_of(const std::string& text) {
  const auto [found, is_new] = ids_.try_emplace(text, static_cast<std::uint32_t>(texts_.size()));
  if (is_new) texts_.push_back(text);
  return found->second;
}

}  // namespace porthole
