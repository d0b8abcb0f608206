#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <filesystem>
#include <memory>
#include <string>
#include <system_error>
#include <vector>

#include "porthole/exit_code.h"
#include "porthole/options/console_choice.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

/// Becomes porthole-console, which gets the words after the verb. Returns only when it cannot.
int become_console(const Common& common) {
  std::error_code ignored;
  const auto here = std::filesystem::read_symlink("/proc/self/exe", ignored).parent_path();
  std::string program = here / "porthole-console";
  std::vector<std::string> words(std::ranges::find(common.words, "console") + 1,
                                 common.words.end());
  std::vector<char*> arguments = {program.data()};
  for (std::string& word : words) arguments.push_back(word.data());
  arguments.push_back(nullptr);
  ::execv(program.c_str(), arguments.data());
  return report(ErrorCode::kNotFound, program + ": " + std::strerror(errno),
                here == "/usr/bin" ? "install the package porthole-console"
                                   : "build the rest of the tree, too: tools/build release",
                common);
}

}  // namespace

Action declare_console(Command app) {
  const auto choice = std::make_shared<ConsoleChoice>();
  declare_console(app, *choice);
  return [choice](const Common& common) { return become_console(common); };
}

}  // namespace porthole::cli
