#pragma once

/// The input page of `check parse` and `check classify`: a file, or a page of a collection; and the
/// parsers of checks.

#include <memory>
#include <string>

#include "base/document.h"
#include "base/result.h"
#include "collection/specification.h"
#include "parser/parse.h"
#include "parser/parser_pool.h"

namespace porthole::operations {

/// Reads the page in `file`. `url` is its original URL, "" for that of the file. Errors: kNotFound,
/// kPermission, kTooLarge; kUsage if `url` is not a valid URL.
Result<parser::ParseInput> page_of_file(const std::string& file, const std::string& url);

/// The stored page of the collection in `folder` with the URL `url` (aliases are followed): the
/// body comes from the archive, with its content coding removed.
///
/// Errors: kUsage if `url` is not a valid URL; kNotFound if there is no collection, the URL was not
/// fetched, or the page is a member of a container; those of archive::read_answer().
Result<parser::ParseInput> page_of_collection(const std::string& folder, const std::string& url);

/// Starts the parser processes of a crawl with this specification. Unlike a crawl it keeps no
/// schema in the collection. Errors: those of choose_summarizers() and ParserPool::start().
Result<std::unique_ptr<parser::ParserPool>> start_parsers(
    const collection::Specification& specification, int workers = 2);

/// Parses one page as a crawl does, in a sandbox process, with all installed summarizers. The
/// status of an unreadable page says so. Errors: those of ParserPool::start().
Result<Document> parse_page(parser::ParseInput page);

}  // namespace porthole::operations
