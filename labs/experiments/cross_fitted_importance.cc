#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "labs/experiments/labelled_web.h"
#include "topics/importance/importance_model.h"

namespace porthole::labs {
namespace {

constexpr std::uint32_t kParts = 5;

/// The number of each page's site, sites in order of their names.
std::vector<std::uint32_t> site_numbers(const LabelledWeb& web) {
  std::map<std::string, std::uint32_t> numbers;
  for (const LabelledWeb::Page& page : web.pages) numbers.emplace(page.site, 0);
  std::uint32_t next = 0;
  for (auto& site : numbers) site.second = next++;
  std::vector<std::uint32_t> by_page;
  for (const LabelledWeb::Page& page : web.pages) by_page.push_back(numbers.at(page.site));
  return by_page;
}

double variance(const std::vector<double>& values) {
  const double mean =
      std::accumulate(values.begin(), values.end(), 0.0) / static_cast<double>(values.size());
  double sum = 0;
  for (const double value : values) sum += (value - mean) * (value - mean);
  return sum / static_cast<double>(values.size());
}

/// `values`, each the mean of its group.
std::vector<double> group_means(const std::vector<double>& values,
                                const std::vector<std::uint32_t>& groups) {
  std::map<std::uint32_t, std::pair<double, double>> sums;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sums[groups[i]].first += values[i];
    ++sums[groups[i]].second;
  }
  std::vector<double> means;
  for (const std::uint32_t group : groups) means.push_back(sums[group].first / sums[group].second);
  return means;
}

topics::PageTraits traits_for(const LabelledWeb::Page& page, ImportanceFrom from) {
  topics::PageTraits traits = page.traits;
  if (from == ImportanceFrom::kPageLocal)
    traits[static_cast<std::size_t>(topics::Trait::kDomain)] = 0;
  return traits;
}

}  // namespace

CrossFitted cross_fitted_importance(const LabelledWeb& web, ImportanceFrom from,
                                    std::size_t most_pages) {
  const std::vector<std::uint32_t> sites = site_numbers(web);
  CrossFitted fitted;
  fitted.importance.resize(web.pages.size());
  fitted.predicted.resize(web.pages.size());
  for (std::uint32_t part = 0; part < kParts; ++part) {
    std::vector<topics::ImportanceExample> others;
    for (std::size_t i = 0; i < web.pages.size(); ++i) {
      if (sites[i] % kParts != part)
        others.push_back({traits_for(web.pages[i], from), web.pages[i].label, sites[i]});
    }
    std::vector<topics::ImportanceExample> examples;
    const std::size_t taken = std::min(most_pages, others.size());
    for (std::size_t i = 0; i < taken; ++i) examples.push_back(others[i * others.size() / taken]);
    if (examples.empty()) continue;
    const auto model = topics::ImportanceModel::train(examples, {}, {}, web.labels);
    for (std::size_t i = 0; i < web.pages.size(); ++i) {
      if (sites[i] % kParts != part) continue;
      const LabelledWeb::Page& page = web.pages[i];
      fitted.predicted[i] = from == ImportanceFrom::kLabels ? std::log1p(page.label)
                                                            : model.predict(traits_for(page, from));
      fitted.importance[i] = model.importance_at(fitted.predicted[i]);
    }
  }
  std::vector<double> logs, errors;
  for (std::size_t i = 0; i < web.pages.size(); ++i) {
    logs.push_back(std::log1p(web.pages[i].label));
    errors.push_back(logs.back() - fitted.predicted[i]);
  }
  const double all = variance(logs);
  const double squares = std::inner_product(errors.begin(), errors.end(), errors.begin(), 0.0) /
                         static_cast<double>(errors.size());
  fitted.correlation = topics::rank_correlation(fitted.predicted, logs);
  fitted.explained = all > 0 ? 1 - squares / all : 0;
  fitted.between_sites = all > 0 ? variance(group_means(logs, sites)) / all : 0;
  return fitted;
}

}  // namespace porthole::labs
