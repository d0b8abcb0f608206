#include "porthole/index_summaries.h"

#include <utility>

#include "porthole/summary_source.h"
#include "vocabulary/kept_schemas.h"

namespace porthole::cli {

Result<indexer::IndexReport> index_summaries(const collection::Collection& collection,
                                             repository::Repository& repository,
                                             indexer::IndexOptions options) {
  const auto words = vocabulary::read_vocabulary(collection.folder());
  if (!words) return fail(words.error());
  options.words = &*words;
  RepositorySummaries summaries(repository);
  return indexer::update_index(collection.index_folder(), summaries, options);
}

}  // namespace porthole::cli
