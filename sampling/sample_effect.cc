#include "sampling/sample_effect.h"

#include <algorithm>
#include <utility>

#include "collection/taxonomy_file.h"
#include "training/model_folder.h"

namespace porthole::sampling {
namespace {

sampler::ClassifierErrors errors_of(const std::vector<training::HeldOutCell>& confusion,
                                    const topics::Taxonomy& taxonomy) {
  const auto is_wanted = [&](const std::string& path) {
    const auto topic = taxonomy.find(path);
    return topic && taxonomy.is_wanted(*topic);
  };
  sampler::ClassifierErrors errors;
  for (const training::HeldOutCell& cell : confusion) {
    const bool is_claimed = is_wanted(cell.predicted);
    const bool is_on = is_wanted(cell.actual);
    (is_on ? errors.on : errors.off) += cell.pages;
    if (is_claimed) (is_on ? errors.found : errors.claimed) += cell.pages;
  }
  return errors;
}

std::vector<sampler::ConfusedPages> cells_of(const std::vector<training::HeldOutCell>& confusion) {
  std::vector<sampler::ConfusedPages> cells;
  for (const training::HeldOutCell& cell : confusion)
    cells.push_back({cell.actual, cell.predicted, cell.pages});
  return cells;
}

}  // namespace

Result<void> add_classifier_effect(SampleReport& report, const collection::Collection& collection) {
  const std::string& name = collection.specification().topic.taxonomy_file;
  if (name.empty() || report.shares.empty()) return {};
  TRY_AS(confusion, training::held_out_confusion(collection));
  if (confusion->empty()) return {};
  TRY_AS(file, collection::read_taxonomy_of(collection.folder(), name));
  ClassifierEffect effect;
  effect.errors = errors_of(*confusion, file->taxonomy());
  if (effect.errors.on == 0 || effect.errors.off == 0) return {};
  for (const NumberOf& number : report.numbers) {
    if (number.name == "on_topic_links")
      effect.on_topic_links = sampler::corrected_share(number.value, effect.errors);
  }
  const double precision = effect.errors.precision().estimate;
  for (const SharesOf& shares : report.shares) {
    SharesOf bounded = shares;
    for (sampler::ShareOfValue& share : bounded.shares)
      share.share = sampler::bounded_share(share.share, precision);
    effect.shares.push_back(std::move(bounded));
    if (shares.name != "topics") continue;
    sampler::Counts predicted;
    for (const sampler::ShareOfValue& share : shares.shares) predicted[share.value] = share.pages;
    for (const auto& [topic, share] : sampler::corrected_topics(predicted, cells_of(*confusion)))
      effect.topics.emplace_back(topic, share);
    std::stable_sort(effect.topics.begin(), effect.topics.end(),
                     [](const auto& a, const auto& b) { return a.second > b.second; });
  }
  report.classifier = std::move(effect);
  return {};
}

}  // namespace porthole::sampling
