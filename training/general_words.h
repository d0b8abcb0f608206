#pragma once

/// The words that texts of any subject have (examples/general_words.txt): what the pages of a topic
/// are set against when there are no pages of other topics.
///
/// In:  lines of a share in per cent, 1 to 100, a tab, and a word or two; "#" begins a comment.
/// Out: the terms in the form in which terms are compared, with their shares.
///
/// Source: ours; tools/general_words.py measures it. Thread safety: functions without state.

#include <filesystem>
#include <string>
#include <unordered_map>

#include "base/result.h"

namespace porthole::training {

/// Sites that the words stand for: a term of share p is on the first p of them.
inline constexpr int kGeneralSites = 100;

using GeneralWords = std::unordered_map<std::string, int>;

/// Two forms of a term count as the more frequent one.
/// Errors: kInvalid with file and line; those of xml::read_file().
Result<GeneralWords> read_general_words(const std::filesystem::path& file);

}  // namespace porthole::training
