#include "base/text/language_name.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <cstddef>
#include <vector>

#include "base/text/text.h"

namespace porthole {

std::string language_name(const std::string& tag) {
  UErrorCode status = U_ZERO_ERROR;
  const icu::Locale locale = icu::Locale::forLanguageTag(tag, status);
  if (U_FAILURE(status) || *locale.getLanguage() == '\0') return tag;
  icu::UnicodeString shown;
  locale.getDisplayName(icu::Locale::getEnglish(), shown);
  std::string name;
  shown.toUTF8String(name);
  return name;
}

namespace {

/// Codes that were withdrawn, and those of languages that another code includes, each before the
/// code that pages have for both (RFC 5646, registry: Preferred-Value, Macrolanguage).
constexpr std::string_view kOtherCodes =
    " iw he in id ji yi jw jv mo ro sh sr nb no nn no nob no nno no nor no tl fil cmn zh zsm ms "
    "arb ar"
    " pes fa prs fa ekk et lvs lv swh sw azj az azb az uzn uz npi ne ory or khk mn plt mg als sq "
    "ydd yi"
    " kmr ku quz qu gug gn ayr ay ";

}  // namespace

std::string language_key(std::string_view tag) {
  std::string key = ascii_lower(tag);
  const std::size_t size = std::min(key.find('-'), key.size());
  const std::vector<std::string_view> codes = split(trim(kOtherCodes), ' ');
  for (std::size_t i = 0; i + 1 < codes.size(); i += 2) {
    if (codes[i] == std::string_view(key).substr(0, size))
      return key.replace(0, size, codes[i + 1]);
  }
  return key;
}

}  // namespace porthole
