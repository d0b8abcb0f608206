#pragma once

/// The page that `check parse` and `check classify` look at: in a file, or fetched by a collection.

#include <string>

#include "base/document.h"
#include "base/result.h"
#include "parser/parse.h"

namespace porthole::cli {

/// The page in `file`. `url` is where it came from, "" = that of the file. Errors: kNotFound, kPermission,
/// kTooLarge; kUsage when `url` is no URL.
Result<parser::ParseInput> page_of_file(const std::string& file, const std::string& url);

/// The page that the collection in `folder` has under `url` (or under the URL that this one leads to), as it was
/// fetched: the body comes from the archive, without its content coding.
///
/// Errors: kUsage when `url` is no URL; kNotFound when there is no collection, the URL was not fetched, or the
/// page stands inside of another; those of archive::read_answer().
Result<parser::ParseInput> page_of_collection(const std::string& folder, const std::string& url);

/// Reads one page as a crawl does, in a process with limits, with all summarizers that are installed. What cannot
/// be read has a status that says so. Errors: those of ParserPool::start().
Result<Document> parse_page(parser::ParseInput page);

}  // namespace porthole::cli
