#pragma once

/// HelpPage: the help of a command, read from its CLI::App. The text of --help, the man pages and
/// the completion scripts are written from it.

#include <string>
#include <vector>

#include "porthole/command_line.h"

namespace porthole::cli {

/// The group that options of every verb are declared in.
inline constexpr const char* kCommonOptions = "Options of every verb";

struct HelpOption {
  std::vector<std::string> names;    ///< "-q" and "--quiet"; the name of an argument: "DIR".
  std::string value;                 ///< "N", "FILE"; empty for a flag.
  std::string description;           ///< With choices, default, environment variable, exclusions.
  std::vector<std::string> choices;  ///< The allowed values; empty if there are no such.
  std::string environment;           ///< The environment variable that sets it.
  bool required = false;
  bool list = false;      ///< Takes several values at once.
  bool repeated = false;  ///< May be given several times.
};

/// A command: the program, a verb, or a command of a verb.
struct HelpPage {
  std::string name;      ///< "add".
  std::string path;      ///< "porthole examples add".
  std::string group;     ///< The heading that it is listed under.
  std::string sentence;  ///< Says what it does.
  std::string note;      ///< A paragraph below the options; may be empty.
  std::string example;   ///< Command lines; empty for the program itself.
  std::vector<HelpOption> arguments;
  std::vector<HelpOption> options;
  std::vector<HelpOption> common;  ///< Options that other commands have, too.
  std::vector<HelpPage> commands;

  /// "porthole examples add [OPTIONS] DIR TOPIC URL..."
  std::string usage() const;
};

/// Reads the help of `app` and of all commands below it.
HelpPage help_page(CLI::App& app);
/// The help of the program that `command` belongs to.
HelpPage program_page(Command command);

/// The command below `page` that `words` name ("examples", "add"); null if there is none.
const HelpPage* find_page(const HelpPage& page, const std::vector<std::string>& words);

/// The footer of a command, from which help_page() reads the note (may be empty) and the example.
std::string help_footer(const std::string& note, const std::string& example);

/// True if the value is a file, or a folder.
bool takes_file(const HelpOption& option);
bool takes_folder(const HelpOption& option);
/// True for an argument: it has no dashes.
bool is_argument(const HelpOption& option);

/// "--pages N", "-q, --quiet", "URL...".
std::string option_head(const HelpOption& option);

}  // namespace porthole::cli
