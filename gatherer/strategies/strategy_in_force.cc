#include "gatherer/strategies/strategy_in_force.h"

#include <utility>

#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {

Result<collection::Strategy> strategy_in_force(const collection::Specification& specification,
                                               repository::Repository& repository) {
  TRY_AS(run, repository.crawl().last_run());
  if (!*run) return specification.strategy;
  return collection::Strategy{std::move((*run)->strategy), std::move((*run)->options)};
}

Result<std::unique_ptr<Strategy>> stored_strategy(const collection::Specification& specification,
                                                  repository::Repository& repository) {
  TRY_AS(choice, strategy_in_force(specification, repository));
  auto made = make_strategy(*choice, {.topic = specification.topic});
  if (!made) return nullptr;
  TRY_AS(state, repository.crawl().strategy_state(choice->name));
  made->strategy->restore_state(*state);
  return std::move(made->strategy);
}

}  // namespace porthole::gatherer
