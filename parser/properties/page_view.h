#pragma once

/// PageView: a parsed page as the search for its title, author and date sees it.

#include <cstddef>
#include <string>
#include <string_view>

#include "base/clock.h"
#include "parser/html/text_builder.h"
#include "parser/properties/evidence.h"

namespace porthole::parser {

/// Refers to its arguments, which must outlive it.
struct PageView {
  /// `text` is the page's visible text, `title` its title element, `language` a BCP 47 tag or "",
  /// `fetched` the time of the fetch: later dates are not believed, but for those of time zones
  /// ahead; the epoch believes all.
  PageView(const Evidence& evidence, std::string_view text, std::string_view url,
           std::string_view title, std::string_view language, WallTime fetched);

  /// The text of a range of the page, at most `bytes` of it.
  std::string_view view(TextRange range, std::size_t bytes) const;

  const Evidence& evidence;
  std::string_view text, title, language;
  WallTime fetched;
  std::string latest;       ///< The day after the fetch: the last one to believe; "": any.
  std::string yesterday;    ///< The day before the fetch.
  std::string address;      ///< The path of the URL.
  std::string path;         ///< The same in words (comparison_key).
  std::string site;         ///< The site's name as a comparison key, "" if it is not said.
  std::string host_name;    ///< "example" of www.example.co.uk, without spaces and hyphens.
  bool is_home = false;     ///< The URL has no path.
  bool is_thread = false;   ///< A page of a forum, by its URL or its JSON-LD.
  bool is_article = false;  ///< By og:type or its JSON-LD.
  bool is_product = false;
  TextRange heading;  ///< The h1 that is most like the title, else the first; empty without one.
};

/// True if `name` (a comparison key) is that of the page's site: said, or the host's.
bool names_site(const PageView& page, std::string_view name);

/// Words of `part` that `whole` has, as a share of those of `part`; both are comparison keys.
double words_within(std::string_view part, std::string_view whole);

}  // namespace porthole::parser
