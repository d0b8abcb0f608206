#include "plugins/formats/archives/package_fields.h"

#include <string>

#include "base/text/text.h"
#include "base/url/url.h"

namespace porthole {

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
