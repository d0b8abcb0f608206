#include "parser/properties/written_date.h"

#include <unicode/dtfmtsym.h>
#include <unicode/normalizer2.h>
#include <unicode/uchar.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdio>
#include <unordered_map>

#include "base/text/text.h"
#include "base/text/utf8.h"

namespace porthole::parser {
namespace {

constexpr int kFirstYear = 1990;
constexpr int kLastYear = 2099;
constexpr int kBuddhistYear = 543;  // of the first year

/// The languages whose names of months are read, as ICU names them. Where two have a name for other
/// months, the one before counts.
constexpr std::string_view kLanguages =
    "en de fr es it pt nl pl cs sv da nb fi hu ro el ru uk tr ca hr sr sr_Latn sl bg sk lt lv et "
    "eu "
    "is id ms fa ar he hi th vi gl cy ga mt sq mk be bs kk az uz hy ka bn ta te ml kn mr gu pa ne "
    "ur "
    "si sw af fil eo lb fo fy gd br my km lo ky tk ps am zu xh nn gsw rm ast oc dsb hsb";

/// Names that ICU does not have, for each month: declined, regional, or without marks.
constexpr std::array<std::string_view, 12> kMoreNames = {"jänner јануара januarja janvārī",
                                                         "feber фебруара februarja",
                                                         "mrz",
                                                         "априла",
                                                         "маја maijā",
                                                         "јуна",
                                                         "јула",
                                                         "avgusta",
                                                         "септембра septembrī",
                                                         "октобра oktobrī अक्टूबर",
                                                         "новембра novembrī noi",
                                                         "децембра decembrī"};

/// Months in figures of the Romans: only behind a day, "5 III 2025".
constexpr std::string_view kRomanMonths = "i ii iii iv v vi vii viii ix x xi xii";
constexpr int kFirstRoman = 25;  // of the values of names; behind those of the solar calendar

/// The months of the solar calendar of Iran and Afghanistan, which begin at the equinox.
constexpr std::string_view kSolarMonths =
    "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند";

constexpr std::uint8_t kVirama = 9;  // the last class of marks that are no accents

/// Case and accents folded, in every script: "ΜΑΡΤΊΟΥ" and "μαρτίου" are one, as are "KASIM" and
/// "kasım".
std::string name_key(std::string_view word) {
  const bool is_ascii = std::all_of(word.begin(), word.end(),
                                    [](char c) { return static_cast<unsigned char>(c) < 0x80; });
  if (is_ascii) return ascii_lower(word);
  UErrorCode error = U_ZERO_ERROR;
  const icu::Normalizer2* const apart = icu::Normalizer2::getNFDInstance(error);
  const auto text = icu::UnicodeString::fromUTF8(
      icu::StringPiece(word.data(), static_cast<std::int32_t>(word.size())));
  if (U_FAILURE(error)) return ascii_lower(word);
  const icu::UnicodeString folded = apart->normalize(text, error).foldCase();
  icu::UnicodeString key;
  for (std::int32_t i = 0; i < folded.length(); ++i) {
    // Vowels of the scripts of India and Thailand are marks, too, but of class 0.
    const bool is_accent = u_getCombiningClass(folded[i]) > kVirama;
    if (!is_accent) key += folded[i] == u'ı' ? u'i' : folded[i];
  }
  std::string out;
  return key.toUTF8String(out);
}

using MonthNames = std::unordered_map<std::string, int>;

/// Adds the names of a language without what stands around them: "d’abril", "Okt.".
void add_months(std::string_view language, MonthNames& names) {
  UErrorCode error = U_ZERO_ERROR;
  const icu::DateFormatSymbols symbols(icu::Locale(std::string(language).c_str()), "gregorian",
                                       error);
  if (U_FAILURE(error)) return;
  for (const auto use : {icu::DateFormatSymbols::FORMAT, icu::DateFormatSymbols::STANDALONE}) {
    for (const auto width : {icu::DateFormatSymbols::WIDE, icu::DateFormatSymbols::ABBREVIATED}) {
      std::int32_t count = 0;
      const icu::UnicodeString* const months = symbols.getMonths(count, use, width);
      for (std::int32_t i = 0; i < std::min(count, 12); ++i) {
        icu::UnicodeString name(
            months[i], std::max(months[i].lastIndexOf(u' '), months[i].lastIndexOf(u'’')) + 1);
        while (name.endsWith(u".") || name.endsWith(u"׳")) name.truncate(name.length() - 1);
        std::string text;
        name.toUTF8String(text);
        if (name.length() < 2 || text.find_first_of("0123456789") != std::string::npos) continue;
        names.emplace(name_key(text), i + 1);
      }
    }
  }
}

/// Adds the names of a text under values from one on.
void add_names(std::string_view text, int value, MonthNames& names) {
  for (const std::string_view name : split(text, ' ')) names.emplace(name_key(name), value++);
}

/// 1 to 12; more for the solar calendar and for Roman figures.
int month_named(std::string_view word) {
  static const auto kNames = [] {
    MonthNames names;
    for (const std::string_view language : split(kLanguages, ' ')) add_months(language, names);
    for (int month = 1; month <= 12; ++month) {
      for (const std::string_view name :
           split(kMoreNames[static_cast<std::size_t>(month - 1)], ' '))
        names.emplace(name_key(name), month);
    }
    add_names(kSolarMonths, 13, names);
    add_names(kRomanMonths, kFirstRoman, names);
    return names;
  }();
  const auto value = [](std::string_view name) {
    const auto found = kNames.find(name_key(name));
    return found == kNames.end() ? 0 : found->second;
  };
  if (const int month = value(word); month > 0) return month;
  // "In March" is one word in Hebrew, "of March" in Basque.
  if (word.starts_with("ב")) return value(word.substr(std::string_view("ב").size()));
  return word.ends_with("ren") ? value(word.substr(0, word.size() - 3)) : 0;
}

struct Token {
  enum class Kind { kNumber, kWord, kMark } kind = Kind::kMark;
  std::size_t begin = 0, end = 0;
  int value = 0;   ///< A number's; the month of a word that names one.
  int digits = 0;  ///< A number's.
  char mark = 0;   ///< An ASCII mark.
  std::string_view text;
};

/// A decimal digit of any script; without bytes where none stands.
struct Digit {
  int value = 0;
  std::size_t bytes = 0;
};

Digit digit_at(std::string_view text, std::size_t at) {
  if (at >= text.size()) return {};
  const Character one = decode_utf8(text, at);
  const auto code = static_cast<UChar32>(one.code);
  return u_charType(code) == U_DECIMAL_DIGIT_NUMBER ? Digit{u_charDigitValue(code), one.length}
                                                    : Digit();
}

bool is_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || static_cast<unsigned char>(c) >= 0x80;
}

/// The units of dates in Chinese, Japanese and Korean, which need no space around them.
bool is_unit(std::string_view text) {
  constexpr std::array<std::string_view, 6> kUnits = {"年", "月", "日", "년", "월", "일"};
  return std::find(kUnits.begin(), kUnits.end(), text) != kUnits.end();
}

/// A space or a mark that is not ASCII, as the one that stands for it; without bytes for others.
struct WideMark {
  char mark = ' ';
  std::size_t bytes = 0;
};

WideMark wide_mark(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) < 0x80) return {};
  const Character one = decode_utf8(text, at);
  const auto code = static_cast<UChar32>(one.code);
  if (u_isUWhiteSpace(code)) return {' ', one.length};
  if (u_charType(code) == U_DASH_PUNCTUATION) return {'-', one.length};
  if (!u_ispunct(code)) return {};
  const bool is_comma = code == 0x060C || code == 0x3001 || code == 0xFF0C;
  const bool is_full_stop = code == 0x3002 || code == 0xFF0E || code == 0x06D4;
  return {is_comma ? ',' : is_full_stop ? '.' : code == 0xFF0F ? '/' : '\'', one.length};
}

