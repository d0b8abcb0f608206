#pragma once

/// Where the full summary of a page comes from; the index keeps only what a result shows.

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

  /// The RDF/XML of the page with this URL (an alias will do); nothing when there is no summary of
  /// it. Errors: of a store that could not be read; asked again, it may answer.
  virtual Result<std::optional<std::string>> rdf(std::string_view url) = 0;
};

/// Reads from the repository in `file`, which is opened with the first question, and once more when
/// a question fails. Where there is no such file there are no summaries.
std::unique_ptr<PageStore> make_page_store(std::filesystem::path file);

}  // namespace porthole::search
