#include "operations/doctor/crawl_health.h"

#include <utility>

#include "base/clock.h"
#include "base/json/json.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "gatherer/judge/importance_training.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"
#include "topics/classify/calibration.h"

namespace porthole::operations {

using nlohmann::ordered_json;

namespace {

struct JudgedPages final : repository::CrawlState::Visitor {
  topics::Reliability judged;

  void url(repository::UrlRecord) override {}
  void page(repository::CrawlState::KnownPage page) override {
    if (page.duplicate_of == 0) judged.add(page.relevance.value(), page.relevant);
  }
  void host(repository::HostRecord) override {}
  void term(repository::TermRecord) override {}
};

Result<std::optional<double>> read_saturation(const collection::Collection& collection,
                                              repository::Repository& repository) {
  if (collection.specification().topic.taxonomy_file.empty()) return std::optional<double>();
  JudgedPages pages;
  TRY(repository.crawl().load_pages(pages));
  const topics::Reliability& judged = pages.judged;
  if (!topics::is_saturated(judged.count(), judged.saturated())) return std::optional<double>();
  return std::optional(judged.saturated());
}

}  // namespace

Result<CrawlHealth> read_health(const collection::Collection& collection,
                                repository::Repository& repository, const std::string& folder) {
  CrawlHealth health;
  const WallTime now = system_clock().wall();
  TRY_AS(history, gatherer::read_history(collection, repository, now));
  health.stagnation = gatherer::find_stagnation(*history, shell_word(folder));
  TRY_AS(fetched, gatherer::read_fetched(collection, repository));
  health.alarms = gatherer::find_alarms(*history, *fetched, now, shell_word(folder));
  health.withheld = std::move(fetched->withheld);
  health.index = std::move(fetched->index);
  TRY_AS(model, gatherer::load_importance_model(collection.model_folder()));
  if (*model != nullptr) health.importance_model = topics::describe((*model)->origin());
  TRY_AS(saturated, read_saturation(collection, repository));
  health.saturated = *saturated;
  TRY_AS(seed_sites, gatherer::seed_sites_off_topic(collection));
  health.seed_sites_off_topic = std::move(*seed_sites);
  TRY_AS(strategy, gatherer::stored_strategy(collection.specification(), repository));
  if (*strategy != nullptr) health.remark = (*strategy)->remark();
  return health;
}

void add_health(const CrawlHealth& health, ordered_json& json) {
  json["importance_model"] =
      health.importance_model.empty() ? ordered_json() : ordered_json(health.importance_model);
  json["remark"] = health.remark;
  json["relevance_saturated"] = health.saturated ? ordered_json(*health.saturated) : ordered_json();
  auto sites = ordered_json::array();
  for (const gatherer::SeedSite& one : health.seed_sites_off_topic)
    sites.push_back({{"site", one.site}, {"pages", one.pages}, {"relevance", one.relevance}});
  json["seed_sites_off_topic"] = std::move(sites);
  json["alarms"] = gatherer::alarms_as_json(health.alarms);
  json["withheld"] = ordered_json::array();
  for (const gatherer::WithheldPages& one : health.withheld)
    json["withheld"].push_back({{"host", one.host},
                                {"reason", repository::name_of(one.reason)},
                                {"pages", one.stored},
                                {"never_had", one.never}});
  json["last_index"] = health.index ? sums_as_json(*health.index) : ordered_json();
  json["stagnation"] = nullptr;
  if (!health.stagnation) return;
  ordered_json census = ordered_json::array();
  for (const auto& [topic, pages] : health.stagnation->census)
    census.push_back({{"topic", topic}, {"pages", pages}});
  json["stagnation"] = {{"kind", gatherer::stagnation_name(health.stagnation->kind)},
                        {"what", health.stagnation->what},
                        {"census", std::move(census)},
                        {"remedies", health.stagnation->remedies}};
}

}  // namespace porthole::operations
