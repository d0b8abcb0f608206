#pragma once

/// The distiller: finds the hubs and authorities of a crawl among relevant pages (HITS with
/// relevance-weighted edges and shared votes between sites).
/// In:  links between pages, the relevance R and the site of each page.
/// Out: hub and authority scores.
///
/// - Only links between sites count. A forward vote has weight E_F[u, v] = R(v): an irrelevant page
///   gets no prestige from a relevant hub. A backward vote has E_B[u, v] = R(u): an irrelevant hub
///   gets none from a relevant authority.
/// - Only pages with R > rho may be authorities; any page may be a hub. rho is chosen so that 10 to
///   20 per cent of the pages stay.
/// - k pages of a site that cite a page share one vote, as do l links of a page into one site
///   (Endorsement::kShared). Votes for pages that may not be authorities are not in the graph.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.2, figure 4; Focused Crawling,
/// 1999, section 3.2 (rho); Bharat, Henzinger 1998, section 4.1 (shared votes). Thread safety: any
/// thread.

#include <vector>

#include "topics/graph/hubs_authorities.h"
#include "topics/graph/link_graph.h"

namespace porthole::topics {

struct DistillerOptions {
  double least_authorities = 0.10;  ///< Share of the pages.
  double most_authorities = 0.20;
  Convergence until;
};

/// Pages are numbered from 0; `relevance` (in [0, 1]) and `sites` (below the number of pages) have
/// one entry for each.
struct DistillerInput {
  std::vector<Citation> citations;
  std::vector<double> relevance;
  std::vector<SiteNumber> sites;
};

struct Distillation {
  HubsAndAuthorities scores;
  double rho = 0;              ///< Pages with R > rho could be authorities.
  std::size_t candidates = 0;  ///< Number of those pages.
  std::size_t citations = 0;   ///< Links in the graph.
};

/// Chooses rho: the value of `relevance`, or 0, above which between `least` and `most` of the pages
/// lie; of several, the one whose share is nearest to the middle. If pages of equal relevance leave
/// none in the range, the value outside it that is nearest to the middle; there is always a page
/// above it, unless all are 0.
double relevance_threshold(const std::vector<double>& relevance, double least, double most);

/// Computes hub and authority scores of `input`, whose citations are freed on the way.
Distillation distill(DistillerInput&& input, const DistillerOptions& options = {});

}  // namespace porthole::topics
