#pragma once

/// Verb: a subcommand of the program.
///
/// Each verb is one file in porthole/verbs/ and one line in verbs/verbs.cc. It declares its options
/// on a Command and returns the action to run after the command line was parsed.

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "porthole/command_line.h"
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

struct Verb {
  Task task;
  const char* name;
  const char* sentence;  ///< Its description in the list of verbs and in its own help.
  const char* example;   ///< An example command line.
  Action (*declare)(Command app);
  Quiet quiet = Quiet::kErrors;
};

/// Those of porthole, in the order of the help: by task, within a task as they are used.
std::span<const Verb> verbs();

// One for each file in porthole/verbs/.
Action declare_backlinks(Command app);
Action declare_budget(Command app);
Action declare_check(Command app);
Action declare_compare(Command app);
Action declare_console(Command app);
Action declare_demo(Command app);
Action declare_distill(Command app);
Action declare_doctor(Command app);
Action declare_examples(Command app);
Action declare_expand(Command app);
Action declare_explain(Command app);
Action declare_export(Command app);
Action declare_gather(Command app);
Action declare_help(Command app);
Action declare_index(Command app);
Action declare_judge(Command app);
Action declare_migrate(Command app);
Action declare_mine(Command app);
Action declare_prune(Command app);
Action declare_new(Command app);
Action declare_plugins(Command app);
Action declare_query(Command app);
Action declare_remove(Command app);
Action declare_repair(Command app);
Action declare_sample(Command app);
Action declare_scope(Command app);
Action declare_search(Command app);
Action declare_seeds(Command app);
Action declare_serve(Command app);
Action declare_standing(Command app);
Action declare_status(Command app);
Action declare_strategy(Command app);
Action declare_summarize(Command app);
Action declare_topics(Command app);
Action declare_train(Command app);
Action declare_update(Command app);
Action declare_webbox(Command app);

}  // namespace porthole::cli
