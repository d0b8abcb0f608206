#include "console/api/call.h"

#include "search/site/json_text.h"

namespace porthole::console {

Payload as_payload(const nlohmann::ordered_json& value) { return {search::json_text(value)}; }

}  // namespace porthole::console
