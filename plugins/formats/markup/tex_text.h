#pragma once

/// Text of TeX as people read it, for LaTeX and BibTeX.

#include <cstddef>
#include <string>
#include <string_view>

namespace porthole {

/// `text` without commands and braces: accents (\"o, {\'e}, \c{c}) and letters of their own (\ss, \ae)
/// become characters, of other commands the arguments stay, `~` is a space, dashes are dashes.
std::string plain_tex(std::string_view text);

/// The group that begins at `at`, without its braces, and where it ends (behind the brace); an empty
/// one that ends at `at` where none begins. White space before it is passed over.
struct TexGroup {
  std::string_view text{};
  std::size_t end = 0;
};
TexGroup tex_group(std::string_view text, std::size_t at, char open = '{', char close = '}');

/// `text` without comments: from % that is not \% to the end of its line.
std::string without_tex_comments(std::string_view text);

}  // namespace porthole
