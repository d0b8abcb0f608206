#pragma once

/// Settings that a person may change while a crawl runs, for `scope`, `strategy` and the console.
///
/// In:  a collection, or its specification.
/// Out: rules, slow hosts and strategy as JSON; a dry run of a specification that is not saved yet.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/result.h"
#include "collection/collection.h"
#include "collection/specification.h"
#include "gatherer/frontier/scope.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// A dry run of other scope rules: which URLs they would drop, and which they would let in.
///
/// A crawl drops waiting URLs that its rules refuse, and lets those in that rules alone kept out
/// (gatherer/crawl/link_admission.h). Fetched pages stay in the collection, whatever the rules say:
/// `fetched` and `relevant` tell what the rules would have cost.
struct ScopeTrial {
  static constexpr std::size_t kExamples = 20;

  std::int64_t urls = 0;      ///< All of the collection.
  std::int64_t queued = 0;    ///< Waiting URLs that would be dropped,
  std::int64_t fetched = 0;   ///< fetched pages that would not have been fetched,
  std::int64_t relevant = 0;  ///< those of them that are relevant,
  std::int64_t let_in = 0;    ///< and URLs that rules keep out and that would wait.
  /// The first ones of each kind.
  std::vector<std::string> queued_examples, relevant_examples, let_in_examples;
};

/// Errors: those of the repository.
Result<ScopeTrial> try_scope(repository::Repository& repository, const Scope& now,
                             const Scope& after);

nlohmann::ordered_json scope_trial_as_json(const ScopeTrial& trial);

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

/// The error of make_strategy(), or of what calls it, with file, line and column when the
/// specification has the strategy, option or value that is refused; an error of the command line's
/// strategy or options is unchanged.
Error placed_in(const collection::Specification& specification, Error error);

}  // namespace porthole::gatherer
