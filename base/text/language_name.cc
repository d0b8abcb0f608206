#include "base/text/language_name.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

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

std::string language_key(std::string_view tag) {
  std::string key = ascii_lower(tag);
  const std::string_view primary = std::string_view(key).substr(0, key.find('-'));
  if (primary == "nb" || primary == "nn") key.replace(0, 2, "no");
  return key;
}

}  // namespace porthole
