#include "console/metrics.h"

#include <vector>

#include "base/clock.h"
#include "collection/open_collection.h"
#include "gatherer/crawl/recall_record.h"
#include "gatherer/report/collection_metrics.h"
#include "search/ranking/searcher.h"

namespace porthole::console {
namespace {

Result<std::optional<std::int64_t>> documents_of(const collection::Collection& collection) {
  auto searcher = search::Searcher::open({collection.index_folder()});
  if (!searcher) {
    if (searcher.error().code == ErrorCode::kNotFound) return std::optional<std::int64_t>();
    return fail(searcher.error());
  }
  TRY_AS(documents, searcher->documents());
  return std::optional(*documents);
}

Result<gatherer::CollectionNumbers> numbers_of(const ServedFolder& folder) {
  TRY_AS(collection, folder.open());
  gatherer::CollectionNumbers numbers;
  numbers.name = collection->specification().name;
  TRY_AS(repository, repository::open_if_there(collection::storage_of(*collection)));
  if (*repository != nullptr) {
    auto read = gatherer::read_numbers(*collection, **repository, system_clock().wall());
    if (!read) return read;
    numbers = std::move(*read);
  }
  TRY_AS(documents, documents_of(*collection));
  numbers.documents = *documents;
  TRY_AS(recall, gatherer::read_recall(gatherer::recall_file(collection->folder())));
  if (recall->estimate) {
    const sampler::Interval& interval = recall->estimate->recall;
    numbers.recall = {interval.low, interval.estimate, interval.high};
  }
  return numbers;
}

}  // namespace

Result<std::string> metrics_of(const Folders& folders) {
  std::vector<gatherer::CollectionNumbers> all;
  for (const auto& folder : folders.all()) {
    if (!folder->is_collection()) continue;
    TRY_AS(numbers, numbers_of(*folder));
    all.push_back(std::move(*numbers));
  }
  return gatherer::collection_metrics(all);
}

}  // namespace porthole::console
