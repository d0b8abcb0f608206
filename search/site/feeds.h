#pragma once

/// Results as feeds.
///
/// Source: RFC 4287 (Atom) with the elements of OpenSearch 1.1; JSON Feed 1.1.
/// Thread safety: functions without state.

#include <string>

#include "base/clock.h"
#include "search/index/results.h"

namespace porthole::search {

struct Feed {
  std::string collections;  ///< Names of those that are searched, "cycling, knitting".
  std::string origin;       ///< "http://127.0.0.1:8080".
  std::string target;       ///< Path and query of the feed itself.
  std::string page;         ///< Path and query of the same results as a page.
  WallTime now;             ///< When it was asked for; stands where there is no result with a date.
};

std::string atom_feed(const Feed& feed, const Results& results);
std::string json_feed(const Feed& feed, const Results& results);

}  // namespace porthole::search
