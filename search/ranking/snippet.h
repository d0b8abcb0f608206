#pragma once

/// Converts the marked snippets of Xapian to pieces of plain text.

#include <string>
#include <string_view>

#include "base/text/diacritics.h"
#include "search/index/results.h"

namespace porthole::search {

/// Markers around a hit in marked text. They are control characters, which do not occur in indexed
/// text; they are never empty, since Xapian 1.4.22 leaves markup unescaped when they are
/// (CVE-2026-77643).
inline constexpr std::string_view kHitBegin = "\x01";
inline constexpr std::string_view kHitEnd = "\x02";

/// Splits `marked`, a text with kHitBegin and kHitEnd around hits that MSet::snippet() may have
/// escaped for HTML. The pieces are plain text, not escaped.
Fragments read_marked(std::string_view marked);

/// Maps `fragments` of `bare` back to `original`, the text it was made from; keeps ellipses at the
/// ends. Unchanged where they are not found in `bare`.
Fragments as_written(Fragments fragments, const BareText& bare, std::string_view original,
                     std::string_view omission);

/// `text` without hit markers.
std::string without_marks(std::string_view text);

}  // namespace porthole::search
