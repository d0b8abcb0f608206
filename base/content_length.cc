#include "base/content_length.h"

namespace porthole {

std::optional<std::int64_t> content_length(const Document& document) {
  if (document.blocks.empty()) return std::nullopt;
  std::int64_t length = 0;
  for (const Block& block : document.blocks) length += block.is_content ? block.length : 0;
  return length;
}

}  // namespace porthole
