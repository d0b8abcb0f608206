#include "indexer/indexed_pages.h"

#include <xapian.h>
#include <xxhash.h>

#include <algorithm>
#include <functional>
#include <string_view>
#include <utility>

#include "base/url/site.h"
#include "indexer/document_data.h"
#include "indexer/fields.h"

namespace porthole::indexer {
namespace {

namespace fs = std::filesystem;

std::uint64_t hash_of(std::string_view term) { return XXH3_64bits(term.data(), term.size()); }

std::uint64_t hash_of_page(const std::string& url) { return hash_of(id_term(key_of_page(url))); }

/// Calls `read` with the index, which nothing has while there is none.
Result<void> read_index(const fs::path& folder,
                        const std::function<void(const Xapian::Database&)>& read) {
  std::error_code ignored;
  if (!fs::exists(folder, ignored) || fs::is_empty(folder, ignored)) return {};
  try {
    read(Xapian::Database(folder.string()));
  } catch (const Xapian::Error& error) {
    return fail(ErrorCode::kStorage, "the index cannot be read: " + error.get_msg(),
                "build it again from the summaries: remove the folder " + folder.string() +
                    " and run porthole index");
  }
  return {};
}

void erase_off_topic(const Xapian::Database& index, std::unordered_set<std::uint64_t>& pages) {
  const std::string marked(kOffTopicTerm), prefix(kIdPrefix);
  for (auto page = index.postlist_begin(marked); page != index.postlist_end(marked); ++page) {
    Xapian::TermIterator term = index.termlist_begin(*page);
    term.skip_to(prefix);
    if (term != index.termlist_end(*page)) pages.erase(hash_of(*term));
  }
}

}  // namespace

Result<IndexedPages> IndexedPages::read(const fs::path& folder) {
  IndexedPages out;
  out.folder_ = folder;
  const std::string prefix(kIdPrefix);
  TRY(read_index(folder, [&](const Xapian::Database& index) {
    for (auto term = index.allterms_begin(prefix); term != index.allterms_end(prefix); ++term)
      out.pages_.insert(hash_of(*term));
    erase_off_topic(index, out.pages_);
  }));
  return out;
}

bool IndexedPages::add(const std::string& url) { return pages_.insert(hash_of_page(url)).second; }

bool IndexedPages::has(const std::string& url) const { return pages_.contains(hash_of_page(url)); }

Result<std::vector<std::string>> IndexedPages::without(const IndexedPages& others) const {
  std::vector<std::string> urls;
  const std::string prefix(kIdPrefix);
  const auto is_asked = [&](const std::string& term) {
    const std::uint64_t hash = hash_of(term);
    return pages_.contains(hash) && !others.pages_.contains(hash);
  };
  TRY(read_index(folder_, [&](const Xapian::Database& index) {
    for (auto term = index.allterms_begin(prefix); term != index.allterms_end(prefix); ++term) {
      if (!is_asked(*term)) continue;
      const Xapian::Document document = index.get_document(*index.postlist_begin(*term));
      if (auto data = read_document_data(document.get_data(), ""))
        urls.push_back(std::move(data->url));
    }
  }));
  std::sort(urls.begin(), urls.end());
  return urls;
}

}  // namespace porthole::indexer