std::size_t word_end(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) >= 0x80) {
    const std::size_t next = at + decode_utf8(text, at).length;
    if (is_unit(text.substr(at, next - at))) return next;
  }
  std::size_t end = at;
  while (end < text.size() && is_letter(text[end]) && wide_mark(text, end).bytes == 0 &&
         digit_at(text, end).bytes == 0)
    ++end;
  return end;
}

/// A word, and the month that it names. Thai names are shortened to two parts: "มี.ค.".
Token word_at(std::string_view text, std::size_t at) {
  constexpr std::size_t kLongestName = 40;
  Token token;
  token.kind = Token::Kind::kWord;
  token.begin = at;
  const auto take = [&](std::size_t end) {
    token.end = end;
    token.text = text.substr(at, end - at);
    token.value = token.text.size() <= kLongestName ? month_named(token.text) : 0;
    return token.value > 0;
  };
  const std::size_t end = word_end(text, at);
  const bool has_dot = end + 1 < text.size() && text[end] == '.' &&
                       static_cast<unsigned char>(text[end + 1]) >= 0x80 &&
                       static_cast<unsigned char>(text[at]) >= 0x80;
  if (!has_dot || !take(word_end(text, end + 1))) take(end);
  return token;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    Token token;
    token.begin = at;
    token.end = at + 1;
    if (Digit digit = digit_at(text, at); digit.bytes > 0) {
      token.kind = Token::Kind::kNumber;
      for (token.end = at; digit.bytes > 0; digit = digit_at(text, token.end)) {
        if (token.digits < 9) token.value = token.value * 10 + digit.value;
        token.digits = std::min(token.digits + 1, 9);
        token.end += digit.bytes;
      }
    } else if (const WideMark wide = wide_mark(text, at); wide.bytes > 0) {
      token.end = at + wide.bytes;
      token.mark = wide.mark;
    } else if (is_letter(text[at])) {
      token = word_at(text, at);
    } else {
      token.mark = text[at];
    }
    at = token.end;
    if (token.kind != Token::Kind::kMark || (token.mark != ' ' && token.mark != '\n')) {
      tokens.push_back(token);
    }
  }
  return tokens;
}

