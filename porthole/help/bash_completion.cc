#include <map>

#include "porthole/help/completion.h"

namespace porthole::cli {
namespace {

// $path is the command typed so far ("examples add"), $words what may follow, $kind the kind of
// value that the option before the cursor takes. The shell breaks --option=value into three words.
constexpr const char* kHead =
    R"(# bash completion for porthole; written by porthole help --completion bash
_porthole() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
  local path= word words= kind= i
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD-2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    case "$path $word" in
)";

constexpr const char* kTail = R"(  esac
  COMPREPLY=()
  case $kind in
    value) return ;;
    words) ;;
    files) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -f -- "$cur"); return ;;
    folders) compopt -o filenames 2>/dev/null; mapfile -t COMPREPLY < <(compgen -d -- "$cur"); return ;;
  esac
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$cur")
  if [[ -z $kind && $cur != -* && ${#COMPREPLY[@]} -eq 0 ]]; then
    compopt -o filenames 2>/dev/null
    mapfile -t COMPREPLY < <(compgen -f -- "$cur")
  fi
}
complete -F _porthole porthole
)";

/// Calls `visit` with each command below `page`.
template <typename Visit>
void each_command(const HelpPage& page, const Visit& visit) {
  for (const HelpPage& command : page.commands) {
    visit(command);
    each_command(command, visit);
  }
}

/// `for "$path $word"`: the commands that have been typed.
std::string known_commands(const HelpPage& program) {
  std::string patterns;
  each_command(program, [&](const HelpPage& command) {
    const std::string path = command_path(command);
    patterns +=
        (patterns.empty() ? "" : "|") + shell_quoted(path == command.name ? " " + path : path);
  });
  return "      " + patterns + ") path=${path:+$path }$word ;;\n    esac\n  done\n";
}

std::string words_after(const HelpPage& page) {
  std::string words;
  const auto add = [&](const std::string& word) { words += (words.empty() ? "" : " ") + word; };
  for (const HelpPage& command : page.commands) add(command.name);
  for (const HelpOption& argument : page.arguments) {
    for (const std::string& choice : argument.choices) add(choice);
  }
  for (const HelpOption& option : all_options(page)) add(option.names.back());
  return "    " + shell_quoted(command_path(page)) + ") words=" + shell_quoted(words) + " ;;\n";
}

/// The kind of value of each option, for "$path $prev"; options with choices set `words`.
std::string kinds_of_values(const HelpPage& program) {
  std::map<std::string, std::string> patterns;  // assignments -> options
  each_command(program, [&](const HelpPage& command) {
    for (const HelpOption& option : all_options(command)) {
      if (option.value.empty()) continue;
      std::string kind = takes_file(option) ? "kind=files" : "kind=value";
      if (takes_folder(option)) kind = "kind=folders";
      if (!option.choices.empty()) {
        std::string choices;
        for (const std::string& choice : option.choices)
          choices += (choices.empty() ? "" : " ") + choice;
        kind = "kind=words words=" + shell_quoted(choices);
      }
      for (const std::string& name : option.names) {
        std::string& list = patterns[kind];
        list += (list.empty() ? "" : "|") + shell_quoted(command_path(command) + " " + name);
      }
    }
  });
  std::string out;
  for (const auto& [kind, list] : patterns) out += "    " + list + ") " + kind + " ;;\n";
  return out;
}

}  // namespace

std::string shell_quoted(const std::string& text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') {
      out += "'\\''";
    } else {
      out += c;
    }
  }
  return out + "'";
}

std::string command_path(const HelpPage& page) {
  const std::size_t space = page.path.find(' ');
  return space == std::string::npos ? "" : page.path.substr(space + 1);
}

std::vector<HelpOption> all_options(const HelpPage& page) {
  std::vector<HelpOption> all = page.options;
  all.insert(all.end(), page.common.begin(), page.common.end());
  return all;
}

std::string bash_completion(const HelpPage& program) {
  std::string out = kHead + known_commands(program) + "  case $path in\n" + words_after(program);
  each_command(program, [&](const HelpPage& command) { out += words_after(command); });
  return out + "  esac\n  case \"$path $prev\" in\n" + kinds_of_values(program) + kTail;
}

}  // namespace porthole::cli
