#pragma once

/// Links of WAT files: the metadata of crawled pages that Common Crawl publishes beside its WARC
/// files.
///
/// In:  a file of WARC records of type "metadata" with JSON blocks, plain or compressed.
/// Out: each page with its title, date and links.
///
/// Source: the Web Archive Transformation specification (IIPC, 2011); member names as in Common
/// Crawl's files: Envelope / Payload-Metadata / HTTP-Response-Metadata / HTML-Metadata. Records of
/// another kind, and members of another type, are left out.
/// Thread safety: functions without state.

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/link.h"
#include "base/result.h"
#include "base/url/url.h"

namespace porthole::archive {

struct WatPage {
  Url url;
  std::string title;
  WallTime crawled{};       ///< The epoch when the record does not say.
  std::vector<Link> links;  ///< a, area, img, frame and iframe, with resolved URLs.
};

struct WatCounts {
  std::int64_t pages = 0;
  std::int64_t links = 0;
  bool cut = false;  ///< The file ends within a record.
};

/// Visits the pages of `file` in their order. Errors: those of WarcReader.
Result<WatCounts> for_each_wat_page(const std::filesystem::path& file,
                                    const std::function<void(const WatPage&)>& visit);

}  // namespace porthole::archive
