#include "porthole/help/help_text.h"

#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <map>

#include "base/text/text.h"
#include "porthole/exit_code.h"

namespace porthole::cli {
namespace {

constexpr std::size_t kIndent = 26;  // where the second column begins

std::string option_lines(const std::string& heading, const std::vector<HelpOption>& options,
                         std::size_t width) {
  if (options.empty()) return "";
  std::string out = "\n" + heading + ":\n";
  for (const HelpOption& option : options)
    out += two_columns(option_head(option), option.description, width);
  return out;
}

/// The commands under their headings, in the order in which they were declared.
std::string command_lines(const HelpPage& page, std::size_t width) {
  std::string out;
  std::string group;
  for (const HelpPage& command : page.commands) {
    if (command.group != group) {
      group = command.group;
      out += "\n" + group + ":\n";
    }
    out += two_columns(command.name, command.sentence, width);
  }
  return out;
}

/// Each line of `text` wrapped.
std::string paragraphs(const std::string& text, std::size_t width) {
  std::string out;
  for (const std::string_view line : split(text, '\n'))
    out += wrapped(std::string(line), 0, width) + "\n";
  return out;
}

using Entries = std::vector<std::pair<std::string, std::string>>;

/// Adds the variables that set options of `page` and of the commands below it.
void add_variables(const HelpPage& page, std::map<std::string, std::string>& variables) {
  for (const auto* options : {&page.options, &page.common}) {
    for (const HelpOption& option : *options) {
      if (option.environment.empty()) continue;
      const bool is_common = options == &page.common;
      variables[option.environment] = "sets the option " + option.names.back() +
                                      (is_common ? " of every verb" : " of " + page.path);
    }
  }
  for (const HelpPage& command : page.commands) add_variables(command, variables);
}

Entries environment(const HelpPage& program) {
  std::map<std::string, std::string> variables = {
      {"NO_COLOR", "if it is not empty, no text is emphasized on a terminal"},
      {"PORTHOLE_PLUGINS", "the folder of plug-ins, instead of the installed one"},
      {"PORTHOLE_PARSER", "the program that parses pages, instead of the installed one"},
      {"XDG_CACHE_HOME", "the folder below which porthole demo keeps its packages"},
  };
  add_variables(program, variables);
  return {variables.begin(), variables.end()};
}

}  // namespace

std::size_t help_width() {
  winsize size{};
  if (::ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) != 0 || size.ws_col == 0) return 80;
  return std::clamp<std::size_t>(size.ws_col, 60, 100);
}

std::string wrapped(const std::string& text, std::size_t indent, std::size_t width) {
  std::string out;
  std::size_t column = indent;
  for (const std::string_view word : split(text, ' ')) {
    if (word.empty()) continue;
    if (out.empty()) {
      // The first word stands where the caller has put it.
    } else if (column + 1 + word.size() > width) {
      out += "\n" + std::string(indent, ' ');
      column = indent;
    } else {
      out += ' ';
      ++column;
    }
    out += word;
    column += word.size();
  }
  return out;
}

std::string two_columns(const std::string& term, const std::string& text, std::size_t width) {
  std::string out = "  " + term;
  if (out.size() + 2 > kIndent) {
    out += "\n" + std::string(kIndent, ' ');
  } else {
    out.resize(kIndent, ' ');
  }
  return out + wrapped(text, kIndent, width) + "\n";
}

std::string help_text(const HelpPage& page, std::size_t width) {
  std::string out = paragraphs(page.sentence, width) +
                    "\nUsage: " + wrapped(page.usage(), std::string_view("Usage: ").size(), width) +
                    "\n";
  out += command_lines(page, width);
  out += option_lines("Arguments", page.arguments, width);
  out += option_lines("Options", page.options, width);
  out += option_lines(page.options.empty() ? "Options" : kCommonOptions, page.common, width);
  if (!page.note.empty()) out += "\n" + paragraphs(page.note, width);
  if (!page.example.empty()) out += "\nExample:\n  " + page.example + "\n";
  if (page.path != page.name) out += "\nExit codes: porthole help exit-codes\n";
  return out;
}

std::vector<Reference> references(const HelpPage& program) {
  Entries codes;
  for (const auto& [code, meaning] : exit_codes()) codes.emplace_back(code, meaning);
  return {{"exit-codes", "Exit codes", "EXIT STATUS", std::move(codes)},
          {"environment", "Environment variables", "ENVIRONMENT", environment(program)}};
}

std::string reference_text(const Reference& reference, std::size_t width) {
  std::string out = reference.title + ":\n";
  for (const auto& [term, meaning] : reference.entries) out += two_columns(term, meaning, width);
  return out;
}

}  // namespace porthole::cli
