#pragma once

/// Distillation inside the database, by joins.
///
/// In:  pages, aliases and links of the repository, as they are when put_links() reads them.
/// Out: hub and authority scores in the tables `hubs` and `auth`, those of topics::distill() over
///      snapshot_of() (gatherer/strategies/crawl_snapshot.h) within 1e-9: both have 64 bits a
///      number, but add them up in another order.
///
/// distill_by_joins() is figure 4, with the new scores in a table of their own until it is known
/// how far they moved. The walk over the links with which the paper compares it (section 3.8) was
/// measured, and is not here (docs/mining.md).
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.2.3, figure 4; topics/graph/ for
/// what counts as a link.
/// Errors: those of MiningDatabase. Thread safety: one thread.

#include <cstdint>
#include <functional>
#include <vector>

#include "base/result.h"
#include "repository/mining/mining_database.h"
#include "repository/records.h"
#include "topics/graph/hubs_authorities.h"

namespace porthole::repository {

struct MinedGraph {
  std::int64_t pages = 0;
  std::int64_t sites = 0;       ///< Sites of those pages.
  std::int64_t candidates = 0;  ///< Pages with R > rho.
  std::int64_t citations = 0;   ///< Links that count.
  double rho = 0;
};

/// Makes the tables of links anew, with both weights. Reads `options` but for its convergence.
Result<MinedGraph> put_links(MiningDatabase& database, const topics::DistillerOptions& options);

struct MinedRounds {
  int rounds = 0;
  bool converged = false;
  double authority_scale = 0, hub_scale = 0;  ///< topics::HubsAndAuthorities has them.
};
Result<MinedRounds> distill_by_joins(MiningDatabase& database, const MinedGraph& graph,
                                     const topics::Convergence& until);

/// Puts scores that were computed elsewhere into the tables.
Result<void> put_scores(MiningDatabase& database, const std::vector<ScoreRecord>& scores);

/// Pages with a score, in order of page.
Result<void> for_each_score(MiningDatabase& database,
                            const std::function<void(const ScoreRecord&)>& visit);

/// About how many bytes a crawl takes that is distilled in arrays.
std::size_t memory_of_graph(std::int64_t pages, std::int64_t links);

}  // namespace porthole::repository
