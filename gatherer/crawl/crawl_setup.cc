#include "gatherer/crawl/crawl_setup.h"

#include <string>
#include <utility>

#include "base/log.h"
#include "base/text/format.h"
#include "gatherer/crawl/warm_start.h"
#include "gatherer/fetch/shared_web.h"
#include "gatherer/judge/importance_training.h"
#include "gatherer/judge/judge_factory.h"
#include "plugins/host/plugin_schemas.h"

namespace porthole::gatherer {
namespace {

Result<ChosenStrategy> strategy_for(const collection::Specification& specification,
                                    const GatherOptions& options, const PageJudge& judge) {
  if (!options.own_strategy) {
    return make_strategy(
        choose_strategy(specification, options.strategy, options.options),
        {.topic = specification.topic, .random_seed = options.random_seed, .judge = &judge});
  }
  ChosenStrategy chosen;
  chosen.strategy = options.own_strategy();
  chosen.order = chosen.strategy->order();
  return chosen;
}

/// Absent for a run of the laboratory, of several collections or of several gatherers.
std::optional<Checkpoint> checkpoint_of(const collection::Collection& collection,
                                        const GatherOptions& options) {
  if (options.own_strategy || options.judge != nullptr || options.web != nullptr ||
      options.share != nullptr) {
    return std::nullopt;
  }
  return Checkpoint(collection,
                    choose_strategy(collection.specification(), options.strategy, options.options));
}

Error no_importance_model(const collection::Collection& collection) {
  Error error;
  error.code = ErrorCode::kIncomplete;
  error.message = "the strategy needs the importance of pages, and no model of it was trained";
  error.hint = "run: porthole train " + shell_word(collection.folder().string()) +
               " --importance in-links (or a file of labels)";
  return error;
}

}  // namespace

Result<Rules> choose_rules(const collection::Collection& collection, const GatherOptions& options) {
  const collection::Specification& specification = collection.specification();
  std::optional<Checkpoint> checkpoint = checkpoint_of(collection, options);
  Result<std::unique_ptr<PageJudge>> judge;
  if (options.judge == nullptr) judge = make_page_judge(collection);
  if (!judge) return fail(judge.error());
  Result<ChosenStrategy> strategy =
      strategy_for(specification, options, options.judge != nullptr ? *options.judge : **judge);
  if (!strategy) return fail(strategy.error());
  if (!options.warm.empty()) {
    TRY_AS(warmed, warm_start(*strategy->strategy, collection, options.warm));
  }
  TRY_AS(importance, load_importance_model(collection.model_folder()));
  if (*importance == nullptr && strategy->strategy->needs_importance()) {
    return fail(no_importance_model(collection));
  }
  TRY_AS(scope, Scope::make(specification));
  TRY_AS(precedence, Precedence::make(specification.priorities));
  TRY_AS(sources, UrlSources::open(specification));
  return Rules{std::move(*strategy), std::move(*scope),      std::move(*precedence),
               std::move(*judge),    std::move(*importance), std::move(*sources),
               std::move(checkpoint)};
}

MannersByScheme manners_of(const std::vector<Protocol>& protocols) {
  MannersByScheme manners;
  for (const Protocol& protocol : protocols) {
    for (const std::string& scheme : protocol.schemes) manners[scheme] = protocol.manners;
  }
  return manners;
}

Result<std::unique_ptr<parser::ParserPool>> start_parsers(const collection::Collection& collection,
                                                          SharedWeb* shared) {
  TRY_AS(summarizers, choose_summarizers(collection.specification()));
  const PluginSchemas schemas = read_plugin_schemas(*summarizers);
  for (const summarizer::Problem& problem : schemas.problems) {
    log(LogLevel::kWarning, "plugins", "a schema is left out: " + problem.to_string());
  }
  TRY(summarizer::keep_schemas(collection.folder(), schemas.schemas));
  parser::ParserPool::Options pool;
  pool.words = schemas.words();
  pool.summarizers = std::move(*summarizers);
  if (shared != nullptr) pool.memory = &shared->documents();
  return parser::ParserPool::start(std::move(pool));
}

}  // namespace porthole::gatherer
