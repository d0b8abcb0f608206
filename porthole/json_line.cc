#include "porthole/json_line.h"

#include <iostream>

#include "base/json/json.h"
#include "base/text/printable_json.h"

namespace porthole::cli {

std::string json_line(const nlohmann::ordered_json& value) {
  return printable_json(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) +
         '\n';
}

void print_json(const nlohmann::ordered_json& value) { std::cout << json_line(value); }

}  // namespace porthole::cli
