#pragma once

/// Trains the importance model (predicted importance of pages) on a repository, and stores it in a
/// collection's model folder.
///
/// In:  a repository whose pages have text and links; labels (importance_labels.h).
/// Out: topics::ImportanceModel; the predicted importance of each page.
///
/// Thread safety: one thread.

#include <cstddef>
#include <filesystem>
#include <functional>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/document.h"
#include "base/result.h"
#include "gatherer/judge/importance_labels.h"
#include "repository/repository.h"
#include "topics/importance/importance_model.h"

namespace porthole::gatherer {

/// File name in Collection::model_folder().
inline constexpr const char* kImportanceFile = "importance.model";

struct ImportanceTraining {
  std::size_t most_pages = 10'000;  ///< Sample size; the sample is spread evenly over the crawl.
  /// Filters the pages to learn from; empty: all.
  std::function<bool(const repository::UrlRecord&)> may_learn{};
};

/// A training page.
struct LabelledPage {
  std::string url, site;
  Document document;
  double label = 0;
};

/// Errors: kIncomplete for fewer than 10 pages.
Result<topics::ImportanceModel> train_importance(const std::vector<LabelledPage>& pages,
                                                 const ImportanceLabels& labels);

/// Trains on the pages of a repository that have a label. Errors: those of the repository, and the
/// above.
Result<topics::ImportanceModel> train_importance(repository::Repository& repository,
                                                 const ImportanceLabels& labels,
                                                 const ImportanceTraining& training);

/// The predicted importance of every page of `repository`, duplicates included.
Result<std::vector<std::pair<repository::UrlId, double>>> importance_of_pages(
    repository::Repository& repository, const topics::ImportanceModel& model);

/// sigma of a page fetched from `url`. `terms`: its counted terms; counted here when empty.
double importance_of(const topics::ImportanceModel& model, const std::string& url,
                     const Document& document, const topics::TermCounts& terms);

/// Loads the model; null if `model_folder` has none. Errors: kInvalid with its file when it is
/// damaged; kPermission, kStorage.
Result<std::unique_ptr<const topics::ImportanceModel>> load_importance_model(
    const std::filesystem::path& model_folder);

}  // namespace porthole::gatherer
