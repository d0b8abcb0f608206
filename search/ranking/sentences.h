#pragma once

/// Finds where sentences begin in a text whose lines are blocks of a page.
///
/// A sentence begins with a line, and behind a full stop, question or exclamation mark and a space,
/// unless the next letter is small or the word before the stop is an abbreviation or an initial.
/// These are rules for scripts with capitals; of ideographic text a sentence ends at its own marks.
///
/// Thread safety: functions without state.

#include <cstddef>
#include <string_view>
#include <vector>

namespace porthole::search {

/// Bytes, rising; the first is 0. Linear in the text.
std::vector<std::size_t> sentence_begins(std::string_view text);

/// True if the last character but closing quotes and brackets ends a sentence.
bool ends_sentence(std::string_view text);

}  // namespace porthole::search
