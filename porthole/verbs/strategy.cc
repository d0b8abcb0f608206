#include <iostream>
#include <memory>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "collection/edit/rule_edit.h"
#include "collection/edit/specification_edit.h"
#include "gatherer/report/settings.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

struct StrategyVerbOptions {
  std::string folder, name;
  std::vector<std::string> options;
};

int run_strategy(const StrategyVerbOptions& asked, const Common& common) {
  const auto collection = collection::Collection::open(asked.folder);
  if (!collection) return report(collection.error(), common);
  const bool changes = !asked.name.empty() || !asked.options.empty();
  Result<collection::Specification> now = collection->specification();
  if (changes) {
    const auto choice =
        gatherer::changed_strategy(collection->specification(), asked.name, asked.options);
    if (!choice) return report(choice.error(), common);
    now = collection::edit_specification(
        *collection,
        [&](const std::string& text) { return collection::set_strategy(text, *choice); },
        collection::Keep::kYes);
    if (!now) return report(now.error(), common);
  }
  if (common.json) {
    auto out = gatherer::strategy_as_json(*now);
    out["changed"] = changes;
    print_json(out);
  } else if (in_words(common)) {
    std::cout << printable(now->strategy.name) << '\n';
    for (const auto& [name, value] : now->strategy.options)
      std::cout << "  " << printable(name) << '=' << printable(value) << '\n';
    if (changes)
      std::cout
          << "a crawl that runs follows in a few seconds, unless gather --strategy chose its own\n";
  }
  return kDone;
}

}  // namespace

Action declare_strategy(Command app) {
  const auto options = std::make_shared<StrategyVerbOptions>();
  app.add_folder(options->folder);
  app.add_option("--name", options->name,
                 "The strategy from now on (docs/strategies.md); its options begin empty")
      .type_name("NAME");
  app.add_option("--option", options->options, "An option of it; without a value it is taken away")
      .repeatable()
      .type_name("NAME=VALUE");
  return [options](const Common& common) { return run_strategy(*options, common); };
}

}  // namespace porthole::cli
