#include "topics/classify/model_file.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <vector>

#include "topics/classify/linear_svm.h"
#include "topics/classify/model_bytes.h"
#include "topics/classify/naive_bayes.h"

namespace porthole::topics {
namespace {

constexpr std::string_view kMagic = "PHTM";
constexpr std::uint32_t kVersion = 3;
constexpr std::size_t kHeadSize = 4 + sizeof(std::uint32_t) + sizeof(std::uint64_t);

enum class Kind : std::uint8_t { kNaiveBayes = 1, kLinearSvm = 2 };

// --- the taxonomy: parents stand before their children ---

void put_taxonomy(ByteWriter& out, const Taxonomy& taxonomy) {
  out.put(static_cast<std::uint32_t>(taxonomy.size()));
  out.put_text(taxonomy[kRootTopic].title);
  for (std::size_t id = 1; id < taxonomy.size(); ++id) {
    const Topic& topic = taxonomy[static_cast<TopicId>(id)];
    out.put(topic.parent);
    out.put_text(topic.name);
    out.put_text(topic.title);
  }
  out.put_list(taxonomy.good());
}

std::optional<Taxonomy> take_taxonomy(ByteReader& in) {
  const auto size = in.take<std::uint32_t>();
  Taxonomy taxonomy(in.take_text());
  for (std::uint32_t id = 1; id < size && in.is_good(); ++id) {
    const auto parent = in.take<TopicId>();
    const std::string name = in.take_text();
    const std::string title = in.take_text();
    if (!in.is_good() || parent >= id || !taxonomy.add(parent, name, title)) return std::nullopt;
  }
  const std::vector<TopicId> good = in.take_list<TopicId>();
  for (const TopicId topic : good) {
    if (topic >= taxonomy.size()) return std::nullopt;
  }
  if (!in.is_good() || !taxonomy.mark_good(good)) return std::nullopt;
  return taxonomy;
}

// --- naive Bayes ---

void put_node(ByteWriter& out, const NaiveBayesNode& node) {
  out.put(static_cast<std::uint64_t>(node.children.size()));
  for (const NaiveBayesNode::Child& child : node.children) {
    out.put(child.topic);
    out.put(child.logprior);
    out.put(child.logdenom);
  }
  out.put_list(node.terms);
  out.put_list(node.weights);
  out.put_list(node.begins);
  out.put(static_cast<std::uint64_t>(node.thetas.size()));
  for (const NaiveBayesNode::Theta& theta : node.thetas) {
    out.put(theta.child);
    out.put(theta.value);
  }
  out.put(node.length);
}

// Everything that descend() takes for granted.
bool makes_sense(const NaiveBayesNode& node) {
  if (node.terms.size() != node.weights.size()) return false;
  if (node.begins.empty() ? !node.terms.empty() : node.begins.size() != node.terms.size() + 1)
    return false;
  if (node.begins.empty()) return node.thetas.empty();
  if (node.begins.front() != 0 || node.begins.back() != node.thetas.size()) return false;
  if (!std::is_sorted(node.begins.begin(), node.begins.end())) return false;
  return std::all_of(
      node.thetas.begin(), node.thetas.end(),
      [&](const NaiveBayesNode::Theta& theta) { return theta.child < node.children.size(); });
}

bool take_node(ByteReader& in, NaiveBayesNode& node) {
  node.children.resize(in.take_size(sizeof(TopicId) + 2 * sizeof(float)));
  for (NaiveBayesNode::Child& child : node.children) {
    child.topic = in.take<TopicId>();
    child.logprior = in.take<float>();
    child.logdenom = in.take<float>();
  }
  node.terms = in.take_list<TermHash>();
  node.weights = in.take_list<float>();
  node.begins = in.take_list<std::uint32_t>();
  node.thetas.resize(in.take_size(sizeof(std::uint16_t) + sizeof(float)));
  for (NaiveBayesNode::Theta& theta : node.thetas) {
    theta.child = in.take<std::uint16_t>();
    theta.value = in.take<float>();
  }
  node.length = in.take<double>();
  return in.is_good() && makes_sense(node);
}

void put_settings(ByteWriter& out, const NaiveBayesSettings& settings) {
  const NaiveBayesOptions& options = settings.options;
  out.put(options.index);
  out.put(options.denominator);
  out.put(options.evidence);
  out.put(options.counting);
  out.put(options.rarity);
  out.put(static_cast<std::int32_t>(options.least_groups));
  out.put(options.smoothing);
  out.put_list(std::vector<std::uint64_t>(settings.features.begin(), settings.features.end()));
  out.put_list(settings.lengths);
}

bool take_settings(ByteReader& in, NaiveBayesSettings& settings) {
  NaiveBayesOptions& options = settings.options;
  options.index = in.take<FeatureIndex>();
  options.denominator = in.take<Denominator>();
  options.evidence = in.take<Evidence>();
  options.counting = in.take<Counting>();
  options.rarity = in.take<double>();
  options.least_groups = in.take<std::int32_t>();
  options.smoothing = in.take<double>();
  for (const std::uint64_t features : in.take_list<std::uint64_t>())
    settings.features.push_back(features);
  settings.lengths = in.take_list<double>();
  return in.is_good() && options.index <= FeatureIndex::kMutualInformation &&
         options.denominator <= Denominator::kAllTerms && options.evidence <= Evidence::kGroups &&
         options.counting <= Counting::kDamped;
}

// --- linear SVM ---

void put_node(ByteWriter& out, const LinearSvmNode& node) {
  out.put(static_cast<std::uint64_t>(node.children.size()));
  for (const LinearSvmNode::Child& child : node.children) {
    out.put(child.topic);
    out.put(child.bias);
    out.put(child.sigmoid.a);
    out.put(child.sigmoid.b);
  }
  out.put_list(node.terms);
  out.put_list(node.rarity);
  out.put_list(node.weights);
}

bool take_node(ByteReader& in, LinearSvmNode& node) {
  node.children.resize(in.take_size(sizeof(TopicId) + sizeof(float) + 2 * sizeof(double)));
  for (LinearSvmNode::Child& child : node.children) {
    child.topic = in.take<TopicId>();
    child.bias = in.take<float>();
    child.sigmoid.a = in.take<double>();
    child.sigmoid.b = in.take<double>();
  }
  node.terms = in.take_list<TermHash>();
  node.rarity = in.take_list<float>();
  node.weights = in.take_list<float>();
  return in.is_good() && node.rarity.size() == node.terms.size() &&
         node.weights.size() == node.terms.size() * node.children.size();
}

void put_settings(ByteWriter& out, const LinearSvmSettings& settings) {
  out.put(settings.options.rarity);
  out.put(static_cast<std::int32_t>(settings.options.folds));
  out.put_list(settings.costs);
}

bool take_settings(ByteReader& in, LinearSvmSettings& settings) {
  settings.options.rarity = in.take<double>();
  settings.options.folds = std::clamp(in.take<std::int32_t>(), 2, 100);
  settings.costs = in.take_list<double>();
  return in.is_good();
}

// --- both ---

struct TextAndCalibration {
  JudgedText text = JudgedText::kWhole;
  double temperature = 1;
};

void put_text_and_calibration(ByteWriter& out, const TrainedModel& model) {
  out.put(model.text());
  out.put(model.temperature());
}

std::optional<TextAndCalibration> take_text_and_calibration(ByteReader& in) {
  TextAndCalibration taken;
  taken.text = in.take<JudgedText>();
  taken.temperature = in.take<double>();
  const bool is_good = in.is_good() && taken.text <= JudgedText::kContent &&
                       std::isfinite(taken.temperature) && taken.temperature > 0;
  if (!is_good) return std::nullopt;
  return taken;
}

template <class Model>
void put_model(ByteWriter& out, const Model& model) {
  put_settings(out, model.settings());
  for (const auto& node : model.nodes()) put_node(out, node);
}

/// Gives each node to `visit`, which returns false to stop; false when one does not fit.
template <class Node>
bool take_nodes(ByteReader& in, const Taxonomy& taxonomy, const auto& visit) {
  std::vector<bool> has_parent(taxonomy.size());
  for (std::size_t id = 0; id < taxonomy.size(); ++id) {
    Node node;
    if (!take_node(in, node)) return false;
    for (const auto& child : node.children) {
      // A child of its parent, and once, so that a walk takes each topic once.
      if (child.topic == kRootTopic || child.topic >= taxonomy.size() ||
          taxonomy[child.topic].parent != id || has_parent[child.topic]) {
        return false;
      }
      has_parent[child.topic] = true;
    }
    if (!visit(static_cast<TopicId>(id), std::move(node))) return false;
  }
  return in.is_at_end();
}

template <class Model, class Settings, class Node>
std::unique_ptr<TrainedModel> take_model(ByteReader& in, Taxonomy taxonomy) {
  Settings settings;
  if (!take_settings(in, settings)) return nullptr;
  std::vector<Node> nodes;
  const auto keep = [&](TopicId, Node&& node) {
    nodes.push_back(std::move(node));
    return true;
  };
  if (!take_nodes<Node>(in, taxonomy, keep)) return nullptr;
  return std::make_unique<Model>(std::move(taxonomy), std::move(settings), std::move(nodes));
}

tl::unexpected<Error> damaged(std::string message) {
  return fail(ErrorCode::kInvalid, std::move(message), "train again");
}

/// A model whose checksum is right, read up to its settings.
struct Opened {
  Kind kind = Kind::kNaiveBayes;
  Taxonomy taxonomy;
  TextAndCalibration more;
  ByteReader rest;
};

Result<Opened> open_model(std::string_view bytes) {
  if (!bytes.starts_with(kMagic)) return damaged("this is not a topic model");
  ByteReader head(bytes.substr(kMagic.size()));
  const auto version = head.take<std::uint32_t>();
  if (version != kVersion) {
    return damaged("the topic model is of version " + std::to_string(version) + ", not " +
                   std::to_string(kVersion));
  }
  const auto checksum = head.take<std::uint64_t>();
  const std::string_view rest = head.is_good() ? bytes.substr(kHeadSize) : std::string_view();
  if (rest.empty() || XXH64(rest.data(), rest.size(), 0) != checksum)
    return damaged("the topic model is damaged");
  ByteReader body(rest);
  const auto kind = body.take<Kind>();
  std::optional<Taxonomy> taxonomy = take_taxonomy(body);
  std::optional<TextAndCalibration> more;
  if (taxonomy) more = take_text_and_calibration(body);
  if (!more) return damaged("the topic model is inconsistent");
  return Opened{kind, std::move(*taxonomy), *more, body};
}

}  // namespace

std::string save_model(const TrainedModel& model) {
  ByteWriter body;
  if (const auto* svm = dynamic_cast<const LinearSvm*>(&model)) {
    body.put(Kind::kLinearSvm);
    put_taxonomy(body, svm->taxonomy());
    put_text_and_calibration(body, *svm);
    put_model(body, *svm);
  } else if (const auto* bayes = dynamic_cast<const NaiveBayes*>(&model)) {
    body.put(Kind::kNaiveBayes);
    put_taxonomy(body, bayes->taxonomy());
    put_text_and_calibration(body, *bayes);
    put_model(body, *bayes);
  }
  const std::string bytes = body.take();
  ByteWriter head;
  for (const char c : kMagic) head.put(c);
  head.put(kVersion);
  head.put(static_cast<std::uint64_t>(XXH64(bytes.data(), bytes.size(), 0)));
  return head.take() + bytes;
}

Result<std::unique_ptr<TrainedModel>> load_model(std::string_view bytes) {
  TRY_AS(opened, open_model(bytes));
  std::unique_ptr<TrainedModel> model;
  if (opened->kind == Kind::kNaiveBayes) {
    model = take_model<NaiveBayes, NaiveBayesSettings, NaiveBayesNode>(opened->rest,
                                                                       std::move(opened->taxonomy));
  } else if (opened->kind == Kind::kLinearSvm) {
    model = take_model<LinearSvm, LinearSvmSettings, LinearSvmNode>(opened->rest,
                                                                    std::move(opened->taxonomy));
  }
  if (model == nullptr) return damaged("the topic model is inconsistent");
  model->set_text(opened->more.text);
  model->set_temperature(opened->more.temperature);
  return model;
}

Result<NaiveBayesOutline> read_nodes(
    std::string_view bytes,
    const std::function<Result<void>(TopicId, const NaiveBayesNode&)>& visit) {
  TRY_AS(opened, open_model(bytes));
  if (opened->kind != Kind::kNaiveBayes) {
    return fail(ErrorCode::kUnsupported,
                "the topic model is an SVM, and only naive Bayes is read node by node",
                "train one: porthole train DIR --model naive-bayes");
  }
  NaiveBayesOutline outline{.taxonomy = std::move(opened->taxonomy),
                            .settings = {},
                            .text = opened->more.text,
                            .temperature = opened->more.temperature};
  Result<void> visited;
  const auto tell = [&](TopicId topic, const NaiveBayesNode& node) {
    visited = visit(topic, node);
    return visited.has_value();
  };
  const bool is_consistent = take_settings(opened->rest, outline.settings) &&
                             take_nodes<NaiveBayesNode>(opened->rest, outline.taxonomy, tell);
  if (!visited) return fail(visited.error());
  if (!is_consistent) return damaged("the topic model is inconsistent");
  return outline;
}

}  // namespace porthole::topics
