#pragma once

/// Compares the index with the repository: pages on topic and documents, one for one.
///
/// In:  a collection whose summaries are indexed; nothing is changed.
/// Out: findings of the part "index", each difference with the first URLs: pages without a
/// document,
///      documents without a page on topic, pages that stay because so many would leave.
///
/// Thread safety: one thread.

#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "operations/doctor/finding.h"
#include "repository/repository.h"

namespace porthole::operations {

/// `folder` as a word of a shell. Adds nothing where they agree. Errors: those of
/// gatherer::TopicPages::read() and IndexRound::plan().
Result<void> compare_index(const collection::Collection& collection,
                           repository::Repository& repository, const std::string& folder,
                           Findings& findings);

}  // namespace porthole::operations
