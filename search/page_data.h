#pragma once

/// Crawled data in the shape of the templates; pages.cc and details.cc alone include this.

#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>

#include "search/pages.h"

namespace porthole::search {

using kainjow::mustache::data;

/// Renders the frame with the template `content` in it.
std::string render(std::string_view content, const Frame& frame, data values);

/// `href` (absent unless http or https), `host`, `path`: a URL as it is shown.
void set_url(data& values, const std::string& url);

/// A list for {{#name}}..{{/name}}; false when empty, so that {{^name}} works.
data list_or_nothing(data list);

}  // namespace porthole::search
