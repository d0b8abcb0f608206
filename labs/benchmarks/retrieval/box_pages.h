#pragma once

/// Builds a test collection from a web in a box: its pages as summaries, and queries with relevant
/// pages from the tables of contents and indexes of its sites.
///
/// - A table of contents is a site's front page (labs::Manifest::front_page) or a page whose file
///   is named contents, toc or index_toc; an index is one named genindex, py-modindex, bookindex,
///   docindex, xindex, page_index, keyword_index or theindex. Nothing but the name is looked at.
/// - An entry is a link of such a page to a page of its site. Its text, of two to six words, is a
///   query; the page is the relevant page. Texts without information (base/text/empty_phrases.h),
///   that lead to more than three pages, or that are in the tables of several sites are left out.
/// - For each site kEntries entries of tables (navigational) and kEntries of indexes (topical) are
///   drawn with a fixed seed.
/// - The text of a page is its main content, with the template of its site (docs/content.md); the
///   rest is boilerplate.
/// - The tables and indexes themselves are not indexed, and their links are ignored: else the
///   query would be in the index as an anchor text.
///
/// Thread safety: one thread.

#include <filesystem>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/benchmarks/retrieval/measures.h"
#include "summarizer/summary.h"

namespace porthole::labs {

inline constexpr std::size_t kEntries = 3;

struct BoxQuery {
  std::string text;
  std::string site;
  bool is_topical = false;
  Judgements judged;  ///< URLs.
};

struct BoxPages {
  std::vector<summarizer::Summary> summaries;  ///< With the annotations by other pages.
  std::vector<BoxQuery> queries;
};

/// `sites`: a list of sites (docs/webbox.md); `cache`: where their packages are unpacked. Errors:
/// those of labs::read_site_list(); kIncomplete when there is no page.
Result<BoxPages> read_box(const std::filesystem::path& sites, const std::filesystem::path& cache);

/// Classifies a file by its name as a table of contents or an index, by the rule above (front pages
/// aside).
enum class TableKind { kNone, kContents, kIndex };
TableKind table_kind(const std::filesystem::path& file);

}  // namespace porthole::labs
