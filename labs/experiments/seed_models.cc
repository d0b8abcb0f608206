#include "labs/experiments/seed_models.h"

#include <algorithm>
#include <fstream>
#include <iterator>
#include <map>

#include "base/text/text.h"
#include "gatherer/judge/classifier_judge.h"
#include "gatherer/judge/pooled_judge.h"
#include "parser/parser_pool.h"
#include "topics/classify/held_out.h"

namespace porthole::labs {
namespace {

constexpr std::uint64_t kLeastBytes = 1500;  // shorter pages are mostly boilerplate

std::string content_of(const std::string& file) {
  std::ifstream in(file, std::ios::binary);
  return {std::istreambuf_iterator<char>(in), {}};
}

/// The node at `path`, made with all above it when it is not there.
Result<topics::TopicId> node_at(topics::Taxonomy& taxonomy, const std::string& path) {
  topics::TopicId node = topics::kRootTopic;
  std::string so_far;
  for (const std::string_view name : split(path, '/')) {
    so_far += (so_far.empty() ? "" : "/") + std::string(name);
    if (const auto known = taxonomy.find(so_far)) {
      node = *known;
      continue;
    }
    Result<topics::TopicId> added = taxonomy.add(node, name, name);
    if (!added) return added;
    node = *added;
  }
  return node;
}

}  // namespace

Result<void> SeedModels::read() {
  TRY_AS(pool, parser::ParserPool::start({}));
  std::vector<std::vector<std::string>> addresses(box_.sites().size());
  for (const auto& [host, pages] : box_.pages()) {
    for (const std::string& page : pages) {
      const labs::Resource* resource = box_.find(page);
      if (resource != nullptr && resource->bytes >= kLeastBytes)
        addresses[resource->site].push_back(page);
    }
  }
  pages_.resize(addresses.size());
  for (std::size_t site = 0; site < addresses.size(); ++site) {
    const std::vector<std::string>& all = addresses[site];
    const std::size_t count = std::min(all.size(), kPagesOfSite);
    for (std::size_t i = 0; i < count; ++i) {
      const std::string& address = all[i * all.size() / count];
      const Document page = (*pool)->parse_one(
          {"https://" + address, "text/html", content_of(box_.find(address)->file)});
      pages_[site].push_back(topics::count_terms(page.title, page.description, page.text));
    }
  }
  return {};
}

Result<std::unique_ptr<gatherer::PageJudge>> SeedModels::judge(
    const std::string& topic, const std::vector<std::string>& seed_sites, topics::ModelKind kind,
    bool is_calibrated, const collection::Topic* words) const {
  topics::Taxonomy taxonomy;
  std::vector<topics::TopicId> node_of_site;
  for (const labs::Site& site : box_.sites()) {
    TRY_AS(node, node_at(taxonomy, site.topic));
    node_of_site.push_back(*node);
  }
  const auto good = taxonomy.find(topic);
  if (!good) return fail(ErrorCode::kNotFound, "no site of the list has the topic " + topic);
  TRY(taxonomy.mark_good({*good}));
  topics::TrainingSet set(taxonomy);
  std::map<topics::TopicId, int> sites_of_topic;
  for (std::size_t i = 0; i < pages_.size(); ++i) {
    const labs::Site& site = box_.sites()[i];
    const bool wanted = taxonomy.is_wanted(node_of_site[i]);
    int place = 0;
    if (!wanted && !pages_[i].empty()) place = ++sites_of_topic[node_of_site[i]];
    const bool is_example =
        wanted ? std::find(seed_sites.begin(), seed_sites.end(), site.name) != seed_sites.end()
               : place > 0 && place <= 2;
    if (!is_example) continue;
    const topics::GroupId group = set.group(site.name);
    for (const topics::TermCounts& page : pages_[i]) set.add(node_of_site[i], group, page);
  }
  topics::TrainingOptions options;
  options.kind = kind;
  TRY_AS(model, topics::train(set, options));
  if (is_calibrated) {
    if (const auto test = topics::test_held_out(set, **model))
      (*model)->set_temperature(test->temperature);
  }
  std::unique_ptr<gatherer::PageJudge> judge = gatherer::make_classifier_judge(std::move(*model));
  if (words == nullptr) return judge;
  for (const topics::ExampleId example : set.all())
    taxonomy[set.topic_of(example)].examples.emplace_back();
  return gatherer::make_pooled_judge(*words, std::move(judge), taxonomy);
}

}  // namespace porthole::labs
