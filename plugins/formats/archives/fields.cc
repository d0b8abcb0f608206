#include "plugins/formats/archives/fields.h"

#include "base/text/text.h"

namespace porthole {

std::vector<Field> read_fields(std::string_view text, std::string_view joint) {
  std::vector<Field> fields;
  for (std::string_view line : split(text, '\n')) {
    if (line.ends_with('\r')) line.remove_suffix(1);
    if (line.empty()) break;
    const auto colon = line.find(':');
    if (line.front() == ' ') {
      if (!fields.empty()) fields.back().value.append(joint).append(line.substr(1));
    } else if (colon != std::string_view::npos) {
      fields.push_back(
          {std::string(line.substr(0, colon)), std::string(trim(line.substr(colon + 1)))});
    }
  }
  return fields;
}

std::string_view value_of(const std::vector<Field>& fields, std::string_view name) {
  for (const Field& field : fields) {
    if (equals_ignoring_case(field.name, name)) return field.value;
  }
  return {};
}

}  // namespace porthole
