#include "gatherer/report/settings.h"

#include <algorithm>
#include <string>
#include <unordered_set>
#include <utility>

#include "base/url/url.h"
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

using repository::UrlRecord;
using repository::UrlState;

void add_example(std::vector<std::string>& examples, const UrlRecord& url) {
  if (examples.size() < ScopeTrial::kExamples) examples.push_back(url.href);
}

Result<std::unordered_set<repository::UrlId>> relevant_pages(repository::Repository& repository) {
  std::unordered_set<repository::UrlId> relevant;
  TRY_AS(visited,
         repository.pages().for_each(
             {}, [&](const UrlRecord& url, const repository::PageRecord& page, auto, auto) {
               if (page.relevant) relevant.insert(url.id);
               return true;
             }));
  return relevant;
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

Result<ScopeTrial> try_scope(repository::Repository& repository, const Scope& now,
                             const Scope& after) {
  TRY_AS(relevant, relevant_pages(repository));
  ScopeTrial trial;
  TRY_AS(visited, repository.urls().for_each([&](const UrlRecord& record) {
    ++trial.urls;
    const Result<Url> url = Url::parse(record.href.empty() ? record.key : record.href);
    if (!url) return true;
    const bool accepted = after.decide(*url).accepted;
    if (record.state == UrlState::kDropped && repository::is_out_of_scope(record.reason)) {
      if (!accepted) return true;
      ++trial.let_in;
      add_example(trial.let_in_examples, record);
    }
    if (accepted || !now.decide(*url).accepted) return true;
    if (record.state == UrlState::kQueued) {
      ++trial.queued;
      add_example(trial.queued_examples, record);
    }
    if (record.state != UrlState::kFetched) return true;
    ++trial.fetched;
    if (!relevant->contains(record.id)) return true;
    ++trial.relevant;
    add_example(trial.relevant_examples, record);
    return true;
  }));
  return trial;
}

nlohmann::ordered_json scope_trial_as_json(const ScopeTrial& trial) {
  return {{"urls", trial.urls},
          {"queued", trial.queued},
          {"fetched", trial.fetched},
          {"relevant", trial.relevant},
          {"let_in", trial.let_in},
          {"queued_examples", trial.queued_examples},
          {"relevant_examples", trial.relevant_examples},
          {"let_in_examples", trial.let_in_examples}};
}

Error placed_in(const collection::Specification& specification, Error error) {
  const collection::Strategy& written = specification.strategy;
  const auto is_refused = [&](const collection::Strategy& choice) {
    const auto made = make_strategy(choice, {.topic = specification.topic});
    return !made && made.error().message == error.message;
  };
  if (!error.file.empty() || error.code != ErrorCode::kInvalid || !is_refused(written)) {
    return error;
  }
  collection::SourcePlace place = written.place;
  const std::size_t options = std::min(written.options.size(), written.option_places.size());
  for (std::size_t i = 0; i < options && !written.plugin; ++i) {
    // Whether the option alone is refused in the same words.
    if (!is_refused({written.name, {written.options[i]}})) continue;
    place = written.option_places[i];
    break;
  }
  error.file = specification.file.string();
  error.line = place.line;
  error.column = place.column;
  return error;
}

}  // namespace porthole::gatherer
