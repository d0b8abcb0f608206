#include "search/index/page_links.h"

#include <string_view>
#include <vector>

#include "indexer/fields.h"

namespace porthole::search {
namespace {

using indexer::kAliasPrefix;
using indexer::kLinkPrefix;

Xapian::docid document_with(const Xapian::Database& database, const std::string& term) {
  const Xapian::PostingIterator found = database.postlist_begin(term);
  return found == database.postlist_end(term) ? 0 : *found;
}

/// The terms of a document under `prefix`, without it: a URL's key or its hash, the same under
/// both prefixes.
std::vector<std::string> values_of(const Xapian::Database& database, Xapian::docid document,
                                   std::string_view prefix) {
  std::vector<std::string> values;
  Xapian::TermIterator term = database.termlist_begin(document);
  term.skip_to(std::string(prefix));
  for (; term != database.termlist_end(document) && values.size() < kLinksFollowed; ++term) {
    const std::string text = *term;
    if (!text.starts_with(prefix)) break;
    values.push_back(text.substr(prefix.size()));
  }
  return values;
}

}  // namespace

Xapian::docid find_page(const Xapian::Database& database, const std::string& url_key) {
  const Xapian::docid known = document_with(database, indexer::id_term(url_key));
  return known != 0 ? known : document_with(database, indexer::link_term(kAliasPrefix, url_key));
}

std::vector<std::string> terms_linking_to(const Xapian::Database& database,
                                          const std::string& url_key) {
  std::vector<std::string> terms = {indexer::link_term(kLinkPrefix, url_key)};
  if (const Xapian::docid page = find_page(database, url_key); page != 0) {
    for (const std::string& value : values_of(database, page, kAliasPrefix)) {
      terms.push_back(std::string(kLinkPrefix) + value);
    }
  }
  return terms;
}

std::vector<std::string> terms_linked_from(const Xapian::Database& database,
                                           const std::string& url_key) {
  std::vector<std::string> terms;
  const Xapian::docid page = find_page(database, url_key);
  if (page == 0) return terms;
  for (const std::string& value : values_of(database, page, kLinkPrefix)) {
    std::string term = std::string(kAliasPrefix) + value;
    if (database.term_exists(term)) terms.push_back(std::move(term));
  }
  return terms;
}

}  // namespace porthole::search
