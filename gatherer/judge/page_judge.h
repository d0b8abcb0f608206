#pragma once

/// PageJudge: estimates the relevance of a fetched page, and its topic.
///
/// In:  a parsed page.
/// Out: its relevance, whether it counts as relevant, and the probabilities of topics.
///
/// Three implementations: one counts the topic's own words (topics/text/text_relevance.h), one is a
/// trained classifier over the user's taxonomy (gatherer/judge/classifier_judge.h), and one pools
/// both (gatherer/judge/pooled_judge.h).
///
/// Thread safety: const members, any thread.

#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/document.h"
#include "base/relevance.h"
#include "base/result.h"
#include "collection/collection.h"
#include "topics/classify/trained_model.h"
#include "topics/text/term_counts.h"

namespace porthole::gatherer {

struct Judgement {
  Relevance relevance;
  bool relevant = false;        ///< By the judge's threshold.
  std::string topic;            ///< Display name: a taxonomy path, or the topic's title; "" if
                                ///< none.
  bool best_is_wanted = false;  ///< Hard focus: the page's best leaf is good or below a good node.
  /// The topic probabilities (Classification::topics); empty without a taxonomy.
  std::vector<topics::TopicProbability> topics;
  /// sigma (topics/importance/importance_model.h): the predicted importance; absent without a
  /// trained model.
  std::optional<double> importance = std::nullopt;
  topics::TermCounts terms = {};  ///< Terms of the whole page, if the judge has counted them.
};

/// The words that explain the relevance of a page.
struct Evidence {
  struct Word {
    std::string word;
    double times = 0;  ///< Occurrences on the page; those in the title may count several times.
    double weight = 0;
  };
  std::string weights;      ///< Describes the unit of the weights, for people.
  std::vector<Word> words;  ///< By absolute weight, largest first.

  /// Sorts `words` so; ties by word.
  void sort();
};

class PageJudge {
 public:
  virtual ~PageJudge() = default;

  /// "own words", the name of the classifier, or both.
  virtual std::string_view name() const = 0;
  virtual Judgement judge(const Document& document) const = 0;
  /// The same for the page at `href`: an example is relevant, or not, as the topic is that it was
  /// marked for.
  Judgement judge_page(const std::string& href, const Document& document) const;
  /// Remembers the examples of `taxonomy` that have a URL.
  void know_examples(const topics::Taxonomy& taxonomy);
  /// The text that judge() reads; for the main content, or both, it needs Document::blocks.
  virtual topics::JudgedText text() const { return topics::JudgedText::kWhole; }
  /// The contribution of words to the judgement. Own words: each of the topic's words and phrases.
  /// A classifier: the page's words in the least certain decision on the path to the most probable
  /// good topic, against the most probable other topic there. A pool: both.
  virtual Evidence evidence(const Document& document) const = 0;
  /// Judges by other good topics from now on, given by their paths. Errors: kIncomplete for a topic
  /// that was not learned; kUnsupported without a taxonomy. Thread safety: no other call meanwhile.
  virtual Result<void> mark_good(const std::vector<std::string>& paths) {
    (void)paths;
    return fail(ErrorCode::kUnsupported, "this judge has no topics to mark");
  }
  /// The taxonomy of Judgement::topics; null without one. Lifetime: the judge's.
  virtual const topics::Taxonomy* taxonomy() const { return nullptr; }

 private:
  std::unordered_map<std::string, std::string> examples_;  ///< Url::key() -> path of the topic.
};

/// The judge that counts the topic's own words in title, description and main content: relevant
/// from TextRelevance::kThreshold on; the topic is its title, and the best topic is wanted when the
/// page is relevant.
std::unique_ptr<PageJudge> make_own_words_judge(const collection::Topic& topic);

}  // namespace porthole::gatherer
