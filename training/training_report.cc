#include "training/training_report.h"

#include <utility>

#include "topics/classify/calibration.h"
#include "topics/classify/naive_bayes.h"
#include "topics/classify/training.h"

namespace porthole::training {
namespace {

using nlohmann::ordered_json;
using topics::Taxonomy;
using topics::TopicId;

ordered_json as_json(const topics::Reliability& reliability) {
  ordered_json bins = ordered_json::array();
  for (const topics::Reliability::Bin& bin : reliability.bins()) {
    bins.push_back(
        {{"count", bin.count},
         {"predicted", bin.count == 0 ? ordered_json(nullptr) : ordered_json(bin.mean_predicted())},
         {"observed", bin.count == 0 ? ordered_json(nullptr) : ordered_json(bin.observed())}});
  }
  return {{"error", reliability.error()},
          {"negative_log_likelihood", reliability.negative_log_likelihood()},
          {"bins", std::move(bins)}};
}

ordered_json as_json(const topics::HeldOutReport& test, const Taxonomy& taxonomy) {
  ordered_json nodes = ordered_json::array();
  for (const topics::NodeAccuracy& node : test.nodes) {
    nodes.push_back({{"topic", taxonomy[node.topic].path},
                     {"examples", node.examples},
                     {"sites", node.groups},
                     {"judged", node.judged},
                     {"found", node.found},
                     {"accuracy", node.recall()},
                     {"precision", node.precision()}});
  }
  ordered_json confusion = ordered_json::array();
  for (const topics::Confusion& cell : test.confusion) {
    confusion.push_back({{"actual", taxonomy[cell.actual].path},
                         {"predicted", taxonomy[cell.predicted].path},
                         {"pages", cell.pages}});
  }
  ordered_json few = ordered_json::array();
  for (const TopicId id : test.too_few) few.push_back(taxonomy[id].path);
  ordered_json alike = ordered_json::array();
  for (const topics::AlikePair& pair : test.alike) {
    alike.push_back({{"first", taxonomy[pair.first].path},
                     {"second", taxonomy[pair.second].path},
                     {"first_as_second", pair.first_as_second},
                     {"second_as_first", pair.second_as_first}});
  }
  const ordered_json calibration = {{"of", test.of_relevance ? "relevance" : "most probable topic"},
                                    {"temperature", test.temperature},
                                    {"saturated", test.calibrated.saturated()},
                                    {"before", as_json(test.uncalibrated)},
                                    {"after", as_json(test.calibrated)}};
  return {{"accuracy", test.accuracy()},
          {"judged", test.judged},
          {"right", test.right},
          {"nodes", std::move(nodes)},
          {"confusion", std::move(confusion)},
          {"too_few", std::move(few)},
          {"alike", std::move(alike)},
          {"calibration", calibration}};
}

ordered_json settings_as_json(const topics::TrainedModel& model) {
  const auto* bayes = dynamic_cast<const topics::NaiveBayes*>(&model);
  if (bayes == nullptr) return nullptr;
  const topics::NaiveBayesOptions& options = bayes->settings().options;
  return {{"index", topics::feature_index_name(options.index)},
          {"denominator",
           options.denominator == topics::Denominator::kAllTerms ? "all terms" : "features"}};
}

}  // namespace

ordered_json report_as_json(const TrainedClassifier& trained, const Training& training) {
  const Taxonomy& taxonomy = training.set.taxonomy();
  ordered_json failed = ordered_json::array();
  for (const Error& failure : training.failures) {
    failed.push_back(
        {{"message", failure.message}, {"file", failure.file}, {"line", failure.line}});
  }
  ordered_json good = ordered_json::array();
  for (const TopicId id : taxonomy.good()) good.push_back(taxonomy[id].path);
  ordered_json out = {{"model", trained.model->name()},
                      {"text", topics::judged_text_name(trained.model->text())},
                      {"settings", settings_as_json(*trained.model)},
                      {"pages", training.pages.size()},
                      {"sites", training.set.groups()},
                      {"topics", taxonomy.size() - 1},
                      {"good", std::move(good)},
                      {"failed", std::move(failed)}};
  out["held_out"] = trained.test ? as_json(*trained.test, taxonomy) : ordered_json(nullptr);
  if (!trained.untested.empty()) out["untested"] = trained.untested;
  return out;
}

}  // namespace porthole::training
