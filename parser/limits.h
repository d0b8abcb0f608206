#pragma once

/// How much of a page is read. What lies beyond is left out, and the Document says so where a
/// reader would miss it (status_detail, links_cut).

#include <cstddef>

namespace porthole::parser {

inline constexpr int kMaxDepth = 512;       ///< Open elements at once, before the tree is cut.
inline constexpr int kMaxAttributes = 256;  ///< In one tag.
inline constexpr std::size_t kMaxUrlBytes = 2048;         ///< A longer URL is no link.
inline constexpr std::size_t kMaxSiblingBytes = 200;      ///< Text before, after, and the heading.
inline constexpr std::size_t kMaxHeadings = 100;          ///< Of a page.
inline constexpr std::size_t kMaxAnnotationBytes = 1000;  ///< Any other annotation; a meta value.
inline constexpr std::size_t kMaxTitleBytes = 1000;
inline constexpr std::size_t kMaxDocumentBytes = 16u << 20;  ///< An encoded Document (wire.h).
inline constexpr std::size_t kMaxPageBytes = 64u << 20;      ///< An encoded ParseInput (wire.h).

}  // namespace porthole::parser
