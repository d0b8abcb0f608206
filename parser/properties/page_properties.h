#pragma once

/// PageProperties: title, authors, dates, site, image and breadcrumbs of a page, each with where
/// the page says it.
///
/// In:  a page (page_view.h). Out: the properties; "" or empty where the page does not say.
///
/// Sources are words: "title" (the title element), "h1", "h2", "og:title", "twitter:title", "meta",
/// "json-ld", "microdata", "rel", "link", "byline", "time", "text", "url", "breadcrumb".
///
/// The date of a fetch is never a date of publication: dates come from the page and its URL alone,
/// none is later than the day after the fetch, and the day of the fetch counts only where markup or
/// the URL says that it is the page's, not in running text.

#include <string>
#include <vector>

#include "parser/properties/page_view.h"

namespace porthole::parser {

/// A value and where the page says it.
struct Sourced {
  std::string value;
  std::string source;
};

struct PageProperties {
  Sourced title;
  /// The candidates behind it but headings of parts, the best first, at most kOtherTitles.
  std::vector<std::string> other_titles;
  std::vector<std::string> authors;
  std::string authors_source;
  Sourced published;  ///< W3C dates, of a day or a moment.
  Sourced modified;   ///< Not before `published`.
  Sourced site;
  Sourced image;                         ///< As written: not resolved.
  std::vector<std::string> breadcrumbs;  ///< From the top down, at most 10.
  std::string breadcrumbs_source;
};

inline constexpr std::size_t kOtherTitles = 4;

PageProperties choose_properties(const PageView& page);

}  // namespace porthole::parser
