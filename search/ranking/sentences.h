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

/// True of a sentence of at least four words with a full stop, question or exclamation mark, or of
/// ideographs with theirs. Entries of lists, menus and tables of contents are none.
bool is_prose(std::string_view sentence);

/// The last sentence in `text` of prose, or of four words before a colon, of at most `bytes`; empty
/// where there is none.
std::string_view last_prose(std::string_view text, std::size_t bytes);
/// The same for the first.
std::string_view first_prose(std::string_view text, std::size_t bytes);

/// The share of the bytes of `text` that stand in sentences of prose, 0 to 1.
double prose_share(std::string_view text);

}  // namespace porthole::search
