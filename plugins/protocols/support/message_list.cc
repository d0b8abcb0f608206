#include "plugins/protocols/support/message_list.h"

namespace porthole {

OptionDeclaration page_size_option() {
  return {.name = "page-size",
          .type = OptionType::kWhole,
          .otherwise = "500",
          .help = "how many entries a page of links has",
          .least = 1,
          .most = 4000};
}

void MessageList::add(std::string_view href, const MessageHeading& heading,
                      std::string_view otherwise) {
  page_.link(href, heading.title(otherwise), heading.note());
  ++added_;
}

}  // namespace porthole
