#pragma once

/// Creates the PageJudge of a collection.
///
/// Thread safety: functions without state.

#include <memory>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/judge/page_judge.h"
#include "topics/on_topic.h"

namespace porthole::gatherer {

/// Checks whether make_page_judge() would fail for a missing file, without reading a model.
Result<void> check_page_judge(const collection::Collection& collection);

/// Which judge make_page_judge() makes: the classifier when the specification names a taxonomy that
/// has good nodes; the topic's own words otherwise, and where a single topic has examples, which
/// cannot be told from anything, and nothing was trained. Errors: those of read_taxonomy_of().
Result<topics::JudgedBy> judged_by(const collection::Collection& collection);

/// The PageJudge of a collection. Logs a warning if the taxonomy changed since the training.
///
/// Errors: kIncomplete with the `porthole train` line to type when a taxonomy with good nodes has
/// no model yet; kInvalid when taxonomy or model cannot be read, each with its file; kStorage.
Result<std::unique_ptr<PageJudge>> make_page_judge(const collection::Collection& collection);

}  // namespace porthole::gatherer
