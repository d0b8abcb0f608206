#include "gatherer/page_judge.h"

#include <filesystem>
#include <optional>
#include <system_error>
#include <utility>

#include "base/log.h"
#include "base/text.h"
#include "collection/taxonomy_file.h"
#include "gatherer/classifier_judge.h"
#include "topics/text_relevance.h"
#include "xml/tree.h"

namespace porthole::gatherer {
namespace {

class OwnWordsJudge : public PageJudge {
 public:
  explicit OwnWordsJudge(const collection::Topic& topic)
      : title_(topic.title), words_(topic.title, topic.terms) {}

  std::string_view name() const override { return "own words"; }

  Judgement judge(const Document& document) const override {
    Judgement judgement;
    judgement.relevance = words_.of(document.title, document.description, document.text);
    judgement.relevant = judgement.relevance.value() >= topics::TextRelevance::kThreshold;
    judgement.best_is_wanted = judgement.relevant;
    if (judgement.relevant) judgement.topic = title_;
    return judgement;
  }

  Evidence evidence(const Document& document) const override {
    Evidence out{"the probability with which each of the topic's words makes the page relevant", {}};
    for (auto& witness : words_.witnesses(document.title, document.description, document.text)) {
      out.words.push_back({std::move(witness.term), witness.frequency, witness.probability});
    }
    return out;
  }

 private:
  std::string title_;
  topics::TextRelevance words_;
};

std::string remedy_for(const collection::Collection& collection) {
  return "run: porthole train " + collection.folder().string();
}

/// The collection's taxonomy when it names one with good topics.
Result<std::optional<collection::TaxonomyFile>> marked_taxonomy(const collection::Collection& collection) {
  const std::string& name = collection.specification().topic.taxonomy_file;
  if (name.empty()) return std::optional<collection::TaxonomyFile>();
  Result<collection::TaxonomyFile> file = collection::read_taxonomy_of(collection.folder(), name);
  if (!file) return fail(file.error());
  if (file->taxonomy().good().empty()) return std::optional<collection::TaxonomyFile>();
  return std::optional(std::move(*file));
}

}  // namespace

std::unique_ptr<PageJudge> make_own_words_judge(const collection::Topic& topic) {
  return std::make_unique<OwnWordsJudge>(topic);
}

Result<void> check_page_judge(const collection::Collection& collection) {
  const Result<std::optional<collection::TaxonomyFile>> taxonomy = marked_taxonomy(collection);
  if (!taxonomy) return fail(taxonomy.error());
  std::error_code ignored;
  if (!*taxonomy || std::filesystem::exists(collection.model_folder() / kModelFile, ignored)) return {};
  return fail(ErrorCode::kIncomplete, "the taxonomy's classifier is not trained yet", remedy_for(collection));
}

Result<std::unique_ptr<PageJudge>> make_page_judge(const collection::Collection& collection) {
  const Result<std::optional<collection::TaxonomyFile>> file = marked_taxonomy(collection);
  if (!file) return fail(file.error());
  if (!*file) return make_own_words_judge(collection.specification().topic);
  const topics::Taxonomy& taxonomy = (*file)->taxonomy();
  const std::string remedy = remedy_for(collection);
  auto model = load_classifier(collection.model_folder(), remedy);
  if (!model) return fail(model.error());
  if (Result<void> marked = take_marks(**model, taxonomy, remedy); !marked) return fail(marked.error());
  const Result<std::string> trained_on = xml::read_file(collection.model_folder() / kTrainedOnFile, 4096);
  if (!trained_on || trim(*trained_on) != fingerprint_of(taxonomy)) {
    log(LogLevel::kWarning, "gatherer",
        "the taxonomy changed since the classifier was trained; to take that in, " + remedy);
  }
  return make_classifier_judge(std::move(*model));
}

}  // namespace porthole::gatherer
