#pragma once

/// The date of a page, and where it comes from. Thread safety: functions without state.

#include <optional>
#include <string_view>

#include "base/clock.h"
#include "summarizer/summary.h"

namespace porthole::indexer {

/// The best first.
enum class DateSource {
  kModified,   ///< The page says when it was changed.
  kPublished,  ///< It says when it was published.
  kFetched,    ///< It says neither: an estimate, the time at which it was read.
};
/// "modified", "published", "fetched"; and back.
std::string_view date_source_name(DateSource source);
std::optional<DateSource> date_source_from_name(std::string_view name);

struct PageDate {
  WallTime time;
  DateSource source = DateSource::kFetched;
};
/// Nothing when no date of the page can be read.
std::optional<PageDate> date_of(const summarizer::Summary& summary);

}  // namespace porthole::indexer
