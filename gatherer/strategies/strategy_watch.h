#pragma once

/// StrategyWatch: detects changes of the strategy or its options in the specification while a crawl
/// runs.
///
/// In:  the specification's file, checked about once a second.
/// Out: the new strategy, created but without state.
///
/// The command line (--strategy, --option) takes precedence over the file, as at the start. For a
/// file that cannot be read, or that names an unknown strategy, a warning is logged and the crawl
/// keeps its strategy. All other changes of the file take effect in the next run.
///
/// Thread safety: one thread. Lifetime: the specification and the clock outlive it.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "collection/specification.h"
#include "gatherer/strategies/strategy.h"
#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {

class StrategyWatch {
 public:
  /// The choice on the command line.
  struct Typed {
    std::string strategy;
    collection::NamedValues options;
    std::uint64_t random_seed = 1;
  };

  StrategyWatch(const collection::Specification& specification, Typed typed, const Clock& clock);

  /// The new strategy, once after each change; nothing otherwise, and nothing within a second of
  /// the last check.
  std::optional<ChosenStrategy> changed();

  /// The current choice; at first that of the start.
  const collection::Strategy& current() const { return current_; }

 private:
  /// Modification time, size and inode of the file; any change of the file changes one of them.
  using Stamp = std::array<std::int64_t, 4>;
  Stamp stamp() const;
  collection::Strategy choice_of(const collection::Specification& specification) const;

  const collection::Specification& specification_;
  Typed typed_;
  const Clock& clock_;
  collection::Strategy current_;
  Stamp seen_;
  SteadyTime looked_;
};

}  // namespace porthole::gatherer
