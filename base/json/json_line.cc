#include "base/json/json_line.h"

#include "base/json/json.h"
#include "base/text/format.h"

namespace porthole {

std::string json_line(const nlohmann::ordered_json& value) {
  return printable_json(value.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace)) +
         '\n';
}

}  // namespace porthole
