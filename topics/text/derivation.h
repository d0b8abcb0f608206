#pragma once

/// Derivational stems: "astronomy", "astronomical" and "astronomer" are one word of a topic.
///
/// The stem of a word (folded, singular) is the word without its longest ending out of a short
/// list (-ical, -ic, -ing, -y, -er, -ist, ...), if kLeastStem letters are left; else the word. It
/// is for comparing words, not for display.
///
/// Source: longest-match removal of endings with a least length of the stem: J. B. Lovins,
/// "Development of a Stemming Algorithm", Mechanical Translation and Computational Linguistics 11,
/// 1968. The list is ours: endings that keep the subject of a word, not all endings.
/// Thread safety: pure functions.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole::topics {

inline constexpr std::size_t kLeastStem = 5;

std::string_view derivational_stem(std::string_view word);

/// The stem of each word of a term ("solar astronomy"), joined by a space.
std::string stem_of_term(std::string_view term);

}  // namespace porthole::topics
