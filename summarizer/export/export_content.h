#pragma once

/// The content of pages in forms for other programs (porthole export DIR pages).
///
/// In:  a page with its summary and the structure of its text (summarizer/summarizer.h).
/// Out: members of a JSON object, Markdown, or a document for another search engine.

#include <string>

#include "base/json/json.h"
#include "summarizer/summarizer.h"

namespace porthole::summarizer {

/// title, authors, published, modified, page_type, media_type and markdown. A date that the page
/// does not state is null.
nlohmann::ordered_json content_as_json(const PageContent& page);

/// The title as a heading, a list of the same and the URL, topic, relevance and language, and the
/// content, ended by a rule: the pages of a collection are one file of Markdown.
std::string content_as_markdown(const PageContent& page);

/// The page as a document of Elasticsearch or OpenSearch in the newline-delimited JSON of their
/// bulk API: a line with the action `index` and the ID, a line with the fields. The index is named
/// by the request (POST /INDEX/_bulk). An ID is the URL, or its SHA-1 if the URL is longer than the
/// 512 bytes that an ID may have.
std::string content_for_elasticsearch(const PageContent& page,
                                      const nlohmann::ordered_json& figures);

/// The page as a document for Solr's JSON update handler (an array of objects), with the suffixes
/// of the dynamic fields of its configuration `_default`: `_t` text, `_txt` several texts, `_s` and
/// `_ss` strings, `_dt` a date with time, `_d` and `_l` numbers.
std::string content_for_solr(const PageContent& page, const nlohmann::ordered_json& figures);

}  // namespace porthole::summarizer