int days_in(int year, int month) {
  constexpr std::array kDays = {31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31};
  const bool leap = (year % 4 == 0 && year % 100 != 0) || year % 400 == 0;
  return month == 2 && leap ? 29 : kDays[static_cast<std::size_t>(month - 1)];
}

/// By cycles of 33 years, which the calendar has kept since 1925 and will until 2098.
bool is_solar_leap(int year) {
  constexpr std::array kLeap = {1, 5, 9, 13, 17, 22, 26, 30};
  return std::find(kLeap.begin(), kLeap.end(), year % 33) != kLeap.end();
}

class Reader {
 public:
  Reader(std::string_view text, std::string_view language)
      : tokens_(tokens_of(text)),
        month_first_((language.empty() || language.starts_with("en")) && language != "en-GB"),
        is_croatian_(language.starts_with("hr") || language.starts_with("bs")) {}

  std::vector<WrittenDate> read(std::size_t most) {
    std::vector<WrittenDate> out;
    for (at_ = 0; at_ < tokens_.size() && out.size() < most;) {
      WrittenDate date;
      const std::size_t used = year_first(date)    ? used_
                               : in_figures(date)  ? used_
                               : day_first(date)   ? used_
                               : named_first(date) ? used_
                               : solar(date)       ? used_
                                                   : 0;
      if (used == 0) {
        ++at_;
        continue;
      }
      date.begin = tokens_[at_].begin;
      date.end = tokens_[at_ + used - 1].end;
      out.push_back(date);
      at_ += used;
    }
    return out;
  }

