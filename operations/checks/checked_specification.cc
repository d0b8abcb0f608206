#include "operations/checks/checked_specification.h"

#include <algorithm>
#include <utility>

#include "collection/shares.h"
#include "gatherer/frontier/refresh_order.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/report/strategy_place.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"
#include "plugins/host/plugin_host.h"

namespace porthole::operations {
namespace {

Result<void> check_parts(const std::string& file, const collection::Specification& specification) {
  TRY(gatherer::Scope::make(specification));
  auto strategy = gatherer::make_strategy(specification.strategy, {.topic = specification.topic});
  if (!strategy) return fail(gatherer::placed_in(specification, strategy.error()));
  TRY_AS(order, gatherer::RefreshOrder::specified(specification));
  TRY_AS(protocols, gatherer::choose_protocols(specification));
  if (specification.names_summarizers) {
    TRY_AS(summarizers, gatherer::choose_summarizers(specification));
  }
  TRY_AS(shares, collection::shares_in(file));
  return {};
}

}  // namespace

Result<collection::Specification> read_checked_specification(const std::string& file) {
  Result<collection::Specification> specification = collection::read_specification(file);
  if (!specification) return specification;
  if (auto good = check_parts(file, *specification); !good) {
    Error error = good.error();
    if (error.line != 0) error.file = file;  // As it was given.
    return fail(std::move(error));
  }
  return specification;
}

std::vector<Error> all_missing(const std::string& file,
                               const collection::Specification& specification) {
  std::vector<Error> missing = specification.missing;
  for (Error& error : collection::missing_files(file)) missing.push_back(std::move(error));
  std::stable_sort(missing.begin(), missing.end(),
                   [](const Error& a, const Error& b) { return a.line < b.line; });
  return missing;
}

}  // namespace porthole::operations
