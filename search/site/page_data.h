#pragma once

/// Converts crawled data to the values of the HTML templates, the class and the properties of a
/// page among them.

#include <kainjow/mustache.hpp>
#include <string>
#include <string_view>
#include <vector>

#include "search/index/results.h"
#include "search/query/query_fields.h"
#include "search/site/frame.h"
#include "summarizer/summary.h"

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

/// The class with its superclasses, each with the query that finds it; false for the general class
/// of pages.
data class_data(const summarizer::Summary& summary, const QueryFields& fields);

/// A row for each property, in the order of the page; searchable values with the query that finds
/// them. False when there are none.
data properties_data(const summarizer::Summary& summary, const QueryFields& fields);

/// "/search?q=" and the encoded query.
std::string link_to_query(const std::string& query);

}  // namespace porthole::search