 private:
  const Token* token(std::size_t after) const {
    return at_ + after < tokens_.size() ? &tokens_[at_ + after] : nullptr;
  }
  int number(std::size_t after, int most_digits) const {
    const Token* one = token(after);
    return one != nullptr && one->kind == Token::Kind::kNumber && one->digits <= most_digits
               ? one->value
               : -1;
  }
  int year(std::size_t after) const {
    const Token* one = token(after);
    if (one == nullptr || one->kind != Token::Kind::kNumber || one->digits != 4) return -1;
    const int value = one->value > kLastYear ? one->value - kBuddhistYear : one->value;
    return value >= kFirstYear && value <= kLastYear ? value : -1;
  }
  int month(std::size_t after) const {
    const Token* one = token(after);
    if (one == nullptr || one->kind != Token::Kind::kWord || one->value > 12) return 0;
    // The tenth in Croatian, the eleventh in Polish and Czech.
    return is_croatian_ && one->text.starts_with("listopad") ? 10 : one->value;
  }
  bool is_mark(std::size_t after, std::string_view marks) const {
    const Token* one = token(after);
    return one != nullptr && one->kind == Token::Kind::kMark &&
           marks.find(one->mark) != std::string_view::npos;
  }
  bool is_word(std::size_t after, std::initializer_list<std::string_view> words) const {
    const Token* one = token(after);
    return one != nullptr && one->kind == Token::Kind::kWord &&
           std::any_of(words.begin(), words.end(), [one](std::string_view word) {
             return equals_ignoring_case(one->text, word);
           });
  }
  /// "Year" behind a year, in Lithuanian, Latvian, Basque, Kazakh, Uzbek ...
  bool is_word_of_year(std::size_t after) const {
    return is_word(after, {"m", "gada", "g", "e", "ko", "eko", "ж", "жыл", "жылы", "жылғы", "yil"});
  }
  /// The year of a Japanese era, 令和6年; -1 where none stands.
  int year_of_era() const {
    const Token* one = token(0);
    if (one == nullptr || one->kind != Token::Kind::kWord || !is_word(2, {"年"})) return -1;
    const int before = one->text.ends_with("令和") ? 2018 : one->text.ends_with("平成") ? 1988 : -1;
    return before > 0 && number(1, 2) > 0 ? before + number(1, 2) : -1;
  }
  bool take(WrittenDate& date, int y, int m, int d, std::size_t used) {
    if (y < 0 || m < 1 || m > 12 || d < 0 || d > days_in(y, m)) return false;
    date.year = y;
    date.month = m;
    date.day = d;
    used_ = used;
    return true;
  }

  /// 2025-03-14, 2025/3/14, 2025年3月14日, 令和7年3月14日, 2025 March 14; in Hungarian 2025.
  /// március 14., and 2025. március; 2025 m. kovo 14, 2025. gada 14. martā, 2025ko martxoaren 14.
  bool year_first(WrittenDate& date) {
    const int of_era = year_of_era();
    if (of_era > 0 && number(3, 2) > 0 && is_word(4, {"月"}) && number(5, 2) > 0)
      return take(date, of_era, number(3, 2), number(5, 2), is_word(6, {"日"}) ? 7 : 6);
    const int y = year(0);
    if (y < 0) return false;
    if (is_mark(1, "-/.:") && is_mark(3, "-/.:") && number(2, 2) > 0 && number(4, 2) > 0) {
      return take(date, y, number(2, 2), number(4, 2), 5);
    }
    if (is_word(1, {"年", "년"}) && is_word(3, {"月", "월"})) {
      const bool has_day = number(4, 2) > 0 && is_word(5, {"日", "일"});
      return take(date, y, number(2, 2), has_day ? number(4, 2) : 0, has_day ? 6 : 4);
    }
    const bool is_ordinal = is_mark(1, ".");
    std::size_t named = is_ordinal ? 2 : 1;
    if (is_word_of_year(is_mark(named, "-(") ? named + 1 : named)) {
      while (is_mark(named, ".,-()") || is_word_of_year(named)) ++named;
    }
    const std::size_t behind = named + (is_mark(named + 1, ".-") ? 2 : 1);
    if (number(named, 2) > 0 && month(behind) > 0 && named > 1 && year(behind + 1) < 0)
      return take(date, y, month(behind), number(named, 2), behind + 1);
    const int m = month(named);
    const std::size_t day = named + (is_ordinal && is_mark(named + 1, ".") ? 2 : 1);
    if (m > 0 && number(day, 2) > 0 && year(day + 1) < 0)
      return take(date, y, m, number(day, 2), day + 1);
    return is_ordinal && m > 0 && number(day, 2) < 0 && take(date, y, m, 0, named + 1);
  }

  /// 14.03.2025, 3/14/2025, 14 tháng 3 năm 2025.
  bool in_figures(WrittenDate& date) {
    if (is_word(1, {"tháng"}) && (is_word(3, {"năm"}) || is_mark(3, ",")))
      return year(4) > 0 && take(date, year(4), number(2, 2), number(0, 2), 5);
    const int a = number(0, 2), b = number(2, 2), y = year(4);
    if (a < 1 || b < 1 || y < 0 || !is_mark(1, "./-") || !is_mark(3, "./-")) return false;
    const bool dotted = is_mark(1, ".");
    const bool month_first = b > 12 || (a <= 12 && month_first_ && !dotted);
    return month_first ? take(date, y, a, b, 5) : take(date, y, b, a, 5);
  }

