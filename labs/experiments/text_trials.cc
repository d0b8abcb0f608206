#include "labs/experiments/text_trials.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <random>
#include <utility>

#include "base/document.h"
#include "topics/classify/training_folds.h"

namespace porthole::labs {
namespace {

using topics::ExampleId;
using topics::TermCount;
using topics::TermCounts;
using topics::TopicId;

constexpr std::size_t kDraws = 2000;
constexpr std::size_t kFewWords = 60;  ///< Different terms.
constexpr double kLeastLog = -30;

std::string text_where(const LabelledPage& page,
                       const std::function<bool(const Block&)>& is_chosen) {
  if (page.blocks.empty()) return page.text;
  std::vector<Block> blocks = page.blocks;
  for (Block& block : blocks) block.is_content = is_chosen(block);
  return text_of_blocks(page.text, blocks, true);
}

std::string content(const LabelledPage& page) {
  return text_where(page, [](const Block& block) { return block.is_content; });
}
std::string rest(const LabelledPage& page) {
  return page.blocks.empty()
             ? std::string()
             : text_where(page, [](const Block& block) { return !block.is_content; });
}

TermCounts counts_of(const LabelledPage& page, const std::string& text) {
  return topics::count_terms(page.title, page.description, text);
}

// a * times + b.
TermCounts sum_of(const TermCounts& a, std::uint32_t times, const TermCounts& b) {
  std::map<topics::TermHash, std::uint32_t> sum;
  for (const TermCount& term : a) sum[term.term] += times * term.count;
  for (const TermCount& term : b) sum[term.term] += term.count;
  TermCounts out;
  for (const auto& [term, count] : sum) out.push_back({term, count});
  return out;
}

TextChoice above(const char* name, int least) {
  return {name, [least](const LabelledPage& page) {
            return counts_of(page, text_where(page, [least](const Block& block) {
                               return block.is_content || block.probability >= least;
                             }));
          }};
}

TextChoice weighed(const char* name, std::uint32_t times) {
  return {name, [times](const LabelledPage& page) {
            return sum_of(counts_of(page, content(page)), times,
                          topics::count_terms("", "", rest(page)));
          }};
}

// Place of the child that is `topic` or above it; npos when there is none.
std::size_t place_of(const topics::Taxonomy& taxonomy, const PageChoice& choice, TopicId topic) {
  for (std::size_t i = 0; i < choice.children.size(); ++i) {
    if (taxonomy.is_within(topic, choice.children[i])) return i;
  }
  return std::string::npos;
}

// Log probabilities of all nodes.
std::map<TopicId, double> joint(const PageTrial& trial) {
  std::map<TopicId, double> logs = {{topics::kRootTopic, 0}};
  for (const PageChoice& choice : trial.choices) {
    for (std::size_t i = 0; i < choice.children.size(); ++i) {
      logs[choice.children[i]] =
          logs[choice.topic] + std::max(kLeastLog, choice.log_probabilities[i]);
    }
  }
  return logs;
}

topics::HeldOutChoice as_held_out(const PageChoice& choice, std::size_t right) {
  return {choice.log_probabilities, right};
}

// Pool adjacent violators: a step function that does not fall.
class Isotonic {
 public:
  explicit Isotonic(std::vector<std::pair<double, bool>> outputs) {
    std::sort(outputs.begin(), outputs.end());
    for (const auto& [value, happened] : outputs) {
      steps_.push_back({value, happened ? 1.0 : 0.0, 1});
      while (steps_.size() > 1 && steps_[steps_.size() - 2].mean() >= steps_.back().mean()) {
        steps_[steps_.size() - 2].sum += steps_.back().sum;
        steps_[steps_.size() - 2].count += steps_.back().count;
        steps_.pop_back();
      }
    }
  }
  // With one success and one failure more in each step, so that nothing is certain.
  double operator()(double value) const {
    if (steps_.empty()) return std::exp(value);
    auto step = std::upper_bound(steps_.begin(), steps_.end(), value,
                                 [](double v, const Step& s) { return v < s.from; });
    if (step != steps_.begin()) --step;
    return (step->sum + 0.5) / (step->count + 1);
  }

