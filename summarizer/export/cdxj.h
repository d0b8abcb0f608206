#pragma once

/// Lists the captures of an archive as CDXJ lines: one for each response, sorted by the bytes of
/// the line, as replay tools need them.
///
///   com,example)/docs/ 20261123064000 {"url":"https://example.com/docs/","mime":"text/html",
///     "status":"200","digest":"sha1:...","offset":"1234","length":"567","filename":"x.warc.gz"}
///
/// Source: the CDXJ that pywb and WACZ 1.1.1 use: key (SURT), 14 digits of time, JSON with strings.
/// The key is that of the replay tools of Webrecorder: host without "www.", labels reversed, all in
/// lower case, parameters of the query sorted.
///
/// Thread safety: any thread.

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"

namespace porthole::summarizer {

/// The sort key of a URL; the URL itself if it is not http or https.
std::string surt_of(std::string_view url);

/// The lines of all files of `folder`, each with a line feed; `last_file` counts up to `last_size`
/// bytes, the end of the last commit. Redacted captures have none. Memory: all lines.
/// Errors: those of archive::WarcReader.
Result<std::vector<std::string>> cdxj_lines(const std::filesystem::path& folder,
                                            const std::string& last_file, std::int64_t last_size);

}  // namespace porthole::summarizer
