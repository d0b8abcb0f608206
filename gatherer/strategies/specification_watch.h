#pragma once

/// SpecificationWatch: detects changes of the specification while a crawl runs.
///
/// In:  the specification's file, checked about once a second.
/// Out: what is new: the strategy (created but without state), the <priority> rules, the rules of
///      the scope, the hosts that are asked less often, the limits of pages.
///
/// The command line (--strategy, --option) takes precedence over the file's strategy, as at the
/// start; a limit counts only if the file's is another one than before. For a file that cannot be
/// read, or that names an unknown strategy, a warning is logged and the crawl goes on as before.
/// All other changes of the file take effect in the next run.
///
/// Thread safety: one thread. Lifetime: the specification and the clock outlive it.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/clock.h"
#include "base/file_stamp.h"
#include "collection/edit/slow_hosts.h"
#include "collection/specification.h"
#include "gatherer/frontier/refresh_order.h"
#include "gatherer/frontier/scope.h"
#include "gatherer/frontier/scope_rules.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {

/// The parts of a specification that are new; absent: unchanged.
struct SpecificationChange {
  std::optional<ChosenStrategy> strategy;
  std::optional<Precedence> precedence;
  std::optional<Scope> scope;
  std::optional<std::vector<collection::SlowHost>> slow;
  std::optional<std::int64_t> pages;           ///< 0 = no limit.
  std::optional<std::int64_t> pages_per_site;  ///< 0 = no limit.
  std::optional<RefreshOrder> refresh_order;   ///< The order in which pages are fetched again.
};

class SpecificationWatch {
 public:
  /// The choice on the command line.
  struct Typed {
    std::string strategy;
    collection::NamedValues options;
    std::uint64_t random_seed = 1;
    bool refresh_order = false;  ///< The order of a refresh is given there.
  };

  /// `judge` is that of the pages, for strategies that use it; may be null, and outlives what is
  /// returned.
  SpecificationWatch(const collection::Specification& specification, Typed typed,
                     const Clock& clock, const PageJudge* judge = nullptr);

  /// The changes since the last call; none within a second of the last check.
  SpecificationChange changed();

  /// The current strategy, made anew, without state. Errors: those of make_strategy().
  Result<ChosenStrategy> made_anew() const;
  /// The current choice of the strategy; at first that of the start.
  const collection::Strategy& current() const { return current_; }

 private:
  Result<ChosenStrategy> make(const collection::Strategy& choice) const;
  collection::Strategy choice_of(const collection::Specification& specification) const;
  Result<std::optional<ChosenStrategy>> changed_strategy(
      const collection::Specification& specification);
  Result<SpecificationChange> difference(const collection::Specification& read);

  const collection::Specification& specification_;
  Typed typed_;
  const Clock& clock_;
  const PageJudge* judge_;
  collection::Strategy current_;
  std::vector<collection::PriorityRule> priorities_;
  std::vector<collection::ScopeRule> scope_;
  std::vector<collection::SlowHost> slow_;
  collection::Limits limits_;
  std::string refresh_order_;
  FileStamp seen_;
  SteadyTime looked_;
};

}  // namespace porthole::gatherer
