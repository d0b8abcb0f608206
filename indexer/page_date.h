#pragma once

/// The date of a page and its source.
///
/// Thread safety: functions without state.

#include <optional>
#include <string_view>

#include "base/clock.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

/// Sources of dates, the best first.
enum class DateSource {
  kPublished,  ///< The page states when it was published.
  kModified,   ///< The page states when it was modified.
  kServer,     ///< The page states neither: Last-Modified of its server.
  kFetched,    ///< Estimate without any: the time of the fetch.
};
/// "published", "modified", "last-modified", "fetched"; and back.
std::string_view date_source_name(DateSource source);
std::optional<DateSource> date_source_from_name(std::string_view name);

struct PageDate {
  WallTime time;
  DateSource source = DateSource::kFetched;
};
/// Nothing when no date of the page can be read.
std::optional<PageDate> date_of(const summarizer::Summary& summary);

}  // namespace porthole::indexer
