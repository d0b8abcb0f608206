#pragma once

/// Questions about links between pages, answered from the terms that each page has of its own links
/// and of its other URLs (schemas/index_fields.md). This header is the room's own.
///
/// Thread safety: functions without state; `database` belongs to one thread.

#include <xapian.h>

#include <string>
#include <vector>

namespace porthole::search {

/// Links of a page that are followed, and other URLs of it.
inline constexpr std::size_t kLinksFollowed = 2000;

/// The document of the page with that key, or with another URL that has it; 0 when there is none.
Xapian::docid find_page(const Xapian::Database& database, const std::string& url_key);

/// Terms of pages that link to the URL with that key or, where a page has it, to any other URL of
/// that page.
std::vector<std::string> terms_linking_to(const Xapian::Database& database,
                                          const std::string& url_key);

/// Terms of the pages that the page with that key links to, by any of their URLs.
std::vector<std::string> terms_linked_from(const Xapian::Database& database,
                                           const std::string& url_key);

}  // namespace porthole::search
