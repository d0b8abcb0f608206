#pragma once

/// Updates the index of a collection; shared by `index`, `demo` and other verbs.

#include <filesystem>

#include "collection/collection.h"
#include "indexer/indexer.h"
#include "operations/steps/index_round.h"
#include "repository/repository.h"

namespace porthole::operations {

struct IndexedRound : indexer::IndexReport {
  IndexSums sums;
};

/// Indexes the changes of `repository`, with the vocabulary that the collection was gathered with
/// (built in and of its plug-ins' schemas), and the terms accepted by the user as synonyms
/// (docs/expander.md).
///
/// Off-topic pages are left out or marked, as `options.off_topic` says
/// (gatherer/report/topic_pages.h).
///
/// `folder`: where the index is; the collection's when empty. `before`: the index whose pages stay;
/// the same when empty.
///
/// Pages that would leave in large numbers stay unless `loss` accepts that (index_round.h).
///
/// Errors: those of summarizer::read_vocabulary(), read_expansion_memory() and
/// indexer::update_index().
Result<IndexedRound> index_summaries(const collection::Collection& collection,
                                     repository::Repository& repository,
                                     indexer::IndexOptions options = {}, Loss loss = Loss::kAsk,
                                     const std::filesystem::path& folder = {},
                                     const std::filesystem::path& before = {});

}  // namespace porthole::operations
