#include "gatherer/crawl/crawl_setup.h"

#include <algorithm>
#include <string>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "collection/open_collection.h"
#include "gatherer/fetch/shared_web.h"
#include "gatherer/judge/importance_training.h"
#include "gatherer/judge/judge_factory.h"
#include "plugins/host/plugin_schemas.h"
#include "repository/open_repository.h"

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

bool have_term_in_common(const collection::Topic& one, const collection::Topic& other) {
  return std::any_of(one.terms.begin(), one.terms.end(), [&](const std::string& term) {
    return std::any_of(other.terms.begin(), other.terms.end(), [&](const std::string& its) {
      return ascii_lower(term) == ascii_lower(its);
    });
  });
}

Result<std::string> learned_state(const collection::Collection& other, std::string_view strategy) {
  const std::string folder = other.folder().string();
  TRY_AS(repository, repository::open_if_there(collection::storage_of(other)));
  if (*repository == nullptr) {
    return fail(ErrorCode::kIncomplete, "--warm " + folder + ": nothing was gathered there yet",
                "gather it first, or leave out --warm");
  }
  Result<std::string> state = (*repository)->crawl().strategy_state(strategy);
  if (state && state->empty()) {
    return fail(ErrorCode::kIncomplete,
                "--warm " + folder + ": no crawl there used the strategy " + std::string(strategy),
                "choose another collection, or leave out --warm");
  }
  return state;
}

/// Gives `strategy` the weights that its crawl in the collection `folder` learned; their words,
/// too, if a term of its topic and of that of `collection`, which is crawled, is the same.
Result<void> warm_start(Strategy& strategy, const collection::Collection& collection,
                        const std::filesystem::path& folder) {
  if (!strategy.warm_start({}, false)) {
    return fail(ErrorCode::kUsage,
                "the strategy " + std::string(strategy.name()) + " has no weights to begin with",
                "use --warm with the strategy learned");
  }
  std::error_code ignored;
  if (std::filesystem::equivalent(folder, collection.folder(), ignored)) {
    return fail(ErrorCode::kUsage, "--warm " + folder.string() + ": that is this collection itself",
                "name another collection, or leave out --warm: a crawl goes on with its own "
                "weights by itself");
  }
  TRY_AS(other, collection::Collection::open(folder));
  TRY_AS(state, learned_state(*other, strategy.name()));
  strategy.warm_start(
      *state, have_term_in_common(collection.specification().topic, other->specification().topic));
  return {};
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
    TRY(warm_start(*strategy->strategy, collection, options.warm));
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
