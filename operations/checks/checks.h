#pragma once

/// The checks of `porthole check` that need more than one file.
///
/// Thread safety: functions without state.

#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "base/document.h"
#include "base/result.h"
#include "collection/specification.h"
#include "parser/parse.h"
#include "parser/parser_pool.h"

namespace porthole::operations {

/// `check spec`: reads `file`, and makes the checks of `gather` and `serve` before they begin on
/// what it names: rules, strategy, order of a refresh, plug-ins with their options, collections to
/// share with. A plug-in is loaded as by `gather`: those of protocols and summarizers in sandbox
/// processes alone.
///
/// Errors: those of collection::read_specification() and of the parts, with `file` as it was given.
Result<collection::Specification> read_checked_specification(const std::string& file);

/// Files and folders that the specification in `file` names and that are not there, in the order of
/// their lines.
std::vector<Error> all_missing(const std::string& file,
                               const collection::Specification& specification);

/// `check taxonomy`:
/// {"file","valid","title","topics","leaves","examples","good","path","subsumed","null","without_examples"}.
/// Errors: those of TaxonomyFile::read().
Result<nlohmann::ordered_json> describe_taxonomy(const std::string& file);

/// The classification of a page by the collection in `folder`:
/// {"relevance","best","classes":[{"topic","probability"}],"relevant","best_is_wanted","model"},
/// the classes in taxonomy order. Errors: kIncomplete and others if the collection or its
/// classifier does not exist, with the command to run.
Result<nlohmann::ordered_json> classify_page(const std::string& folder, const Document& page);

/// Reads the page in `file`, for `check parse` and `check classify`. `url` is its original URL, ""
/// for that of the file. Errors: kNotFound, kPermission, kTooLarge; kUsage if `url` is not a valid
/// URL.
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
