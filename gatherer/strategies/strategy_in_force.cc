#include "gatherer/strategies/strategy_in_force.h"

#include <utility>

namespace porthole::gatherer {

Result<collection::Strategy> strategy_in_force(const collection::Specification& specification,
                                               repository::Repository& repository) {
  Result<std::optional<repository::RunRecord>> run = repository.crawl().last_run();
  if (!run) return fail(run.error());
  if (!*run) return specification.strategy;
  return collection::Strategy{std::move((*run)->strategy), std::move((*run)->options)};
}

}  // namespace porthole::gatherer
