#include "topics/term_extractor.h"

#include <algorithm>
#include <unordered_set>

#include "base/words.h"

namespace porthole::topics {
namespace {

const std::unordered_set<std::string_view>& stop_words() {
  static const std::unordered_set<std::string_view> words = {
      "about", "above", "after", "again", "all", "also", "am", "an", "and", "any", "are", "as", "at",
      "be", "because", "been", "before", "being", "between", "both", "but", "by", "can", "could", "did",
      "do", "does", "down", "during", "each", "etc", "few", "for", "from", "further", "had", "has", "have",
      "having", "he", "her", "here", "him", "his", "how", "if", "in", "into", "is", "it", "its", "just",
      "may", "me", "more", "most", "must", "my", "no", "nor", "not", "now", "of", "off", "on", "once",
      "one", "only", "or", "other", "our", "out", "over", "own", "same", "she", "should", "so", "some",
      "such", "than", "that", "the", "their", "them", "then", "there", "these", "they", "this", "those",
      "through", "to", "too", "two", "under", "until", "up", "us", "use", "used", "using", "very", "was",
      "we", "were", "what", "when", "where", "which", "while", "who", "whom", "why", "will", "with",
      "would", "you", "your",
      // Furniture of the web.
      "www", "http", "https", "html", "htm", "php", "com", "org", "net", "index", "click", "link", "page",
      "home", "next", "previous", "prev", "top", "back", "content", "site", "web", "website"};
  return words;
}

bool only_digits(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

}  // namespace

bool is_stop_word(std::string_view word) { return stop_words().contains(word); }

void for_each_stop_word(const std::function<void(std::string_view)>& visit) {
  for (const std::string_view word : stop_words()) visit(word);
}

void append_terms(std::string_view text, std::vector<std::string>& terms) {
  std::string buffer;
  std::string last;
  for_each_word(text, [&](std::string_view word) {
    const std::string_view term = singular(word, buffer);
    if (is_stop_word(word) || is_stop_word(term) || only_digits(term)) {
      last.clear();
      return;
    }
    if (!last.empty()) terms.push_back(last + ' ' + std::string(term));
    last.assign(term);
    terms.push_back(last);
  });
}

std::vector<std::string> link_terms(const Link& link, LinkMetadata metadata) {
  std::vector<std::string> terms;
  if (metadata == LinkMetadata::kAnchor) {
    append_terms(link.anchor, terms);
  } else {
    for (const AnnotationKind kind : kAnnotationKinds) append_terms(link.annotation(kind), terms);
    std::string_view url = link.url;
    if (const auto scheme = url.find("://"); scheme != std::string_view::npos) url.remove_prefix(scheme + 3);
    append_terms(url, terms);
  }
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

std::string normal_term(std::string_view phrase) {
  std::string out;
  std::string buffer;
  for_each_word(phrase, [&](std::string_view word) {
    if (!out.empty()) out += ' ';
    out += singular(word, buffer);
  });
  return out;
}

}  // namespace porthole::topics
