#pragma once

/// A verb of the command line: what it is called, what it takes, what it does.
///
/// Each verb is one file in porthole/verbs/ and one line in verbs.cc. It declares its options on a CLI::App
/// and returns the action that runs when the command line has been understood.

#include <CLI/CLI.hpp>
#include <functional>
#include <string>
#include <vector>

#include "porthole/common.h"

namespace porthole::cli {

/// Runs the verb and returns the exit code (exit_code.h).
using Action = std::function<int(const Common&)>;

/// What --quiet leaves of a verb's output.
enum class Quiet {
  kErrors,  ///< The verb does something: nothing but errors.
  kAnswer,  ///< The verb answers a question: the answer and errors.
};

struct Verb {
  const char* name;
  const char* sentence;  ///< What it does, for the list of verbs and its own help.
  const char* example;   ///< One command line, with a word on what it shows.
  Action (*declare)(CLI::App& app);
  Quiet quiet = Quiet::kErrors;
};

const std::vector<Verb>& verbs();

/// Makes `positional` (the last one, a list) take every word as it is typed: CLI11 would take "[a,b]"
/// apart, as it does with the lists of a configuration file.
CLI::Option* take_verbatim(CLI::Option* positional);
/// Makes `option` (a list) take one value each time it is given.
CLI::Option* repeatable(CLI::Option* option);

// One for each file in porthole/verbs/.
Action declare_check(CLI::App& app);
Action declare_compare(CLI::App& app);
Action declare_demo(CLI::App& app);
Action declare_distill(CLI::App& app);
Action declare_examples(CLI::App& app);
Action declare_expand(CLI::App& app);
Action declare_explain(CLI::App& app);
Action declare_export(CLI::App& app);
Action declare_gather(CLI::App& app);
Action declare_index(CLI::App& app);
Action declare_new(CLI::App& app);
Action declare_plugins(CLI::App& app);
Action declare_query(CLI::App& app);
Action declare_remove(CLI::App& app);
Action declare_sample(CLI::App& app);
Action declare_search(CLI::App& app);
Action declare_seeds(CLI::App& app);
Action declare_serve(CLI::App& app);
Action declare_status(CLI::App& app);
Action declare_summarize(CLI::App& app);
Action declare_train(CLI::App& app);
Action declare_webbox(CLI::App& app);

}  // namespace porthole::cli
