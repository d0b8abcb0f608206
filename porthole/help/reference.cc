#include "porthole/help/reference.h"

#include <map>

#include "porthole/exit_code.h"
#include "porthole/help/help_text.h"

namespace porthole::cli {
namespace {

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
