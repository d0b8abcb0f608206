#include "gatherer/strategies/specification_watch.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "base/log.h"
#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {
namespace {

constexpr auto kLookEvery = std::chrono::seconds(1);

std::string or_no_limit(std::int64_t limit) {
  return limit == 0 ? "unlimited" : std::to_string(limit);
}

auto conditions(const collection::ScopeRule& rule) {
  return std::tie(rule.accept, rule.schemes, rule.hosts, rule.path, rule.prefix);
}

/// The same rules, whatever lines they stand on.
bool are_same(const std::vector<collection::PriorityRule>& a,
              const std::vector<collection::PriorityRule>& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    return x.value == y.value && conditions(x.matches) == conditions(y.matches);
  });
}

/// The same; a rule of a plug-in is the same where its class and library are.
bool are_same(const std::vector<collection::ScopeRule>& a,
              const std::vector<collection::ScopeRule>& b) {
  return std::ranges::equal(a, b, [](const auto& x, const auto& y) {
    if (x.plugin.has_value() != y.plugin.has_value() || conditions(x) != conditions(y))
      return false;
    return !x.plugin || std::tie(x.plugin->library, x.plugin->class_name, x.plugin->options) ==
                            std::tie(y.plugin->library, y.plugin->class_name, y.plugin->options);
  });
}

}  // namespace

SpecificationWatch::SpecificationWatch(const collection::Specification& specification, Typed typed,
                                       const Clock& clock, const PageJudge* judge)
    : specification_(specification),
      typed_(std::move(typed)),
      clock_(clock),
      judge_(judge),
      current_(choice_of(specification)),
      priorities_(specification.priorities),
      scope_(specification.scope),
      slow_(collection::slow_hosts_in(specification.file)),
      limits_(specification.limits),
      refresh_order_(specification.refresh.order),
      seen_(file_stamp(specification.file)),
      looked_(clock.steady()) {}

collection::Strategy SpecificationWatch::choice_of(
    const collection::Specification& specification) const {
  return choose_strategy(specification, typed_.strategy, typed_.options);
}

Result<std::optional<ChosenStrategy>> SpecificationWatch::changed_strategy(
    const collection::Specification& specification) {
  collection::Strategy choice = choice_of(specification);
  if (choice.name == current_.name && choice.options == current_.options) return std::nullopt;
  TRY_AS(made, make(choice));
  current_ = std::move(choice);
  return std::optional(std::move(*made));
}

Result<ChosenStrategy> SpecificationWatch::make(const collection::Strategy& choice) const {
  return make_strategy(
      choice, {.topic = specification_.topic, .random_seed = typed_.random_seed, .judge = judge_});
}

Result<ChosenStrategy> SpecificationWatch::made_anew() const { return make(current_); }

Result<SpecificationChange> SpecificationWatch::difference(const collection::Specification& read) {
  SpecificationChange change;
  if (!are_same(read.priorities, priorities_)) {
    TRY_AS(precedence, Precedence::make(read.priorities));
    change.precedence = std::move(*precedence);
  }
  if (!are_same(read.scope, scope_)) {
    collection::Specification now = specification_;  // The other parts of the scope stay.
    now.scope = read.scope;
    TRY_AS(scope, Scope::make(now));
    change.scope = std::move(*scope);
  }
  if (!typed_.refresh_order && read.refresh.order != refresh_order_) {
    TRY_AS(order, RefreshOrder::specified(read));
    change.refresh_order = std::move(*order);
  }
  TRY_AS(strategy, changed_strategy(read));
  change.strategy = std::move(*strategy);
  std::vector<collection::SlowHost> slow = collection::slow_hosts_in(read.file);
  if (slow != slow_) change.slow = slow;
  priorities_ = read.priorities;
  scope_ = read.scope;
  slow_ = std::move(slow);
  if (read.limits.pages != limits_.pages) change.pages = read.limits.pages;
  if (read.limits.pages_per_site != limits_.pages_per_site)
    change.pages_per_site = read.limits.pages_per_site;
  limits_ = read.limits;
  refresh_order_ = read.refresh.order;
  return change;
}

SpecificationChange SpecificationWatch::changed() {
  const SteadyTime now = clock_.steady();
  if (now - looked_ < kLookEvery) return {};
  looked_ = now;
  const FileStamp found = file_stamp(specification_.file);
  if (std::exchange(seen_, found) == found) return {};
  Result<collection::Specification> read = collection::read_specification(specification_.file);
  Result<SpecificationChange> change = read ? difference(*read) : fail(read.error());
  if (!change) {
    log(LogLevel::kWarning, "gatherer",
        "the strategy is still " + current_.name + ": " + change.error().to_string());
    return {};
  }
  const auto follow = [](const std::string& what) {
    log(LogLevel::kInfo, "gatherer", what + " from now on, as the specification says");
  };
  if (change->strategy) follow("the strategy is " + current_.name);
  if (change->precedence) follow("other <priority> rules hold");
  if (change->scope) follow("other rules of the scope hold");
  if (change->slow) follow("other hosts are slowed down");
  if (change->refresh_order)
    follow("pages are fetched again in the order " + change->refresh_order->text());
  if (change->pages) follow("the number of pages is " + or_no_limit(*change->pages));
  if (change->pages_per_site)
    follow("the number of pages of a site is " + or_no_limit(*change->pages_per_site));
  return std::move(*change);
}

}  // namespace porthole::gatherer
