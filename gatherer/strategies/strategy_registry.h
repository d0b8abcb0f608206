#pragma once

/// Creates strategies by name; knows the strategy of a collection's last run.
///
/// Thread safety: functions without state.

#include <cstdint>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"
#include "gatherer/fetch/queue_order.h"
#include "gatherer/strategies/strategy.h"
#include "repository/repository.h"

namespace porthole::gatherer {

/// Input that every strategy may need.
struct StrategyContext {
  const collection::Topic& topic;
  std::uint64_t random_seed = 1;  ///< For randomised strategies.
  /// For strategies that read the words of links by the judge of pages; may be null. Outlives the
  /// strategy.
  const PageJudge* judge = nullptr;
};

/// The names that make_strategy() accepts.
const std::vector<std::string>& strategy_names();

struct ChosenStrategy {
  std::unique_ptr<Strategy> strategy;
  QueueOrder order;
  double min_priority = -std::numeric_limits<double>::infinity();

  /// The strategy's rating; a URL rated below min_priority is pruned, unless it is a seed.
  Rating rate(UrlId target, int hops, bool seed) const;
};

/// Creates the strategy that `choice` names. Besides its own options, every strategy has "order"
/// (queue_order.h) and "min-priority".
///
/// Errors: kInvalid for an unknown strategy, option or value, with the nearest known name.
Result<ChosenStrategy> make_strategy(const collection::Strategy& choice,
                                     const StrategyContext& context);

/// The specification's strategy, or `name` (without options) if that is not ""; then adds
/// `options`.
collection::Strategy choose_strategy(const collection::Specification& specification,
                                     const std::string& name,
                                     const collection::NamedValues& options);

/// StrategyOptions: reads the options of a strategy by name with range checks; finish() reports
/// unknown options together with the nearest known name.
///
///   StrategyOptions options(choice);
///   settings.threshold = options.number("threshold", settings.threshold, 0, 1);
///   TRY(options.finish());
class StrategyOptions {
 public:
  explicit StrategyOptions(const collection::Strategy& choice) : choice_(choice) {}

  /// The value of `name`, or `otherwise` if it is not given. The last one given counts.
  double number(const std::string& name, double otherwise, double low, double high);
  /// As number(), for integers.
  std::int64_t count(const std::string& name, std::int64_t otherwise, std::int64_t low,
                     std::int64_t high);
  /// The value of `name`, one of `known`; the first of them if it is not given.
  std::string choice(const std::string& name, const std::vector<std::string>& known);
  std::string text(const std::string& name, const std::string& otherwise);

  /// Errors: kInvalid for the first value out of range, or the first unknown option.
  Result<void> finish() const;

 private:
  void refuse(const std::string& name, const std::string& value, std::string hint);
  const std::string* find(const std::string& name);

  const collection::Strategy& choice_;
  std::vector<std::string> known_;
  std::optional<Error> problem_;
};

/// The strategy of the last run, which defines the priorities, with the options of its command
/// line; before any run, the specification's.
///
/// Errors: those of the repository.
Result<collection::Strategy> strategy_in_force(const collection::Specification& specification,
                                               repository::Repository& repository);

/// That strategy with the state that the last run has stored; null if it no longer exists.
/// Errors: those of the repository.
Result<std::unique_ptr<Strategy>> stored_strategy(const collection::Specification& specification,
                                                  repository::Repository& repository);

}  // namespace porthole::gatherer
