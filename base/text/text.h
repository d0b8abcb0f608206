#pragma once

/// Text utilities: cleaning, white space, truncation, splitting, escaping, edit distance. All
/// strings are UTF-8.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace porthole {

/// Returns `text` with every character that XML 1.0 forbids replaced: control characters other than
/// tab, newline and NUL by a space; invalid sequences, surrogates, non-characters and NUL by
/// U+FFFD.
std::string clean_utf8(std::string_view text);

/// Collapses each run of white space (Unicode's, no-break space included) into one space and trims
/// both ends.
std::string fold_space(std::string_view text);

/// Truncates to at most `bytes` bytes at the last character boundary (and word boundary where one
/// is near), without an ellipsis.
std::string_view cut(std::string_view text, std::size_t bytes);

/// Lower-cases ASCII letters; other characters stay.
std::string ascii_lower(std::string_view text);
bool equals_ignoring_case(std::string_view a, std::string_view b);
std::string_view trim(std::string_view text);  ///< Spaces, tabs, CR, LF at both ends.
std::vector<std::string_view> split(std::string_view text, char separator);  ///< Keeps empty parts.

/// Copying variants of cut() and trim().
std::string shortened(std::string text, std::size_t bytes);
std::string trimmed(std::string text);

/// cut(), trim() and split() return views into their argument, so a temporary string does not
/// compile.
template <class Text>
concept TemporaryString = std::same_as<std::remove_cv_t<Text>, std::string>;
template <TemporaryString Text>
void cut(Text&& text, std::size_t bytes) = delete;
template <TemporaryString Text>
void trim(Text&& text) = delete;
template <TemporaryString Text>
void split(Text&& text, char separator) = delete;

/// Escapes & < > " ' as character references: safe in the text and the quoted attributes of HTML
/// and XML.
std::string escape_markup(std::string_view text);

/// 12345 -> "12,345".
std::string with_commas(std::int64_t number);
/// "1 page", "2,000 pages": for nouns that take an s.
std::string counted(std::int64_t number, std::string_view noun);

/// Returns the name in `names` with the least edit distance to `name`, "" when none is near
/// (distance over a third of its length): for "unknown X; did you mean Y".
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);

}  // namespace porthole
