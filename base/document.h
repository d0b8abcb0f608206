#pragma once

/// What a fetched page says, once it has been read: the parser's product.

#include <cstdint>
#include <string>
#include <vector>

#include "base/link.h"

namespace porthole {

/// How well a page could be read.
enum class ParseStatus : std::uint8_t {
  kParsed,       ///< A tree was made and walked.
  kTextOnly,     ///< Not a hypertext type, but text: the text is there, links are not.
  kFallback,     ///< The tree parser was stopped at a limit; text and links come from a linear scan.
  kUnsupported,  ///< A type that we do not read: no text.
};
/// "parsed", "text-only", "fallback", "unsupported".
const char* parse_status_name(ParseStatus status);

/// All text is valid UTF-8 without control characters except newline.
struct Document {
  ParseStatus status = ParseStatus::kParsed;
  std::string status_detail;  ///< Why it is not kParsed: "depth over 512", "more than 5 s CPU", ...
  std::string title;
  std::string text;         ///< Visible text; blocks separated by newlines, white space folded.
  std::string description;  ///< meta description, else Open Graph's or Dublin Core's.
  std::string language;     ///< BCP 47 primary tag ("en"), "" when it could not be told.
  std::string charset;      ///< WHATWG name in lower case ("utf-8", "windows-1252").
  std::string media_type;   ///< Without parameters, lower case ("text/html").
  std::string canonical;    ///< Absolute URL of rel=canonical, "" when absent.
  std::string refresh;      ///< Absolute URL of a meta refresh, "" when absent.
  std::string published;    ///< Date as found in the page's metadata (W3C date), "" when absent.
  std::string modified;     ///< The same for the last change.
  bool noindex = false;     ///< meta robots; X-Robots-Tag is the fetcher's.
  bool nofollow = false;
  bool noarchive = false;
  bool nosnippet = false;
  std::vector<Link> links;          ///< In document order, redirects not among them.
  std::uint32_t links_cut = 0;      ///< Links beyond the limit, not in `links`.
};

}  // namespace porthole
