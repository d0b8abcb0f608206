#pragma once

/// Renders pages of a generated web as HTML, and a whole web as a WARC archive, which a collection
/// can crawl by <recorded file="..."/> (docs/specification.md).
///
/// A page has its title, its body as paragraphs, and its links in the order of the web: a list of
/// them with their anchors, image maps and frames for those without words.
///
/// Thread safety: pure functions.

#include <filesystem>
#include <string>

#include "base/result.h"
#include "labs/generated/generated_web.h"

namespace porthole::labs {

/// The robots.txt of every site: all is allowed.
inline constexpr const char* kRobotsTxt = "User-agent: *\nDisallow:\n";

/// The page `hours` after the beginning.
std::string page_html(const GeneratedWeb& web, NodeId page, double hours = 0);

/// Writes every page and the robots.txt of each site to files in `folder`; returns the name of the
/// first. Errors: those of archive::WarcWriter.
Result<std::string> write_warc(const GeneratedWeb& web, const std::filesystem::path& folder);

}  // namespace porthole::labs
