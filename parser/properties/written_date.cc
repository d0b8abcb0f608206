#include "parser/properties/written_date.h"

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

/// Names of the months, separated by spaces, as name_key() folds them or not. Declined forms where
/// dates have them, and those that stand alone; then abbreviations.
constexpr std::array kMonths = std::to_array<std::string_view>(
    {"january february march april may june july august september october november "
     "december",
     "januar februar märz april mai juni juli august september oktober november dezember",
     "janvier février mars avril mai juin juillet août septembre octobre novembre "
     "décembre",
     "enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre "
     "diciembre",
     "gennaio febbraio marzo aprile maggio giugno luglio agosto settembre ottobre "
     "novembre dicembre",
     "janeiro fevereiro março abril maio junho julho agosto setembro outubro novembro "
     "dezembro",
     "januari februari maart april mei juni juli augustus september oktober november "
     "december",
     "stycznia lutego marca kwietnia maja czerwca lipca sierpnia września października "
     "listopada grudnia",
     "ledna února března dubna května června července srpna září října listopadu prosince",
     "januari februari mars april maj juni juli augusti september oktober november "
     "december",
     "januar februar marts april maj juni juli august september oktober november december",
     "января февраля марта апреля мая июня июля августа сентября октября ноября декабря",
     "січня лютого березня квітня травня червня липня серпня вересня жовтня листопада "
     "грудня",
     "ocak şubat mart nisan mayıs haziran temmuz ağustos eylül ekim kasım aralık",
     "tammikuuta helmikuuta maaliskuuta huhtikuuta toukokuuta kesäkuuta heinäkuuta "
     "elokuuta syyskuuta lokakuuta marraskuuta joulukuuta",
     "január február március április május június július augusztus szeptember október "
     "november december",
     "ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie "
     "noiembrie decembrie",
     "januar februar mars april mai juni juli august september oktober november desember",
     "ιανουαρίου φεβρουαρίου μαρτίου απριλίου μαΐου ιουνίου ιουλίου αυγούστου σεπτεμβρίου "
     "οκτωβρίου νοεμβρίου δεκεμβρίου",
     "styczeń luty marzec kwiecień maj czerwiec lipiec sierpień wrzesień październik "
     "listopad grudzień",
     "leden únor březen duben květen červen červenec srpen září říjen listopad prosinec",
     "январь февраль март апрель май июнь июль август сентябрь октябрь ноябрь декабрь",
     "січень лютий березень квітень травень червень липень серпень вересень жовтень "
     "листопад грудень",
     "tammikuu helmikuu maaliskuu huhtikuu toukokuu kesäkuu heinäkuu elokuu syyskuu "
     "lokakuu marraskuu joulukuu",
     "ιανουάριος φεβρουάριος μάρτιος απρίλιος μάιος ιούνιος ιούλιος αύγουστος σεπτέμβριος "
     "οκτώβριος νοέμβριος δεκέμβριος",
     "jänner feber märz april mai juni juli august september oktober november dezember",
     "sty lut mar kwi maj cze lip sie wrz paź lis gru",
     "янв фев мар апр мая июн июл авг сен окт ноя дек",
     "янв февр мар апр мая июн июл авг сент окт нояб дек",
     "січ лют бер квіт трав черв лип серп вер жовт лист груд",
     "oca şub mar nis may haz tem ağu eyl eki kas ara",
     "jan febr márc ápr máj jún júl aug szept okt nov dec",
     "ian feb mar apr mai iun iul aug sep oct noi dec",
     "ιαν φεβ μαρ απρ μαι ιουν ιουλ αυγ σεπ οκτ νοε δεκ",
     "jan fev mar abr mai jun jul ago set out nov dez",
     "janv févr mars avr mai juin juil août sept oct nov déc",
     "tammi helmi maalis huhti touko kesä heinä elo syys loka marras joulu",
     "jän feb mär apr mai jun jul aug sep okt nov dez",
     "jan feb mrz apr mai jun jul aug sep okt nov des",
     "jan feb mrt apr may jun jul aug sep oct nov dec",
     "ene feb mar abr may jun jul ago sept oct nov dic",
     "gen feb mar apr mag giu lug ago set ott nov dic",
     "gener febrer març abril maig juny juliol agost setembre octubre novembre desembre",
     "มกราคม กุมภาพันธ์ มีนาคม เมษายน พฤษภาคม มิถุนายน กรกฎาคม สิงหาคม กันยายน ตุลาคม พฤศจิกายน ธันวาคม",
     "يناير فبراير مارس أبريل مايو يونيو يوليو أغسطس سبتمبر أكتوبر نوفمبر ديسمبر",
     "בינואר בפברואר במרץ באפריל במאי ביוני ביולי באוגוסט בספטמבר באוקטובר בנובמבר בדצמבר",
     "ינואר פברואר מרץ אפריל מאי יוני יולי אוגוסט ספטמבר אוקטובר נובמבר דצמבר",
     "siječnja veljače ožujka travnja svibnja lipnja srpnja kolovoza rujna - studenoga prosinca",
     "siječanj veljača ožujak travanj svibanj lipanj srpanj kolovoz rujan - studeni prosinac",
     "januara februara marta aprila maja juna jula avgusta septembra oktobra novembra decembra",
     "januar februar mart april maj jun jul avgust septembar oktobar novembar decembar",
     "јануара фебруара марта априла маја јуна јула августа септембра октобра новембра децембра",
     "јануар фебруар март април мај јун јул август септембар октобар новембар децембар",
     "januarja februarja marca aprila maja junija julija avgusta septembra oktobra novembra "
     "decembra",
     "януари февруари март април май юни юли август септември октомври ноември декември",
     "sausio vasario kovo balandžio gegužės birželio liepos rugpjūčio rugsėjo spalio lapkričio "
     "gruodžio",
     "janvārī februārī martā aprīlī maijā jūnijā jūlijā augustā septembrī oktobrī novembrī "
     "decembrī",
     "janvāris februāris marts aprīlis maijs jūnijs jūlijs augusts septembris oktobris novembris "
     "decembris",
     "jaanuar veebruar märts aprill mai juuni juuli august september oktoober november detsember",
     "urtarrilaren otsailaren martxoaren apirilaren maiatzaren ekainaren uztailaren abuztuaren "
     "irailaren urriaren azaroaren abenduaren",
     "janúar febrúar mars apríl maí júní júlí ágúst september október nóvember desember",
     "januari februari maret april mei juni juli agustus september oktober november desember",
     "ژانویه فوریه مارس آوریل مه ژوئن ژوئیه اوت سپتامبر اکتبر نوامبر دسامبر",
     "जनवरी फ़रवरी मार्च अप्रैल मई जून जुलाई अगस्त सितंबर अक्टूबर नवंबर दिसंबर"});

