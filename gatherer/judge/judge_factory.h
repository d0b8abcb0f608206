#pragma once

/// Creates the PageJudge of a collection.
///
/// Thread safety: functions without state.

#include <memory>
#include <string>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/judge/page_judge.h"
#include "topics/classify/trained_model.h"
#include "topics/on_topic.h"

namespace porthole::gatherer {

/// Checks whether make_page_judge() would fail for a missing file, without reading a model.
Result<void> check_page_judge(const collection::Collection& collection);

/// False if topics or examples have changed since the classifier was trained; true where the
/// topic's own words judge. Errors: those of read_taxonomy_of().
Result<bool> is_training_current(const collection::Collection& collection);

/// The message where that is false, with the command that takes the change in as its hint.
/// `folder` is the collection's, as the user knows it.
Error outdated_training(const std::string& folder);

/// Which judge make_page_judge() makes: the classifier, alone or pooled with the topic's words,
/// when the specification names a taxonomy that has good nodes; the topic's own words otherwise,
/// and where a single topic has examples, which cannot be told from anything, and nothing was
/// trained. Errors: those of read_taxonomy_of().
Result<topics::JudgedBy> judged_by(const collection::Collection& collection);

/// The PageJudge of a collection. Logs a warning if the taxonomy changed since the training.
///
/// Errors: kIncomplete with the `porthole train` line to type when a taxonomy with good nodes has
/// no model yet; kInvalid when taxonomy or model cannot be read, each with its file; kStorage.
Result<std::unique_ptr<PageJudge>> make_page_judge(const collection::Collection& collection);

/// The PageJudge by `model`, pooled with the topic's own words (pooled_judge.h) if the
/// specification has terms besides the title. `taxonomy` has the examples. Requires: `model` is not
/// null and has the marks of `taxonomy` (take_marks()).
std::unique_ptr<PageJudge> make_judge_by(const collection::Collection& collection,
                                         const topics::Taxonomy& taxonomy,
                                         std::unique_ptr<topics::TrainedModel> model);

}  // namespace porthole::gatherer
