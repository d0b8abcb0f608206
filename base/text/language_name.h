#pragma once

/// Names of languages.

#include <string>

namespace porthole {

/// The English name of the language of a BCP 47 tag: "de" -> "German", "zh-Hant" -> "Chinese
/// (Traditional)". A tag that names none is returned as it is. Thread safety: any thread.
std::string language_name(const std::string& tag);

}  // namespace porthole
