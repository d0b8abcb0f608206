#pragma once

/// The option "rows" of table summarizers: how many rows are read as text.

#include "plugins/option.h"

namespace porthole {

inline OptionDeclaration rows_option() {
  return {.name = "rows",
          .type = OptionType::kWhole,
          .otherwise = "10000",
          .help = "rows whose cells are read as text",
          .least = 1,
          .most = 1e6};
}

}  // namespace porthole
