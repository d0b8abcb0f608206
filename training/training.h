#pragma once

/// Reads the example pages of a taxonomy and builds a training set from them.
/// In:  a collection, its taxonomy, and the pages that were read before (training/example_store.h).
/// Out: the training set; the examples that could not be read, and why.
///
/// The page of a URL comes from, in this order: the store, the repository (when it was gathered),
/// the web as the specification reaches it (gatherer/crawl/page_reader.h). Files are read beside
/// the taxonomy.

#include <atomic>
#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/clock.h"
#include "base/document.h"
#include "base/result.h"
#include "collection/collection.h"
#include "collection/taxonomy_file.h"
#include "parser/parser_pool.h"
#include "topics/classify/training_set.h"
#include "topics/text/term_counts.h"
#include "training/example_store.h"

namespace porthole::training {

/// Example in the training set, by its number there.
struct TrainingPage {
  topics::TopicId topic = topics::kRootTopic;
  std::string name;  ///< URL, file name, or the beginning of the text.
  std::string key;   ///< Key in the store; "" for text.
  std::string url;   ///< "" for files and text.
  std::string title;
};

struct Training {
  topics::TrainingSet set;
  std::vector<TrainingPage> pages;  ///< By ExampleId.
  std::vector<Error> failures;      ///< Each with the taxonomy's file and line.
};

enum class Fetching {
  kAsNeeded,  ///< Permanent failures of the last day are not retried.
  kAfresh,    ///< Failures are retried.
  kNone,      ///< Only pages in the store, the repository and in files.
};

struct TrainingOptions {
  Fetching fetching = Fetching::kAsNeeded;
  /// The text of pages whose words are counted. For the main content, pages that the store knows
  /// without it are read again.
  topics::JudgedText text = topics::JudgedText::kWhole;
  const std::atomic<int>* stop = nullptr;
  /// Progress of fetching pages.
  std::function<void(std::size_t done, std::size_t all)> progress;
  const Clock* clock =
      nullptr;  ///< That pauses between requests are kept by; the system's when null.
};

/// Reads the pages of `urls` into the store, if they are not there. Returns the failures, by key,
/// that the store does not keep.
/// Errors: as gather_examples().
Result<std::unordered_map<std::string, std::string>> read_into_store(
    const collection::Collection& collection, ExampleStore& store,
    const std::vector<std::string>& urls, const TrainingOptions& options);

/// Returns the store's key of the page of `url` (serialised).
std::string key_of_url(const std::string& url);

/// Builds the training set.
/// Errors: those of gatherer::read_pages(), the repository and the store; pages read before the
/// error are stored.
Result<Training> gather_examples(const collection::Collection& collection,
                                 const collection::TaxonomyFile& taxonomy, ExampleStore& store,
                                 const TrainingOptions& options);

// Reads documents of this machine: parsed in a process of their own, not stored.
//
//   LocalPages pages;
//   Result<LocalPage> page = pages.read("pages/saturn.html");
//
// Thread safety: one thread. The process ends with the reader.

struct LocalPage {
  Document document;
  std::string failure;  ///< Why there is no document, for people; "" when there is one.
};

class LocalPages {
 public:
  /// Errors: those of ParserPool::start(). A fault of the file is LocalPage::failure.
  Result<LocalPage> read(const std::filesystem::path& file);

 private:
  std::unique_ptr<parser::ParserPool> parsers_;  ///< Null before the first file.
};

}  // namespace porthole::training
