#pragma once

/// The pace of a crawl in words, for those who wait for it.

#include <cstdint>
#include <string>

namespace porthole::operations {

/// "12 pages/s", "10 pages a minute", "5 pages an hour"; "" before the first page.
std::string pace_in_words(std::int64_t pages, double seconds);
/// "about 1 h 20 min left" for `left` pages more at that pace; "" before it can be told.
std::string time_left_in_words(std::int64_t pages, double seconds, std::int64_t left);

}  // namespace porthole::operations
