#include "training/trial.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <system_error>
#include <utility>

#include "base/text/text.h"
#include "base/xml/tree.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/judge/judge_again.h"
#include "gatherer/judge/judge_factory.h"
#include "training/model_folder.h"

namespace porthole::training {
namespace {

namespace fs = std::filesystem;
using nlohmann::ordered_json;

constexpr std::size_t kLargestFile = std::size_t{1} << 30;
/// The fingerprint last: until it is there, the model counts as one of another taxonomy.
constexpr std::array kFiles = {gatherer::kModelFile, kReportFile, gatherer::kTrainedOnFile};

fs::path previous_folder(const collection::Collection& collection) {
  return collection.model_folder() / "previous";
}

bool has_model(const fs::path& folder) {
  std::error_code ignored;
  return fs::exists(folder / gatherer::kModelFile, ignored);
}

/// Texts of kFiles; empty for a file that does not exist.
using Files = std::array<std::optional<std::string>, kFiles.size()>;

Result<Files> read_files(const fs::path& folder) {
  Files files;
  for (std::size_t i = 0; i < kFiles.size(); ++i) {
    Result<std::string> text = xml::read_file(folder / kFiles[i], kLargestFile);
    if (text) {
      files[i] = std::move(*text);
    } else if (text.error().code != ErrorCode::kNotFound) {
      return fail(text.error());
    }
  }
  return files;
}

Result<void> write_files(const fs::path& folder, const Files& files) {
  std::error_code ignored;
  fs::create_directories(folder, ignored);
  for (std::size_t i = 0; i < kFiles.size(); ++i) {
    if (!files[i]) {
      fs::remove(folder / kFiles[i], ignored);
    } else if (auto written = collection::replace_file(folder / kFiles[i], *files[i]); !written) {
      return written;
    }
  }
  return {};
}

tl::unexpected<Error> no_trial() {
  return fail(ErrorCode::kNotFound, "no classifier is on trial", "run: porthole train DIR --try");
}

void keep_largest(std::vector<ChangedPage>& pages) {
  std::stable_sort(pages.begin(), pages.end(), [](const ChangedPage& a, const ChangedPage& b) {
    return std::abs(a.after - a.before) > std::abs(b.after - b.before);
  });
  if (pages.size() > TrialEffect::kShown) pages.resize(TrialEffect::kShown);
}

void count(const repository::UrlRecord& url, const repository::PageRecord& page,
           const gatherer::Judgement& judgement, TrialEffect& effect) {
  ++effect.pages;
  effect.relevant_before += page.relevant;
  effect.relevant_after += judgement.relevant;
  effect.other_topic += page.topic != judgement.topic;
  if (page.relevant == judgement.relevant) return;
  ++(judgement.relevant ? effect.gained : effect.lost);
  (judgement.relevant ? effect.gained_pages : effect.lost_pages)
      .push_back(
          {url.href, page.document.title, page.relevance.value(), judgement.relevance.value()});
}

ordered_json pages_as_json(const std::vector<ChangedPage>& pages) {
  ordered_json list = ordered_json::array();
  for (const ChangedPage& page : pages) {
    list.push_back(
        {{"url", page.url}, {"title", page.title}, {"before", page.before}, {"after", page.after}});
  }
  return list;
}

}  // namespace

fs::path trial_folder(const collection::Collection& collection) {
  return collection.model_folder() / "trial";
}

Result<TrialEffect> effect_of(const OpenTaxonomy& open, const fs::path& folder,
                              repository::Repository& repository, const std::atomic<int>* stop) {
  TRY_AS(model, gatherer::load_classifier(folder, "run: porthole train DIR --try"));
  TRY_AS(marked, gatherer::take_marks(**model, open.file.taxonomy(), "train again"));
  const auto judge =
      gatherer::make_judge_by(open.collection, open.file.taxonomy(), std::move(*model));
  TrialEffect effect;
  Result<void> failed;
  TRY_AS(visited, repository.pages().for_each(
                      {.with_text = true}, [&](const repository::UrlRecord& url,
                                               const repository::PageRecord& page, auto, auto) {
                        if (stop != nullptr && stop->load() != 0) return false;
                        const auto judgement =
                            gatherer::judge_stored(*judge, page, url.href, repository.pages());
                        if (judgement) {
                          count(url, page, *judgement, effect);
                        } else {
                          failed = fail(judgement.error());
                        }
                        return judgement.has_value();
                      }));
  if (!failed) return fail(failed.error());
  keep_largest(effect.gained_pages);
  keep_largest(effect.lost_pages);
  return effect;
}

ordered_json effect_as_json(const TrialEffect& effect) {
  return {{"pages", effect.pages},
          {"relevant_before", effect.relevant_before},
          {"relevant_after", effect.relevant_after},
          {"gained", effect.gained},
          {"lost", effect.lost},
          {"other_topic", effect.other_topic},
          {"gained_pages", pages_as_json(effect.gained_pages)},
          {"lost_pages", pages_as_json(effect.lost_pages)}};
}

Result<void> save_trial(const OpenTaxonomy& open, const topics::TrainedModel& model,
                        const ordered_json& report) {
  std::error_code ignored;
  fs::remove(trial_folder(open.collection) / kEffectFile, ignored);
  return save_classifier(trial_folder(open.collection), open, model, report);
}

Result<void> save_effect(const collection::Collection& collection, const ordered_json& effect) {
  return collection::replace_file(trial_folder(collection) / kEffectFile, effect.dump() + "\n");
}

Result<void> keep_trial(const OpenTaxonomy& open) {
  const fs::path trial = trial_folder(open.collection);
  if (!has_model(trial)) return no_trial();
  TRY_AS(wanted, read_files(trial));
  const auto& trained_on = wanted->back();
  if (!trained_on || trim(*trained_on) != gatherer::fingerprint_of(open.file.taxonomy())) {
    return fail(ErrorCode::kBusy, "topics or examples changed since this classifier was trained",
                "train on trial again");
  }
  TRY_AS(now, read_files(open.collection.model_folder()));
  if (auto kept = write_files(previous_folder(open.collection), *now); !kept) return kept;
  if (auto put = write_files(open.collection.model_folder(), *wanted); !put) return put;
  return drop_trial(open.collection);
}

Result<void> drop_trial(const collection::Collection& collection) {
  if (!has_model(trial_folder(collection))) return no_trial();
  std::error_code ignored;
  fs::remove_all(trial_folder(collection), ignored);
  return {};
}

Result<void> bring_back(const collection::Collection& collection) {
  if (!has_model(previous_folder(collection))) {
    return fail(ErrorCode::kNotFound, "no earlier classifier is kept",
                "one is kept when a trial is kept");
  }
  TRY_AS(previous, read_files(previous_folder(collection)));
  TRY_AS(now, read_files(collection.model_folder()));
  if (auto put = write_files(collection.model_folder(), *previous); !put) return put;
  return write_files(previous_folder(collection), *now);
}

}  // namespace porthole::training
