#pragma once

/// Creates the PageJudge of a collection.
///
/// Thread safety: functions without state.

#include <memory>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/judge/page_judge.h"

namespace porthole::gatherer {

/// Checks whether make_page_judge() would fail for a missing file, without reading a model.
Result<void> check_page_judge(const collection::Collection& collection);

/// The PageJudge of a collection: its classifier when the specification names a taxonomy and
/// `porthole train` has made a model; the topic's own words when it names none, or one without good
/// nodes. Logs a warning if the taxonomy changed since the training.
///
/// Errors: kIncomplete with the `porthole train` line to type when a taxonomy with good nodes has
/// no model yet; kInvalid when taxonomy or model cannot be read, each with its file; kStorage.
Result<std::unique_ptr<PageJudge>> make_page_judge(const collection::Collection& collection);

}  // namespace porthole::gatherer
