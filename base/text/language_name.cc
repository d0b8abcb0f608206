#include "base/text/language_name.h"

#include <unicode/locid.h>
#include <unicode/unistr.h>

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

}  // namespace porthole
