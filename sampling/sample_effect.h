#pragma once

/// The effect of the classifier's errors on each statistic of a sample
/// (sampler/classifier_errors.h).
///
/// In:  the held-out confusion that `train` left in the model's folder; a report with statistics.
/// Out: corrected or bounded statistics in the report.
///
/// A page counts as on topic when its topic is good or below a good one, by the marks of today.
/// Thread safety: one thread.

#include "base/result.h"
#include "collection/collection.h"
#include "sampling/sample_figures.h"

namespace porthole::sampling {

/// Fills in SampleReport::classifier; nothing without a held-out confusion. Requires: the sample is
/// of the collection's own classifier. Errors: those of the taxonomy's file; kInvalid for a damaged
/// file of the confusion.
Result<void> add_classifier_effect(SampleReport& report, const collection::Collection& collection);

}  // namespace porthole::sampling
