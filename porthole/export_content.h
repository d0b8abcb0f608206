#pragma once

/// The content of pages in forms for other programs (porthole export DIR pages).
///
/// In:  a page with its summary and the structure of its text (summarizer/summarizer.h).
/// Out: members of a JSON object, or Markdown.

#include <nlohmann/json.hpp>
#include <string>

#include "summarizer/summarizer.h"

namespace porthole::cli {

/// title, authors, published, modified, page_type, media_type and markdown. A date that the page
/// does not state is null.
nlohmann::ordered_json content_as_json(const summarizer::PageContent& page);

/// The title as a heading, a list of the same and the URL, topic, relevance and language, and the
/// content, ended by a rule: the pages of a collection are one file of Markdown.
std::string content_as_markdown(const summarizer::PageContent& page);

}  // namespace porthole::cli
