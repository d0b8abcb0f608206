#pragma once

/// Limits of the parser. Content beyond them is cut; the Document reports it where it matters
/// (status_detail, links_cut).

#include <cstddef>
#include <string_view>

namespace porthole::parser {

inline constexpr int kMaxDepth = 512;                     ///< Open elements; the tree is cut there.
inline constexpr int kMaxAttributes = 256;                ///< Attributes of a tag.
inline constexpr std::size_t kMaxUrlBytes = 2048;         ///< Longer URLs are ignored.
inline constexpr std::size_t kMaxSiblingBytes = 200;      ///< Text before, after, and the heading.
inline constexpr std::size_t kMaxHeadings = 100;          ///< Headings of a page.
inline constexpr std::size_t kMaxAnnotationBytes = 1000;  ///< Any other annotation; a meta value.
inline constexpr std::size_t kMaxTitleBytes = 1000;
inline constexpr std::size_t kMaxDocumentBytes = 40u << 20;  ///< An encoded Document (wire.h).
inline constexpr std::size_t kMaxPageBytes = 64u << 20;      ///< An encoded ParseInput (wire.h).

/// In the status_detail of a document that no summarizer read: before those that claim its format
/// and did not accept it ("no reader for application/zip; refused by archive, epub").
inline constexpr std::string_view kRefusedBy = "; refused by ";

/// Between the names of a member and of a member inside of it, in URLs; and how often it may stand
/// there. Deeper members are not read.
inline constexpr std::string_view kInsideMember = "!/";
inline constexpr int kMaxMemberDepth = 2;

}  // namespace porthole::parser
