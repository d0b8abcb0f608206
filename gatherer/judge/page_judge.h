#pragma once

/// Judges a page that was fetched: how much it is about the topic, and which topic that is.
///
/// In:  a parsed page.
/// Out: its relevance, whether that counts as relevant, and the topics it may be about.
///
/// There are two: by the topic's own words (topics/text/text_relevance.h), and by a trained classifier over
/// the user's taxonomy (gatherer/judge/classifier_judge.h).
///
/// Thread safety: const members, any thread.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/document.h"
#include "base/relevance.h"
#include "base/result.h"
#include "collection/collection.h"
#include "topics/text/term_counts.h"
#include "topics/classify/topic_model.h"

namespace porthole::gatherer {

struct Judgement {
  Relevance relevance;
  bool relevant = false;        ///< By the judge's threshold.
  std::string topic;            ///< For people and summaries: a path of the taxonomy, or the topic's title; "" = none.
  bool best_is_wanted = false;  ///< Hard focus: the page's best leaf is good or below a good node.
  /// The probabilities behind it (Classification::topics); empty without a taxonomy.
  std::vector<topics::TopicProbability> topics;
  /// sigma (topics/importance/importance_model.h): how important the page may be; nothing where no model was trained.
  std::optional<double> status = std::nullopt;
  topics::TermCounts terms = {};  ///< Of the page, where the judge has counted them.
};

/// What made the relevance of a page.
struct Evidence {
  struct Word {
    std::string word;
    double times = 0;   ///< On the page; a title may count several times.
    double weight = 0;
  };
  std::string weights;      ///< What the weights are, for people.
  std::vector<Word> words;  ///< The largest weight, of either sign, first.
};

class PageJudge {
 public:
  virtual ~PageJudge() = default;

  /// "own words", or the name of the classifier.
  virtual std::string_view name() const = 0;
  virtual Judgement judge(const Document& document) const = 0;
  /// Own words: what each of the topic's words and phrases did. A classifier: what the page's words say in the choice, on
  /// the way to the most probable good topic, that went least for it, against the most probable other topic there.
  virtual Evidence evidence(const Document& document) const = 0;
  /// The taxonomy that Judgement::topics speaks of; null without one. Lifetime: the judge's.
  virtual const topics::Taxonomy* taxonomy() const { return nullptr; }
};

/// By the topic's own words: relevant from TextRelevance::kThreshold on; the topic is its title, and
/// the best topic is wanted when the page is relevant.
std::unique_ptr<PageJudge> make_own_words_judge(const collection::Topic& topic);

}  // namespace porthole::gatherer
