#include "operations/topics/importance_train.h"

#include <algorithm>
#include <memory>
#include <optional>
#include <system_error>

#include "base/url/url.h"
#include "collection/open_collection.h"
#include "collection/taxonomy_file.h"
#include "gatherer/crawl/page_reader.h"
#include "gatherer/judge/importance_training.h"

namespace porthole::operations {
namespace {

constexpr const char* kInLinks = "in-links";

Result<gatherer::ImportanceLabels> labels_for(const ImportanceTrainOptions& options,
                                              repository::Repository& repository) {
  if (options.labels != kInLinks) return gatherer::ImportanceLabels::read(options.labels);
  return gatherer::ImportanceLabels::in_links(repository, options.folder);
}

/// Source: Pant, Srinivasan, "Status Locality on the Web", section 4.2: trains on a topic's example
/// pages before the crawl.
Result<topics::ImportanceModel> learn_from_examples(const ImportanceTrainOptions& options,
                                                    const collection::Collection& collection) {
  if (options.labels == kInLinks) {
    return fail(ErrorCode::kUsage, "in-links exist between gathered pages only, not for examples",
                "give host ranks or a list of your own: --importance FILE --importance-examples");
  }
  TRY_AS(labels, gatherer::ImportanceLabels::read(options.labels));
  auto taxonomy =
      collection::read_taxonomy_of(options.folder, collection.specification().topic.taxonomy_file);
  if (!taxonomy) return fail(taxonomy.error());
  std::vector<std::string> urls;
  std::vector<gatherer::LabelledPage> labelled;
  for (std::size_t id = 0; id < taxonomy->taxonomy().size(); ++id) {
    for (const topics::Example& example :
         taxonomy->taxonomy()[static_cast<topics::TopicId>(id)].examples) {
      const Result<Url> url = Url::parse(example.url);
      const std::optional<double> label = url ? labels->of(*url) : std::nullopt;
      if (!label) continue;
      urls.push_back(url->href());
      labelled.push_back({url->href(), registrable_domain(url->host()), {}, *label});
    }
  }
  std::vector<gatherer::LabelledPage> pages;
  gatherer::PageReaderOptions reading;
  reading.done = [&](gatherer::PageRead page) {
    if (!page.failure.empty()) return true;
    pages.push_back(labelled[page.index]);
    pages.back().document = std::move(page.document);
    return true;
  };
  TRY(gatherer::read_pages(collection.specification(), urls, reading));
  std::sort(pages.begin(), pages.end(), [](const auto& a, const auto& b) { return a.url < b.url; });
  return gatherer::train_importance(pages, *labels);
}

Result<topics::ImportanceModel> learn_importance(const ImportanceTrainOptions& options) {
  TRY_AS(from, collection::open_collection(options.folder, repository::Access::kRead));
  TRY_AS(labels, labels_for(options, *from->repository));
  return gatherer::train_importance(*from->repository, *labels, {});
}

/// The number of pages of the collection that were rated; 0 before the first gather.
Result<std::size_t> rate_pages(const ImportanceTrainOptions& options,
                               const topics::ImportanceModel& model) {
  TRY_AS(open, collection::open_collection(options.folder, repository::Access::kWrite));
  TRY_AS(importance, gatherer::importance_of_pages(*open->repository, model));
  TRY(open->repository->scores().put_importance(*importance));
  return importance->size();
}

Result<void> save_importance_model(const collection::Collection& collection,
                                   const topics::ImportanceModel& model) {
  std::error_code code;
  std::filesystem::create_directories(collection.model_folder(), code);
  return collection::replace_file(collection.model_folder() / gatherer::kImportanceFile,
                                  model.bytes());
}

}  // namespace

Result<TrainedImportance> train_importance_model(const ImportanceTrainOptions& options,
                                                 const collection::Collection& collection) {
  TRY_AS(model,
         options.examples ? learn_from_examples(options, collection) : learn_importance(options));
  TRY(save_importance_model(collection, *model));
  TRY_AS(repository, repository::open_if_there(collection::storage_of(collection)));
  if (*repository == nullptr) return TrainedImportance{std::move(*model), 0};
  TRY_AS(rated, rate_pages(options, *model));
  return TrainedImportance{std::move(*model), *rated};
}

}  // namespace porthole::operations
