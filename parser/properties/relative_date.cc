#include "parser/properties/relative_date.h"

#include <unicode/normalizer2.h>
#include <unicode/reldatefmt.h>
#include <unicode/uchar.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <map>
#include <utility>
#include <vector>

#include "base/text/format.h"
#include "base/text/text.h"

namespace porthole::parser {
namespace {

constexpr std::size_t kLongestText = 100;
constexpr std::size_t kMostLanguages = 32;  // whose phrases are kept
constexpr char kNumber = '#';

/// How long a unit is; months are of the calendar.
struct Unit {
  URelativeDateTimeUnit name;
  std::chrono::seconds length;
  int months;
};

constexpr std::array kUnits = {Unit{UDAT_REL_UNIT_SECOND, std::chrono::seconds(1), 0},
                               Unit{UDAT_REL_UNIT_MINUTE, std::chrono::minutes(1), 0},
                               Unit{UDAT_REL_UNIT_HOUR, std::chrono::hours(1), 0},
                               Unit{UDAT_REL_UNIT_DAY, std::chrono::days(1), 0},
                               Unit{UDAT_REL_UNIT_WEEK, std::chrono::days(7), 0},
                               Unit{UDAT_REL_UNIT_MONTH, std::chrono::seconds(0), 1}};

/// The meaning of a phrase: so many of a unit before, 0 where a number stands in the phrase.
struct Span {
  std::size_t unit = 0;
  int count = 0;
};
using Phrases = std::map<std::string, Span>;

/// A text with a mark for each number, in lower case, without accents, full stops and the spaces
/// beside numbers.
struct Folded {
  std::string text;
  std::vector<int> numbers;
};

bool is_number_word(std::string_view word) {
  constexpr std::array<std::string_view, 23> kOne = {
      "a",  "an",  "one", "ein", "eine", "einer", "einem", "einen", "un",  "une", "una", "uno",
      "um", "uma", "een", "en",  "et",   "ett",   "bir",   "egy",   "unu", "o",   "μια"};
  return std::find(kOne.begin(), kOne.end(), word) != kOne.end();
}

icu::UnicodeString without_accents(const icu::UnicodeString& text) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* const apart = icu::Normalizer2::getNFDInstance(error);
  if (U_FAILURE(error)) return text;
  const icu::UnicodeString folded = apart->normalize(text, error).foldCase();
  icu::UnicodeString out;
  for (std::int32_t i = 0; i < folded.length(); ++i) {
    const bool is_dropped = u_charType(folded[i]) == U_NON_SPACING_MARK || folded[i] == u'.';
    if (!is_dropped) out += u_isUWhiteSpace(folded[i]) || folded[i] == u'\'' ? u' ' : folded[i];
  }
  return out;
}

Folded fold(const icu::UnicodeString& text) {
  const icu::UnicodeString plain = without_accents(text);
  Folded out;
  icu::UnicodeString marked;
  for (std::int32_t i = 0; i < plain.length(); ++i) {
    if (!u_isdigit(plain[i])) {
      marked += plain[i];
      continue;
    }
    int number = 0;
    for (; i < plain.length() && u_isdigit(plain[i]); ++i)
      number = std::min(number * 10 + u_charDigitValue(plain[i]), 9999);
    --i;
    marked.append(u' ').append(static_cast<char16_t>(kNumber)).append(u' ');
    out.numbers.push_back(number);
  }
  std::string utf8;
  marked.toUTF8String(utf8);
  for (const std::string_view word : split(utf8, ' ')) {
    if (word.empty()) continue;
    const bool is_mark = word.front() == kNumber;
    if (!out.text.empty() && !is_mark && out.text.back() != kNumber) out.text += ' ';
    out.text += word;
  }
  return out;
}

/// Words of ICU's phrases, folded, and those that sites have in their place.
constexpr std::array<std::pair<std::string_view, std::string_view>, 5> kOtherWords = {
    {{"døgn", "dager"},
     {"قبل", "منذ"},
     {"πριν απο", "πριν"},
     {"πριν απο#ημερεσ", "πριν#μερεσ"},
     {"πριν απο#ημερα", "πριν#μερα"}}};

void add(const icu::UnicodeString& phrase, std::size_t unit, int count, Phrases& phrases) {
  const Folded folded = fold(phrase);
  const bool has_number = folded.numbers.size() == 1;
  if (folded.text.empty() || folded.numbers.size() > 1) return;
  phrases.emplace(folded.text, Span{unit, has_number ? 0 : count});
  for (const auto& [words, others] : kOtherWords) {
    const auto at = folded.text.find(words);
    if (at == std::string::npos) continue;
    std::string other = folded.text;
    phrases.emplace(other.replace(at, words.size(), others), Span{unit, has_number ? 0 : count});
  }
  constexpr std::string_view kAgo = "ha";  // Brazil says "3 horas atrás" as well.
  if (has_number && folded.text.starts_with(kAgo) && folded.text[kAgo.size()] == kNumber)
    phrases.emplace(folded.text.substr(kAgo.size()) + " atras", Span{unit, 0});
}

Phrases phrases_of(const icu::Locale& locale) {
  constexpr int kMostForms = 31;  // Forms of nouns depend on the number.
  constexpr std::size_t kDays = 3;
  const bool is_slavic =
      std::string_view("be bg cs mk pl ru sk uk").find(locale.getLanguage()) != std::string::npos;
  Phrases phrases;
  for (const auto style : {UDAT_STYLE_LONG, UDAT_STYLE_SHORT, UDAT_STYLE_NARROW}) {
    UErrorCode error = U_ZERO_ERROR;
    const icu::RelativeDateTimeFormatter formatter(locale, nullptr, style,
                                                   UDISPCTX_CAPITALIZATION_NONE, error);
    for (std::size_t unit = 0; unit < kUnits.size() && U_SUCCESS(error); ++unit) {
      for (int count = 1; count <= kMostForms; ++count) {
        icu::UnicodeString phrase;
        formatter.formatNumeric(-count, kUnits[unit].name, phrase, error);
        add(phrase, unit, count, phrases);
        // "An hour ago" is "hour ago" in Slavic languages.
        const bool is_bare = is_slavic && count == 1 && phrase.startsWith(u"1 ");
        if (is_bare) add(phrase.tempSubString(2), unit, count, phrases);
      }
    }
    for (int days = 0; days <= 2 && U_SUCCESS(error); ++days) {
      icu::UnicodeString phrase;
      add(formatter.format(-days, UDAT_REL_UNIT_DAY, phrase, error), kDays, days, phrases);
    }
  }
  return phrases;
}

const Phrases& known_phrases(std::string_view language) {
  thread_local std::map<std::string, Phrases, std::less<>> known;
  if (const auto found = known.find(language); found != known.end()) return found->second;
  if (known.size() >= kMostLanguages) known.clear();
  UErrorCode error = U_ZERO_ERROR;
  const auto locale = icu::Locale::forLanguageTag(
      icu::StringPiece(language.data(), static_cast<std::int32_t>(language.size())), error);
  Phrases phrases = U_FAILURE(error) ? Phrases() : phrases_of(locale);
  return known.emplace(language, std::move(phrases)).first->second;
}

/// True if no letter goes on before or behind a part of the text. Scripts without spaces have no
/// such bounds.
bool is_apart(std::string_view text, std::size_t begin, std::size_t end) {
  const auto is_letter = [](char c) { return c >= 'a' && c <= 'z'; };
  const bool goes_on_before = begin > 0 && is_letter(text[begin - 1]) && is_letter(text[begin]);
  return !goes_on_before && (end == text.size() || !is_letter(text[end]));
}

std::string day_before(WallTime fetched, const Span& span, int count) {
  const Unit& unit = kUnits[span.unit];
  if (unit.months == 0) return format_time(fetched - unit.length * count).substr(0, 10);
  const std::chrono::year_month_day today(std::chrono::floor<std::chrono::days>(fetched));
  const auto month = today.year() / today.month() - std::chrono::months(count);
  return format_time(std::chrono::sys_days(month / 1)).substr(0, 7);
}

/// The day by the longest phrase that stands in the text.
std::string day_in(const Folded& text, const Phrases& phrases, WallTime fetched) {
  std::string day;
  std::size_t longest = 0;
  for (const auto& [phrase, span] : phrases) {
    const auto at = text.text.find(phrase);
    if (at == std::string::npos || phrase.size() <= longest) continue;
    if (!is_apart(text.text, at, at + phrase.size())) continue;
    const auto before = static_cast<std::size_t>(std::count(
        text.text.begin(), text.text.begin() + static_cast<std::ptrdiff_t>(at), kNumber));
    const bool has_number = phrase.find(kNumber) != std::string::npos;
    if (has_number && before >= text.numbers.size()) continue;
    day = day_before(fetched, span, has_number ? text.numbers[before] : span.count);
    longest = phrase.size();
  }
  return day;
}

/// The text with 1 for the words that count one.
std::string with_ones(const std::string& text, bool is_english) {
  std::vector<std::string> words;
  for (const std::string_view word : split(text, ' '))
    words.emplace_back(is_number_word(word) && (is_english || word != "a") ? "1" : word);
  return join(words, " ");
}

}  // namespace

std::string relative_date(std::string_view text, std::string_view language, WallTime fetched) {
  if (text.size() > kLongestText) return "";
  const auto unicode = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<std::int32_t>(text.size())));
  const Folded folded = fold(unicode);
  for (const std::string_view one : {language, std::string_view("en")}) {
    const Phrases& phrases = known_phrases(one);
    std::string day = day_in(folded, phrases, fetched);
    if (day.empty() && folded.numbers.empty()) {
      const std::string counted = with_ones(folded.text, one.empty() || one.starts_with("en"));
      day = day_in(fold(icu::UnicodeString::fromUTF8(counted)), phrases, fetched);
    }
    if (!day.empty()) return day;
  }
  return "";
}

}  // namespace porthole::parser
