#pragma once

/// The stored form of a page's blocks: a byte of version, then for each block its distance from the
/// block before, its length (both LEB128), kind, level, probability and whether it is content (a
/// byte each), and its hash (8 bytes, little end first). Private to repository/.

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"

namespace porthole::repository {

std::string write_blocks(const std::vector<Block>& blocks);
/// Nothing if `blob` is damaged: the blocks of a result are sorted and disjoint, and end within
/// 4 GiB.
std::optional<std::vector<Block>> read_blocks(std::string_view blob);

}  // namespace porthole::repository
