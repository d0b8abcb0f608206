#pragma once

/// Decides which text of a page is judged: by classifiers when they are trained and when they are
/// used, by a topic's own words, by predicates of samples, by held-out tests.
///
/// Menus and footers are a site's and not a page's, but they name the site's subject: which text is
/// the better one depends on the topics (docs/classifier.md, "Whole text or main content"). A
/// trained model states its text (trained_model.h).
///
/// Thread safety: pure functions.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>

#include "base/document.h"
#include "topics/text/term_counts.h"

namespace porthole::topics {

/// Stored in model files: numbers do not change.
enum class JudgedText : std::uint8_t {
  kWhole = 0,    ///< All visible text.
  kContent = 1,  ///< content_of(): the main content.
};
/// "whole", "content".
std::string_view judged_text_name(JudgedText text);
std::optional<JudgedText> judged_text(std::string_view name);

/// That text of a page; all of it where nothing was told to be main content.
std::string text_to_judge(const Document& page, JudgedText text);
/// Counts the terms of a page's title, its description, and that text.
TermCounts count_terms(const Document& page, JudgedText text);
/// words_of_terms() of the same text.
std::unordered_map<TermHash, std::string> words_of_terms(const Document& page, JudgedText text);

}  // namespace porthole::topics
