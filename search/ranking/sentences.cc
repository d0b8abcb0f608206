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
  for (bool more = true; more;) {
    more = false;
    text = trim(text);
    for (const std::string_view mark : kClosing) {
      if (!text.ends_with(mark)) continue;
      text.remove_suffix(mark.size());
      more = true;
    }
  }
  return (!text.empty() && (is_end(text.back()) || text.back() == ':')) ||
         std::any_of(kIdeographicEnds.begin(), kIdeographicEnds.end(),
                     [text](std::string_view mark) { return text.ends_with(mark); });
}

}  // namespace porthole::search
