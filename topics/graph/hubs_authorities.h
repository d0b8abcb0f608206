#pragma once

/// HITS and its variants, the distiller among them: computes hub and authority scores by mutual
/// recursion.
///
///   a(v) = P(v) * sum over links (u, v) of w_F(u, v) * h(u)
///   h(u) = Q(u) * sum over links (u, v) of w_B(u, v) * a(v)
///
/// h begins as 1 for every page that cites; a is computed from h, then h from that a, and each is
/// scaled to sum to 1: one round. Rounds follow until a and h together move by less than a
/// tolerance. The weights w of links are the graph's; P and Q, weights of pages, are what the
/// variants differ in:
///
///   HITS       w = 1                           P = Q = 1      Sundaresan 2000, figure 2
///   HITS-RW    w = relevance of the link       P = Q = 1      Sundaresan 2000, section 4.1.5
///   distiller  w_F = 1/k, w_B = 1/l, shared    P = Q = R      Chakrabarti 1999 (VLDB),
///   section 2.2.2
///
/// Since a page weighs the same in all its links, E_F[u, v] = R(v) w_F and E_B[u, v] = R(u) w_B
/// need no storage of their own.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), sections 2.2.1 and 2.2.2, scaling by the
/// sum; Sundaresan, Yi, Huang 2000, section 4.1.1, figure 2. Units: scores sum to 1 each, or are
/// all 0 when no link carries anything. A score below 1e-30 is 0. Scores have 64 bits; the same
/// graph and weights give the same ones, bit for bit.
///
/// Memory: 24 bytes a page that is in the graph both as a hub and as an authority, 16 more with
/// weights of pages; the result has 16 bytes a page. Thread safety: one thread.

#include <string>
#include <vector>

#include "topics/graph/link_graph.h"

namespace porthole::topics {

/// Weights in [0, 1], one a page of the graph; null: all 1.
struct PageWeights {
  const std::vector<double>* of_authority = nullptr;  ///< P
  const std::vector<double>* of_hub = nullptr;        ///< Q
};

struct Convergence {
  double tolerance = 1e-6;  ///< Tolerance of the sum of all |changes| of a and h in a round.
  int most_rounds = 500;
};

/// Scores by page.
struct HubsAndAuthorities {
  std::vector<double> hub;
  std::vector<double> authority;
  int rounds = 0;
  double moved = 0;        ///< Sum of all |changes| in the last round.
  bool converged = false;  ///< moved < tolerance, or there was nothing to move.
  /// The factors by which the last round scaled its sums; 0 when all scores are 0.
  double authority_scale = 0;
  double hub_scale = 0;
};

/// The recursion, round by round. Lifetime: `graph` must outlive it.
class MutualRecursion {
 public:
  MutualRecursion(const LinkGraph& graph, const PageWeights& weights);

  /// Computes one round and returns the sum of changes of a and h (first round: from 1/n each); 0
  /// when all scores are 0.
  double round();

  std::vector<double> hubs() const;         ///< By page.
  std::vector<double> authorities() const;  ///< By page.
  /// The factors of the last round; 0 before it.
  double authority_scale() const { return authority_scale_; }
  double hub_scale() const { return hub_scale_; }
  std::size_t bytes() const;  ///< Memory, without the graph's.

 private:
  const LinkGraph& graph_;
  std::vector<double> hub_, authority_;                // by row
  std::vector<double> hub_weight_, authority_weight_;  // by row; empty: all 1
  std::vector<double> next_;
  double authority_scale_ = 0, hub_scale_ = 0;
};

/// Iterates until convergence or the maximum number of rounds.
HubsAndAuthorities hubs_and_authorities(const LinkGraph& graph, const PageWeights& weights = {},
                                        const Convergence& until = {});

// One half of a round of the distiller for a single page, from the scores of its neighbours.
//
//   a(v) = s_a * R(v) * sum over sites S of the mean h(u) of the pages u of S that cite v
//   h(u) = s_h * R(u) * sum over sites S of the mean a(v) of the pages v of S that u cites
//
// k pages of a site share one vote, 1/k each, and so do l links into one site: the sum of their
// scores by 1/k is their mean. s_a and s_h are the factors of the last round of a whole
// distillation (HubsAndAuthorities), so that a page whose neighbours did not change keeps its
// score, to within that distillation's tolerance.
//
// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.2.2 (the two sums, E_F and E_B),
// figure 4 (links between sites alone, rho); Bharat, Henzinger 1998, section 4.1 (1/k, 1/l).
// Units: as HubsAndAuthorities has them.

/// A neighbour that counts: of another site, and above rho where it is the cited one. Each page is
/// there once.
struct Vote {
  std::string site;
  double score = 0;  ///< Hub score of a citing page, authority of a cited one.
};

/// The authority or hub score of a page of this relevance, in [0, 1]. `scale` is s_a or s_h.
double half_round(double relevance, const std::vector<Vote>& votes, double scale);

// The distiller: finds the hubs and authorities of a crawl among relevant pages (HITS with
// relevance-weighted edges and shared votes between sites).
// In:  links between pages, the relevance R and the site of each page.
// Out: hub and authority scores.
//
// - Only links between sites count. A forward vote has weight E_F[u, v] = R(v): an irrelevant page
//   gets no prestige from a relevant hub. A backward vote has E_B[u, v] = R(u): an irrelevant hub
//   gets none from a relevant authority.
// - Only pages with R > rho may be authorities; any page may be a hub. rho is chosen so that 10 to
//   20 per cent of the pages stay.
// - k pages of a site that cite a page share one vote, as do l links of a page into one site
//   (Endorsement::kShared). Votes for pages that may not be authorities are not in the graph.
//
// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.2, figure 4; Focused Crawling,
// 1999, section 3.2 (rho); Bharat, Henzinger 1998, section 4.1 (shared votes).

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
