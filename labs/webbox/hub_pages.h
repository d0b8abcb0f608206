#pragma once

/// Generates the HTML of the hub pages (labs/webbox/hubs.h).

#include <map>
#include <string>
#include <vector>

#include "labs/webbox/apt_records.h"

namespace porthole::labs {

/// The text of each page by its path: "index.html", "science/index.html", "golly". `base_path`
/// begins and ends in a slash. Every value of the packages is escaped; a homepage becomes a link
/// only when it is http or https.
std::map<std::string, std::string> make_hub_pages(const std::vector<AptPackage>& packages,
                                                  const std::string& base_path);

}  // namespace porthole::labs
