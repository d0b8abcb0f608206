#include "labs/webbox/sites_xml.h"

#include "base/text/text.h"
#include "labs/webbox/address.h"

namespace porthole::labs {

std::string sites_as_xml(const std::vector<Site>& sites) {
  std::string text;
  for (const Site& site : sites) {
    text += "<site prefix=\"https://" + escape_markup(percent_encode_path(site.base)) + '"' +
            (site.is_hub() ? " pages=\"0\"" : "") + "/>\n";
  }
  return text;
}

}  // namespace porthole::labs
