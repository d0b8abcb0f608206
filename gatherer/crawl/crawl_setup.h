#pragma once

/// Chooses the rules of a run and starts its parsers; shared by gather() and rebuild_repository()
/// (gatherer/rebuild/).
///
/// Private to gatherer/. Thread safety: one thread.

#include <memory>
#include <optional>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/crawl/crawl_rules.h"
#include "gatherer/crawl/gather_options.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/frontier/scope_rules.h"
#include "gatherer/frontier/url_sources.h"
#include "gatherer/judge/page_judge.h"
#include "gatherer/restart/checkpoint.h"
#include "gatherer/strategies/strategy_registry.h"
#include "parser/parser_pool.h"
#include "plugins/host/plugin_host.h"
#include "topics/importance/importance_model.h"

namespace porthole::gatherer {

/// The decisions of a run: which URLs are fetched, and how URLs and pages are rated.
struct Rules {
  ChosenStrategy strategy;
  Scope scope;
  Precedence precedence;
  std::unique_ptr<PageJudge> own_judge;                       ///< Null: GatherOptions::judge.
  std::unique_ptr<const topics::ImportanceModel> importance;  ///< Null without a model.
  UrlSources sources;
  /// By the files as they were before they were read; absent: the run neither reads nor keeps one.
  std::optional<Checkpoint> checkpoint;
};

/// Errors: kIncomplete without a model that the strategy needs; those of make_page_judge(),
/// make_strategy(), Scope::make() and Precedence::make().
Result<Rules> choose_rules(const collection::Collection& collection, const GatherOptions& options);

MannersByScheme manners_of(const std::vector<Protocol>& protocols);

/// Starts the parser processes with the plug-ins of the specification, whose schemas are kept in
/// the collection. `shared` may be null. Errors: those of choose_summarizers() and
/// ParserPool::start().
Result<std::unique_ptr<parser::ParserPool>> start_parsers(const collection::Collection& collection,
                                                          SharedWeb* shared);

}  // namespace porthole::gatherer
