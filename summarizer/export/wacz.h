#pragma once

/// Writes the archive of a collection as a WACZ file: WARC files with an index and a list of pages
/// in one ZIP, which replay tools such as ReplayWeb.page open.
///
///   archive/*.warc.gz       as they are in the collection, stored without further compression
///   indexes/index.cdx.gz    summarizer/export/cdxj.h
///   pages/pages.jsonl       the pages of the collection with time and title
///   datapackage.json        names, sizes and SHA-256 of these
///   datapackage-digest.json SHA-256 of datapackage.json
///
/// Source: Web Archive Collection Zipped 1.1.1 (Webrecorder).
/// Thread safety: any thread.

#include <cstdint>
#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/result.h"

namespace porthole::summarizer {

struct WaczPage {
  std::string url;
  std::string title;  ///< "" if it has none.
  WallTime fetched;
};

struct WaczSource {
  std::filesystem::path archive;  ///< Folder of the WARC files.
  std::string last_file;          ///< The file that the last commit ended in,
  std::int64_t last_size = 0;     ///< and where.
  std::string title;              ///< Title of the collection.
  WallTime created;
  std::vector<WaczPage> pages;
};

/// Writes to `out`, which must be able to seek. Errors: those of archive::WarcReader; kStorage when
/// `out` fails, kIncomplete when the archive has no file.
Result<void> write_wacz(const WaczSource& source, std::ostream& out);

}  // namespace porthole::summarizer
