#pragma once

/// Small laws about text that more than one room needs. All strings are UTF-8.

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

namespace porthole {

/// `text` with every invalid sequence, surrogate, non-character, NUL and control character except
/// tab and newline replaced (controls but NUL by a space, the rest by U+FFFD): what may stand in
/// XML 1.0.
std::string clean_utf8(std::string_view text);

/// Runs of white space (Unicode's, no-break space among them) become one space; none at the ends.
std::string fold_space(std::string_view text);

/// At most `bytes` bytes, cut at the last character border (and word border where one is near), with
/// no ellipsis.
std::string_view cut(std::string_view text, std::size_t bytes);

/// ASCII only; other characters stay.
std::string ascii_lower(std::string_view text);
bool equals_ignoring_case(std::string_view a, std::string_view b);
std::string_view trim(std::string_view text);  ///< Spaces, tabs, CR, LF at both ends.
std::vector<std::string_view> split(std::string_view text, char separator);  ///< Keeps empty parts.

/// What cut() and trim() give, as a string of its own.
std::string shortened(std::string text, std::size_t bytes);
std::string trimmed(std::string text);

/// cut(), trim() and split() give views into their text. Into a string that ends with the expression
/// there is none that could be used: that does not compile.
template <class Text>
concept TemporaryString = std::same_as<std::remove_cv_t<Text>, std::string>;
template <TemporaryString Text>
void cut(Text&& text, std::size_t bytes) = delete;
template <TemporaryString Text>
void trim(Text&& text) = delete;
template <TemporaryString Text>
void split(Text&& text, char separator) = delete;

/// `text` with & < > " ' as character references: safe in the text and the quoted attributes of
/// HTML and XML.
std::string escape_markup(std::string_view text);

/// 12345 -> "12,345".
std::string with_commas(std::int64_t number);
/// "1 page", "2,000 pages": for nouns that take an s.
std::string counted(std::int64_t number, std::string_view noun);

/// The name in `names` that is nearest to `name` by edit distance, "" when none is near (distance
/// over a third of its length): for "unknown X; did you mean Y".
std::string nearest_name(std::string_view name, const std::vector<std::string>& names);

}  // namespace porthole
