#include "plugins/formats/archives/package_fields.h"

#include <string>

#include "base/text/text.h"
#include "base/url/url.h"

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

void set_package_title(PageFacts& facts, std::string_view name, std::string_view summary) {
  Document& document = facts.document();
  document.description = fold_space(summary);
  document.title = fold_space(name);
  if (document.description.empty()) return;
  document.title += (document.title.empty() ? "" : " - ") + document.description;
  facts.line(document.description);
}

void add_homepage(PageFacts& facts, std::string_view address) {
  const Result<Url> url = Url::parse(trim(address));
  if (!url || !url->is_web()) return;
  facts.say_iri("homepage", url->href());
  facts.link(url->href());
}

}  // namespace porthole
