#include "labs/laboratory/recrawl.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <numeric>
#include <utility>

#include "labs/laboratory/experiments.h"
#include "topics/graph/hubs_authorities.h"
#include "topics/importance/change_rate.h"

namespace porthole::labs {

namespace {

constexpr double kHoursADay = 24;

struct Copy {
  std::uint64_t version = 0;
  double fetched = 0;  ///< Hours.
  topics::ChangeHistory history;
  double rate = 0;  ///< Changes a day, as estimated.
};

/// The stored copies of a web, and what their visits have told.
class Copies {
 public:
  explicit Copies(const GeneratedWeb& web) : web_(web), copies_(web.size()) {
    for (NodeId page = 0; page < web.size(); ++page) copies_[page].version = web.version(page, 0);
  }

  void fetch(NodeId page, double hour) {
    Copy& copy = copies_[page];
    const std::uint64_t version = web_.version(page, hour);
    const double days = (hour - copy.fetched) / kHoursADay;
    const int changed = version == copy.version ? 0 : 1;
    ++copy.history.visits;
    copy.history.changes += changed;
    copy.history.days += days;
    ++all_.visits;
    all_.changes += changed;
    all_.days += days;
    copy.version = version;
    copy.fetched = hour;
  }

  /// Takes in the visits so far; before the first a page is as likely as not to change in ten days.
  void estimate() {
    const double share = topics::share_changed(all_.visits, all_.changes);
    const double days = all_.visits > 0 ? all_.days / static_cast<double>(all_.visits) : 10;
    for (Copy& copy : copies_) copy.rate = topics::expected_rate(copy.history, share, days);
  }

  const Copy& operator[](NodeId page) const { return copies_[page]; }
  bool is_fresh(NodeId page, double hour) const {
    return web_.version(page, hour) == copies_[page].version;
  }

 private:
  const GeneratedWeb& web_;
  std::vector<Copy> copies_;
  topics::ChangeHistory all_;
};

double priority(RecrawlOrder order, const Copy& copy, double weight, double hour) {
  const double days = (hour - copy.fetched) / kHoursADay;
  switch (order) {
    case RecrawlOrder::kUniform:
      return days;
    case RecrawlOrder::kProportional:
      return copy.rate * days;
    case RecrawlOrder::kHubs:
      break;
  }
  return topics::recrawl_value(weight, copy.rate, days);
}

/// The `count` pages of the highest priority; equal ones by number.
std::vector<NodeId> best(const std::vector<double>& priorities, std::size_t count) {
  std::vector<NodeId> pages(priorities.size());
  std::iota(pages.begin(), pages.end(), NodeId{0});
  const auto end = pages.begin() + static_cast<std::ptrdiff_t>(std::min(count, pages.size()));
  std::partial_sort(pages.begin(), end, pages.end(), [&](NodeId a, NodeId b) {
    return std::pair(-priorities[a], a) < std::pair(-priorities[b], b);
  });
  pages.erase(end, pages.end());
  return pages;
}

}  // namespace

std::string_view name_of(RecrawlOrder order) {
  switch (order) {
    case RecrawlOrder::kUniform:
      return "uniform";
    case RecrawlOrder::kProportional:
      return "proportional";
    case RecrawlOrder::kHubs:
      break;
  }
  return "hubs by value";
}

std::vector<double> weights_of(const GeneratedWeb& web, std::uint16_t topic) {
  topics::DistillerInput input;
  for (NodeId page = 0; page < web.size(); ++page) {
    input.relevance.push_back(web[page].topic == topic ? 1 : 0);
    input.sites.push_back(web[page].site);
    for (const NodeId target : web.links(page)) {
      topics::Citation& citation = input.citations.emplace_back();
      citation.source = page;
      citation.target = target;
    }
  }
  const std::vector<double> relevance = input.relevance;
  const topics::HubsAndAuthorities scores = topics::distill(std::move(input)).scores;
  const auto highest = [](const std::vector<double>& list) {
    const double most = *std::max_element(list.begin(), list.end());
    return most > 0 ? most : 1;
  };
  const double hub = highest(scores.hub), authority = highest(scores.authority);
  std::vector<double> weights;
  for (NodeId page = 0; page < web.size(); ++page) {
    weights.push_back(topics::PageWeight{relevance[page], scores.hub[page] / hub,
                                         scores.authority[page] / authority}
                          .value());
  }
  return weights;
}

RecrawlFreshness recrawl(const GeneratedWeb& web, const std::vector<double>& weights,
                         RecrawlOrder order, const RecrawlRun& run) {
  Copies copies(web);
  const double all_weights = std::accumulate(weights.begin(), weights.end(), 0.0);
  const double an_hour = run.share_a_day * static_cast<double>(web.size()) / kHoursADay;
  const int hours = run.days * static_cast<int>(kHoursADay);
  const int begin = hours - run.measured_days * static_cast<int>(kHoursADay);
  std::vector<double> priorities(web.size());
  RecrawlFreshness sum;
  double budget = 0;
  for (int hour = 1; hour <= hours; ++hour) {
    for (NodeId page = 0; hour > begin && page < web.size(); ++page) {
      if (!copies.is_fresh(page, hour)) continue;
      sum.plain += 1 / static_cast<double>(web.size());
      sum.weighted += weights[page] / all_weights;
    }
    budget += an_hour;
    if (hour % static_cast<int>(kHoursADay) == 1) copies.estimate();
    for (NodeId page = 0; page < web.size(); ++page)
      priorities[page] = priority(order, copies[page], weights[page], hour);
    const auto count = static_cast<std::size_t>(std::floor(budget));
    for (const NodeId page : best(priorities, count)) copies.fetch(page, hour);
    budget -= static_cast<double>(count);
  }
  sum.plain /= hours - begin;
  sum.weighted /= hours - begin;
  return sum;
}

// Recrawling: freshness of three orders at one budget.

Result<void> add_recrawl_figures(const NamedWeb& web, const DrawOptions& draws, FigureBook& book) {
  constexpr std::array kOrders = {RecrawlOrder::kUniform, RecrawlOrder::kProportional,
                                  RecrawlOrder::kHubs};
  constexpr const char* kPaper = "003 section 4.2";
  Series series(draws.webs * draws.topics);
  for (std::size_t draw = 0; draw < draws.webs * draws.topics; ++draw) {
    const auto generated =
        GeneratedWeb::generate(web.dials, draws.first_seed + draw / draws.topics);
    if (!generated) return fail(generated.error());
    const std::vector<double> weights =
        weights_of(*generated, static_cast<std::uint16_t>(draw % draws.topics));
    for (const RecrawlOrder order : kOrders) {
      const RecrawlFreshness found = recrawl(*generated, weights, order, {});
      series.set(draw, "weighted/" + std::string(name_of(order)), found.weighted);
      series.set(draw, "plain/" + std::string(name_of(order)), found.plain);
    }
  }
  for (const auto& [kind, quantity] :
       {std::pair("weighted/", "freshness by weight, a tenth of the pages a day"),
        std::pair("plain/", "freshness of all pages alike, a tenth of them a day")}) {
    for (const RecrawlOrder order : kOrders) {
      const std::string name(name_of(order));
      book.add({web.name, kPaper, quantity, name, "", {}}, series[kind + name]);
    }
  }
  for (const char* const other : {"uniform", "proportional"}) {
    book.claim({web.name, kPaper, "hubs by value above " + std::string(other), {}},
               series["weighted/hubs by value"], series["weighted/" + std::string(other)]);
  }
  return {};
}

}  // namespace porthole::labs
