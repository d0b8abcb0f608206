#include "operations/checks/topic_checks.h"

#include <filesystem>
#include <string>
#include <system_error>
#include <utility>

#include "base/json/json.h"
#include "collection/taxonomy_file.h"
#include "gatherer/judge/classifier_judge.h"
#include "topics/text/term_counts.h"
#include "training/model_folder.h"

namespace porthole::operations {
namespace {

using nlohmann::ordered_json;
using topics::TopicId;

/// The words of an example whose file is not there; "" for any other.
std::string missing_file(const collection::TaxonomyFile& taxonomy, const topics::Example& example) {
  if (example.file.empty()) return "";
  const std::filesystem::path file = taxonomy.path_of(example);
  std::error_code ignored;
  if (std::filesystem::exists(file, ignored)) return "";
  return taxonomy.file().string() + ":" + std::to_string(example.line) +
         ": the file of an example is not there: " + file.string();
}

}  // namespace

Result<ordered_json> describe_taxonomy(const std::string& file) {
  TRY_AS(read, collection::TaxonomyFile::read(file));
  const topics::Taxonomy& taxonomy = read->taxonomy();
  ordered_json good = ordered_json::array();
  ordered_json empty = ordered_json::array();
  ordered_json missing = ordered_json::array();
  std::size_t leaves = 0;
  std::size_t examples = 0;
  std::size_t marks[4] = {};
  for (std::size_t i = 1; i < taxonomy.size(); ++i) {
    const auto id = static_cast<TopicId>(i);
    const topics::Topic& topic = taxonomy[id];
    ++marks[static_cast<std::size_t>(topic.mark)];
    examples += topic.examples.size();
    for (const topics::Example& example : topic.examples) {
      std::string words = missing_file(*read, example);
      if (!words.empty()) missing.push_back(std::move(words));
    }
    if (topic.mark == topics::Mark::kGood) good.push_back(topic.path);
    if (!taxonomy.is_leaf(id)) continue;
    ++leaves;
    if (topic.examples.empty()) empty.push_back(topic.path);
  }
  return ordered_json{{"file", file},
                      {"valid", true},
                      {"title", taxonomy[topics::kRootTopic].title},
                      {"topics", taxonomy.size() - 1},
                      {"leaves", leaves},
                      {"examples", examples},
                      {"good", std::move(good)},
                      {"path", marks[static_cast<std::size_t>(topics::Mark::kPath)]},
                      {"subsumed", marks[static_cast<std::size_t>(topics::Mark::kSubsumed)]},
                      {"null", marks[static_cast<std::size_t>(topics::Mark::kNull)]},
                      {"without_examples", std::move(empty)},
                      {"missing", std::move(missing)}};
}

Result<ordered_json> classify_page(const std::string& folder, const Document& page) {
  TRY_AS(open, training::open_taxonomy(folder));
  TRY_AS(model, training::open_classifier(*open, folder));
  const topics::Taxonomy& taxonomy = (*model)->taxonomy();
  const topics::Classification found =
      (*model)->classify(topics::count_terms(page, (*model)->text()));
  ordered_json classes = ordered_json::array();
  for (const topics::TopicProbability& topic : found.topics) {
    if (topic.topic == topics::kRootTopic) continue;
    classes.push_back({{"topic", taxonomy[topic.topic].path}, {"probability", topic.probability}});
  }
  return ordered_json{{"relevance", found.relevance},
                      {"best", taxonomy[found.best].path},
                      {"classes", std::move(classes)},
                      {"relevant", found.relevance >= gatherer::kClassifierThreshold},
                      {"best_is_wanted", found.best_is_wanted},
                      {"model", (*model)->name()},
                      {"text", topics::judged_text_name((*model)->text())}};
}

}  // namespace porthole::operations
