#pragma once

/// Extracts the terms of a text: single words and two-word phrases (bigrams), without stop words;
/// and cuts words to their stems.
///
/// Relevance weighting learns about terms, and topics are defined by them. Words are folded and
/// singular (base/text/words.h); a phrase is two words that follow each other with no stop word
/// between, written "light curve". Stop words, and words of digits only, are not terms.
///
/// Source: Sundaresan, Yi, Huang 2000, section 4.1.3 (terms t of the hyperlink metadata M(w)).

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/link.h"
#include "base/text/words.h"

namespace porthole::topics {

/// True for an English word without information about a topic, or part of the web's boilerplate
/// ("click", "www", "html").
bool is_stop_word(std::string_view word);
/// Calls `visit` for each stop word, in no particular order.
void for_each_stop_word(const std::function<void(std::string_view)>& visit);

/// True if a folded word with this singular can be part of a term: not a stop word and not of
/// digits only.
bool is_term_word(std::string_view word, std::string_view singular);

/// Calls `visit(term)` for each term of `text` in order, repetitions included. `term` is valid
/// during the call only.
template <class Visit>
void for_each_term(std::string_view text, Visit visit) {
  std::string buffer;
  std::string last;
  for_each_word(text, [&](std::string_view word) {
    const std::string_view term = singular(word, buffer);
    if (!is_term_word(word, term)) {
      last.clear();
      return;
    }
    if (!last.empty()) visit(std::string_view(last.append(1, ' ').append(term)));
    last.assign(term);
    visit(std::string_view(last));
  });
}

/// Appends the terms of `text` to `terms`, repetitions included.
void append_terms(std::string_view text, std::vector<std::string>& terms);

/// Link metadata that is used: all that the link says about its target and the words of its URL, or
/// the anchor text alone, with which the figures of Sundaresan, Yi, Huang 2000 were made (end of
/// section 3.2).
enum class LinkMetadata { kAll, kAnchor };

/// Returns the URL of `link` without its scheme, as text to tokenize.
std::string_view words_of_url(const Link& link);

/// Calls `visit(term)` for each term of the metadata of `link`, repetitions included.
template <class Visit>
void for_each_link_term(const Link& link, LinkMetadata metadata, Visit visit) {
  if (metadata == LinkMetadata::kAnchor) return for_each_term(link.anchor, visit);
  for (const AnnotationKind kind : kAnnotationKinds) for_each_term(link.annotation(kind), visit);
  for_each_term(words_of_url(link), visit);
}

/// Returns M(l): the terms as a list, sorted, each once.
std::vector<std::string> link_terms(const Link& link, LinkMetadata metadata = LinkMetadata::kAll);

/// Normalises a topic's word or phrase ("Light Curves") to the form in which terms are compared
/// ("light curve"): its words, folded and singular, joined by a space. Letters count
/// as words where it has no others ("R"). "" when it has no word.
std::string normal_term(std::string_view phrase);

// Derivational stems: "astronomy", "astronomical" and "astronomer" are one word of a topic.
//
// The stem of a word (folded, singular) is the word without its longest ending out of a short
// list (-ical, -ic, -ing, -y, -er, -ist, ...), if kLeastStem letters are left; else the word. It
// is for comparing words, not for display.
//
// Source: longest-match removal of endings with a least length of the stem: J. B. Lovins,
// "Development of a Stemming Algorithm", Mechanical Translation and Computational Linguistics 11,
// 1968. The list is ours: endings that keep the subject of a word, not all endings.

inline constexpr std::size_t kLeastStem = 5;

std::string_view derivational_stem(std::string_view word);

/// The stem of each word of a term ("solar astronomy"), joined by a space.
std::string stem_of_term(std::string_view term);

}  // namespace porthole::topics
