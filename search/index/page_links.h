#pragma once

/// Link queries: which pages link to a page, and which pages it links to. Reads the link and alias
/// terms of each document (schemas/index_fields.md).
///
/// Thread safety: functions without state; `database` belongs to one thread.

#include <xapian.h>

#include <string>
#include <vector>

namespace porthole::search {

/// Limit on the links of a page that are read, and on its other URLs.
inline constexpr std::size_t kLinksFollowed = 2000;

/// The document of the page whose URL, or one of whose aliases, has that key; 0 when there is none.
Xapian::docid find_page(const Xapian::Database& database, const std::string& url_key);

/// Terms of pages that link to the URL with that key or, where a page has it, to any other URL of
/// that page.
std::vector<std::string> terms_linking_to(const Xapian::Database& database,
                                          const std::string& url_key);

/// Terms of the pages that the page with that key links to, by any of their URLs.
std::vector<std::string> terms_linked_from(const Xapian::Database& database,
                                           const std::string& url_key);

}  // namespace porthole::search
