#pragma once

/// Declares the subcommands of a verb: `porthole examples add`, `porthole topics merge`.

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "porthole/exit_code.h"
#include "porthole/help/help_page.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {

/// The subcommands of one verb, which share `Options` (with a member `folder`).
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
    sub.add_option("DIR", options_->folder, "The collection's folder").required();
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
