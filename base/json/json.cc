#include "base/json/json.h"

PORTHOLE_JSON_CLASSES(template, nlohmann::basic_json<>)
PORTHOLE_JSON_CLASSES(template, nlohmann::basic_json<nlohmann::ordered_map>)
