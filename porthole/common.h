#pragma once

#include <string>

namespace porthole::cli {

/// Options that every verb takes.
struct Common {
  bool json = false;
  bool quiet = false;
  std::string log_level = "warning";
};

}  // namespace porthole::cli
