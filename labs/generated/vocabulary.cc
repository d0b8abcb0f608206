#include "labs/generated/vocabulary.h"

#include <string_view>

namespace porthole::labs {
namespace {

constexpr std::string_view kConsonants = "bdfgklmnpstvz";
constexpr std::string_view kVowels = "aeiou";
constexpr std::uint32_t kSyllables =
    static_cast<std::uint32_t>(kConsonants.size() * kVowels.size());
constexpr std::uint32_t kWords = kSyllables * kSyllables * kSyllables;
// Without a factor in common with kWords (5 and 13), so that neighbouring numbers give unlike words
// and no two give the same.
constexpr std::uint64_t kStride = 104'729;
static_assert(kGeneralWords + kMostVocabularies * kTopicWords <= kWords);

}  // namespace

std::uint32_t skewed_below(sampler::HashRng& rng, std::uint32_t n) {
  const std::uint64_t u = rng.next() >> 32, v = rng.next() >> 32;
  return static_cast<std::uint32_t>((((u * v) >> 32) * n) >> 32);
}

WordId general_word(sampler::HashRng& rng) { return skewed_below(rng, kGeneralWords); }

WordId topic_word(sampler::HashRng& rng, std::uint32_t topic) {
  return topic_word_at(topic, skewed_below(rng, kTopicWords));
}

WordId topic_word_at(std::uint32_t topic, std::uint32_t i) {
  return kGeneralWords + topic * kTopicWords + i;
}

void append_word(WordId word, std::string& text) {
  auto code = static_cast<std::uint32_t>(word * kStride % kWords);
  for (int i = 0; i < 3; ++i) {
    const std::uint32_t syllable = code % kSyllables;
    code /= kSyllables;
    text += kConsonants[syllable / kVowels.size()];
    text += kVowels[syllable % kVowels.size()];
  }
}

}  // namespace porthole::labs
