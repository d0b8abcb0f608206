#pragma once

/// Statistics of links over the distinct pages of all runs: their metadata, and whether they join
/// relevant pages.
///
/// Thread safety: pure functions.

#include <array>
#include <cstdint>
#include <vector>

#include "labs/comparison/compared_run.h"

namespace porthole::labs {

/// Frequency of link metadata, over the pages that have a hyperlink.
struct LinkMetadataFigures {
  std::uint64_t pages = 0, links = 0;
  std::array<std::uint64_t, kLinkMetadataKinds> links_with{}, pages_with{};
};
LinkMetadataFigures link_metadata_of(const std::vector<ComparedRun>& runs);

/// Link structure between relevant and other pages, on which strategies that follow links of
/// relevant pages depend. A link is from one fetched page to another, each pair once.
struct LinkStructureFigures {
  std::uint64_t pages = 0, relevant = 0;
  std::uint64_t relevant_cited_by_relevant = 0;  ///< Relevant pages to which a relevant page links.
  std::uint64_t relevant_cited_by_others = 0;  ///< Those to which others link, and no relevant one.
  /// Link counts by relevance of the source, then of the target.
  std::array<std::array<std::uint64_t, 2>, 2> links{};

  std::uint64_t all_links() const { return links[0][0] + links[0][1] + links[1][0] + links[1][1]; }
  /// Share of the links from relevant pages, or from the others, that lead to a relevant page; not
  /// a number without links.
  double to_relevant(bool from_relevant) const;
  /// r = (sum e_ii - sum a_i b_i) / (1 - sum a_i b_i), e the shares of links between and within the
  /// two kinds, a and b their sums over sources and targets: 1 when links stay within each kind, 0
  /// when links are independent of it, negative when they prefer the other kind. Not a number when
  /// all links begin and end in one kind.
  /// Source: Newman, "Mixing patterns in networks", Physical Review E 67, 2003, equation 2.
  double assortativity() const;
};
LinkStructureFigures link_structure_of(const std::vector<ComparedRun>& runs);

}  // namespace porthole::labs
