#pragma once

/// StrategyOptions: reads the options of a strategy by name with range checks; finish() reports
/// unknown options together with the nearest known name.
///
///   StrategyOptions options(choice);
///   settings.threshold = options.number("threshold", settings.threshold, 0, 1);
///   TRY(options.finish());
///
/// Thread safety: one thread.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::gatherer {

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

}  // namespace porthole::gatherer
