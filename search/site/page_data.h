#pragma once

/// Converts crawled data to the values of the HTML templates.

#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/results.h"
#include "search/site/frame.h"

namespace porthole::search {

using kainjow::mustache::data;

/// Renders the frame with the template `content` in it.
std::string render(std::string_view content, const Frame& frame, data values);

/// `href` (absent unless http or https, or given out by /file), `host`, `path`: the display form of
/// a URL. `frame`: null where a local document is only named.
void set_url(data& values, const std::string& url, const Frame* frame = nullptr);

/// `letter`, `colour`, `crumbs`: how a page names its site (search/presentation/site_mark.h).
void set_site_mark(data& values, const std::string& url, const Frame* frame = nullptr);

/// Breadcrumbs for {{#crumbs}}; false without any.
data crumbs_data(const std::vector<std::string>& crumbs);

/// Pieces of text with hits marked.
data fragments_data(const Fragments& fragments);

/// `queries`, `has_queries`: the typical queries of the overview, as links that keep the chosen
/// collection.
void set_queries(data& values, const Frame& frame);

/// A text for {{#name}}..{{/name}}; false when empty, since mustache treats an empty text as true.
data text_or_nothing(const std::string& text);

/// A list for {{#name}}..{{/name}}; false when empty, so that {{^name}} works.
data list_or_nothing(data list);

}  // namespace porthole::search
