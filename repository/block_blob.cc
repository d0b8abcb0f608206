#include "repository/block_blob.h"

#include <cstddef>
#include <cstdint>
#include <limits>

namespace porthole::repository {
namespace {

constexpr char kVersion = 1;
constexpr std::size_t kHashBytes = 8;
constexpr std::size_t kFixedBytes = 4 + kHashBytes;

void put_number(std::uint32_t number, std::string& out) {
  for (; number >= 0x80; number >>= 7) out += static_cast<char>(0x80 | (number & 0x7F));
  out += static_cast<char>(number);
}

bool take_number(std::string_view& rest, std::uint32_t& number) {
  std::uint64_t value = 0;
  for (int shift = 0; shift < 35; shift += 7) {
    if (rest.empty()) return false;
    const auto byte = static_cast<unsigned char>(rest.front());
    rest.remove_prefix(1);
    value |= static_cast<std::uint64_t>(byte & 0x7F) << shift;
    if (byte >= 0x80) continue;
    number = static_cast<std::uint32_t>(value);
    return value <= std::numeric_limits<std::uint32_t>::max();
  }
  return false;
}

bool take_block(std::string_view& rest, std::uint32_t read_to, Block& block) {
  std::uint32_t gap = 0;
  if (!take_number(rest, gap) || !take_number(rest, block.length)) return false;
  const std::uint64_t end = std::uint64_t{read_to} + gap + block.length;
  if (end > std::numeric_limits<std::uint32_t>::max() || rest.size() < kFixedBytes) return false;
  block.begin = read_to + gap;
  const auto byte = [&rest](std::size_t at) { return static_cast<unsigned char>(rest[at]); };
  if (byte(0) > static_cast<unsigned char>(BlockKind::kControl) || byte(3) > 1) return false;
  block.kind = static_cast<BlockKind>(byte(0));
  block.level = byte(1);
  block.probability = byte(2);
  block.is_content = byte(3) == 1;
  for (std::size_t i = 0; i < kHashBytes; ++i)
    block.hash |= static_cast<std::uint64_t>(byte(4 + i)) << (8 * i);
  rest.remove_prefix(kFixedBytes);
  return true;
}

}  // namespace

std::string write_blocks(const std::vector<Block>& blocks) {
  std::string out(1, kVersion);
  std::uint32_t written_to = 0;
  for (const Block& block : blocks) {
    put_number(block.begin - written_to, out);
    put_number(block.length, out);
    out += static_cast<char>(block.kind);
    out += static_cast<char>(block.level);
    out += static_cast<char>(block.probability);
    out += static_cast<char>(block.is_content ? 1 : 0);
    for (std::size_t i = 0; i < kHashBytes; ++i) out += static_cast<char>(block.hash >> (8 * i));
    written_to = block.end();
  }
  return out;
}

std::optional<std::vector<Block>> read_blocks(std::string_view blob) {
  if (blob.empty() || blob.front() != kVersion) return std::nullopt;
  blob.remove_prefix(1);
  std::vector<Block> blocks;
  std::uint32_t read_to = 0;
  while (!blob.empty()) {
    if (!take_block(blob, read_to, blocks.emplace_back())) return std::nullopt;
    read_to = blocks.back().end();
  }
  return blocks;
}

}  // namespace porthole::repository
