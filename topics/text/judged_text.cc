#include "topics/text/judged_text.h"

namespace porthole::topics {

std::string_view judged_text_name(JudgedText text) {
  return text == JudgedText::kWhole ? "whole" : "content";
}

std::optional<JudgedText> judged_text(std::string_view name) {
  for (const JudgedText text : {JudgedText::kWhole, JudgedText::kContent}) {
    if (name == judged_text_name(text)) return text;
  }
  return std::nullopt;
}

TermCounts count_terms(const Document& page, JudgedText text) {
  if (text == JudgedText::kWhole) return count_terms(page.title, page.description, page.text);
  return count_terms(page.title, page.description, content_of(page));
}

std::unordered_map<TermHash, std::string> words_of_terms(const Document& page, JudgedText text) {
  if (text == JudgedText::kWhole) return words_of_terms(page.title, page.description, page.text);
  return words_of_terms(page.title, page.description, content_of(page));
}

}  // namespace porthole::topics
