#include "gatherer/judge/pooled_judge.h"

#include <algorithm>
#include <cstddef>
#include <iterator>
#include <utility>

#include "base/text/text.h"
#include "topics/text/text_relevance.h"

namespace porthole::gatherer {
namespace {

constexpr double kThreshold = topics::TextRelevance::kThreshold;

class PooledJudge : public PageJudge {
 public:
  PooledJudge(const collection::Topic& topic, std::unique_ptr<PageJudge> classifier,
              const topics::Taxonomy& examples)
      : words_(make_own_words_judge(topic)),
        terms_(terms_besides_title(topic)),
        classifier_(std::move(classifier)),
        examples_(examples),
        name_(std::string(classifier_->name()) + " and own words"),
        weight_(weight_of_classifier(examples_, terms_)) {}

  std::string_view name() const override { return name_; }
  const topics::Taxonomy* taxonomy() const override { return classifier_->taxonomy(); }
  topics::JudgedText text() const override { return words_->text(); }

  Judgement judge(const Document& document) const override {
    Judgement judgement = classifier_->judge(document);
    const double by_words = words_->judge(document).relevance.value();
    const double pooled = (1 - weight_) * by_words + weight_ * judgement.relevance.value();
    judgement.relevance = Relevance(std::clamp(pooled, 0.0, 1.0));
    judgement.relevant = pooled >= kThreshold;
    if (judgement.relevant && !judgement.best_is_wanted)
      judgement.topic = most_probable_good(judgement);
    judgement.best_is_wanted = judgement.relevant;
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
    weight_ = weight_of_classifier(examples_, terms_);
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

  std::unique_ptr<PageJudge> words_;
  std::size_t terms_ = 0;  ///< t
  std::unique_ptr<PageJudge> classifier_;
  topics::Taxonomy examples_;
  std::string name_;
  double weight_ = 0;  ///< lambda
};

}  // namespace

std::size_t terms_besides_title(const collection::Topic& topic) {
  return static_cast<std::size_t>(std::count_if(
      topic.terms.begin(), topic.terms.end(),
      [&](const std::string& term) { return !equals_ignoring_case(term, topic.title); }));
}

double weight_of_classifier(const topics::Taxonomy& taxonomy, std::size_t terms) {
  double good = 0, others = 0;
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const auto topic = static_cast<topics::TopicId>(id);
    (taxonomy.is_wanted(topic) ? good : others) +=
        static_cast<double>(taxonomy[topic].examples.size());
  }
  if (good == 0 || others == 0) return 0;
  const double effective = 4 * good * others / (good + others);
  return effective / (effective + static_cast<double>(terms));
}

std::unique_ptr<PageJudge> make_pooled_judge(const collection::Topic& topic,
                                             std::unique_ptr<PageJudge> classifier,
                                             const topics::Taxonomy& examples) {
  return std::make_unique<PooledJudge>(topic, std::move(classifier), examples);
}

}  // namespace porthole::gatherer
