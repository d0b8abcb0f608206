#pragma once

/// The experiments of the five papers on generated webs. Each adds figures, claims and pictures to
/// a book.
///
///   003  Sundaresan, Yi, Huang 2000                        figure 3: precision, stagnation
///   004  Chakrabarti, van den Berg, Dom, Focused Crawling  figures 3 to 9: harvest, overlap, best
///                                                          servers, distances
///   000  Chakrabarti, van den Berg, Dom 1999 (VLDB)        figures 5 to 7: harvest, coverage,
///                                                          distances
///   001  Bar-Yossef, Kanungo, Krauthgamer 2003             section 5: uniformity, precision
///   002  Pant, Srinivasan, Status Locality                 figures 2, 4 to 6, 8, 9, 11 to 13
///
/// Precision, harvest, coverage and topicality are by the truth of the web; crawls see their own
/// classifier alone. Seeds are not counted in precision and harvest.
///
/// Thread safety: one experiment at a time.

#include <cstddef>
#include <string>
#include <vector>

#include "base/result.h"
#include "labs/generated/dials.h"
#include "labs/laboratory/figure_book.h"
#include "labs/laboratory/judged_web.h"

namespace porthole::labs {

/// A strategy under the name that figures call it by.
struct NamedStrategy {
  std::string name;
  std::string text;  ///< NAME:OPTION=VALUE:...
};

/// The published strategies with the options that the figures are made with.
const std::vector<NamedStrategy>& metadata_strategies();
const std::vector<NamedStrategy>& focused_strategies();

/// Errors of all: those of run_draws().
Result<void> add_metadata_figures(const NamedWeb& web, const DrawOptions& draws,
                                  const std::vector<NamedStrategy>& strategies, FigureBook& book);
/// The options of the published strategies: what each finds beside the default.
Result<void> add_option_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book);
/// Where RW stops and how precise it is until then, and RWB where RW has stopped, over the
/// threshold c, the kinds of link metadata, and the pages after which a term counts.
Result<void> add_stop_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book);
Result<void> add_focus_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book);
Result<void> add_sampling_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book);
Result<void> add_utility_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book);

/// Claims and figures of the above on the webs pure, mixed, near, far, small and broad (dials.h).
Result<void> add_effect_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book);

/// Freshness of a recrawl at one budget: uniform, proportional, hubs by value (recrawl.h).
Result<void> add_recrawl_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book);

/// The map: pages on topic that each strategy finds, as a share of the oracle's (the mean of
/// kLinkOrders link orders), over locality, links between sites and the share of anchors that say
/// something, on webs that are otherwise `web`; beside it the ceiling.
Result<void> add_map(const NamedWeb& web, const DrawOptions& draws, FigureBook& book);

/// Budget of a crawl for a topic: as many pages as the topic has, in steps of 500, at most 4,000.
std::size_t budget_of(const WebDials& dials);

// Part: the experiments of a page of docs/figures/, and the webs and draws that the page is made
// with unless options name others.
//
// `laboratory figures --check` without options makes these draws again, so they have to be those
// of the files that are part of the tree; a test compares.

struct Part {
  const char* paper;              ///< "003": the name of the page, too.
  const char* title;              ///< The heading of the page.
  std::vector<std::string> webs;  ///< Names (dials.h) of the webs that the page shows.
  std::size_t draws_of_webs = 4;  ///< Webs of the same dials.
  std::size_t topics = 5;         ///< Topics of each web.
  /// Webs that are only made where --web names them.
  std::vector<std::string> further = {};
};

/// In the order in which they are made.
const std::vector<Part>& parts();

/// Those of the part's webs that `wanted` names; the webs of its page when it names none.
std::vector<std::string> webs_of(const Part& part, const std::vector<std::string>& wanted);

}  // namespace porthole::labs
