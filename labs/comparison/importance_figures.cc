#include "labs/comparison/importance_figures.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <unordered_set>

#include "base/text/number.h"
#include "base/url/url.h"
#include "labs/comparison/oracle.h"
#include "topics/importance/utility.h"

namespace porthole::labs {
namespace {

constexpr double kUnknown = std::numeric_limits<double>::quiet_NaN();

std::string domain_of_server(const std::string& server) {
  const std::size_t port = server.rfind(':');
  const bool has_port = port != std::string::npos && server.find(']', port) == std::string::npos;
  return registrable_domain(has_port ? server.substr(0, port) : server);
}

double ratio(double part, double whole) { return whole > 0 ? part / whole : kUnknown; }

/// Goes through the pages of a run and notes what there is at each point of the grid.
class RunReader {
 public:
  RunReader(const ComparedRun& run, const std::vector<std::size_t>& grid) : run_(run), grid_(grid) {
    out_.strategy = run.strategy;
    out_.run = run.run;
  }

  RunImportance read() {
    const std::vector<double> alphas = alphas_of(run_);
    for (const std::size_t point : grid_) {
      for (; out_.pages < std::min(point, run_.pages.size()); ++out_.pages)
        take(run_.pages[out_.pages]);
      const bool ended = point > run_.pages.size();
      out_.topicality_so_far.push_back(ended ? kUnknown : topicality());
      out_.importance_so_far.push_back(ended ? kUnknown : importance());
      out_.domains_so_far.push_back(static_cast<double>(domains_.size()));
      out_.alpha.push_back(ended || alphas.empty() ? kUnknown : alphas[point - 1]);
    }
    for (; out_.pages < run_.pages.size(); ++out_.pages) take(run_.pages[out_.pages]);
    out_.topicality = topicality();
    out_.importance = importance();
    out_.domains = static_cast<double>(domains_.size());
    out_.trusted =
        knows_trusted_ ? ratio(static_cast<double>(trusted_.size()), out_.domains) : kUnknown;
    return std::move(out_);
  }

 private:
  void take(const ComparedPage& page) {
    relevant_ += page.opinion.relevant ? 1 : 0;
    if (page.importance) {
      ++out_.labelled;
      importance_sum_ += *page.importance;
    }
    const std::string domain = domain_of_server(page.server);
    domains_.insert(domain);
    knows_trusted_ = knows_trusted_ || page.trusted.has_value();
    if (page.trusted.value_or(false)) trusted_.insert(domain);
  }
  double topicality() const { return ratio(relevant_, static_cast<double>(out_.pages)); }
  double importance() const { return ratio(importance_sum_, static_cast<double>(out_.labelled)); }

  const ComparedRun& run_;
  const std::vector<std::size_t>& grid_;
  RunImportance out_;
  double relevant_ = 0, importance_sum_ = 0;
  std::unordered_set<std::string> domains_, trusted_;
  bool knows_trusted_ = false;
};

std::size_t step_of(double value, double most) {
  const double step = most > 0 ? value / most * static_cast<double>(kMapSteps) : 0;
  return std::min(static_cast<std::size_t>(std::max(step, 0.0)), kMapSteps - 1);
}

ImportanceMap map_of(const std::vector<ComparedRun>& runs, const std::string& strategy,
                     double most) {
  ImportanceMap map;
  map.most_importance = most;
  for (const ComparedRun& run : runs) {
    if (run.strategy != strategy) continue;
    for (const ComparedPage& page : run.pages) {
      if (page.importance)
        ++map.pages[step_of(page.opinion.relevance, 1)][step_of(*page.importance, most)];
    }
  }
  return map;
}

template <class Value>
auto values_of(const std::vector<RunImportance>& runs, const std::string& strategy,
               Value RunImportance::*field) {
  std::vector<Value> values;
  for (const RunImportance& run : runs) {
    if (run.strategy == strategy) values.push_back(run.*field);
  }
  return values;
}

}  // namespace

std::vector<double> alphas_of(const ComparedRun& run) {
  const Result<collection::Strategy> strategy = read_strategy(run.strategy);
  if (!strategy || strategy->name != "utility") return {};
  topics::AdaptiveAlpha::Options options;
  bool adaptive = false;
  for (const auto& [name, text] : strategy->options) {
    const double value = parse_number(text).value_or(0);
    if (name == "alpha") options.start = value;
    if (name == "delta") options.target = value;
    adaptive = adaptive || name == "delta";
  }
  topics::AdaptiveAlpha alpha(options);
  std::vector<double> alphas;
  for (const ComparedPage& page : run.pages) {
    if (adaptive) alpha.saw(page.own_relevance);
    alphas.push_back(alpha.alpha());
  }
  return alphas;
}

ImportanceFigures importance_figures_of(const std::vector<ComparedRun>& runs,
                                        const std::vector<std::string>& strategies,
                                        const std::vector<std::size_t>& grid) {
  ImportanceFigures figures;
  double most = 0;
  for (const ComparedRun& run : runs) {
    figures.runs.push_back(RunReader(run, grid).read());
    const RunImportance& read = figures.runs.back();
    figures.has_labels = figures.has_labels || read.labelled > 0;
    for (const ComparedPage& page : run.pages) most = std::max(most, page.importance.value_or(0));
  }
  for (const std::string& name : strategies) {
    StrategyImportance& out = figures.strategies.emplace_back();
    out.strategy = name;
    const auto spread = [&](auto field) { return spread_of(values_of(figures.runs, name, field)); };
    const auto band = [&](auto field) { return band_of(values_of(figures.runs, name, field)); };
    out.topicality = spread(&RunImportance::topicality);
    out.importance = spread(&RunImportance::importance);
    out.domains = spread(&RunImportance::domains);
    out.trusted = spread(&RunImportance::trusted);
    out.topicality_so_far = band(&RunImportance::topicality_so_far);
    out.importance_so_far = band(&RunImportance::importance_so_far);
    out.domains_so_far = band(&RunImportance::domains_so_far);
    out.alpha = band(&RunImportance::alpha);
    out.map = map_of(runs, name, most);
  }
  return figures;
}

}  // namespace porthole::labs
