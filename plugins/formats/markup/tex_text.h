#pragma once

/// Converts TeX markup to plain text, for LaTeX and BibTeX.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole {

/// Removes commands and braces from `text`: accents (\"o, {\'e}, \c{c}) and special letters (\ss,
/// \ae) become characters, arguments of other commands are kept, `~` becomes a space, dashes are
/// converted.
std::string plain_tex(std::string_view text);

/// The group that begins at `at`, without its braces, and its end (after the brace); an empty one
/// that ends at `at` if none begins there. Leading white space is skipped.
struct TexGroup {
  std::string_view text{};
  std::size_t end = 0;
};
TexGroup tex_group(std::string_view text, std::size_t at, char open = '{', char close = '}');

/// `text` without comments: from an unescaped % to the end of its line.
std::string without_tex_comments(std::string_view text);

}  // namespace porthole
