#include "search/ranking/text_overlap.h"

#include <xxhash.h>

#include <algorithm>
#include <cstddef>
#include <iterator>

#include "base/text/ascii.h"

namespace porthole::search {
namespace {

constexpr std::size_t kShingleWords = 3;
constexpr std::size_t kBytesRead = 8 << 10;
constexpr std::size_t kFifths = 4;

bool is_word_byte(char c) { return static_cast<unsigned char>(c) >= 0x80 || is_alphanumeric(c); }

std::vector<std::uint64_t> words_of(std::string_view text) {
  std::vector<std::uint64_t> words;
  for (std::size_t at = 0; at < text.size();) {
    std::size_t end = at;
    while (end < text.size() && is_word_byte(text[end])) ++end;
    if (end > at) words.push_back(XXH3_64bits(text.data() + at, end - at));
    at = end + 1;
  }
  return words;
}

}  // namespace

Shingles shingles_of(std::string_view text) {
  Shingles shingles = words_of(text.substr(0, kBytesRead));
  if (shingles.size() > kShingleWords) {
    const std::size_t count = shingles.size() - kShingleWords + 1;
    for (std::size_t i = 0; i < count; ++i)
      shingles[i] = XXH3_64bits(&shingles[i], kShingleWords * sizeof shingles[i]);
    shingles.resize(count);
  }
  std::sort(shingles.begin(), shingles.end());
  shingles.erase(std::unique(shingles.begin(), shingles.end()), shingles.end());
  return shingles;
}

bool one_holds_the_other(const Shingles& a, const Shingles& b) {
  Shingles both;
  std::set_intersection(a.begin(), a.end(), b.begin(), b.end(), std::back_inserter(both));
  const std::size_t shorter = std::min(a.size(), b.size());
  return shorter > 0 && both.size() * 5 >= shorter * kFifths;
}

}  // namespace porthole::search
