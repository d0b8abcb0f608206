#include "gatherer/report/strategy_place.h"

#include <algorithm>
#include <string>

#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {

Error placed_in(const collection::Specification& specification, Error error) {
  const collection::Strategy& written = specification.strategy;
  const auto is_refused = [&](const collection::Strategy& choice) {
    const auto made = make_strategy(choice, {.topic = specification.topic});
    return !made && made.error().message == error.message;
  };
  if (!error.file.empty() || error.code != ErrorCode::kInvalid || !is_refused(written)) {
    return error;
  }
  collection::SourcePlace place = written.place;
  const std::size_t options = std::min(written.options.size(), written.option_places.size());
  for (std::size_t i = 0; i < options && !written.plugin; ++i) {
    // Whether the option alone is refused in the same words.
    if (!is_refused({written.name, {written.options[i]}})) continue;
    place = written.option_places[i];
    break;
  }
  error.file = specification.file.string();
  error.line = place.line;
  error.column = place.column;
  return error;
}

}  // namespace porthole::gatherer