 private:
  struct Step {
    double from = 0, sum = 0, count = 0;
    double mean() const { return sum / count; }
  };
  std::vector<Step> steps_;
};

}  // namespace

std::vector<TextChoice> text_choices() {
  std::vector<TextChoice> choices;
  choices.push_back(
      {"whole text", [](const LabelledPage& page) { return counts_of(page, page.text); }});
  choices.push_back(
      {"content", [](const LabelledPage& page) { return counts_of(page, content(page)); }});
  choices.push_back({"content, all headings", [](const LabelledPage& page) {
                       return counts_of(page, text_where(page, [](const Block& block) {
                                          return block.is_content ||
                                                 block.kind == BlockKind::kHeading;
                                        }));
                     }});
  choices.push_back({"content without title", [](const LabelledPage& page) {
                       return topics::count_terms("", "", content(page));
                     }});
  choices.push_back({"content, else whole", [](const LabelledPage& page) {
                       TermCounts counts = counts_of(page, content(page));
                       return counts.size() >= kFewWords ? counts : counts_of(page, page.text);
                     }});
  choices.push_back(above("blocks from .1", 26));
  choices.push_back(above("blocks from .02", 5));
  choices.push_back(weighed("content 2 : rest 1", 2));
  choices.push_back(weighed("content 4 : rest 1", 4));
  choices.push_back(weighed("content 16 : rest 1", 16));
  choices.push_back({"rest as other words", [](const LabelledPage& page) {
                       TermCounts other = topics::count_terms("", "", rest(page));
                       for (TermCount& term : other) term.term ^= 0x5bd1e995U;
                       return sum_of(counts_of(page, content(page)), 1, other);
                     }});
  return choices;
}

Result<std::vector<PageTrial>> try_pages(const topics::TrainingSet& set,
                                         const std::vector<ExampleId>& seen,
                                         const std::vector<ExampleId>& held,
                                         const topics::TrainingOptions& options) {
  TRY_AS(model, topics::train(set, seen, options));
  std::vector<PageTrial> trials;
  for (const ExampleId example : held) {
    PageTrial trial{example, set.topic_of(example), set.group_of(example), {}};
    const topics::TermCounts page = set.page_of(example);
    for (std::size_t id = 0; id < set.taxonomy().size(); ++id) {
      std::vector<topics::TrainedModel::LogProbability> children;
      (*model)->descend(static_cast<TopicId>(id), page, children);
      if (children.empty()) continue;
      PageChoice choice{static_cast<TopicId>(id), {}, {}};
      for (const auto& child : children) {
        choice.children.push_back(child.topic);
        choice.log_probabilities.push_back(child.log_probability);
      }
      trial.choices.push_back(std::move(choice));
    }
    trials.push_back(std::move(trial));
  }
  return trials;
}

Result<std::vector<PageTrial>> try_parts(const topics::TrainingSet& set,
                                         const std::vector<ExampleId>& examples,
                                         const topics::TrainingOptions& options,
                                         std::size_t parts) {
  std::vector<PageTrial> all;
  for (const std::vector<ExampleId>& part : topics::deal_to_parts(set, examples, parts)) {
    TRY_AS(trials, try_pages(set, topics::without(examples, part), part, options));
    std::move(trials->begin(), trials->end(), std::back_inserter(all));
  }
  return all;
}

Rightness rightness_of(const topics::Taxonomy& taxonomy, const PageTrial& trial) {
  TopicId top = topics::kRootTopic, leaf = topics::kRootTopic;
  const std::map<TopicId, double> logs = joint(trial);
  for (const auto& [topic, log] : logs) {
    if (topic == topics::kRootTopic) continue;
    if (taxonomy[topic].parent == topics::kRootTopic &&
        (top == topics::kRootTopic || log > logs.at(top)))
      top = topic;
    if (taxonomy.is_leaf(topic) && (leaf == topics::kRootTopic || log > logs.at(leaf)))
      leaf = topic;
  }
  return {top != topics::kRootTopic && taxonomy.is_within(trial.actual, top), leaf == trial.actual};
}

Interval bootstrap_over_groups(const std::vector<double>& values,
                               const std::vector<topics::GroupId>& groups) {
  std::map<topics::GroupId, std::pair<double, double>> sums;  // of values, pages
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[groups[i]].first += values[i];
    sums[groups[i]].second += 1;
  }
  std::vector<std::pair<double, double>> list;
  Interval interval;
  double sum = 0, pages = 0;
  for (const auto& [group, entry] : sums) {
    list.push_back(entry);
    sum += entry.first;
    pages += entry.second;
  }
  if (list.empty()) return interval;
  interval.mean = sum / pages;
  std::mt19937_64 random(1);
  std::vector<double> means;
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    double of_draw = 0, in_draw = 0;
    for (std::size_t i = 0; i < list.size(); ++i) {
      const auto& entry = list[random() % list.size()];
      of_draw += entry.first;
      in_draw += entry.second;
    }
    means.push_back(of_draw / in_draw);
  }
  std::sort(means.begin(), means.end());
  interval.low = means[kDraws / 40];
  interval.high = means[kDraws - 1 - kDraws / 40];
  return interval;
}

Calibration fit_one_temperature(const std::vector<PageTrial>& trials,
                                const topics::Taxonomy& taxonomy) {
  std::vector<topics::HeldOutChoice> choices;
  for (const PageTrial& trial : trials) {
    for (const PageChoice& choice : trial.choices) {
      const std::size_t right = place_of(taxonomy, choice, trial.actual);
      if (right != std::string::npos) choices.push_back(as_held_out(choice, right));
    }
  }
  const double temperature = topics::fit_temperature(choices);
  return [temperature](PageChoice& choice) {
    topics::scale_by_temperature(choice.log_probabilities, temperature);
  };
}

