#include "topics/importance/importance_model.h"

#include <xxhash.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numeric>
#include <set>
#include <utility>
#include <vector>

#include "base/text/text.h"

namespace porthole::topics {
namespace {

constexpr std::string_view kImportanceMagic = "PHSM";
constexpr std::uint32_t kImportanceVersion = 1;
constexpr std::uint32_t kParts = 5;
constexpr std::size_t kDomain = static_cast<std::size_t>(Trait::kDomain);

RegressionData data_of(const std::vector<ImportanceExample>& examples) {
  RegressionData data;
  data.attributes = kTraits;
  for (const ImportanceExample& example : examples) {
    data.values.insert(data.values.end(), example.traits.begin(), example.traits.end());
    data.targets.push_back(std::log1p(example.label));
  }
  return data;
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  if (values.size() % 2 == 1) return *middle;
  return (*middle + *std::max_element(values.begin(), middle)) / 2;
}

constexpr double kNormal95 = 1.959964;

std::vector<double> ranks_of(std::span<const double> values) {
  std::vector<std::size_t> order(values.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::sort(order.begin(), order.end(),
            [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
  std::vector<double> ranks(values.size());
  for (std::size_t first = 0; first < order.size();) {
    std::size_t end = first;
    while (end < order.size() && values[order[end]] == values[order[first]]) ++end;
    for (std::size_t i = first; i < end; ++i)
      ranks[order[i]] = static_cast<double>(first + end - 1) / 2;
    first = end;
  }
  return ranks;
}

}  // namespace

ImportanceModel ImportanceModel::train(const std::vector<ImportanceExample>& examples,
                                       Rarity rarity, Domains domains, std::string labels) {
  const RegressionData data = data_of(examples);
  ImportanceModel model(ModelTree::grow(data), std::move(rarity));
  model.domains_ = std::move(domains);
  std::vector<double> predictions;
  std::set<std::uint32_t> groups;
  for (const ImportanceExample& example : examples) {
    predictions.push_back(model.predict(example.traits));
    model.unknown_domain_ += example.traits[kDomain] / static_cast<double>(examples.size());
    groups.insert(example.group);
  }
  model.theta_ = median(std::move(predictions));
  model.origin_ = {std::move(labels), examples.size(), groups.size(),
                   held_out_correlation(examples)};
  return model;
}

PageTraits ImportanceModel::traits(const TraitSource& page, const std::string& domain) const {
  const auto known = domains_.find(domain);
  PageTraits traits = traits_of(page, rarity_, known == domains_.end() ? 0 : known->second);
  if (known == domains_.end()) traits[kDomain] = unknown_domain_;
  return traits;
}

double ImportanceModel::importance(const TraitSource& page, const std::string& domain) const {
  return importance_at(predict(traits(page, domain)));
}

double ImportanceModel::importance_at(double x) const { return 1 / (1 + std::exp(theta_ - x)); }

std::string ImportanceModel::bytes() const {
  ByteWriter body;
  tree_.put(body);
  rarity_.put(body);
  std::vector<std::pair<std::string, float>> domains(domains_.begin(), domains_.end());
  std::sort(domains.begin(), domains.end());
  body.put(static_cast<std::uint64_t>(domains.size()));
  for (const auto& [domain, value] : domains) {
    body.put_text(domain);
    body.put(value);
  }
  body.put(unknown_domain_);
  body.put(theta_);
  body.put_text(origin_.labels);
  body.put(origin_.pages);
  body.put(origin_.sites);
  body.put(static_cast<std::uint64_t>(origin_.held_out.pairs));
  body.put(origin_.held_out.rho);
  body.put(origin_.held_out.low);
  body.put(origin_.held_out.high);
  const std::string content = body.take();
  ByteWriter head;
  head.put(kImportanceVersion);
  head.put(static_cast<std::uint64_t>(XXH64(content.data(), content.size(), 0)));
  return std::string(kImportanceMagic) + head.take() + content;
}

Result<ImportanceModel> ImportanceModel::from_bytes(std::string_view bytes) {
  const auto damaged = [](std::string message) {
    return fail(ErrorCode::kInvalid, "the model of importance " + std::move(message),
                "train it again");
  };
  if (!bytes.starts_with(kImportanceMagic)) return damaged("is not one");
  ByteReader head(bytes.substr(kImportanceMagic.size()));
  if (head.take<std::uint32_t>() != kImportanceVersion) return damaged("is of another version");
  const auto checksum = head.take<std::uint64_t>();
  if (!head.is_good()) return damaged("is damaged");
  bytes.remove_prefix(kImportanceMagic.size() + sizeof(std::uint32_t) + sizeof(std::uint64_t));
  if (XXH64(bytes.data(), bytes.size(), 0) != checksum) return damaged("is damaged");
  ByteReader in(bytes);
  std::optional<ModelTree> tree = ModelTree::take(in);
  if (!tree || tree->attributes() != kTraits) return damaged("is damaged");
  ImportanceModel model(std::move(*tree), Rarity::take(in));
  for (std::size_t left = in.take_size(sizeof(std::uint64_t) + sizeof(float));
       left > 0 && in.is_good(); --left) {
    std::string domain = in.take_text();
    model.domains_[std::move(domain)] = in.take<float>();
  }
  model.unknown_domain_ = in.take<double>();
  model.theta_ = in.take<double>();
  model.origin_.labels = in.take_text();
  model.origin_.pages = in.take<std::uint64_t>();
  model.origin_.sites = in.take<std::uint64_t>();
  model.origin_.held_out.pairs = in.take<std::uint64_t>();
  model.origin_.held_out.rho = in.take<double>();
  model.origin_.held_out.low = in.take<double>();
  model.origin_.held_out.high = in.take<double>();
  if (!in.is_good() || !in.is_at_end()) return damaged("is damaged");
  return model;
}

RankCorrelation held_out_correlation(const std::vector<ImportanceExample>& examples) {
  std::vector<double> predicted, labels;
  for (std::uint32_t part = 0; part < kParts; ++part) {
    std::vector<ImportanceExample> seen, held;
    for (const ImportanceExample& example : examples)
      (example.group % kParts == part ? held : seen).push_back(example);
    if (seen.empty() || held.empty()) continue;
    const ModelTree tree = ModelTree::grow(data_of(seen));
    for (const ImportanceExample& example : held) {
      predicted.push_back(tree.predict(example.traits));
      labels.push_back(example.label);
    }
  }
  return rank_correlation(predicted, labels);
}

std::string describe(const ImportanceOrigin& origin) {
  char held_out[96];
  std::snprintf(held_out, sizeof held_out, "rank correlation %.2f (%.2f to %.2f)",
                origin.held_out.rho, origin.held_out.low, origin.held_out.high);
  return "learned from " + counted(static_cast<std::int64_t>(origin.pages), "page") + " of " +
         counted(static_cast<std::int64_t>(origin.sites), "site") + "; labels: " + origin.labels +
         "; on sites held out: " + held_out;
}

RankCorrelation rank_correlation(std::span<const double> one, std::span<const double> other) {
  RankCorrelation out;
  out.pairs = one.size();
  const std::vector<double> x = ranks_of(one), y = ranks_of(other);
  const double mean = (static_cast<double>(x.size()) - 1) / 2;
  double xy = 0, xx = 0, yy = 0;
  for (std::size_t i = 0; i < x.size(); ++i) {
    xy += (x[i] - mean) * (y[i] - mean);
    xx += (x[i] - mean) * (x[i] - mean);
    yy += (y[i] - mean) * (y[i] - mean);
  }
  if (xx <= 0 || yy <= 0) return out;
  out.rho = xy / std::sqrt(xx * yy);
  if (out.pairs <= 3 || std::abs(out.rho) >= 1) return out;
  const double error =
      kNormal95 * std::sqrt((1 + out.rho * out.rho / 2) / static_cast<double>(out.pairs - 3));
  out.low = std::tanh(std::atanh(out.rho) - error);
  out.high = std::tanh(std::atanh(out.rho) + error);
  return out;
}

}  // namespace porthole::topics
