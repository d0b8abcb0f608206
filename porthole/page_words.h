#pragma once

/// A parsed page as `check parse` and `check classify` tell of it: as JSON in full, in words the gist.

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "base/document.h"
#include "base/result.h"

namespace porthole::cli {

/// Everything that was read: {"title","text","language","charset","links":[...],"status",...}.
nlohmann::ordered_json page_as_json(const Document& page);

/// Title, type, the beginning of the text, the first links and properties; lines that end in a newline.
std::string page_in_words(const Document& page);

/// The answer of classify_page() (porthole/topic_checks.h): the relevance, and the most probable topics.
std::string classes_in_words(const nlohmann::ordered_json& found);

/// That nothing of the page at `place` could be read, and what helps.
Error unreadable_page(const Document& page, const std::string& place);

}  // namespace porthole::cli
