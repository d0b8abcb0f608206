#pragma once

/// Snippets as pieces of plain text, whatever the library made of them.

#include <string>
#include <string_view>

#include "base/text/diacritics.h"
#include "search/index/results.h"

namespace porthole::search {

/// What stands around a hit in marked text. They are control characters, which text in the index
/// does not hold; they are never empty, since Xapian 1.4.22 leaves markup unescaped when they are
/// (CVE-2026-77643).
inline constexpr std::string_view kHitBegin = "\x01";
inline constexpr std::string_view kHitEnd = "\x02";

/// Takes `marked` apart: text escaped for HTML by MSet::snippet() (or not: then it stays as it is),
/// with kHitBegin and kHitEnd around hits. The pieces are plain text, not escaped.
Fragments read_marked(std::string_view marked);

/// `fragments` of `bare` as they stand in `original`, which it was made from; an omission at the
/// ends stays. As they are where they are not found in `bare`.
Fragments as_written(Fragments fragments, const BareText& bare, std::string_view original,
                     std::string_view omission);

/// `text` without the characters that mark hits.
std::string without_marks(std::string_view text);

}  // namespace porthole::search
