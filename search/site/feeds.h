#pragma once

/// Renders results, and the news of standing questions, as Atom and JSON feeds.
///
/// Source: RFC 4287 (Atom) with the elements of OpenSearch 1.1; JSON Feed 1.1.
/// Thread safety: functions without state.

#include <string>

#include "base/clock.h"
#include "search/index/results.h"
#include "search/standing/standing_question.h"

namespace porthole::search {

struct Feed {
  std::string collections;  ///< Names of the searched collections, "cycling, knitting".
  std::string origin;       ///< "http://127.0.0.1:8080".
  std::string target;       ///< Path and query of the feed itself.
  std::string page;         ///< Path and query of the same results as a page.
  WallTime now;             ///< Time of the request; the date of a feed without dated results.
};

std::string atom_feed(const Feed& feed, const Results& results);
std::string json_feed(const Feed& feed, const Results& results);

/// The news of a standing question, newest first. An entry leads to the page in the column "url",
/// where there is one, else to the feed.
std::string atom_feed(const Feed& feed, const StandingQuestion& question);
std::string json_feed(const Feed& feed, const StandingQuestion& question);

}  // namespace porthole::search
