#include "summarizer/export/link_json.h"

#include "base/json/json.h"

namespace porthole::summarizer {

nlohmann::ordered_json link_as_json(const Link& link) {
  return {{"url", link.url},
          {"element", element_name(link.element)},
          {"place", link_place_name(link.place)},
          {"anchor", link.anchor},
          {"title", link.title},
          {"alt", link.alt},
          {"name", link.name},
          {"onmouseover", link.onmouseover},
          {"rel", link.rel},
          {"before", link.before},
          {"after", link.after},
          {"heading", link.heading},
          {"fragment", link.fragment}};
}

}  // namespace porthole::summarizer
