#pragma once

/// Notices that the specification names another strategy, or other options of it, while a crawl runs.
///
/// In:  the specification's file, looked at about once a second.
/// Out: the new strategy, made but not yet told of any page.
///
/// What the user typed for this run (--strategy, --option) goes before the file, as at the start. A file that
/// cannot be read, or names no strategy that there is, is said in a warning; the crawl goes on by the strategy
/// that it has. Everything else that changed in the file waits for the next run.
///
/// Thread safety: one thread. Lifetime: the specification and the clock outlive it.

#include <array>
#include <cstdint>
#include <optional>
#include <string>

#include "base/clock.h"
#include "collection/specification.h"
#include "gatherer/strategies/strategy_registry.h"
#include "gatherer/strategies/strategy.h"

namespace porthole::gatherer {

class StrategyWatch {
 public:
  /// What the user typed.
  struct Typed {
    std::string strategy;
    collection::NamedValues options;
    std::uint64_t random_seed = 1;
  };

  StrategyWatch(const collection::Specification& specification, Typed typed, const Clock& clock);

  /// The new strategy, once after each change; nothing otherwise, and nothing within a second of the last look.
  std::optional<ChosenStrategy> changed();

  /// What holds: the choice that was found last, at first that of the start.
  const collection::Strategy& current() const { return current_; }

 private:
  /// Time of the last change, size and inode: what any way of writing a file changes one of.
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
