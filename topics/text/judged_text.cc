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

std::string text_to_judge(const Document& page, JudgedText text) {
  std::string content = text == JudgedText::kContent ? content_of(page) : std::string();
  return content.empty() ? page.text : content;
}

TermCounts count_terms(const Document& page, JudgedText text) {
  return count_terms(page.title, page.description, text_to_judge(page, text));
}

std::unordered_map<TermHash, std::string> words_of_terms(const Document& page, JudgedText text) {
  return words_of_terms(page.title, page.description, text_to_judge(page, text));
}

}  // namespace porthole::topics
