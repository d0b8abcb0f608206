#pragma once

/// Density of pointers to authorities: of each page the mean authority score of the pages that its
/// links lead to.
///
/// In:  all links of a repository; scores of its pages.
/// Out: a density in [0, 1] for each page that has a link to another one.
///
/// Each link counts, those of a page to itself apart. A link to an alias or a copy leads to what
/// that stands for; a target without a score counts as 0. Where scores are the shares that a
/// distillation gives, so are the densities.
///
/// Source: Sundaresan, Yi, Huang 2000, section 4.2: of two hubs of the same relevance the one with
/// the higher density is crawled again first, since its next link is the more likely to lead to an
/// authority. The paper does not say where an authority begins; the mean needs no such threshold.

#include <unordered_map>

#include "base/result.h"
#include "gatherer/frontier/url_table.h"
#include "repository/links.h"
#include "repository/records.h"

namespace porthole::gatherer {

/// Errors: those of the repository.
Result<std::unordered_map<UrlId, double>> authority_density(
    repository::Links& links, const UrlTable& urls,
    const std::unordered_map<UrlId, repository::ScoreRecord>& scores);

}  // namespace porthole::gatherer
