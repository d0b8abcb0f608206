#include "porthole/help/completion.h"

namespace porthole::cli {
namespace {

// Both look at the words before the cursor that are no options, without the program's name.
constexpr const char* kHead =
    R"(# fish completion for porthole; written by porthole help --completion fish
function __porthole_words
  set -l words (commandline -opc)
  set -e words[1]
  test (count $words) -gt 0; and string match -v -- '-*' $words
end
function __porthole_exactly
  set -l words (__porthole_words)
  test "$words" = "$argv"
end
function __porthole_within
  set -l words (__porthole_words)
  test (count $words) -ge (count $argv); and test "$words[1..$(count $argv)]" = "$argv"
end
complete -c porthole -f
)";

std::string line(const std::string& condition, const std::string& rest) {
  return "complete -c porthole -n " + shell_quoted(condition) + rest + "\n";
}

std::string choices_of(const HelpOption& option) {
  std::string words;
  for (const std::string& choice : option.choices) words += (words.empty() ? "" : " ") + choice;
  return words;
}

std::string option_line(const std::string& condition, const HelpOption& option) {
  std::string rest;
  for (const std::string& name : option.names)
    rest += name.starts_with("--") ? " -l " + name.substr(2) : " -s " + name.substr(1);
  if (!option.choices.empty()) {
    rest += " -x -a " + shell_quoted(choices_of(option));
  } else if (takes_folder(option)) {
    rest += " -x -a '(__fish_complete_directories)'";
  } else if (takes_file(option)) {
    rest += " -r -F";
  } else if (!option.value.empty()) {
    rest += " -x";
  }
  return line(condition, rest + " -d " + shell_quoted(option.description));
}

std::string argument_line(const std::string& condition, const HelpOption& argument) {
  if (!argument.choices.empty())
    return line(condition, " -a " + shell_quoted(choices_of(argument)));
  if (takes_folder(argument)) return line(condition, " -a '(__fish_complete_directories)'");
  return takes_file(argument) ? line(condition, " -F") : "";
}

std::string lines_of(const HelpPage& page) {
  std::string out;
  const std::string path = command_path(page);
  for (const HelpPage& command : page.commands) {
    out += line("__porthole_exactly " + path,
                " -a " + shell_quoted(command.name) + " -d " + shell_quoted(command.sentence));
  }
  const std::string within =
      path.empty() ? std::string("__porthole_exactly") : "__porthole_within " + path;
  for (const HelpOption& option : all_options(page)) out += option_line(within, option);
  for (const HelpOption& argument : page.arguments) out += argument_line(within, argument);
  for (const HelpPage& command : page.commands) out += lines_of(command);
  return out;
}

}  // namespace

std::string fish_completion(const HelpPage& program) { return kHead + lines_of(program); }

}  // namespace porthole::cli
