#include "topics/classify/naive_bayes_training.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "topics/classify/naive_bayes_trainer.h"
#include "topics/classify/training_folds.h"

namespace porthole::topics {
namespace {

using Examples = std::vector<ExampleId>;

// The log probability that the held-out examples of one inner node gave their own child, by number
// of features and by length.
struct Trials {
  std::vector<std::vector<double>> log_probability;
  std::vector<std::size_t>
      right;  // by number of features: examples that their own child had for itself
};

class Chooser {
 public:
  Chooser(const TrainingSet& set, const NaiveBayesOptions& options) : set_(set), options_(options) {
    const Trials none{
        std::vector(options.features.size(), std::vector(options.lengths.size(), 0.0)),
        std::vector<std::size_t>(options.features.size(), 0)};
    trials_.assign(set.taxonomy().size(), none);
  }

  void try_part(const Examples& seen, const Examples& held) {
    NaiveBayesTrainer trainer(set_, options_, seen);
    const std::vector<Examples> held_below = examples_below(set_, held);
    for (std::size_t c0 = 0; c0 < trials_.size(); ++c0) {
      const auto topic = static_cast<TopicId>(c0);
      if (held_below[c0].empty() || trainer.learn(topic) < 2) continue;
      for (std::size_t f = 0; f < options_.features.size(); ++f) {
        const NaiveBayesNode node = trainer.node(options_.features[f]);
        const NaiveBayesIndex index(node);
        for (std::size_t child = 0; child < node.children.size(); ++child) {
          for (const ExampleId example : held_below[node.children[child].topic]) {
            judge(node, index, child, set_.page_of(example), f, trials_[c0]);
          }
        }
      }
    }
  }

  NaiveBayesSettings best() const {
    NaiveBayesSettings settings{options_, {}, {}};
    for (const Trials& trials : trials_) {
      std::size_t f = 0;
      std::size_t l = 0;
      for (std::size_t i = 0; i < options_.features.size(); ++i) {
        for (std::size_t k = 0; k < options_.lengths.size(); ++k) {
          if (trials.log_probability[i][k] <= trials.log_probability[f][l]) continue;
          f = i;
          l = k;
        }
      }
      // Without a choice of length the log probability would favour few features, to be less
      // certain.
      if (options_.lengths.size() == 1) {
        f = static_cast<std::size_t>(std::max_element(trials.right.begin(), trials.right.end()) -
                                     trials.right.begin());
      }
      settings.features.push_back(options_.features[f]);
      settings.lengths.push_back(options_.lengths[l]);
    }
    return settings;
  }

 private:
  void judge(const NaiveBayesNode& node, const NaiveBayesIndex& index, std::size_t child,
             const TermCounts& page, std::size_t f, Trials& trials) {
    scores_.clear();
    const double length = score_children(node, index, options_.counting, page, scores_);
    for (std::size_t l = 0; l < options_.lengths.size(); ++l) {
      std::vector<TrainedModel::LogProbability> logs = scores_;
      to_log_probabilities(node, length, options_.lengths[l], logs, 0);
      trials.log_probability[f][l] += logs[child].log_probability;
      const bool is_best = std::all_of(logs.begin(), logs.end(), [&](const auto& other) {
        return other.log_probability <= logs[child].log_probability;
      });
      if (l == 0 && is_best) ++trials.right[f];
    }
  }

  const TrainingSet& set_;
  const NaiveBayesOptions& options_;
  std::vector<Trials> trials_;  // by topic
  std::vector<TrainedModel::LogProbability> scores_;
};

}  // namespace

NaiveBayesSettings choose_settings(const TrainingSet& set, const Examples& examples,
                                   const NaiveBayesOptions& options) {
  NaiveBayesOptions complete = options;
  if (complete.features.empty()) complete.features = {0};
  if (complete.lengths.empty()) complete.lengths = {0};
  Chooser chooser(set, complete);
  if (complete.features.size() > 1 || complete.lengths.size() > 1) {
    const auto folds = static_cast<std::size_t>(std::max(2, complete.folds));
    for (const Examples& part : deal_to_parts(set, examples, folds)) {
      if (!part.empty()) chooser.try_part(without(examples, part), part);
    }
  }
  return chooser.best();
}

std::unique_ptr<NaiveBayes> train_naive_bayes(const TrainingSet& set, const Examples& examples,
                                              const NaiveBayesSettings& settings) {
  NaiveBayesTrainer trainer(set, settings.options, examples);
  std::vector<NaiveBayesNode> nodes(set.taxonomy().size());
  for (std::size_t c0 = 0; c0 < nodes.size(); ++c0) {
    if (trainer.learn(static_cast<TopicId>(c0)) == 0) continue;
    nodes[c0] = trainer.node(c0 < settings.features.size() ? settings.features[c0] : 0);
    nodes[c0].length = c0 < settings.lengths.size() ? settings.lengths[c0] : 0;
  }
  return std::make_unique<NaiveBayes>(set.taxonomy(), settings, std::move(nodes));
}

}  // namespace porthole::topics
