#pragma once

/// Access to the stored summaries of pages. The index keeps only the part that a result shows.

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"

namespace porthole::search {

/// Thread safety: any thread.
class PageStore {
 public:
  virtual ~PageStore() = default;

  /// RDF/XML of the page with this URL or alias; nothing when it has no summary.
  /// Errors: those of the store. A retry may succeed.
  virtual Result<std::optional<std::string>> rdf(std::string_view url) = 0;
};

/// Reads the repository in `file`, which it opens at the first call, and again when a call fails.
/// Without that file there are no summaries.
std::unique_ptr<PageStore> make_page_store(std::filesystem::path file);

}  // namespace porthole::search
