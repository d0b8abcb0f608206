#include <algorithm>

#include "porthole/help/completion.h"

namespace porthole::cli {
namespace {

/// _arguments and _describe give these characters a meaning.
std::string escaped(const std::string& text) {
  std::string out;
  for (const char c : text) {
    if (c == ':' || c == '[' || c == ']' || c == '\\') out += '\\';
    out += c;
  }
  return out;
}

std::string function_name(const HelpPage& page) {
  std::string name = "_" + page.path;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return c == ' ' || c == '-'; }, '_');
  return name;
}

std::string action(const HelpOption& option) {
  if (!option.choices.empty()) {
    std::string words;
    for (const std::string& choice : option.choices) words += (words.empty() ? "" : " ") + choice;
    return "(" + words + ")";
  }
  if (takes_folder(option)) return "_files -/";
  return takes_file(option) ? "_files" : " ";
}

/// The specifications of an option for _arguments, one for each name.
std::string option_specs(const HelpOption& option) {
  std::string names;
  for (const std::string& name : option.names) names += (names.empty() ? "" : " ") + name;
  const std::string value =
      option.value.empty() ? "" : ":" + escaped(option.value) + ":" + action(option);
  std::string out;
  for (const std::string& name : option.names) {
    const std::string before = option.repeated ? "*" : "(" + names + ")";
    out +=
        " \\\n    " + shell_quoted(before + name + "[" + escaped(option.description) + "]" + value);
  }
  return out;
}

std::string argument_specs(const HelpPage& page) {
  std::string out;
  int place = 0;
  for (const HelpOption& argument : page.arguments) {
    const std::string before = argument.list ? "*" : std::to_string(++place);
    out += " \\\n    " +
           shell_quoted(before + ":" + escaped(argument.names.front()) + ":" + action(argument));
  }
  return out;
}

/// The function that completes what follows a command, and those of the commands below it.
std::string function_of(const HelpPage& page) {
  std::string out;
  for (const HelpPage& command : page.commands) out += function_of(command);
  out += function_name(page) + "() {\n";
  std::string specs;
  for (const HelpOption& option : all_options(page)) specs += option_specs(option);
  if (page.commands.empty())
    return out + "  _arguments -s" + specs + argument_specs(page) + "\n}\n\n";
  out += "  local curcontext=\"$curcontext\" state line\n  typeset -A opt_args\n  _arguments -C" +
         specs + " \\\n    '1:command:->command' \\\n    '*::argument:->argument'\n" +
         "  case $state in\n  command)\n    local -a commands\n    commands=(\n";
  for (const HelpPage& command : page.commands) {
    out += "      " + shell_quoted(escaped(command.name) + ":" + escaped(command.sentence)) + "\n";
  }
  return out +
         "    )\n    _describe -t commands command commands ;;\n  argument)\n    (( $+functions[" +
         function_name(page) + "_$words[1]] )) && " + function_name(page) +
         "_$words[1] ;;\n  esac\n}\n\n";
}

}  // namespace

std::string zsh_completion(const HelpPage& program) {
  return "#compdef porthole\n# Written by porthole help --completion zsh.\n\n" +
         function_of(program) +
         "if [ \"$funcstack[1]\" = \"_porthole\" ]; then\n  _porthole \"$@\"\nelse\n"
         "  compdef _porthole porthole\nfi\n";
}

}  // namespace porthole::cli
