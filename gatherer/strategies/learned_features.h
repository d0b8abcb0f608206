#pragma once

/// The fixed features of LearnedStrategy: their names and the weights that they begin with.

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string_view>

namespace porthole::gatherer {

enum LearnedFixed : std::uint32_t {
  kBias,
  kBestCiting,     ///< Largest relevance among the citing pages.
  kMeanCiting,     ///< Mean relevance of the citing pages.
  kCitedFromAfar,  ///< A relevant page of another site cites it.
  kCitingYield,    ///< Evidence of the best yield among the citing pages.
  kPlaceYield,     ///< Evidence of the yield of its folder and site.
  kOwnInAnchor,    ///< An own word of the topic in anchor, title, alt, name or onmouseover.
  kOwnInUrl,
  kOwnBeside,
  kOwnInHeading,
  kWords,        ///< How much the words of its links read like a page on the topic, log-odds.
  kCitingSites,  ///< Logarithm of the sites that cite it.
  kDepth,        ///< Slashes of its path, saturated.
  kHops,         ///< Links from a seed, saturated.
  kSince,        ///< Links since a relevant page, saturated.
  kSitemap,
  kSiteShare,  ///< The share of the fetched pages that are of its site, from kManyPages on.
  kFixedCount
};

struct LearnedFeature {
  const char* key;   ///< In a stored state; does not change.
  const char* name;  ///< For people.
  double weight;     ///< The first weight, set by hand, in log-odds.
};

inline constexpr std::array<LearnedFeature, kFixedCount> kLearnedFeatures{{
    {"bias", "bias", -1.5},
    {"best-citing", "the most relevant page that cites it", 1.5},
    {"mean-citing", "the pages that cite it, on average", 0.5},
    {"cited-from-afar", "a relevant page of another site cites it", 0.5},
    {"citing-yield", "what the lists that name it led to so far", 0.5},
    {"place-yield", "what its folder and its site yielded so far", 1.2},
    {"own-in-anchor", "the topic's own words in the text of links to it", 1.5},
    {"own-in-url", "the topic's own words in its URL", 1.0},
    {"own-beside", "the topic's own words beside links to it", 0.7},
    {"own-in-heading", "the topic's own words above links to it", 0.7},
    {"words", "links to it read like pages on the topic", 0.5},
    {"citing-sites", "sites that cite it", 0.2},
    {"depth", "the depth of its path", -0.2},
    {"hops", "links from a seed", -0.2},
    {"since", "links since a page on the topic", -0.3},
    {"sitemap", "a sitemap names it", 0.0},
    {"site-share", "its site's share of the crawl", -4.0},
}};

/// The largest weight of a yield.
inline constexpr double kMostYieldWeight = 3;

/// The first letters of the names of term features, one for each kind: anchor, URL, beside,
/// heading, topic of a citing page.
inline constexpr std::string_view kTermKinds = "aubht";

/// log(r / (1 - r)) of a relevance r, which counts as at least 0.001 and at most 0.999.
inline double log_odds_of(double relevance) {
  const double share = std::clamp(relevance, 0.001, 0.999);
  return std::log(share / (1 - share));
}

}  // namespace porthole::gatherer
