#include "topics/text/derivation.h"

#include "base/text/text.h"

namespace porthole::topics {
namespace {

// The longest first.
constexpr std::string_view kEndings[] = {"ically", "ician", "ical", "ally", "ist", "ics", "ian",
                                         "ine",    "ing",   "ic",   "al",   "er",  "y"};

}  // namespace

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
