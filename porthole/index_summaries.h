#pragma once

/// Brings the index of a collection up to date, for the verbs that do.

#include "collection/collection.h"
#include "indexer/indexer.h"
#include "repository/repository.h"

namespace porthole::cli {

/// Indexes what changed in `repository`, in the words that the collection was gathered with: those that
/// are built in, and those of its plug-ins' schemas; with the terms that its user accepted as synonyms (docs/expander.md).
///
/// Errors: those of vocabulary::read_vocabulary(), read_expansion_memory() and indexer::update_index().
Result<indexer::IndexReport> index_summaries(const collection::Collection& collection,
                                             repository::Repository& repository,
                                             indexer::IndexOptions options = {});

}  // namespace porthole::cli
