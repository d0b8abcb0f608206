#include "base/string_interner.h"

namespace porthole {

std::uint32_t StringInterner::id_of(std::string_view text) {
  if (const std::uint32_t known = ids_.find(text); known != 0) return known - 1;
  texts_.add(text);
  return ids_.add(text) - 1;
}

}  // namespace porthole
