#include "gatherer/judge/pooled_judge.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "topics/text/text_relevance.h"

namespace porthole::gatherer {
namespace {

/// k: so many examples weigh as much as the topic's own words.
constexpr double kExamplesOfWords = 10;
constexpr double kThreshold = topics::TextRelevance::kThreshold;

class PooledJudge : public PageJudge {
 public:
  PooledJudge(std::unique_ptr<PageJudge> words, std::unique_ptr<PageJudge> classifier,
              const topics::Taxonomy& examples)
      : words_(std::move(words)),
        classifier_(std::move(classifier)),
        examples_(examples),
        name_(std::string(classifier_->name()) + " and own words"),
        weight_(weight_of_classifier(examples_)) {}

  std::string_view name() const override { return name_; }
  const topics::Taxonomy* taxonomy() const override { return classifier_->taxonomy(); }
  topics::JudgedText text() const override { return classifier_->text(); }

  Judgement judge(const Document& document) const override {
    Judgement judgement = classifier_->judge(document);
    const double by_words = words_->judge(document).relevance.value();
    const double pooled = (1 - weight_) * by_words + weight_ * judgement.relevance.value();
    judgement.relevance = Relevance(std::clamp(pooled, 0.0, 1.0));
    judgement.relevant = pooled >= kThreshold;
    if (judgement.relevant != judgement.best_is_wanted) {
      judgement.best_is_wanted = judgement.relevant;
      judgement.topic = judgement.relevant ? most_probable_good(judgement) : "";
    }
    return judgement;
  }

  /// The words of both, each weight in the share of its judge.
  Evidence evidence(const Document& document) const override {
    Evidence of_words = words_->evidence(document), out = classifier_->evidence(document);
    out.weights = "those of the topic's words: " + of_words.weights + "; others: " + out.weights +
                  "; each in the share of its judge";
    for (Evidence::Word& word : out.words) word.weight *= weight_;
    for (Evidence::Word& word : of_words.words) word.weight *= 1 - weight_;
    std::move(of_words.words.begin(), of_words.words.end(), std::back_inserter(out.words));
    out.sort();
    return out;
  }

  Result<void> mark_good(const std::vector<std::string>& paths) override {
    if (auto marked = classifier_->mark_good(paths); !marked) return marked;
    std::vector<topics::TopicId> good;
    for (const std::string& path : paths)
      if (const auto found = examples_.find(path)) good.push_back(*found);
    if (auto marked = examples_.mark_good(good); !marked) return marked;
    weight_ = weight_of_classifier(examples_);
    return {};
  }

 private:
  std::string most_probable_good(const Judgement& judgement) const {
    const topics::Taxonomy& all = *taxonomy();
    double most = -1;
    std::string path;
    for (const topics::TopicProbability& topic : judgement.topics) {
      if (all[topic.topic].mark != topics::Mark::kGood || topic.probability <= most) continue;
      most = topic.probability;
      path = all[topic.topic].path;
    }
    return path;
  }

  std::unique_ptr<PageJudge> words_, classifier_;
  topics::Taxonomy examples_;
  std::string name_;
  double weight_ = 0;  ///< lambda
};

}  // namespace

double weight_of_classifier(const topics::Taxonomy& taxonomy) {
  double good = 0, others = 0;
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const auto topic = static_cast<topics::TopicId>(id);
    (taxonomy.is_wanted(topic) ? good : others) +=
        static_cast<double>(taxonomy[topic].examples.size());
  }
  if (good == 0 || others == 0) return 0;
  const double effective = 4 * good * others / (good + others);
  return effective / (effective + kExamplesOfWords);
}

std::unique_ptr<PageJudge> make_pooled_judge(std::unique_ptr<PageJudge> words,
                                             std::unique_ptr<PageJudge> classifier,
                                             const topics::Taxonomy& examples) {
  return std::make_unique<PooledJudge>(std::move(words), std::move(classifier), examples);
}

}  // namespace porthole::gatherer
