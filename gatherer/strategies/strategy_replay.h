#pragma once

/// Tells a strategy what a repository has of a crawl, as the crawl would have told it: what an earlier run learned,
/// then the pages and the links that it asks for (Strategy::replay()).
///
/// Thread safety: one thread.

#include <cstdint>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/frontier/url_table.h"
#include "repository/repository.h"
#include "topics/classify/taxonomy.h"

namespace porthole::gatherer {

/// What the repository's rows are read against. Lifetime: that of the call.
struct CrawlPast {
  const UrlTable& urls;
  const topics::Taxonomy* taxonomy = nullptr;  ///< Null: a page is wanted when it is relevant.
  std::int64_t fetched = 0;
  std::int64_t relevant = 0;
};

/// Errors: those of the repository.
Result<void> replay_crawl(Strategy& strategy, repository::Repository& repository, const CrawlPast& past);

/// Why the strategy of the last run rates a URL as it does.
struct ExplainedRating {
  std::string strategy;
  Rating rating;
  std::vector<Reason> reasons;  ///< The heaviest first; empty for what is not to be fetched any more.
};

/// Makes the strategy anew from the repository: what a crawl that goes on now would think of `id`. Strategies that
/// draw at random draw as with the random seed 1.
///
/// Errors: those of the repository, and of a strategy or option that there is no more.
Result<ExplainedRating> explain_rating(const collection::Collection& collection, repository::Repository& repository,
                                       UrlId id);

}  // namespace porthole::gatherer