Calibration fit_temperatures(const std::vector<PageTrial>& trials,
                             const topics::Taxonomy& taxonomy) {
  return fit_common_temperatures(trials, taxonomy, 1);
}

Calibration fit_common_temperatures(const std::vector<PageTrial>& trials,
                                    const topics::Taxonomy& taxonomy, std::size_t least) {
  std::vector<topics::HeldOutChoice> all;
  std::map<TopicId, std::vector<topics::HeldOutChoice>> choices;
  for (const PageTrial& trial : trials) {
    for (const PageChoice& choice : trial.choices) {
      const std::size_t right = place_of(taxonomy, choice, trial.actual);
      if (right == std::string::npos) continue;
      choices[choice.topic].push_back(as_held_out(choice, right));
      all.push_back(as_held_out(choice, right));
    }
  }
  std::map<TopicId, double> temperatures;
  for (const auto& [topic, of_topic] : choices) {
    if (of_topic.size() >= least) temperatures[topic] = topics::fit_temperature(of_topic);
  }
  const double common = topics::fit_temperature(all);
  return [temperatures, common](PageChoice& choice) {
    const auto found = temperatures.find(choice.topic);
    topics::scale_by_temperature(choice.log_probabilities,
                                 found == temperatures.end() ? common : found->second);
  };
}

Calibration fit_isotonic(const std::vector<PageTrial>& trials, const topics::Taxonomy& taxonomy) {
  std::map<TopicId, std::vector<std::pair<double, bool>>> outputs;  // by child
  for (const PageTrial& trial : trials) {
    for (const PageChoice& choice : trial.choices) {
      const std::size_t right = place_of(taxonomy, choice, trial.actual);
      if (right == std::string::npos) continue;
      for (std::size_t i = 0; i < choice.children.size(); ++i)
        outputs[choice.children[i]].emplace_back(choice.log_probabilities[i], i == right);
    }
  }
  std::map<TopicId, Isotonic> maps;
  for (auto& [child, of_child] : outputs) maps.emplace(child, Isotonic(std::move(of_child)));
  return [maps](PageChoice& choice) {
    for (std::size_t i = 0; i < choice.children.size(); ++i) {
      const auto found = maps.find(choice.children[i]);
      if (found != maps.end())
        choice.log_probabilities[i] = std::log(found->second(choice.log_probabilities[i]));
    }
    topics::scale_by_temperature(choice.log_probabilities, 1);
  };
}

CalibrationFigures judge_calibration(const topics::Taxonomy& taxonomy,
                                     std::vector<PageTrial> trials, const Calibration& calibrate) {
  CalibrationFigures figures;
  for (PageTrial& trial : trials) {
    const std::map<TopicId, double> before = joint(trial);
    if (calibrate) {
      for (PageChoice& choice : trial.choices) calibrate(choice);
    }
    double best = -1;
    bool is_right = false;
    double of_actual_top = kLeastLog, of_actual_leaf = kLeastLog;
    for (const auto& [topic, log] : joint(trial)) {
      if (topic == topics::kRootTopic) continue;
      const double probability = std::min(1.0, std::exp(log));
      if (taxonomy[topic].parent == topics::kRootTopic) {
        const bool is_actual = taxonomy.is_within(trial.actual, topic);
        if (is_actual) of_actual_top = log;
        if (probability > best) {
          best = probability;
          is_right = is_actual;
        }
      }
      if (topic == trial.actual) of_actual_leaf = log;
      if (taxonomy.is_leaf(topic)) {
        figures.leaf.add(probability, topic == trial.actual);
        if (before.at(topic) >= std::log(0.1))
          figures.likely_leaf.add(probability, topic == trial.actual);
      }
    }
    figures.top.add(best, is_right);
    figures.top_loss -= std::max(kLeastLog, of_actual_top);
    figures.leaf_loss -= std::max(kLeastLog, of_actual_leaf);
  }
  if (!trials.empty()) {
    figures.top_loss /= static_cast<double>(trials.size());
    figures.leaf_loss /= static_cast<double>(trials.size());
  }
  return figures;
}

std::pair<std::vector<PageTrial>, std::vector<PageTrial>> split_by_group(
    const std::vector<PageTrial>& trials, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::map<topics::GroupId, bool> is_first;
  std::pair<std::vector<PageTrial>, std::vector<PageTrial>> halves;
  for (const PageTrial& trial : trials) {
    const auto [group, is_new] = is_first.try_emplace(trial.group, false);
    if (is_new) group->second = random() % 2 == 0;
    (group->second ? halves.first : halves.second).push_back(trial);
  }
  return halves;
}

}  // namespace porthole::labs
