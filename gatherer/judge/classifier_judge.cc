#include "gatherer/judge/classifier_judge.h"

#include <xxhash.h>

#include <algorithm>
#include <cstdio>
#include <optional>
#include <utility>
#include <vector>

#include "base/xml/tree.h"
#include "topics/classify/model_file.h"
#include "topics/text/term_counts.h"

namespace porthole::gatherer {
namespace {

/// A topic, and its most probable sibling.
struct Choice {
  topics::TopicId topic = topics::kRootTopic;
  topics::TopicId rival = topics::kRootTopic;
};

/// The decision with the least conditional probability on the path to the most probable good topic;
/// absent when the root is good or no topic is.
std::optional<Choice> decisive_choice(const topics::Taxonomy& taxonomy,
                                      const topics::Classification& judged) {
  std::vector<double> probability(taxonomy.size(), -1);
  topics::TopicId best = topics::kRootTopic;
  for (const topics::TopicProbability& topic : judged.topics) {
    probability[topic.topic] = topic.probability;
    if (taxonomy[topic.topic].mark != topics::Mark::kGood) continue;
    if (best == topics::kRootTopic || topic.probability > probability[best]) best = topic.topic;
  }
  std::optional<Choice> decisive;
  double least = 2;
  for (topics::TopicId topic = best; topic != topics::kRootTopic; topic = taxonomy[topic].parent) {
    const topics::TopicId parent = taxonomy[topic].parent;
    const double share = probability[parent] > 0 ? probability[topic] / probability[parent] : 0;
    if (share >= least) continue;
    Choice choice{topic, topics::kRootTopic};
    for (const topics::TopicId other : taxonomy[parent].children) {
      if (other == topic || probability[other] < 0) continue;
      if (choice.rival == topics::kRootTopic || probability[other] > probability[choice.rival])
        choice.rival = other;
    }
    if (choice.rival == topics::kRootTopic) continue;
    least = share;
    decisive = choice;
  }
  return decisive;
}

tl::unexpected<Error> not_learned(const std::string& path, const std::string& remedy) {
  return fail(ErrorCode::kIncomplete,
              "the classifier has not learned the good topic \"" + path + "\"", remedy);
}

class ClassifierJudge : public PageJudge {
 public:
  explicit ClassifierJudge(std::unique_ptr<topics::TrainedModel> model)
      : model_(std::move(model)) {}

  std::string_view name() const override { return model_->name(); }
  const topics::Taxonomy* taxonomy() const override { return &model_->taxonomy(); }
  topics::JudgedText text() const override { return model_->text(); }
  Result<void> mark_good(const std::vector<std::string>& paths) override {
    std::vector<topics::TopicId> good;
    for (const std::string& path : paths) {
      const auto found = model_->taxonomy().find(path);
      if (!found) return not_learned(path, "run: porthole train DIR");
      good.push_back(*found);
    }
    return model_->mark_good(good);
  }

  Judgement judge(const Document& document) const override {
    Judgement judgement;
    topics::TermCounts terms = topics::count_terms(document, model_->text());
    topics::Classification found = model_->classify(terms);
    judgement.relevance = Relevance(std::clamp(found.relevance, 0.0, 1.0));
    judgement.relevant = found.relevance >= kClassifierThreshold;
    judgement.topic = model_->taxonomy()[found.best].path;
    judgement.best_is_wanted = found.best_is_wanted;
    judgement.topics = std::move(found.topics);
    if (model_->text() == topics::JudgedText::kWhole) judgement.terms = std::move(terms);
    return judgement;
  }

  Evidence evidence(const Document& document) const override {
    const topics::TermCounts terms = topics::count_terms(document, model_->text());
    const std::optional<Choice> choice =
        decisive_choice(model_->taxonomy(), model_->classify(terms));
    if (!choice) return {"there is no other topic to choose", {}};
    const topics::Taxonomy& taxonomy = model_->taxonomy();
    Evidence out;
    out.weights = std::string(model_->name() == "svm" ? "what each word adds to the output for "
                                                      : "what each word adds to the log odds of ") +
                  taxonomy[choice->topic].path + " against " + taxonomy[choice->rival].path;
    auto words = topics::words_of_terms(document, model_->text());
    for (const auto& term : model_->compare(choice->topic, choice->rival, terms)) {
      out.words.push_back({words[term.term], static_cast<double>(term.count), term.weight});
    }
    out.sort();
    return out;
  }

 private:
  std::unique_ptr<topics::TrainedModel> model_;
};

}  // namespace

std::string fingerprint_of(const topics::Taxonomy& taxonomy) {
  std::string all;
  const auto add = [&](char kind, const std::string& text) {
    all += kind;
    all += text;
    all += '\0';
  };
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const topics::Topic& topic = taxonomy[static_cast<topics::TopicId>(id)];
    add('p', topic.path);
    for (const topics::Example& example : topic.examples) {
      add('u', example.url);
      add('f', example.file);
      add('t', example.text);
    }
  }
  char out[17];
  std::snprintf(out, sizeof out, "%016llx",
                static_cast<unsigned long long>(XXH64(all.data(), all.size(), 0)));
  return out;
}

Result<std::unique_ptr<topics::TrainedModel>> load_classifier(
    const std::filesystem::path& model_folder, const std::string& remedy) {
  const std::filesystem::path file = model_folder / kModelFile;
  const Result<std::string> bytes = xml::read_file(file, topics::kLargestModelFile);
  if (!bytes && bytes.error().code == ErrorCode::kNotFound) {
    return fail(ErrorCode::kIncomplete, "the taxonomy's classifier is not trained yet", remedy);
  }
  if (!bytes) return fail(bytes.error());
  Result<std::unique_ptr<topics::TrainedModel>> model = topics::load_model(*bytes);
  if (model) return model;
  Error error = model.error();
  error.file = file.string();
  if (error.hint.empty()) error.hint = remedy;
  return fail(std::move(error));
}

Result<void> take_marks(topics::TrainedModel& model, const topics::Taxonomy& taxonomy,
                        const std::string& remedy) {
  std::vector<topics::TopicId> good;
  for (const topics::TopicId id : taxonomy.good()) {
    const auto found = model.taxonomy().find(taxonomy[id].path);
    if (!found) return not_learned(taxonomy[id].path, remedy);
    good.push_back(*found);
  }
  return model.mark_good(good);
}

std::unique_ptr<PageJudge> make_classifier_judge(std::unique_ptr<topics::TrainedModel> model) {
  return std::make_unique<ClassifierJudge>(std::move(model));
}

}  // namespace porthole::gatherer
