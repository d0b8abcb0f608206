#include "gatherer/judge/page_judge.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/url/url.h"
#include "topics/text/text_relevance.h"

namespace porthole::gatherer {
namespace {

class OwnWordsJudge : public PageJudge {
 public:
  explicit OwnWordsJudge(const collection::Topic& topic)
      : title_(topic.title), words_(topic.title, topic.terms) {}

  std::string_view name() const override { return "own words"; }
  topics::JudgedText text() const override { return topics::JudgedText::kContent; }

  Judgement judge(const Document& document) const override {
    Judgement judgement;
    judgement.relevance =
        words_.of(document.title, document.description, topics::text_to_judge(document, text()));
    judgement.relevant = judgement.relevance.value() >= topics::TextRelevance::kThreshold;
    judgement.best_is_wanted = judgement.relevant;
    if (judgement.relevant) judgement.topic = title_;
    return judgement;
  }

  Evidence evidence(const Document& document) const override {
    Evidence out{"the probability with which each of the topic's words makes the page relevant",
                 {}};
    for (auto& witness : words_.witnesses(document.title, document.description,
                                          topics::text_to_judge(document, text()))) {
      out.words.push_back({std::move(witness.term), witness.frequency, witness.probability});
    }
    return out;
  }

 private:
  std::string title_;
  topics::TextRelevance words_;
};

}  // namespace

void Evidence::sort() {
  std::sort(words.begin(), words.end(), [](const Word& a, const Word& b) {
    const double x = std::abs(a.weight), y = std::abs(b.weight);
    return x != y ? x > y : a.word < b.word;
  });
}

Judgement PageJudge::judge_page(const std::string& href, const Document& document) const {
  Judgement judgement = judge(document);
  const auto url = examples_.empty() ? Result<Url>() : Url::parse(href);
  const auto example = url ? examples_.find(url->key()) : examples_.end();
  if (example == examples_.end() || taxonomy() == nullptr) return judgement;
  const auto topic = taxonomy()->find(example->second);
  if (!topic || judgement.relevant == taxonomy()->is_wanted(*topic)) return judgement;
  judgement.relevant = judgement.best_is_wanted = !judgement.relevant;
  judgement.relevance = Relevance(judgement.relevant ? 1 : 0);
  judgement.topic = example->second;
  return judgement;
}

void PageJudge::know_examples(const topics::Taxonomy& taxonomy) {
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    const topics::Topic& topic = taxonomy[static_cast<topics::TopicId>(id)];
    for (const topics::Example& example : topic.examples) {
      if (const auto url = Url::parse(example.url)) examples_.try_emplace(url->key(), topic.path);
    }
  }
}

std::unique_ptr<PageJudge> make_own_words_judge(const collection::Topic& topic) {
  return std::make_unique<OwnWordsJudge>(topic);
}

}  // namespace porthole::gatherer