  /// 14 March 2025, 14th of March, 2025, 14. März 2025, 14 de marzo de 2025, 14 d'abril, 14-a de
  /// marto, 14.III.2025.
  bool day_first(WrittenDate& date) {
    const int d = number(0, 2);
    if (d < 1) return false;
    std::size_t next = 1;
    if (is_word(next, {"st", "nd", "rd", "th", "er", "º", "°", "ª", "ᵉʳ", "η", "ης", "ú"})) ++next;
    while (is_mark(next, ".,-/")) ++next;
    if (is_word(next, {"of", "de", "d", "a", "an", "ng"})) ++next;
    if (is_word(next, {"de"}) || is_mark(next, "'")) ++next;
    const Token* const name = token(next);
    const bool is_roman =
        name != nullptr && name->kind == Token::Kind::kWord && name->value >= kFirstRoman;
    const int m = is_roman ? name->value - kFirstRoman + 1 : month(next);
    if (m == 0) return false;
    ++next;
    while (is_mark(next, ".,-/'")) ++next;
    if (is_word(next, {"of", "de", "del"})) ++next;
    const int y = year(next);
    return y > 0 && take(date, y, m, d, next + 1);
  }

  /// The number of tokens of a time, 10:00 or 10:00:00, from one on.
  std::size_t time(std::size_t from) const {
    if (number(from, 2) < 0 || !is_mark(from + 1, ":") || number(from + 2, 2) < 0) return 0;
    return is_mark(from + 3, ":") && number(from + 4, 2) >= 0 ? 5 : 3;
  }

  /// March 14, 2025; March 14th 2025; March 2025; Mar 14 10:00:00 UTC 2025.
  bool named_first(WrittenDate& date) {
    const int m = month(0);
    if (m == 0) return false;
    std::size_t next = 1;
    while (is_mark(next, ".,")) ++next;
    if (is_word(next, {"de", "of"})) ++next;
    if (const int y = year(next); y > 0) return take(date, y, m, 0, next + 1);
    const int d = number(next, 2);
    if (d < 1) return false;
    ++next;
    if (is_word(next, {"st", "nd", "rd", "th"})) ++next;
    while (is_mark(next, ".,")) ++next;
    const std::size_t of_time = time(next);
    next += of_time;
    if (of_time > 0 && year(next + 1) > 0) ++next;  // the zone
    const int y = year(next);
    return y > 0 && take(date, y, m, d, next + 1);
  }

  /// 14 اسفند 1403.
  bool solar(WrittenDate& date) {
    constexpr int kFirst = 1369, kLast = 1476;
    const Token* const name = token(1);
    const int d = number(0, 2), y = number(2, 4);
    if (name == nullptr || name->value <= 12 || name->value >= kFirstRoman) return false;
    if (name->kind != Token::Kind::kWord) return false;
    if (d < 1 || y < kFirst || y > kLast) return false;
    const int m = name->value - 12;
    if (d > (m <= 6 ? 31 : m < 12 || is_solar_leap(y) ? 30 : 29)) return false;
    std::chrono::sys_days day = std::chrono::year(1990) / 3 / 21;
    for (int before = kFirst; before < y; ++before)
      day += std::chrono::days(is_solar_leap(before) ? 366 : 365);
    day += std::chrono::days((m - 1) * 30 + std::min(m - 1, 6) + d - 1);
    const std::chrono::year_month_day civil(day);
    return take(date, static_cast<int>(civil.year()), static_cast<int>(unsigned(civil.month())),
                static_cast<int>(unsigned(civil.day())), 3);
  }

  const std::vector<Token> tokens_;
  const bool month_first_, is_croatian_;
  std::size_t at_ = 0, used_ = 0;
};

}  // namespace

std::vector<WrittenDate> written_dates(std::string_view text, std::string_view language,
                                       std::size_t most) {
  return Reader(text, language).read(most);
}

std::string w3c_form(const WrittenDate& date) {
  char out[48];
  if (date.day == 0) {
    std::snprintf(out, sizeof out, "%04d-%02d", date.year, date.month);
  } else {
    std::snprintf(out, sizeof out, "%04d-%02d-%02d", date.year, date.month, date.day);
  }
  return out;
}

}  // namespace porthole::parser
