#pragma once

/// Parses strategies with options from command lines: "rw:threshold=0.1:support=2".

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::labs {

/// Parses NAME or NAME:OPTION=VALUE:... without checking that the strategy exists, which
/// make_strategy() does.
/// Errors: kUsage for an empty name and for an option without a value.
Result<collection::Strategy> read_strategy(std::string_view text);

/// Splits a list at its commas. A piece with a space in it belongs to the previous one, so that an
/// order may be written: "rw:order=tries asc, relevance desc,random" are two strategies.
std::vector<std::string> split_strategies(std::string_view list);

}  // namespace porthole::labs
