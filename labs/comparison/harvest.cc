#include "labs/comparison/harvest.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <limits>
#include <system_error>
#include <unordered_set>

namespace porthole::labs {

namespace {

namespace fs = std::filesystem;

Result<void> prepare(const CrawlRun& run) {
  std::error_code error;
  fs::remove_all(run.folder, error);
  fs::create_directories(run.folder / "archive", error);
  if (!error && !run.model.empty())
    fs::create_directory_symlink(fs::absolute(run.model), run.folder / "model", error);
  if (error)
    return fail(ErrorCode::kStorage, "cannot make " + run.folder.string() + ": " + error.message());
  return {};
}

}  // namespace

Result<CrawlOutcome> crawl_once(const CrawlRun& run) {
  TRY(prepare(run));
  const auto collection = collection::Collection::of(run.folder, run.specification);
  auto repository =
      repository::open_sqlite(run.folder / "repository.db", repository::Access::kWrite);
  if (!repository) return fail(repository.error());
  gatherer::GatherOptions options;
  options.pages = run.pages;
  options.random_seed = run.random_seed;
  options.web = run.web;
  options.judge = run.judge;
  options.own_strategy = run.own_strategy;
  options.pages_at_once = 1;  // The same pages in every run.
  options.stop = run.stop;
  TRY_AS(report, gatherer::gather(collection, **repository, options));
  CrawlOutcome outcome;
  outcome.report = std::move(*report);
  auto visited =
      (*repository)->pages().for_each({}, [&](const auto& url, const auto& page, auto, auto) {
        outcome.pages.push_back({url.href, url.site, page.relevance.value(), page.relevant,
                                 url.seed, page.topic, url.hops});
        return true;
      });
  if (!visited) return fail(visited.error());
  if (run.look) {
    TRY(run.look(**repository));
  }
  return outcome;
}

std::size_t Harvest::found(std::size_t order) const {
  return static_cast<std::size_t>(std::upper_bound(found_at.begin(), found_at.end(), order) -
                                  found_at.begin());
}

double Harvest::area(std::size_t budget) const {
  double sum = 0;  // a page found at n counts in found(n) .. found(budget)
  for (const std::size_t order : found_at)
    sum += order <= budget ? static_cast<double>(budget - order + 1) : 0;
  return budget == 0 ? 0 : sum / static_cast<double>(budget);
}

double Harvest::precision_until(std::size_t m) const {
  const auto is_seed = [&](std::size_t order) {
    return std::binary_search(seeds_at.begin(), seeds_at.end(), order);
  };
  std::size_t last = pages;
  std::size_t hits = 0;
  for (const std::size_t order : found_at) {
    if (is_seed(order)) continue;
    if (++hits == m) {
      last = order;
      break;
    }
  }
  const auto seeds = std::upper_bound(seeds_at.begin(), seeds_at.end(), last) - seeds_at.begin();
  const std::size_t fetched = last - static_cast<std::size_t>(seeds);
  return fetched == 0 ? 0 : static_cast<double>(hits) / static_cast<double>(fetched);
}

Harvest harvest_of(const std::vector<CrawledPage>& pages,
                   const std::function<Label(const std::string&)>& label) {
  Harvest harvest;
  std::unordered_set<std::string> sites;
  for (const CrawledPage& page : pages) {
    const Label said = label(page.url);
    if (said.again) continue;
    const std::size_t order = ++harvest.pages;
    if (page.seed) harvest.seeds_at.push_back(order);
    if (!said.on_topic) continue;
    harvest.found_at.push_back(order);
    if (sites.insert(said.site).second) harvest.site_at.push_back(order);
  }
  return harvest;
}

Spread spread_of(const std::vector<double>& all) {
  std::vector<double> values;
  std::copy_if(all.begin(), all.end(), std::back_inserter(values),
               [](double value) { return !std::isnan(value); });
  Spread out;
  out.n = values.size();
  if (values.empty()) {
    constexpr double kNoValue = std::numeric_limits<double>::quiet_NaN();
    return {kNoValue, kNoValue, kNoValue, 0, 0};
  }
  const auto n = static_cast<double>(values.size());
  double sum = 0, squares = 0;
  for (const double value : values) sum += value;
  out.mean = sum / n;
  for (const double value : values) squares += (value - out.mean) * (value - out.mean);
  out.deviation = values.size() < 2 ? 0 : std::sqrt(squares / (n - 1));
  const auto [least, most] = std::minmax_element(values.begin(), values.end());
  out.least = *least;
  out.most = *most;
  return out;
}

Band band_of(const std::vector<Curve>& curves) {
  Band band;
  band.n =
      static_cast<std::size_t>(std::count_if(curves.begin(), curves.end(), [](const Curve& curve) {
        return std::any_of(curve.begin(), curve.end(),
                           [](double value) { return !std::isnan(value); });
      }));
  const std::size_t points = curves.empty() ? 0 : curves.front().size();
  for (std::size_t point = 0; point < points; ++point) {
    std::vector<double> values;
    for (const Curve& curve : curves) values.push_back(curve[point]);
    const Spread here = spread_of(values);
    band.mean.push_back(here.mean);
    band.least.push_back(here.least);
    band.most.push_back(here.most);
  }
  return band;
}

}  // namespace porthole::labs
