#include <algorithm>
#include <iostream>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "base/text/text.h"
#include "collection/edit/rule_edit.h"
#include "collection/edit/slow_hosts.h"
#include "collection/edit/specification_edit.h"
#include "collection/open_collection.h"
#include "gatherer/report/settings.h"
#include "porthole/exit_code.h"
#include "porthole/options/shared_options.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

struct ScopeVerbOptions {
  std::string folder;
  std::vector<std::string> reject, accept, slow;
  std::vector<int> remove;
  bool dry_run = false;

  bool changes() const {
    return !reject.empty() || !accept.empty() || !slow.empty() || !remove.empty();
  }
};

Result<std::string> changed(std::string text, const ScopeVerbOptions& options) {
  const auto apply = [&](Result<std::string> next) -> Result<void> {
    if (!next) return fail(next.error());
    text = std::move(*next);
    return {};
  };
  std::vector<int> lines = options.remove;
  std::sort(lines.rbegin(), lines.rend());  // So that the lines above keep their numbers.
  for (const int line : lines) {
    TRY(apply(collection::remove_rule(text, line)));
  }
  for (const bool accept : {true, false}) {
    for (const std::string& words : accept ? options.accept : options.reject) {
      TRY_AS(rule, collection::rule_of(words, accept));
      TRY(apply(collection::add_rule(text, *rule)));
    }
  }
  for (const std::string& words : options.slow) {
    TRY_AS(slow, collection::slow_host_of(words));
    TRY(apply(collection::set_slow_host(text, *slow)));
  }
  return text;
}

void print_examples(const std::vector<std::string>& urls, const char* what) {
  if (urls.empty()) return;
  std::cout << what << '\n';
  for (const std::string& url : urls) std::cout << "  " << printable(url) << '\n';
}

void print_trial(const gatherer::ScopeTrial& trial, bool dry_run) {
  std::cout << (dry_run ? "would drop " : "drops ") << counted(trial.queued, "waiting URL")
            << " and " << (dry_run ? "would let in " : "lets in ") << with_commas(trial.let_in)
            << "; " << counted(trial.fetched, "fetched page") << ", " << with_commas(trial.relevant)
            << " relevant, would not have been fetched (they stay)\n";
  print_examples(trial.relevant_examples, "relevant:");
  print_examples(trial.queued_examples, "waiting:");
  print_examples(trial.let_in_examples, "let in:");
}

void print_rules(const collection::Specification& specification) {
  const auto rules = gatherer::rules_as_json(specification);
  for (const auto& rule : rules["rules"]) {
    std::cout << "line " << rule["line"] << ": " << printable(rule["text"].get<std::string>())
              << '\n';
  }
  if (rules["rules"].empty()) std::cout << "no rule: only the topic limits the crawl\n";
  for (const auto& host : rules["slow"])
    std::cout << "slow: " << printable(host["host"].get<std::string>()) << ", " << host["seconds"]
              << " s\n";
}

int run_scope(const ScopeVerbOptions& options, const Common& common) {
  const auto collection = collection::Collection::open(options.folder);
  if (!collection) return report(collection.error(), common);
  const auto after = collection::edit_specification(
      *collection, [&](const std::string& text) { return changed(text, options); },
      collection::Keep::kNo);
  if (!after) return report(after.error(), common);
  std::optional<gatherer::ScopeTrial> trial;
  if (options.changes()) {
    auto tried = gatherer::try_specification(*collection, *after);
    if (!tried) return report(tried.error(), common);
    trial = std::move(*tried);
  }
  if (options.changes() && !options.dry_run) {
    const auto kept = collection::edit_specification(
        *collection, [&](const std::string& text) { return changed(text, options); },
        collection::Keep::kYes);
    if (!kept) return report(kept.error(), common);
  }
  if (common.json) {
    auto out = gatherer::rules_as_json(*after);
    out["trial"] = trial ? gatherer::scope_trial_as_json(*trial) : nlohmann::ordered_json();
    out["changed"] = options.changes() && !options.dry_run;
    print_json(out);
    return kDone;
  }
  if (!in_words(common)) return kDone;
  print_rules(*after);
  if (trial) print_trial(*trial, options.dry_run);
  if (options.changes() && !options.dry_run)
    std::cout << "a crawl that runs follows in a few seconds\n";
  return kDone;
}

}  // namespace

Action declare_scope(Command app) {
  const auto options = std::make_shared<ScopeVerbOptions>();
  app.add_folder(options->folder);
  app.add_option("--reject", options->reject,
                 "Add a rule that keeps URLs out: host=*.example.org, path=\\.iso$, "
                 "prefix=https://example.org/old/, scheme=ftp; may be repeated")
      .repeatable()
      .type_name("RULE");
  app.add_option("--accept", options->accept,
                 "Add a rule that lets URLs in; of rules that match the last decides")
      .repeatable()
      .type_name("RULE");
  app.add_option("--remove", options->remove, "Remove the rule on this line")
      .repeatable()
      .type_name("LINE");
  app.add_option("--slow", options->slow,
                 "Wait longer between two requests to a host and those below it: "
                 "example.org=30; 0 takes that back")
      .repeatable()
      .type_name("HOST=SECONDS");
  add_dry_run(app, options->dry_run, "Say what the rules would have dropped, and change nothing");
  return [options](const Common& common) { return run_scope(*options, common); };
}

}  // namespace porthole::cli
