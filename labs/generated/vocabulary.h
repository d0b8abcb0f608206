#pragma once

/// Language models of a generated web: made-up words, a general vocabulary that all pages share,
/// and a vocabulary for each topic. No two of them have a word in common.
///
/// Words have six letters, consonants and vowels in turn ("kelopa"), so none is a stop word or has
/// another singular. A word is a function of its number. Within a vocabulary the words of lower
/// number are more frequent: the number of a drawn word is the integer part of n * u * v for u and
/// v uniform on [0, 1), so that word i of n has a probability near -ln((i + .5) / n) / n.
///
/// Thread safety: pure functions.

#include <cstdint>
#include <string>

#include "sampler/hash_rng.h"

namespace porthole::labs {

inline constexpr std::uint32_t kGeneralWords = 4'000;
inline constexpr std::uint32_t kTopicWords = 400;     ///< Words of each topic.
inline constexpr std::uint32_t kGenericAnchors = 20;  ///< General words that anchors use.
inline constexpr std::uint32_t kMostVocabularies = 500;

using WordId = std::uint32_t;

/// A number in [0, n) that prefers small ones, as above. Requires: n > 0.
std::uint32_t skewed_below(sampler::HashRng& rng, std::uint32_t n);

WordId general_word(sampler::HashRng& rng);
/// Requires: topic < kMostVocabularies.
WordId topic_word(sampler::HashRng& rng, std::uint32_t topic);
/// The i-th most frequent word of a topic. Requires: i < kTopicWords.
WordId topic_word_at(std::uint32_t topic, std::uint32_t i);

/// Appends the word, six bytes of ASCII.
void append_word(WordId word, std::string& text);

}  // namespace porthole::labs
