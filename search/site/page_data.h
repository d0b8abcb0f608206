#pragma once

/// Crawled data in the shape of the templates. This header is the room's own.

#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>

#include "search/index/results.h"
#include "search/site/frame.h"

namespace porthole::search {

using kainjow::mustache::data;

/// Renders the frame with the template `content` in it.
std::string render(std::string_view content, const Frame& frame, data values);

/// `href` (absent unless http or https), `host`, `path`: a URL as it is shown.
void set_url(data& values, const std::string& url);

/// Pieces of text, those that were asked for marked.
data fragments_data(const Fragments& fragments);

/// "A message without a full stop" begins with a capital letter.
std::string as_sentence(std::string text);

/// A text for {{#name}}..{{/name}}; false when empty, since an empty text counts as something
/// there.
data text_or_nothing(std::string text);

/// A list for {{#name}}..{{/name}}; false when empty, so that {{^name}} works.
data list_or_nothing(data list);

}  // namespace porthole::search
