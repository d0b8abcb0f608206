#include "search/presentation/typical_queries.h"

#include <algorithm>
#include <map>
#include <set>
#include <string_view>

#include "base/text/ascii.h"
#include "base/text/utf8.h"
#include "base/text/words.h"
#include "indexer/annotations.h"
#include "search/index/stop_words.h"

namespace porthole::search {
namespace {

constexpr std::size_t kMinLetters = 3;
constexpr std::size_t kMostWords = 3;
constexpr std::size_t kFewestSites = 2;

struct Use {
  std::set<std::string> sites;  // that use the phrase
  std::set<std::string> pages;  // that it stands for
};

using Uses = std::map<std::string, Use>;

bool may_end_a_phrase(const std::string& word, const std::vector<std::string>& languages) {
  const bool has_digit =
      std::any_of(word.begin(), word.end(), [](char c) { return c >= '0' && c <= '9'; });
  return word.size() >= kMinLetters && !has_digit && !is_stop_term(word, languages);
}

/// The parts of `text` between punctuation other than hyphens and apostrophes: no phrase goes from
/// one to the next.
std::vector<std::string> parts_of(const std::string& text) {
  constexpr std::string_view kWithin = "-'_";
  std::vector<std::string> parts(1);
  for (std::size_t at = 0; at < text.size();) {
    const Character next = decode_utf8(text, at);
    const bool is_general_punctuation = next.code >= 0x2010 && next.code <= 0x205E;
    const bool is_ascii_punctuation = next.code > 0x20 && next.code < 0x7F &&
                                      !is_alphanumeric(static_cast<char>(next.code)) &&
                                      kWithin.find(text[at]) == std::string_view::npos;
    const bool is_mark = next.code >= 0xA1 && next.code <= 0xBF;  // guillemets, middle dot
    if (is_general_punctuation || is_ascii_punctuation || is_mark) {
      parts.emplace_back();
    } else {
      parts.back().append(text, at, next.length);
    }
    at += next.length;
  }
  return parts;
}

void add_phrases_of_part(const std::string& part, const std::string& site, const std::string& page,
                         const std::vector<std::string>& languages, Uses& uses) {
  const std::vector<std::string> words = words_of(part);
  for (std::size_t begin = 0; begin < words.size(); ++begin) {
    if (!may_end_a_phrase(words[begin], languages)) continue;
    std::string phrase = words[begin];
    const std::size_t end = std::min(words.size(), begin + kMostWords);
    for (std::size_t next = begin + 1; next < end; ++next) {
      phrase += " " + words[next];
      if (!may_end_a_phrase(words[next], languages)) continue;
      Use& use = uses[phrase];
      use.sites.insert(site);
      use.pages.insert(page);
    }
  }
}

void add_phrases(const std::string& text, const std::string& site, const std::string& page,
                 const std::vector<std::string>& languages, Uses& uses) {
  for (const std::string& part : parts_of(text))
    add_phrases_of_part(part, site, page, languages, uses);
}

bool shares_a_word(const std::string& phrase, const std::set<std::string>& taken) {
  const std::vector<std::string> words = words_of(phrase);
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return taken.contains(word); });
}

}  // namespace

std::vector<std::string> typical_phrases(const std::vector<Hit>& pages,
                                         const std::vector<std::string>& known,
                                         const std::vector<std::string>& languages,
                                         std::size_t wanted) {
  Uses uses;
  for (const Hit& page : pages) {
    add_phrases(page.title, page.site, page.url, languages, uses);
    for (const ResultAnnotation& said : page.annotations) {
      if (said.kind == AnnotationKind::kAnchor)
        add_phrases(plain_text(said.text), indexer::site_of(said.annotator), page.url, languages,
                    uses);
    }
  }
  std::vector<const Uses::value_type*> ranked;
  for (const auto& use : uses) {
    if (use.second.sites.size() >= kFewestSites) ranked.push_back(&use);
  }
  std::stable_sort(ranked.begin(), ranked.end(), [](const auto* a, const auto* b) {
    const auto rank = [](const auto* use) {
      return std::pair(use->second.sites.size(), use->second.pages.size());
    };
    return rank(a) > rank(b);
  });
  std::set<std::string> taken;
  for (const std::string& one : known) {
    for (const std::string& word : words_of(one)) taken.insert(word);
  }
  std::vector<std::string> phrases;
  for (const Uses::value_type* use : ranked) {
    if (phrases.size() == wanted) break;
    if (shares_a_word(use->first, taken)) continue;
    phrases.push_back(use->first);
    for (const std::string& word : words_of(use->first)) taken.insert(word);
  }
  return phrases;
}

}  // namespace porthole::search
