#pragma once

/// The judge of a collection.
///
/// Thread safety: functions without state.

#include <memory>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/judge/page_judge.h"

namespace porthole::gatherer {

/// Can pages of this collection be judged? The errors of make_page_judge() that a file which is not there
/// makes, without reading a model.
Result<void> check_page_judge(const collection::Collection& collection);

/// The judge that a collection's pages are judged by: its classifier when the specification names a
/// taxonomy and `porthole train` has made a model; the topic's own words when it names none, or one
/// without good nodes. A taxonomy that changed since the training is said in a warning.
///
/// Errors: kIncomplete with the `porthole train` line to type when a taxonomy with good nodes has no
/// model yet; kInvalid when taxonomy or model cannot be read, each with its file; kStorage.
Result<std::unique_ptr<PageJudge>> make_page_judge(const collection::Collection& collection);

}  // namespace porthole::gatherer
