#include "gatherer/judge/judge_factory.h"

#include <filesystem>
#include <optional>
#include <string>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/text/format.h"
#include "base/text/text.h"
#include "base/xml/tree.h"
#include "collection/taxonomy_file.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/judge/pooled_judge.h"

namespace porthole::gatherer {
namespace {

std::string remedy_for(const collection::Collection& collection) {
  return "run: porthole train " + shell_word(collection.folder().string());
}

/// A taxonomy of which one topic has examples, so that nothing can be told apart.
bool has_one_topic(const topics::Taxonomy& taxonomy) {
  bool has_examples = false;
  for (std::size_t id = 0; id < taxonomy.size(); ++id)
    has_examples = has_examples || !taxonomy[static_cast<topics::TopicId>(id)].examples.empty();
  return has_examples && !taxonomy.can_be_learned();
}

bool is_trained(const collection::Collection& collection) {
  std::error_code ignored;
  return std::filesystem::exists(collection.model_folder() / kModelFile, ignored);
}

/// The collection's taxonomy, if it names one that a classifier has to judge by.
Result<std::optional<collection::TaxonomyFile>> marked_taxonomy(
    const collection::Collection& collection) {
  const std::string& name = collection.specification().topic.taxonomy_file;
  if (name.empty()) return std::optional<collection::TaxonomyFile>();
  Result<collection::TaxonomyFile> file = collection::read_taxonomy_of(collection.folder(), name);
  if (!file) {
    const std::optional<Error> missing =
        file.error().code == ErrorCode::kNotFound
            ? collection::missing_taxonomy(collection.specification_file())
            : std::nullopt;
    return fail(missing ? *missing : file.error());
  }
  const topics::Taxonomy& taxonomy = file->taxonomy();
  if (taxonomy.good().empty() || (has_one_topic(taxonomy) && !is_trained(collection)))
    return std::optional<collection::TaxonomyFile>();
  return std::optional(std::move(*file));
}

bool is_trained_on(const topics::Taxonomy& taxonomy, const collection::Collection& collection) {
  const Result<std::string> trained_on =
      xml::read_file(collection.model_folder() / kTrainedOnFile, 4096);
  return trained_on && trim(*trained_on) == fingerprint_of(taxonomy);
}

}  // namespace

Result<topics::JudgedBy> judged_by(const collection::Collection& collection) {
  TRY_AS(taxonomy, marked_taxonomy(collection));
  if (!*taxonomy) return topics::JudgedBy::kWords;
  return terms_besides_title(collection.specification().topic) == 0 ? topics::JudgedBy::kClassifier
                                                                    : topics::JudgedBy::kPool;
}

Result<void> check_page_judge(const collection::Collection& collection) {
  TRY_AS(taxonomy, marked_taxonomy(collection));
  if (!*taxonomy || is_trained(collection)) return {};
  return fail(ErrorCode::kIncomplete, "the taxonomy's classifier is not trained yet",
              remedy_for(collection));
}

Result<bool> is_training_current(const collection::Collection& collection) {
  TRY_AS(taxonomy, marked_taxonomy(collection));
  return !*taxonomy || is_trained_on((*taxonomy)->taxonomy(), collection);
}

Error outdated_training(const std::string& folder) {
  Error error;
  error.code = ErrorCode::kIncomplete;
  error.message = "the taxonomy changed since the classifier was trained";
  error.hint = "to take that in: porthole train " + shell_word(folder);
  return error;
}

Result<std::unique_ptr<PageJudge>> make_page_judge(const collection::Collection& collection) {
  TRY_AS(file, marked_taxonomy(collection));
  if (!*file) return make_own_words_judge(collection.specification().topic);
  const topics::Taxonomy& taxonomy = (*file)->taxonomy();
  const std::string remedy = remedy_for(collection);
  TRY_AS(model, load_classifier(collection.model_folder(), remedy));
  TRY(take_marks(**model, taxonomy, remedy));
  if (!is_trained_on(taxonomy, collection)) {
    const Error outdated = outdated_training(collection.folder().string());
    log(LogLevel::kWarning, "gatherer", outdated.message + "; " + outdated.hint);
  }
  return make_judge_by(collection, taxonomy, std::move(*model));
}

std::unique_ptr<PageJudge> make_judge_by(const collection::Collection& collection,
                                         const topics::Taxonomy& taxonomy,
                                         std::unique_ptr<topics::TrainedModel> model) {
  std::unique_ptr<PageJudge> classifier = make_classifier_judge(std::move(model));
  const collection::Topic& topic = collection.specification().topic;
  std::unique_ptr<PageJudge> judge =
      terms_besides_title(topic) == 0 ? std::move(classifier)
                                      : make_pooled_judge(topic, std::move(classifier), taxonomy);
  judge->know_examples(taxonomy);
  return judge;
}

}  // namespace porthole::gatherer
