#include "gatherer/strategies/strategy_watch.h"

#include <sys/stat.h>

#include <utility>

#include "base/log.h"
#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {
namespace {

constexpr auto kLookEvery = std::chrono::seconds(1);

}  // namespace

StrategyWatch::StrategyWatch(const collection::Specification& specification, Typed typed,
                             const Clock& clock)
    : specification_(specification),
      typed_(std::move(typed)),
      clock_(clock),
      current_(choice_of(specification)),
      seen_(stamp()),
      looked_(clock.steady()) {}

StrategyWatch::Stamp StrategyWatch::stamp() const {
  struct stat now {};
  if (::stat(specification_.file.c_str(), &now) != 0) return {};
  return {static_cast<std::int64_t>(now.st_mtim.tv_sec),
          static_cast<std::int64_t>(now.st_mtim.tv_nsec), static_cast<std::int64_t>(now.st_size),
          static_cast<std::int64_t>(now.st_ino)};
}

collection::Strategy StrategyWatch::choice_of(
    const collection::Specification& specification) const {
  return choose_strategy(specification, typed_.strategy, typed_.options);
}

std::optional<ChosenStrategy> StrategyWatch::changed() {
  const SteadyTime now = clock_.steady();
  if (now - looked_ < kLookEvery) return std::nullopt;
  looked_ = now;
  if (const Stamp found = stamp(); std::exchange(seen_, found) == found) return std::nullopt;
  const auto keep = [&](const Error& error) {
    log(LogLevel::kWarning, "gatherer",
        "the strategy is still " + current_.name + ": " + error.to_string());
    return std::nullopt;
  };
  Result<collection::Specification> read = collection::read_specification(specification_.file);
  if (!read) return keep(read.error());
  collection::Strategy choice = choice_of(*read);
  if (choice.name == current_.name && choice.options == current_.options) return std::nullopt;
  Result<ChosenStrategy> made =
      make_strategy(choice, {.topic = specification_.topic, .random_seed = typed_.random_seed});
  if (!made) return keep(made.error());
  log(LogLevel::kInfo, "gatherer",
      "the strategy is " + choice.name + " from now on, as the specification says");
  current_ = std::move(choice);
  return std::move(*made);
}

}  // namespace porthole::gatherer
