#pragma once

/// Brings the index of a collection up to date, for the verbs that do.

#include <functional>

#include "collection/collection.h"
#include "indexer/indexer.h"
#include "porthole/common.h"
#include "repository/repository.h"

namespace porthole::cli {

/// For IndexOptions::on_termination: prints the error and ends the process with its exit code.
std::function<void(const Error&)> end_with_error(const Common& common);

/// Indexes what changed in `repository`, in the words that the collection was gathered with: those that
/// are built in, and those of its plug-ins' schemas; with the terms that its user accepted as synonyms (docs/expander.md).
///
/// Pages off topic are left out or marked, as `options.off_topic` says (gatherer/report/topic_pages.h).
///
/// Errors: those of summarizer::read_vocabulary(), read_expansion_memory() and indexer::update_index().
Result<indexer::IndexReport> index_summaries(const collection::Collection& collection,
                                             repository::Repository& repository,
                                             indexer::IndexOptions options = {});

}  // namespace porthole::cli
