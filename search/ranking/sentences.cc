#include "search/ranking/sentences.h"

#include <algorithm>
#include <array>

#include "base/text/text.h"

namespace porthole::search {
namespace {

constexpr std::array<std::string_view, 3> kIdeographicEnds = {"\xE3\x80\x82", "\xEF\xBC\x81",
                                                              "\xEF\xBC\x9F"};
constexpr std::array<std::string_view, 5> kClosing = {"\"", "'", ")", "\xE2\x80\x9D",
                                                      "\xE2\x80\x99"};

bool is_end(char c) { return c == '.' || c == '!' || c == '?'; }

/// Its word before a stop may be followed by a capital within a sentence.
bool is_abbreviation(std::string_view word) {
  constexpr std::array<std::string_view, 18> kKnown = {"dr",     "mr",  "mrs", "ms",  "prof", "st",
                                                       "vs",     "cf",  "fig", "no",  "vol",  "pp",
                                                       "approx", "inc", "ca",  "sec", "eq",   "al"};
  while (!word.empty() && (word.front() == '(' || word.front() == '"')) word.remove_prefix(1);
  const bool is_initial = word.size() == 1 && word[0] >= 'A' && word[0] <= 'Z';
  if (is_initial || word.find('.') != std::string_view::npos) return true;
  return word.size() <= 6 &&
         std::find(kKnown.begin(), kKnown.end(), ascii_lower(std::string(word))) != kKnown.end();
}

/// The end of closing quotes and brackets from `at` on.
std::size_t behind_closing(std::string_view text, std::size_t at) {
  for (bool more = true; more;) {
    more = false;
    for (const std::string_view mark : kClosing) {
      if (!text.substr(at).starts_with(mark)) continue;
      at += mark.size();
      more = true;
    }
  }
  return at;
}

constexpr int kProseWords = 4;

bool ends_with_ideograph(std::string_view text) {
  return std::any_of(kIdeographicEnds.begin(), kIdeographicEnds.end(),
                     [text](std::string_view mark) { return text.ends_with(mark); });
}

/// Without closing quotes, brackets and white space at its end.
std::string_view without_closing(std::string_view text) {
  for (bool more = true; more;) {
    more = false;
    text = trim(text);
    for (const std::string_view mark : kClosing) {
      if (!text.ends_with(mark)) continue;
      text.remove_suffix(mark.size());
      more = true;
    }
  }
  return text;
}

bool has_words_of_prose(std::string_view sentence) {
  return std::count(sentence.begin(), sentence.end(), ' ') >= kProseWords - 1;
}

bool may_begin(char c) { return !(c >= 'a' && c <= 'z') && c != ',' && c != ';' && c != ')'; }

}  // namespace

std::vector<std::size_t> sentence_begins(std::string_view text) {
  std::vector<std::size_t> begins = {0};
  const auto add = [&begins, text](std::size_t at) {
    if (at < text.size() && at > begins.back()) begins.push_back(at);
  };
  std::size_t word = 0;  // where the current word began
  for (std::size_t at = 0; at < text.size(); ++at) {
    const char c = text[at];
    if (c == ' ') word = at + 1;
    if (c == '\n') {
      word = at + 1;
      add(at + 1);
    } else if (is_end(c)) {
      const std::size_t end = behind_closing(text, at + 1);
      if (end + 1 >= text.size() || text[end] != ' ' || !may_begin(text[end + 1])) continue;
      if (c == '.' && is_abbreviation(text.substr(word, at - word))) continue;
      add(end + 1);
    } else if (static_cast<unsigned char>(c) >= 0xE3) {
      for (const std::string_view mark : kIdeographicEnds) {
        if (text.substr(at).starts_with(mark)) add(at + mark.size());
      }
    }
  }
  return begins;
}

bool ends_sentence(std::string_view text) {
  text = without_closing(text);
  return (!text.empty() && (is_end(text.back()) || text.back() == ':')) ||
         ends_with_ideograph(text);
}

bool is_prose(std::string_view sentence) {
  sentence = without_closing(sentence);
  return ends_with_ideograph(sentence) ||
         (!sentence.empty() && is_end(sentence.back()) && has_words_of_prose(sentence));
}

namespace {

/// The first sentence of prose of at most `bytes`, or the last.
std::string_view prose_in(std::string_view text, std::size_t bytes, bool is_last) {
  const std::vector<std::size_t> begins = sentence_begins(text);
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t at = is_last ? begins.size() - 1 - i : i;
    const std::size_t end = at + 1 < begins.size() ? begins[at + 1] : text.size();
    const std::string_view sentence = trim(text.substr(begins[at], end - begins[at]));
    const bool leads = sentence.ends_with(':') && has_words_of_prose(sentence);
    if (sentence.size() <= bytes && (leads || is_prose(sentence))) return sentence;
  }
  return {};
}

}  // namespace

std::string_view last_prose(std::string_view text, std::size_t bytes) {
  return prose_in(text, bytes, true);
}

std::string_view first_prose(std::string_view text, std::size_t bytes) {
  return prose_in(text, bytes, false);
}

double prose_share(std::string_view text) {
  if (text.empty()) return 0;
  const std::vector<std::size_t> begins = sentence_begins(text);
  std::size_t prose = 0;
  for (std::size_t i = 0; i < begins.size(); ++i) {
    const std::size_t end = i + 1 < begins.size() ? begins[i + 1] : text.size();
    if (is_prose(text.substr(begins[i], end - begins[i]))) prose += end - begins[i];
  }
  return static_cast<double>(prose) / static_cast<double>(text.size());
}

}  // namespace porthole::search
