#include "topics/text/term_extractor.h"

#include <algorithm>
#include <unordered_set>

#include "base/text/text.h"

namespace porthole::topics {
namespace {

const std::unordered_set<std::string_view>& stop_words() {
  static const std::unordered_set<std::string_view> words = {
      "about", "above", "after", "again", "all", "also", "am", "an", "and", "any", "are", "as",
      "at", "be", "because", "been", "before", "being", "between", "both", "but", "by", "can",
      "could", "did", "do", "does", "down", "during", "each", "etc", "few", "for", "from",
      "further", "had", "has", "have", "having", "he", "her", "here", "him", "his", "how", "if",
      "in", "into", "is", "it", "its", "just", "may", "me", "more", "most", "must", "my", "no",
      "nor", "not", "now", "of", "off", "on", "once", "one", "only", "or", "other", "our", "out",
      "over", "own", "same", "she", "should", "so", "some", "such", "than", "that", "the", "their",
      "them", "then", "there", "these", "they", "this", "those", "through", "to", "too", "two",
      "under", "until", "up", "us", "use", "used", "using", "very", "was", "we", "were", "what",
      "when", "where", "which", "while", "who", "whom", "why", "will", "with", "would", "you",
      "your",
      // Boilerplate of the web.
      "www", "http", "https", "html", "htm", "php", "com", "org", "net", "index", "click", "link",
      "page", "home", "next", "previous", "prev", "top", "back", "content", "site", "web",
      "website"};
  return words;
}

bool only_digits(std::string_view word) {
  return std::all_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
}

// The longest first.
constexpr std::string_view kEndings[] = {"ically", "ician", "ical", "ally", "ist", "ics", "ian",
                                         "ine",    "ing",   "ic",   "al",   "er",  "y"};

}  // namespace

bool is_stop_word(std::string_view word) { return stop_words().contains(word); }

void for_each_stop_word(const std::function<void(std::string_view)>& visit) {
  for (const std::string_view word : stop_words()) visit(word);
}

bool is_term_word(std::string_view word, std::string_view singular) {
  const bool stops = is_stop_word(word) || (singular != word && is_stop_word(singular));
  return !stops && !only_digits(singular);
}

void append_terms(std::string_view text, std::vector<std::string>& terms) {
  for_each_term(text, [&](std::string_view term) { terms.emplace_back(term); });
}

std::string_view words_of_url(const Link& link) {
  const std::string_view url = link.url;
  const auto scheme = url.find("://");
  return scheme == std::string_view::npos ? url : url.substr(scheme + 3);
}

std::vector<std::string> link_terms(const Link& link, LinkMetadata metadata) {
  std::vector<std::string> terms;
  for_each_link_term(link, metadata, [&](std::string_view term) { terms.emplace_back(term); });
  std::sort(terms.begin(), terms.end());
  terms.erase(std::unique(terms.begin(), terms.end()), terms.end());
  return terms;
}

std::string normal_term(std::string_view phrase) {
  std::string out;
  std::string buffer;
  const auto add = [&](std::string_view word) {
    if (!out.empty()) out += ' ';
    out += singular(word, buffer);
  };
  for_each_word(phrase, add);
  if (out.empty()) for_each_word(phrase, add, 1);
  return out;
}

std::string_view derivational_stem(std::string_view word) {
  for (const std::string_view ending : kEndings) {
    if (word.size() < kLeastStem + ending.size() || !word.ends_with(ending)) continue;
    word.remove_suffix(ending.size());
    return word;
  }
  return word;
}

std::string stem_of_term(std::string_view term) {
  std::string stems;
  for (const std::string_view word : split(term, ' ')) {
    if (!stems.empty()) stems += ' ';
    stems += derivational_stem(word);
  }
  return stems;
}

}  // namespace porthole::topics
