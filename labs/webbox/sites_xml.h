#pragma once

/// Generates the `<site>` lines of a specification for a box: the output of `webbox --write-sites`.

#include <string>
#include <vector>

#include "labs/webbox/site_list.h"

namespace porthole::labs {

/// One line a site, in the order of the list, to be pasted into <limits> of a specification:
///   <site prefix="https://docs.python.org/3/"/>
/// Hub sites get pages="0", which lifts the cap.
std::string sites_as_xml(const std::vector<Site>& sites);

}  // namespace porthole::labs
