#pragma once

/// Verb: a subcommand of the program.
///
/// Each verb is one file in porthole/verbs/ and one line in verbs/verbs.cc. It declares its options
/// on a Command and returns the action to run after the command line was parsed.

#include <functional>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "porthole/command_line.h"
#include "porthole/common.h"
#include "porthole/exit_code.h"
#include "porthole/help/help_page.h"
#include "porthole/output.h"

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

/// The subcommands of one verb, such as `porthole topics merge`, which share `Options` (with a
/// member `folder`).
template <typename Options>
class Subcommands {
 public:
  /// Prints its result and returns an exit code.
  using Work = int (*)(const Options&, const Common&);

  /// `verb` is the name of the verb, for the examples in the help.
  Subcommands(std::string verb, Command app, std::shared_ptr<Options> options)
      : verb_(std::move(verb)), app_(app), options_(std::move(options)) {
    app.require_subcommand(1);
  }

  /// Adds a subcommand whose first argument is the collection's folder; `example` is a command
  /// line after the verb.
  Command add(const char* name, const char* sentence, const std::string& example, Work work) {
    Command sub = app_.add_subcommand(name, sentence);
    sub.fallthrough();
    sub.footer(help_footer("", "porthole " + verb_ + " " + example));
    sub.add_folder(options_->folder);
    works_.emplace_back(sub, work);
    return sub;
  }

  /// Declares the work of the verb without a subcommand, which lists: `porthole topics cycling`.
  void add_view(Work work) {
    app_.require_subcommand(-1);  // at most one
    app_.add_option("DIR", folder_, "Without a command: the collection's folder, to list them");
    view_ = work;
  }

  int run(const Common& common) const {
    for (const auto& [sub, work] : works_) {
      if (!sub.parsed()) continue;
      if (folder_.empty()) return work(*options_, common);
      return report(ErrorCode::kUsage, "not expected: " + folder_, see(), common);
    }
    if (view_ == nullptr || folder_.empty())
      return report(ErrorCode::kUsage, "porthole " + verb_ + " needs a folder or a command", see(),
                    common);
    options_->folder = folder_;
    return view_(*options_, common);
  }

 private:
  std::string see() const { return "see: porthole " + verb_ + " --help"; }

  std::string verb_;
  std::string folder_;
  Work view_ = nullptr;
  Command app_;
  std::shared_ptr<Options> options_;
  std::vector<std::pair<Command, Work>> works_;
};

}  // namespace porthole::cli
