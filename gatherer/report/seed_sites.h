#pragma once

/// Finds sites of seeds on which the topic's words are so rare that the index leaves their pages
/// out.
///
/// In:  the stored relevance of the pages of sites that have a seed.
/// Out: the sites with TopicalSites::kPagesToCount pages or more whose mean relevance is below
///      TopicalSites::kFloor (topics/on_topic.h). Documents of the user's own machine, which have
///      no host, are not among them: they are on topic whatever they say.
///
/// Whoever names a seed holds its site for one about the topic, or for a list of links. In the
/// first case the topic lacks the words that such pages use. The mean of the index is not larger
/// than the stored one, since it weighs the words by at most 1, unless the topic has changed since.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"

namespace porthole::gatherer {

inline constexpr std::size_t kMostSeedSites = 20;

struct SeedSite {
  std::string site;
  std::int64_t pages = 0;  ///< Copies and pages that ask not to be indexed apart.
  double relevance = 0;    ///< Their mean, in [0, 1].
};

/// The sites, those with most pages first, at most kMostSeedSites; none if a classifier judges or
/// the specification has no topic. Errors: those of run_query().
Result<std::vector<SeedSite>> seed_sites_off_topic(const collection::Collection& collection);

}  // namespace porthole::gatherer
