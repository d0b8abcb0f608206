#pragma once

/// Settings that a person may change while a crawl runs, for `scope`, `strategy` and the console.
///
/// In:  a collection, or its specification.
/// Out: rules, slow hosts and strategy as JSON; a dry run of a specification that is not saved yet.
///
/// Thread safety: functions without state.

#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "collection/collection.h"
#include "gatherer/report/scope_trial.h"

namespace porthole::gatherer {

/// {"rules":[{"line","accept","text"}],"slow":[{"host","seconds"}],"delay"}
nlohmann::ordered_json rules_as_json(const collection::Specification& specification);

/// {"strategy","options":{NAME: VALUE},"known":[NAME]}
nlohmann::ordered_json strategy_as_json(const collection::Specification& specification);

/// The strategy `name` without options, or that of the specification for ""; then the options,
/// "NAME=VALUE" each, where "NAME=" takes one away.
/// Errors: kUsage for an option without "="; those of make_strategy().
Result<collection::Strategy> changed_strategy(const collection::Specification& specification,
                                              const std::string& name,
                                              const std::vector<std::string>& options);

/// Tries the scope of `after`: which URLs it would drop and let in. All counts are 0 before the
/// first crawl. Errors: those of Scope::make() and try_scope().
Result<ScopeTrial> try_specification(const collection::Collection& collection,
                                     const collection::Specification& after);

}  // namespace porthole::gatherer
