#include "labs/comparison/oracle.h"

#include "base/text/text.h"

namespace porthole::labs {

Result<collection::Strategy> read_strategy(std::string_view text) {
  const std::vector<std::string_view> parts = split(text, ':');
  collection::Strategy strategy;
  strategy.name = trim(parts.front());
  if (strategy.name.empty()) {
    return fail(ErrorCode::kUsage, "\"" + std::string(text) + "\" names no strategy",
                "write NAME or NAME:OPTION=VALUE");
  }
  for (std::size_t i = 1; i < parts.size(); ++i) {
    const std::size_t equals = parts[i].find('=');
    if (equals == std::string_view::npos || equals == 0) {
      return fail(ErrorCode::kUsage,
                  "\"" + std::string(parts[i]) + "\" in " + std::string(text) + " has no value",
                  "write " + strategy.name + ":OPTION=VALUE");
    }
    strategy.options.emplace_back(trim(parts[i].substr(0, equals)),
                                  trim(parts[i].substr(equals + 1)));
  }
  return strategy;
}

std::vector<std::string> split_strategies(std::string_view list) {
  std::vector<std::string> strategies;
  for (const std::string_view part : split(list, ',')) {
    const std::string_view piece = trim(part);
    const std::string_view name = piece.substr(0, piece.find(':'));
    if (!strategies.empty() && name.find(' ') != std::string_view::npos) {
      strategies.back().append(", ").append(piece);
    } else if (!piece.empty()) {
      strategies.emplace_back(piece);
    }
  }
  return strategies;
}

}  // namespace porthole::labs