/// The months of the solar calendar of Iran and Afghanistan, which begin at the equinox.
constexpr std::string_view kSolarMonths =
    "فروردین اردیبهشت خرداد تیر مرداد شهریور مهر آبان آذر دی بهمن اسفند";

/// Case and marks folded, in every script: "ΜΑΡΤΊΟΥ" and "μαρτίου" are one, as are "KASIM" and
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
    if (u_charType(folded[i]) != U_NON_SPACING_MARK) key += folded[i] == u'ı' ? u'i' : folded[i];
  }
  std::string out;
  return key.toUTF8String(out);
}

/// 1 to 12; more for the solar calendar.
int month_named(std::string_view word) {
  static const auto kNames = [] {
    std::unordered_map<std::string, int> names;
    for (const std::string_view language : kMonths) {
      int month = 0;
      for (const std::string_view name : split(language, ' '))
        names.emplace(name_key(name), ++month);
    }
    int solar = 12;
    for (const std::string_view name : split(kSolarMonths, ' '))
      names.emplace(name_key(name), ++solar);
    return names;
  }();
  const auto found = kNames.find(name_key(word));
  return found == kNames.end() ? 0 : found->second;
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

/// The bytes of a space that is not ASCII (no-break, narrow no-break, ideographic); 0 for another
/// character.
std::size_t wide_space(std::string_view text, std::size_t at) {
  for (const std::string_view space : {"\u00A0", "\u202F", "\u3000"}) {
    if (text.substr(at).starts_with(space)) return space.size();
  }
  return 0;
}

std::size_t word_end(std::string_view text, std::size_t at) {
  if (static_cast<unsigned char>(text[at]) >= 0x80) {
    const std::size_t next = at + decode_utf8(text, at).length;
    if (is_unit(text.substr(at, next - at))) return next;
  }
  std::size_t end = at;
  while (end < text.size() && is_letter(text[end]) && wide_space(text, end) == 0 &&
         digit_at(text, end).bytes == 0)
    ++end;
  return end;
}

std::vector<Token> tokens_of(std::string_view text) {
  std::vector<Token> tokens;
  for (std::size_t at = 0; at < text.size();) {
    if (const std::size_t space = wide_space(text, at); space > 0) {
      at += space;
      continue;
    }
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
    } else if (is_letter(text[at])) {
      token.kind = Token::Kind::kWord;
      token.end = word_end(text, at);
      token.text = text.substr(at, token.end - at);
      if (token.text.size() <= 32) token.value = month_named(token.text);
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
    if (is_mark(1, "-/.") && is_mark(3, "-/.") && number(2, 2) > 0 && number(4, 2) > 0) {
      return take(date, y, number(2, 2), number(4, 2), 5);
    }
    if (is_word(1, {"年", "년"}) && is_word(3, {"月", "월"})) {
      const bool has_day = number(4, 2) > 0 && is_word(5, {"日", "일"});
      return take(date, y, number(2, 2), has_day ? number(4, 2) : 0, has_day ? 6 : 4);
    }
    const bool is_ordinal = is_mark(1, ".");
    std::size_t named = is_ordinal ? 2 : 1;
    if (is_word(named, {"m", "gada", "g", "ko", "eko"})) named += is_mark(named + 1, ".") ? 2 : 1;
    if (number(named, 2) > 0 && is_mark(named + 1, ".") && month(named + 2) > 0 && named > 1)
      return take(date, y, month(named + 2), number(named, 2), named + 3);
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

  /// 14 March 2025, 14th of March, 2025, 14. März 2025, 14 de marzo de 2025.
  bool day_first(WrittenDate& date) {
    const int d = number(0, 2);
    if (d < 1) return false;
    std::size_t next = 1;
    if (is_word(next, {"st", "nd", "rd", "th", "er", "º", "°", "ª", "ᵉʳ", "η", "ης"})) ++next;
    if (is_mark(next, ".-/")) ++next;
    if (is_word(next, {"of", "de", "d"})) ++next;
    const int m = month(next);
    if (m == 0) return false;
    ++next;
    while (is_mark(next, ".,-/")) ++next;
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
    if (name == nullptr || name->kind != Token::Kind::kWord || name->value <= 12) return false;
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
