#include "gatherer/strategies/strategy_registry.h"

#include <algorithm>
#include <charconv>
#include <cstdio>
#include <utility>

#include "base/text/text.h"
#include "gatherer/strategies/boosted_relevance.h"
#include "gatherer/strategies/distilled_focus.h"
#include "gatherer/strategies/focus_strategies.h"
#include "gatherer/strategies/hits_strategies.h"
#include "gatherer/strategies/in_links_strategy.h"
#include "gatherer/strategies/learned_strategy.h"
#include "gatherer/strategies/plugin_strategy.h"
#include "gatherer/strategies/random_strategy.h"
#include "gatherer/strategies/relevance_strategy.h"
#include "gatherer/strategies/simple_heuristics.h"
#include "gatherer/strategies/utility_strategy.h"

namespace porthole::gatherer {

namespace {

using Maker = std::unique_ptr<Strategy> (*)(StrategyOptions& options,
                                            const StrategyContext& context);

std::unique_ptr<Strategy> make_breadth_first(StrategyOptions&, const StrategyContext&) {
  return std::make_unique<BreadthFirst>();
}

std::unique_ptr<Strategy> make_random(StrategyOptions&, const StrategyContext& context) {
  return std::make_unique<RandomStrategy>(context.random_seed);
}

std::unique_ptr<Strategy> make_simple_heuristics(StrategyOptions&, const StrategyContext& context) {
  return std::make_unique<SimpleHeuristics>(context.topic);
}

topics::RelevanceWeighting::Options weighting_options(StrategyOptions& options) {
  topics::RelevanceWeighting::Options weighting;
  weighting.threshold = options.number("threshold", weighting.threshold, 0, 1);
  weighting.own = options.number("own", weighting.own, 0.01, 1e9);
  weighting.support = options.count("support", weighting.support, 1, 1'000'000'000);
  const bool anchor = options.choice("metadata", {"all", "anchor"}) == "anchor";
  weighting.metadata = anchor ? topics::LinkMetadata::kAnchor : topics::LinkMetadata::kAll;
  return weighting;
}

std::unique_ptr<Strategy> make_hits(StrategyOptions&, const StrategyContext&) {
  return std::make_unique<HitsStrategy>(AuthorityScores::Options{});
}

std::unique_ptr<Strategy> make_hits_rw(StrategyOptions& options, const StrategyContext& context) {
  const bool zero = options.choice("unknown", {"mean", "zero"}) == "zero";
  return std::make_unique<HitsRwStrategy>(AuthorityScores::Options{}, weighting_options(options),
                                          context.topic,
                                          zero ? UnknownLinks::kZero : UnknownLinks::kMean);
}

std::unique_ptr<Strategy> make_relevance(StrategyOptions& options, const StrategyContext& context) {
  return std::make_unique<RelevanceStrategy>(weighting_options(options), context.topic);
}

std::unique_ptr<Strategy> make_boosted_relevance(StrategyOptions& options,
                                                 const StrategyContext& context) {
  const double boost = options.number("boost", 0.9, 0, 1);
  const bool by_score = options.choice("links", {"all", "by-score"}) == "by-score";
  return std::make_unique<BoostedRelevance>(weighting_options(options), context.topic, boost,
                                            context.random_seed,
                                            by_score ? LinksOfLooks::kByScore : LinksOfLooks::kAll);
}

std::unique_ptr<Strategy> make_hard_focus(StrategyOptions&, const StrategyContext&) {
  return std::make_unique<HardFocus>();
}

std::unique_ptr<Strategy> make_soft_focus(StrategyOptions&, const StrategyContext&) {
  return std::make_unique<SoftFocus>();
}

std::unique_ptr<Strategy> make_distilled_focus(StrategyOptions& options, const StrategyContext&) {
  DistilledFocus::Options focus;
  const std::string raise = options.choice("raise", {"lift", "ties", "first"});
  focus.raise = raise == "first"  ? HubRaise::kFirst
                : raise == "ties" ? HubRaise::kTies
                                  : HubRaise::kLift;
  return std::make_unique<DistilledFocus>(focus);
}

std::unique_ptr<Strategy> make_in_links(StrategyOptions&, const StrategyContext&) {
  return std::make_unique<InLinksStrategy>();
}

std::unique_ptr<Strategy> make_utility(StrategyOptions& options, const StrategyContext&) {
  UtilityStrategy::Options utility;
  constexpr double kNotGiven = -1;
  const bool linear = options.choice("utility", {"cobb-douglas", "linear"}) == "linear";
  utility.utility = linear ? topics::Utility::kLinear : topics::Utility::kCobbDouglas;
  const bool in_links = options.choice("importance", {"model", "in-links"}) == "in-links";
  utility.importance =
      in_links ? UtilityStrategy::Importance::kInLinks : UtilityStrategy::Importance::kModel;
  utility.alpha.start = options.number("alpha", utility.alpha.start, 0, 1);
  const double delta = options.number("delta", kNotGiven, 0, 1);
  utility.adaptive = delta != kNotGiven;
  if (utility.adaptive) utility.alpha.target = delta;
  return std::make_unique<UtilityStrategy>(utility);
}

std::unique_ptr<Strategy> make_learned(StrategyOptions&, const StrategyContext& context) {
  return std::make_unique<LearnedStrategy>(LearnedStrategy::Options{}, context.topic,
                                           context.judge);
}

struct Known {
  const char* name;
  Maker make;
};

constexpr Known kStrategies[] = {
    {"breadth-first", make_breadth_first},
    {"random", make_random},
    {"sh", make_simple_heuristics},
    {"hits", make_hits},
    {"rw", make_relevance},
    {"rwb", make_boosted_relevance},
    {"hits-rw", make_hits_rw},
    {"hard-focus", make_hard_focus},
    {"soft-focus", make_soft_focus},
    {"soft-focus-distill", make_distilled_focus},
    {"in-links", make_in_links},
    {"learned", make_learned},
    {"utility", make_utility},
};

std::string in_words(double number) {
  char out[32];
  std::snprintf(out, sizeof out, "%g", number);
  return out;
}

}  // namespace

Rating ChosenStrategy::rate(UrlId target, int hops, bool seed) const {
  Rating rating = strategy->rate(target, hops, seed);
  if (!seed && rating.priority < min_priority) rating.pruned = true;
  return rating;
}

const std::vector<std::string>& strategy_names() {
  static const std::vector<std::string> names = [] {
    std::vector<std::string> list;
    for (const Known& known : kStrategies) list.emplace_back(known.name);
    return list;
  }();
  return names;
}

Result<ChosenStrategy> make_strategy(const collection::Strategy& choice,
                                     const StrategyContext& context) {
  if (choice.plugin) {
    TRY_AS(made, make_plugin_strategy(choice, context.topic));
    return ChosenStrategy{std::move(*made), QueueOrder{}};
  }
  for (const Known& known : kStrategies) {
    if (choice.name != known.name) continue;
    StrategyOptions options(choice);
    ChosenStrategy chosen;
    chosen.strategy = known.make(options, context);
    chosen.order = chosen.strategy->order();
    const std::string order = options.text("order", "");
    chosen.min_priority =
        options.number("min-priority", chosen.min_priority, -kSeedPriority, kSeedPriority);
    TRY(options.finish());
    if (order.empty()) return chosen;
    TRY_AS(wanted, QueueOrder::parse(order));
    chosen.order = *wanted;
    return chosen;
  }
  const std::string nearest = nearest_name(choice.name, strategy_names());
  std::string list;
  for (const std::string& name : strategy_names()) list += (list.empty() ? "" : ", ") + name;
  return fail(ErrorCode::kInvalid, "unknown strategy \"" + choice.name + "\"",
              (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") +
                  std::string("known: ") + list);
}

collection::Strategy choose_strategy(const collection::Specification& specification,
                                     const std::string& name,
                                     const collection::NamedValues& options) {
  collection::Strategy choice = specification.strategy;
  if (!name.empty() && name != choice.name) choice = {name, {}, {}};
  choice.options.insert(choice.options.end(), options.begin(), options.end());
  return choice;
}

const std::string* StrategyOptions::find(const std::string& name) {
  known_.push_back(name);
  const std::string* value = nullptr;
  for (const auto& [given, text] : choice_.options) {
    if (given == name) value = &text;
  }
  return value;
}

double StrategyOptions::number(const std::string& name, double otherwise, double low, double high) {
  const std::string* value = find(name);
  if (value == nullptr) return otherwise;
  double number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (error == std::errc() && end == value->data() + value->size() && number >= low &&
      number <= high)
    return number;
  refuse(name, *value, "give a number from " + in_words(low) + " to " + in_words(high));
  return otherwise;
}

std::int64_t StrategyOptions::count(const std::string& name, std::int64_t otherwise,
                                    std::int64_t low, std::int64_t high) {
  const std::string* value = find(name);
  if (value == nullptr) return otherwise;
  std::int64_t number = 0;
  const auto [end, error] = std::from_chars(value->data(), value->data() + value->size(), number);
  if (error == std::errc() && end == value->data() + value->size() && number >= low &&
      number <= high)
    return number;
  refuse(name, *value,
         "give a whole number from " + std::to_string(low) + " to " + std::to_string(high));
  return otherwise;
}

std::string StrategyOptions::choice(const std::string& name,
                                    const std::vector<std::string>& known) {
  const std::string* value = find(name);
  if (value == nullptr) return known.front();
  if (std::find(known.begin(), known.end(), *value) != known.end()) return *value;
  std::string list;
  for (const std::string& one : known) list += (list.empty() ? "" : " or ") + one;
  refuse(name, *value, "write " + list);
  return known.front();
}

// Keeps the first problem only.
void StrategyOptions::refuse(const std::string& name, const std::string& value, std::string hint) {
  if (problem_) return;
  problem_ = fail(ErrorCode::kInvalid, "option " + name + " is \"" + value + "\"", std::move(hint))
                 .value();
}

std::string StrategyOptions::text(const std::string& name, const std::string& otherwise) {
  const std::string* value = find(name);
  return value == nullptr ? otherwise : *value;
}

Result<void> StrategyOptions::finish() const {
  if (problem_) return fail(*problem_);
  for (const auto& [name, value] : choice_.options) {
    if (std::find(known_.begin(), known_.end(), name) != known_.end()) continue;
    const std::string nearest = nearest_name(name, known_);
    std::string list;
    for (const std::string& option : known_) list += (list.empty() ? "" : ", ") + option;
    return fail(ErrorCode::kInvalid, "strategy " + choice_.name + " has no option \"" + name + "\"",
                (nearest.empty() ? "" : "did you mean \"" + nearest + "\"? ") +
                    std::string("known: ") + list);
  }
  return {};
}

Result<collection::Strategy> strategy_in_force(const collection::Specification& specification,
                                               repository::Repository& repository) {
  TRY_AS(run, repository.crawl().last_run());
  if (!*run) return specification.strategy;
  return collection::Strategy{std::move((*run)->strategy), std::move((*run)->options)};
}

Result<std::unique_ptr<Strategy>> stored_strategy(const collection::Specification& specification,
                                                  repository::Repository& repository) {
  TRY_AS(choice, strategy_in_force(specification, repository));
  auto made = make_strategy(*choice, {.topic = specification.topic});
  if (!made) return nullptr;
  TRY_AS(state, repository.crawl().strategy_state(choice->name));
  made->strategy->restore_state(*state);
  return std::move(made->strategy);
}

}  // namespace porthole::gatherer
