#pragma once

/// Names of languages.

#include <string>
#include <string_view>

namespace porthole {

/// The English name of the language of a BCP 47 tag: "de" -> "German", "zh-Hant" -> "Chinese
/// (Traditional)". A tag that names none is returned as it is. Thread safety: any thread.
std::string language_name(const std::string& tag);

/// The key under which pages of a language are known: in lower case, with one code for those that
/// pages and detectors name by turns ("no" for nb and nn, "he" for iw, "zh" for cmn). Thread
/// safety: any thread.
std::string language_key(std::string_view tag);

}  // namespace porthole
