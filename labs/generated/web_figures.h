#pragma once

/// Measures the shares of a generated web that its dials set.
///
/// Thread safety: pure functions.

#include <cstddef>

#include "labs/generated/generated_web.h"

namespace porthole::labs {

/// Shares are 0 where there is nothing to share.
struct WebFigures {
  std::size_t pages = 0, sites = 0, links = 0;
  double largest_site = 0;  ///< Its share of the pages.
  double pure = 0;          ///< Pages that are about the most frequent topic of their site.
  double hubs = 0;          ///< Share of the pages that have a topic, as `never_changing`.
  double never_changing = 0;

  // Links of ordinary pages, without those to drift pages:
  double links_a_page = 0;
  double between_sites = 0;
  double locality = 0;      ///< Share of those between sites that lead to the same topic.
  double all_locality = 0;  ///< The same share of all these links.
  double peers = 0;  ///< Share of those between sites whose ends differ by at most 5 hundredths in
                     ///< importance.

  double hub_locality = 0;  ///< Locality of the links of hubs between sites.
  double drift_citing = 0;  ///< Mean share of the drift pages that a page cites.
  double generic = 0, misleading = 0, hidden = 0;  ///< Links, without those to drift pages.

  double reachable = 0;  ///< Pages that links reach from the front page of the first site.
  double distance = 0;   ///< Mean number of links to them from there.
};

WebFigures figures_of(const GeneratedWeb& web);

}  // namespace porthole::labs
