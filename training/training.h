#pragma once

/// Gathers what a taxonomy's examples say, and makes of it a set to train on.
///
/// In:  a collection, its taxonomy, and the pages that were read before (training/example_store.h).
/// Out: the training set; the examples that cannot be had, and why.
///
/// The page of a URL comes from, in this order: the store, the repository (when it was gathered), the web as
/// the specification reaches it (gatherer/fetch/page_reader.h). Files are read beside the taxonomy.

#include <atomic>
#include <cstddef>
#include <functional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "collection/collection.h"
#include "collection/taxonomy_file.h"
#include "training/example_store.h"
#include "topics/classify/training_set.h"

namespace porthole::training {

/// An example that is in the training set, by its number there.
struct TrainingPage {
  topics::TopicId topic = topics::kRootTopic;
  std::string name;         ///< URL, file name, or the beginning of the text.
  std::string key;          ///< In the store; "" for text.
  std::string url;          ///< "" for files and text.
  std::string title;
};

struct Training {
  topics::TrainingSet set;
  std::vector<TrainingPage> pages;  ///< By ExampleId.
  std::vector<Error> failures;      ///< Each with the taxonomy's file and line.
};

enum class Fetching {
  kAsNeeded,  ///< What failed for good in the last day is not asked for again.
  kAfresh,    ///< What failed is asked for again.
  kNone,      ///< Only what is in the store, the repository and in files.
};

struct TrainingOptions {
  Fetching fetching = Fetching::kAsNeeded;
  const std::atomic<int>* stop = nullptr;
  /// Of the pages that have to be fetched.
  std::function<void(std::size_t done, std::size_t all)> progress;
};

/// Brings the pages of `urls` into the store as far as they are not there. Returns, by key, why those could not
/// be had of which the store keeps nothing.
/// Errors: as gather_examples().
Result<std::unordered_map<std::string, std::string>> read_into_store(const collection::Collection& collection,
                                                                     ExampleStore& store,
                                                                     const std::vector<std::string>& urls,
                                                                     const TrainingOptions& options);

/// The key under which the store has the page of `url` (serialised).
std::string key_of_url(const std::string& url);

/// Errors: those of gatherer::read_pages(), the repository and the store. What was read by then is stored.
Result<Training> gather_examples(const collection::Collection& collection, const collection::TaxonomyFile& taxonomy,
                                 ExampleStore& store, const TrainingOptions& options);

}  // namespace porthole::training
