#pragma once

/// Classification of pages inside the database, by joins or probe by probe.
///
/// In:  the bytes of a naive Bayes model, the terms of pages.
/// Out: Pr[c given page] of the topics that TrainedModel::classify() evaluates, and R(page), in the
///      tables `class` and `judged`; equal to classify()'s but for the last digits of the sums.
///
///   MiningDatabase& database = ...;
///   auto model = put_model(database, bytes, good);
///   put_documents(database, *model, [&](const AddDocument& add) { return add(7, terms); });
///   bulk_probe(database, *model);
///
/// bulk_probe() is figure 3, repeated for the root and the path topics in topological order, then
/// for the topics that are the most probable of some page, until that is a leaf of each.
/// ProbingModel is figure 2: a probe of the table blob for each term of a page.
/// Memory: one node of the model, one page.
///
/// Source: Chakrabarti, van den Berg, Dom 1999 (VLDB), sections 2.1.1 and 2.1.3, figures 1 to 3.
/// Errors: those of MiningDatabase. Thread safety: one thread.

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.h"
#include "repository/mining/mining_database.h"
#include "repository/records.h"
#include "topics/classify/model_file.h"
#include "topics/classify/naive_bayes.h"

namespace porthole::repository {

/// A model whose terms are in the database.
struct MinedModel {
  topics::NaiveBayesOutline outline;
  std::vector<std::vector<topics::NaiveBayesNode::Child>> children;  ///< By topic.
  std::vector<double> lengths;                                       ///< By topic.
};

/// Makes the tables anew and puts the model there. `good`: paths of the good topics, in place of
/// the model's own. Errors: those of read_nodes(); kIncomplete when the model does not know a path.
Result<MinedModel> put_model(MiningDatabase& database, std::string_view model,
                             const std::vector<std::string>& good);

/// Adds a page.
using AddDocument = std::function<Result<void>(UrlId page, const topics::TermCounts& terms)>;
/// Puts the pages that `produce` adds, each once, into the table document.
Result<void> put_documents(MiningDatabase& database, const MinedModel& model,
                           const std::function<Result<void>(const AddDocument&)>& produce);

/// Classifies all documents by joins.
Result<void> bulk_probe(MiningDatabase& database, const MinedModel& model);
/// Classifies all documents by `model`, one after the other.
Result<void> classify_each(MiningDatabase& database, const topics::TrainedModel& model);

/// SingleProbe: descends by the tables alone. Lifetime: within those of its arguments. A failed
/// probe counts as a term that is not known; error() tells.
class ProbingModel final : public topics::TrainedModel {
 public:
  ProbingModel(MiningDatabase& database, const MinedModel& model);
  ~ProbingModel() override;

  std::string_view name() const override { return "probing"; }
  void descend(topics::TopicId c0, const topics::TermCounts& page,
               std::vector<LogProbability>& children) const override;
  /// Not known without the terms: empty.
  std::vector<TermWeight> compare(topics::TopicId, topics::TopicId,
                                  const topics::TermCounts&) const override {
    return {};
  }
  std::vector<topics::TermHash> distinctive_terms(topics::TopicId, std::size_t) const override {
    return {};
  }
  Result<void> error() const;

 private:
  class Prober;
  const MinedModel& model_;
  std::unique_ptr<Prober> prober_;
};

struct MinedJudgement {
  UrlId page = 0;
  double relevance = 0;
  topics::TopicId best = topics::kRootTopic;
};
/// In order of page.
Result<void> for_each_judgement(MiningDatabase& database,
                                const std::function<void(const MinedJudgement&)>& visit);
/// Pr[topic given page], in order of page, then topic.
Result<void> for_each_class(
    MiningDatabase& database,
    const std::function<void(UrlId page, topics::TopicId topic, double probability)>& visit);

/// About how many bytes a model of that many bytes takes in memory, to decide where to classify.
std::size_t memory_of_model(std::size_t file_bytes);

}  // namespace porthole::repository
