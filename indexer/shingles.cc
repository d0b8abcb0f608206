#include "indexer/shingles.h"

#include <xxhash.h>

#include <algorithm>
#include <array>
#include <bit>
#include <vector>

namespace porthole::indexer {
namespace {

constexpr std::size_t kBytesRead = 16 << 10;

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

// Hashes of the words in order. What a word is need not be exact here.
std::vector<std::uint64_t> hashes_of_words(std::string_view text) {
  std::vector<std::uint64_t> hashes;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    if (end > at) hashes.push_back(XXH3_64bits(text.data() + at, end - at));
    at = end + 1;
  }
  return hashes;
}

std::vector<std::uint64_t> distinct_shingles(std::string_view text) {
  const std::vector<std::uint64_t> words = hashes_of_words(text);
  std::vector<std::uint64_t> shingles;
  for (std::size_t i = 0; i + kShingleWords <= words.size(); ++i) {
    shingles.push_back(XXH3_64bits(&words[i], kShingleWords * sizeof words[i]));
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

}  // namespace

std::optional<std::uint64_t> fingerprint(std::string_view text) {
  const std::vector<std::uint64_t> shingles = distinct_shingles(text.substr(0, kBytesRead));
  if (shingles.size() < kFewestShingles) return std::nullopt;
  std::array<std::uint32_t, 64> ones{};
  for (const std::uint64_t shingle : shingles) {
    for (std::size_t bit = 0; bit < ones.size(); ++bit) ones[bit] += shingle >> bit & 1;
  }
  std::uint64_t print = 0;
  for (std::size_t bit = 0; bit < ones.size(); ++bit) {
    if (2 * ones[bit] > shingles.size()) print |= std::uint64_t{1} << bit;
  }
  return print;
}

bool are_near(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b) <= kNearBits; }

std::string fingerprint_value(std::uint64_t print) {
  std::string value(8, '\0');
  for (std::size_t i = value.size(); i-- > 0; print >>= 8) value[i] = static_cast<char>(print & 0xFF);
  return value;
}

std::optional<std::uint64_t> read_fingerprint(std::string_view value) {
  if (value.size() != 8) return std::nullopt;
  std::uint64_t print = 0;
  for (const char c : value) print = print << 8 | static_cast<unsigned char>(c);
  return print;
}

}  // namespace porthole::indexer
