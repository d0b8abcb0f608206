#pragma once

/// One half of a round of the distiller for a single page, from the scores of its neighbours.
///
///   a(v) = s_a * R(v) * sum over sites S of the mean h(u) of the pages u of S that cite v
///   h(u) = s_h * R(u) * sum over sites S of the mean a(v) of the pages v of S that u cites
///
/// k pages of a site share one vote, 1/k each, and so do l links into one site: the sum of their
/// scores by 1/k is their mean. s_a and s_h are the factors of the last round of a whole
/// distillation (HubsAndAuthorities), so that a page whose neighbours did not change keeps its
/// score, to within that distillation's tolerance.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), section 2.2.2 (the two sums, E_F and E_B),
/// figure 4 (links between sites alone, rho); Bharat, Henzinger 1998, section 4.1 (1/k, 1/l).
/// Units: as HubsAndAuthorities has them. Thread safety: pure function.

#include <string>
#include <vector>

namespace porthole::topics {

/// A neighbour that counts: of another site, and above rho where it is the cited one. Each page is
/// there once.
struct Vote {
  std::string site;
  double score = 0;  ///< Hub score of a citing page, authority of a cited one.
};

/// The authority or hub score of a page of this relevance, in [0, 1]. `scale` is s_a or s_h.
double half_round(double relevance, const std::vector<Vote>& votes, double scale);

}  // namespace porthole::topics
