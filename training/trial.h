#pragma once

/// A classifier on trial: it is trained, and its effect is known, before pages are judged by it.
///
///   DIR/model/            the classifier that judges, with the report of its training
///   DIR/model/trial/      one that was trained to be looked at, with its report and its effect
///   DIR/model/previous/   the one before the last that was kept
///
/// In:  a collection; a classifier that was trained on its taxonomy.
/// Out: the effect on the stored pages; the classifier kept, dropped, or the one before brought
/// back.
///
/// Thread safety: one thread. Each file is replaced at once; a crash between two leaves a model
/// whose fingerprint does not fit, which is reported as a changed taxonomy.

#include <atomic>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "collection/collection.h"
#include "repository/repository.h"
#include "topics/classify/trained_model.h"
#include "training/open_taxonomy.h"

namespace porthole::training {

inline constexpr const char* kEffectFile = "effect.json";

std::filesystem::path trial_folder(const collection::Collection& collection);

/// A page that would count otherwise.
struct ChangedPage {
  std::string url, title;
  double before = 0, after = 0;  ///< Relevance.
};

/// How the stored pages would be judged, beside how they are.
struct TrialEffect {
  static constexpr std::size_t kShown = 50;

  std::int64_t pages = 0;
  std::int64_t relevant_before = 0, relevant_after = 0;
  std::int64_t gained = 0, lost = 0;  ///< Pages that would become relevant, or no more be.
  std::int64_t other_topic = 0;       ///< Pages whose best topic would be another.
  std::vector<ChangedPage> gained_pages, lost_pages;  ///< The largest changes first.
};

/// Judges the stored pages by the classifier in `folder` with the marks of the taxonomy, and writes
/// nothing into the repository. `stop` ends it with what was judged by then.
/// Errors: those of load_classifier(), take_marks() and the repository.
Result<TrialEffect> effect_of(const OpenTaxonomy& open, const std::filesystem::path& folder,
                              repository::Repository& repository, const std::atomic<int>* stop);

nlohmann::ordered_json effect_as_json(const TrialEffect& effect);

/// Writes classifier and report into the trial's folder; an effect of an earlier one goes.
/// Errors: those of replace_file().
Result<void> save_trial(const OpenTaxonomy& open, const topics::TrainedModel& model,
                        const nlohmann::ordered_json& report);
Result<void> save_effect(const collection::Collection& collection,
                         const nlohmann::ordered_json& effect);

/// Puts the classifier on trial into use; the one before it is kept as the previous one.
/// Errors: kNotFound without a trial; kBusy when topics or examples changed since it was trained.
Result<void> keep_trial(const OpenTaxonomy& open);
/// Errors: kNotFound without a trial.
Result<void> drop_trial(const collection::Collection& collection);
/// Exchanges the classifier in use and the previous one. Errors: kNotFound without a previous one.
Result<void> bring_back(const collection::Collection& collection);

}  // namespace porthole::training
