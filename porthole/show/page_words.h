#pragma once

/// Output of `check parse`, `check content` and `check classify`: a parsed page as complete JSON,
/// or as a text summary.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/document.h"
#include "base/result.h"

namespace porthole::cli {

/// The whole page: {"title","text","language","charset","links":[...],"status",...}.
nlohmann::ordered_json page_as_json(const Document& page);

/// Title, type, the beginning of the text, the first links and properties; lines that end in a
/// newline.
std::string page_in_words(const Document& page);

/// The blocks of a page with the reasons for each (Document::block_reasons):
/// {"page_type","content","blocks":[{"begin","length","kind","text","content","probability",
/// "hash","why"},...]}.
nlohmann::ordered_json blocks_as_json(const Document& page);

/// The same as lines: "+" for content and "-" for the rest, the probability, the kind and the
/// beginning of the text, and the reasons below.
std::string blocks_in_words(const Document& page);

/// The result of classify_page() (operations/checks/checks.h) as text: relevance and the most
/// probable topics.
std::string classes_in_words(const nlohmann::ordered_json& found);

/// The error for an unreadable page at `place`, with a hint.
Error unreadable_page(const Document& page, const std::string& place);

}  // namespace porthole::cli
