#include "gatherer/report/settings.h"

#include <algorithm>
#include <utility>

#include "collection/edit/slow_hosts.h"
#include "collection/open_collection.h"
#include "gatherer/frontier/scope_rules.h"
#include "gatherer/strategies/strategy_registry.h"

namespace porthole::gatherer {
namespace {

using nlohmann::ordered_json;

constexpr double kMilliseconds = 1000;

double seconds_of(std::chrono::milliseconds time) {
  return static_cast<double>(time.count()) / kMilliseconds;
}

}  // namespace

ordered_json rules_as_json(const collection::Specification& specification) {
  ordered_json rules = ordered_json::array(), slow = ordered_json::array();
  for (const collection::ScopeRule& rule : specification.scope) {
    const auto compiled = compile_rule(rule);
    rules.push_back({{"line", rule.line},
                     {"accept", rule.accept},
                     {"text", compiled ? compiled->text : compiled.error().message},
                     {"plugin", rule.plugin.has_value()}});
  }
  for (const collection::SlowHost& host : collection::slow_hosts_in(specification.file))
    slow.push_back({{"host", host.name}, {"seconds", seconds_of(host.delay)}});
  return {{"rules", std::move(rules)},
          {"slow", std::move(slow)},
          {"delay", seconds_of(specification.politeness.delay)}};
}

ordered_json strategy_as_json(const collection::Specification& specification) {
  ordered_json options = ordered_json::object();
  for (const auto& [name, value] : specification.strategy.options) options[name] = value;
  return {{"strategy", specification.strategy.name},
          {"options", std::move(options)},
          {"known", strategy_names()}};
}

Result<collection::Strategy> changed_strategy(const collection::Specification& specification,
                                              const std::string& name,
                                              const std::vector<std::string>& options) {
  collection::Strategy choice = specification.strategy;
  if (!name.empty() && name != choice.name) {
    choice = {};
    choice.name = name;
  }
  for (const std::string& words : options) {
    const std::size_t sign = words.find('=');
    if (sign == std::string::npos || sign == 0) {
      return fail(ErrorCode::kUsage, "not an option of a strategy: " + words,
                  "write NAME=VALUE; NAME= takes it away");
    }
    const std::string option = words.substr(0, sign), value = words.substr(sign + 1);
    std::erase_if(choice.options, [&](const auto& known) { return known.first == option; });
    if (!value.empty()) choice.options.emplace_back(option, value);
  }
  TRY_AS(made, make_strategy(choice, {.topic = specification.topic}));
  return choice;
}

Result<ScopeTrial> try_specification(const collection::Collection& collection,
                                     const collection::Specification& after) {
  TRY_AS(now, Scope::make(collection.specification()));
  TRY_AS(then, Scope::make(after));
  TRY_AS(repository, repository::open_if_there(collection::storage_of(collection)));
  if (*repository == nullptr) return ScopeTrial();
  return try_scope(**repository, *now, *then);
}

}  // namespace porthole::gatherer
