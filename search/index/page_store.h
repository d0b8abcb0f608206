#pragma once

/// The summaries of pages, their text, and the time of the last crawl, from the repository. The
/// index keeps only the part that a result shows.

#include <cstddef>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/clock.h"
#include "base/result.h"
#include "repository/open_repository.h"
#include "search/backlinks/backlinks.h"
#include "summarizer/summarizer.h"
#include "summarizer/summary.h"

namespace porthole::search {

/// A document as it was fetched.
struct StoredDocument {
  std::string url;
  std::string content_type;  ///< As its server said, if it knew it, else as it was read; or "".
  std::string body;
  bool is_cut = false;  ///< `body` is not the whole: the crawl's limit, or that of a view.
};

/// Thread safety: any thread.
class PageStore {
 public:
  virtual ~PageStore() = default;

  /// The summary of the page with this URL or alias, as the repository has it now; nothing when it
  /// has none. Errors: those of the store. A retry may succeed.
  virtual Result<std::optional<summarizer::Summary>> summary(std::string_view url) = 0;

  /// The page with this URL or alias, to be read: its text in parts. Nothing when it has no
  /// summary, or its text is not kept. Errors: as above.
  virtual Result<std::optional<summarizer::PageContent>> content(std::string_view) {
    return std::nullopt;
  }

  /// The document with this URL or alias as it was fetched, from the archive. Nothing when it has
  /// no summary, the archive has no record of it, or it asks that no copy be shown. Errors: those
  /// of the store and of the archive.
  virtual Result<std::optional<StoredDocument>> document(std::string_view) { return std::nullopt; }

  /// Links of other pages to the page with this URL or alias. Errors: as above.
  virtual Result<std::vector<Backlink>> backlinks(std::string_view) {
    return std::vector<Backlink>();
  }

  /// The time of the last crawl: its end, or its start while it runs; nothing when it is not known.
  virtual std::optional<WallTime> last_crawl() { return std::nullopt; }
};

/// Reads the repository in `place`, which it opens at the first call, and again when a call fails.
/// A collection without a repository has no summaries.
/// `name`: the collection's, as its backlinks have it. `archive`: the folder of its archive; "" for
/// none. `topic_title`: the topic of pages whose record names none.
std::unique_ptr<PageStore> make_page_store(repository::StoragePlace place, std::string name = {},
                                           std::filesystem::path archive = {},
                                           std::string topic_title = {});

/// The annotations by others that a view of a page shows, in their order.
struct AnnotationPart {
  std::size_t from = 0;
  std::size_t most = 0;
  std::size_t all = 0;  ///< Set by the reader: how many the page has.
};

}  // namespace porthole::search
