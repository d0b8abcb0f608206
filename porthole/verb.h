#pragma once

/// Verb: a subcommand of the program.
///
/// Each verb is one file in porthole/verbs/ and one line in verbs.cc. It declares its options on a
/// CLI::App and returns the action to run after the command line was parsed.
///
/// <CLI/App.hpp> has all that verbs need. <CLI/CLI.hpp> defines CLI11's help and configuration
/// files, too, whose compilation takes 6 s: main.cc alone includes it.

#include <CLI/App.hpp>
#include <functional>
#include <span>
#include <string>
#include <vector>

#include "porthole/common.h"

namespace porthole::cli {

/// Runs the verb and returns the exit code (exit_code.h).
using Action = std::function<int(const Common&)>;

/// The output that a verb keeps under --quiet.
enum class Quiet {
  kErrors,  ///< For verbs that do something: errors only.
  kAnswer,  ///< For verbs that answer a question: the answer and errors.
};

/// The task that a verb belongs to: `porthole --help` lists verbs by task, in this order.
enum class Task {
  kBegin,    ///< Make a collection, or see one.
  kCrawl,    ///< Fetch pages, and keep them up to date.
  kTopic,    ///< Say which pages are about the topic.
  kProcess,  ///< The steps after a crawl, which update takes one after the other.
  kSearch,
  kInspect,  ///< Ask a collection, and export it.
  kTools,    ///< For those who need no collection.
};

/// The heading of a task in the help.
const char* heading(Task task);

struct Verb {
  Task task;
  const char* name;
  const char* sentence;  ///< Its description in the list of verbs and in its own help.
  const char* example;   ///< An example command line.
  Action (*declare)(CLI::App& app);
  Quiet quiet = Quiet::kErrors;
};

/// In the order of the help: by task, within a task as they are used.
std::span<const Verb> verbs();

/// Makes `positional` (the last one, a list) take each word unchanged: CLI11 would split "[a,b]"
/// like a list of a configuration file.
CLI::Option* take_verbatim(CLI::Option* positional);
/// Makes `option` (a list) take one value each time it is given.
CLI::Option* repeatable(CLI::Option* option);

// One for each file in porthole/verbs/.
Action declare_backlinks(CLI::App& app);
Action declare_budget(CLI::App& app);
Action declare_check(CLI::App& app);
Action declare_compare(CLI::App& app);
Action declare_console(CLI::App& app);
Action declare_demo(CLI::App& app);
Action declare_distill(CLI::App& app);
Action declare_doctor(CLI::App& app);
Action declare_examples(CLI::App& app);
Action declare_expand(CLI::App& app);
Action declare_explain(CLI::App& app);
Action declare_export(CLI::App& app);
Action declare_gather(CLI::App& app);
Action declare_help(CLI::App& app);
Action declare_index(CLI::App& app);
Action declare_judge(CLI::App& app);
Action declare_migrate(CLI::App& app);
Action declare_mine(CLI::App& app);
Action declare_prune(CLI::App& app);
Action declare_new(CLI::App& app);
Action declare_plugins(CLI::App& app);
Action declare_query(CLI::App& app);
Action declare_remove(CLI::App& app);
Action declare_repair(CLI::App& app);
Action declare_sample(CLI::App& app);
Action declare_scope(CLI::App& app);
Action declare_search(CLI::App& app);
Action declare_seeds(CLI::App& app);
Action declare_serve(CLI::App& app);
Action declare_standing(CLI::App& app);
Action declare_status(CLI::App& app);
Action declare_strategy(CLI::App& app);
Action declare_summarize(CLI::App& app);
Action declare_topics(CLI::App& app);
Action declare_train(CLI::App& app);
Action declare_update(CLI::App& app);
Action declare_webbox(CLI::App& app);

}  // namespace porthole::cli
