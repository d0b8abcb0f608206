#include "indexer/simhash.h"

#include <xxhash.h>

#include <array>
#include <bit>
#include <vector>

#include "base/text/ascii.h"

namespace porthole::indexer {
namespace {

constexpr std::size_t kBytesRead = 16 << 10;

bool is_word_byte(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return byte >= 0x80 || is_alphanumeric(c);
}

// Hashes of the words in order. A simple definition of a word is sufficient here.
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

// The bits of each byte value, the lowest first, spread over eight bytes: sums of up to 255 do not
// overflow.
constexpr std::array<std::uint64_t, 256> kSpread = [] {
  std::array<std::uint64_t, 256> table{};
  for (std::size_t byte = 0; byte < table.size(); ++byte) {
    for (std::size_t bit = 0; bit < 8; ++bit)
      table[byte] |= std::uint64_t{byte >> bit & 1} << 8 * bit;
  }
  return table;
}();

// Counts the set bits of the added numbers, by position.
class BitCounts {
 public:
  void add(std::uint64_t number) {
    for (std::size_t byte = 0; byte < 8; ++byte) sums_[byte] += kSpread[number >> 8 * byte & 0xFF];
    if (++pending_ == 255) carry();
  }
  std::uint64_t bits_of_more_than(std::size_t half) {
    carry();
    std::uint64_t bits = 0;
    for (std::size_t bit = 0; bit < counts_.size(); ++bit) {
      if (counts_[bit] > half) bits |= std::uint64_t{1} << bit;
    }
    return bits;
  }

 private:
  void carry() {
    for (std::size_t bit = 0; bit < counts_.size(); ++bit)
      counts_[bit] += sums_[bit / 8] >> 8 * (bit % 8) & 0xFF;
    sums_.fill(0);
    pending_ = 0;
  }

  std::array<std::uint64_t, 8> sums_{};
  std::array<std::size_t, 64> counts_{};
  int pending_ = 0;
};

}  // namespace

std::optional<std::uint64_t> fingerprint(std::string_view text) {
  const std::vector<std::uint64_t> words = hashes_of_words(text.substr(0, kBytesRead));
  if (words.size() < kFewestShingles + kShingleWords - 1) return std::nullopt;
  const std::size_t shingles = words.size() - kShingleWords + 1;
  BitCounts counts;
  for (std::size_t i = 0; i < shingles; ++i)
    counts.add(XXH3_64bits(&words[i], kShingleWords * sizeof words[i]));
  return counts.bits_of_more_than(shingles / 2);
}

bool are_near(std::uint64_t a, std::uint64_t b) { return std::popcount(a ^ b) <= kNearBits; }

std::string fingerprint_value(std::uint64_t print) {
  std::string value(8, '\0');
  for (std::size_t i = value.size(); i-- > 0; print >>= 8)
    value[i] = static_cast<char>(print & 0xFF);
  return value;
}

std::optional<std::uint64_t> read_fingerprint(std::string_view value) {
  if (value.size() != 8) return std::nullopt;
  std::uint64_t print = 0;
  for (const char c : value) print = print << 8 | static_cast<unsigned char>(c);
  return print;
}

}  // namespace porthole::indexer
