#pragma once

/// A strategy with its options on one line, as command lines write it:
/// "rw:threshold=0.1:smoothing=2".

#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "collection/specification.h"

namespace porthole::labs {

/// NAME or NAME:OPTION=VALUE:... Whether there is such a strategy is make_strategy()'s to say.
/// Errors: kUsage for an empty name and for an option without a value.
Result<collection::Strategy> read_strategy(std::string_view text);

/// Takes a list apart at its commas. A piece with a space in it goes on with what came before, so
/// that an order may be written: "rw:order=tries asc, relevance desc,random" are two strategies.
std::vector<std::string> split_strategies(std::string_view list);

}  // namespace porthole::labs
