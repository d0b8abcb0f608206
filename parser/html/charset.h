#pragma once

/// Detects the charset of a page and converts it to UTF-8.
///
/// In:  the bytes and the Content-Type header.
/// Out: the WHATWG name of the charset in lower case, and UTF-8 text with U+FFFD for invalid bytes.
///
/// Evidence, in order of precedence:
///   1. a byte order mark (UTF-8, UTF-16LE, UTF-16BE),
///   2. the charset parameter of the Content-Type header,
///   3. a meta element or XML declaration in the first 1,024 bytes,
///   4. the bytes themselves: NUL at every other place is UTF-16, valid UTF-8 that is not plain
///      ASCII is UTF-8,
///   5. in HTML, a meta element further down,
///   6. uchardet's guess from the first 64 KiB,
///   7. windows-1252.
/// A label that is not in the Encoding Standard counts as absent; so does UTF-7, always.
///
/// Source: https://encoding.spec.whatwg.org/#names-and-labels;
/// https://html.spec.whatwg.org/#prescan-a-byte-stream-to-determine-its-encoding;
/// #change-the-encoding for 5, which there comes before 4: a page of UTF-8 with a wrong late meta
/// is read as UTF-8 here. Thread safety: any thread.

#include <string>
#include <string_view>

namespace porthole::parser {

/// "utf-8" for "UTF8", "windows-1252" for "latin1", ...; "" for a label that is not in the
/// standard.
std::string charset_from_label(std::string_view label);

/// ICU's name of a charset that charset_from_label() gave.
const char* icu_charset(std::string_view charset);

/// The charset parameter of a Content-Type header, as written; "" when there is none.
std::string_view charset_parameter(std::string_view content_type);

/// The charset that the first 1,024 bytes declare; "" when they do not.
std::string declared_charset(std::string_view body);

/// How far into the page a meta element counts.
enum class MetaReach {
  kPrescan,    ///< In the first 1,024 bytes.
  kWholePage,  ///< Anywhere, as in HTML.
};

/// The charset of `body` by the order above.
std::string detect_charset(std::string_view body, std::string_view content_type,
                           MetaReach reach = MetaReach::kPrescan);

/// `body` in UTF-8 without byte order mark and with U+FFFD for NUL, from `charset` (a name that
/// charset_from_label gave). Valid UTF-8 is returned as a view of `body` itself; otherwise the text
/// is in `buffer`.
std::string_view to_utf8(std::string_view body, std::string_view charset, std::string& buffer);

}  // namespace porthole::parser
