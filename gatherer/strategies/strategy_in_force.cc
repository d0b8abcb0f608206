#include "gatherer/strategies/strategy_in_force.h"

#include <utility>

#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {

Result<collection::Strategy> strategy_in_force(const collection::Specification& specification,
                                               repository::Repository& repository) {
  Result<std::optional<repository::RunRecord>> run = repository.crawl().last_run();
  if (!run) return fail(run.error());
  if (!*run) return specification.strategy;
  return collection::Strategy{std::move((*run)->strategy), std::move((*run)->options)};
}

Result<std::unique_ptr<Strategy>> stored_strategy(const collection::Specification& specification,
                                                  repository::Repository& repository) {
  const auto choice = strategy_in_force(specification, repository);
  if (!choice) return fail(choice.error());
  auto made = make_strategy(*choice, {.topic = specification.topic});
  if (!made) return nullptr;
  const auto state = repository.crawl().strategy_state(choice->name);
  if (!state) return fail(state.error());
  made->strategy->restore_state(*state);
  return std::move(made->strategy);
}

}  // namespace porthole::gatherer
