#include "collection/edit/network_edit.h"

#include "base/text/format.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/specification_values.h"
#include "collection/xml_edit.h"

namespace porthole::collection {

Result<std::string> allow_addresses(const std::string& text,
                                    const std::vector<std::string>& addresses) {
  std::vector<std::string> ranges;
  for (const std::string& list : addresses) {
    for (const std::string_view part : split(list, ',')) {
      const std::string range(trim(part));
      if (!is_address_range(range)) {
        return fail(ErrorCode::kUsage,
                    "\"" + range + "\" is not an address or a range of addresses",
                    "write addresses or ranges, such as 127.0.0.1 or 10.0.0.0/8");
      }
      ranges.push_back(range);
    }
  }
  if (ranges.empty()) return text;
  TRY_AS(root, xml::read_tree(text, "porthole.xml"));
  return put_line(
      text, *root, "network",
      "<" + prefix_of(text, *root) + "allow" + attribute("addresses", join(ranges, " ")) + "/>");
}

}  // namespace porthole::collection
