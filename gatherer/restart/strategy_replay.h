#pragma once

/// Replays a stored crawl to a strategy: restores what an earlier run learned, then passes the
/// pages and links that the strategy asks for (Strategy::replay()).
///
/// Thread safety: one thread.

#include <cstdint>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/frontier/url_sources.h"
#include "gatherer/frontier/url_table.h"
#include "gatherer/strategies/strategy.h"
#include "repository/repository.h"
#include "topics/classify/taxonomy.h"

namespace porthole::gatherer {

/// State of the crawl that is needed to read the repository's rows. Lifetime: that of the call.
struct CrawlPast {
  const UrlTable& urls;
  const topics::Taxonomy* taxonomy = nullptr;  ///< Null: a page is wanted if it is relevant.
  std::int64_t fetched = 0;
  std::int64_t relevant = 0;
  const UrlSources* sources =
      nullptr;  ///< Leads of relevant pages beside their links; may be null.
};

/// Tells `strategy` what `page`, which is relevant, leads to beside its links: `target`, as if the
/// page had a link without words to it.
void tell_beside(Strategy& strategy, const JudgedPage& page, const UrlTable& urls, UrlId target);

/// Tells `strategy` that a sitemap names `target`, which may still be fetched.
void tell_by_sitemap(Strategy& strategy, const UrlTable& urls, UrlId target);

/// Whether the topic of a page of an earlier run is wanted: the taxonomy's marks may have changed
/// since it was judged. `taxonomy` as CrawlPast has it.
bool best_is_wanted(const Judgement& judgement, const topics::Taxonomy* taxonomy);

/// Errors: those of the repository.
Result<void> replay_crawl(Strategy& strategy, repository::Repository& repository,
                          const CrawlPast& past);

/// The rating of a URL with its reasons, for `porthole explain`.
struct ExplainedRating {
  std::string strategy;
  Rating rating;
  std::vector<Reason> reasons;  ///< The heaviest first; empty for a URL that will not be fetched.
};

/// Recreates the strategy of the last run from the repository and rates `id` with it. Randomised
/// strategies use the random seed 1.
///
/// Errors: those of the repository, and of a strategy or option that no longer exists.
Result<ExplainedRating> explain_rating(const collection::Collection& collection,
                                       repository::Repository& repository, UrlId id);

}  // namespace porthole::gatherer
