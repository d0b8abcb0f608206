#include "porthole/json_line.h"

#include <iostream>
#include <nlohmann/json.hpp>

namespace porthole::cli {

void print_json(const nlohmann::ordered_json& value) {
  std::cout << value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

}  // namespace porthole::cli
