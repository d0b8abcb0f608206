#include "porthole/help/help_page.h"

#include <CLI/App.hpp>
#include <algorithm>

#include "base/text/text.h"

namespace porthole::cli {
namespace {

constexpr std::string_view kExampleHeading = "Example:\n";

/// The descriptions of the checks of `option`, such as "INT in [1 - 100]" and "{hubs,authorities}".
std::vector<std::string> checks_of(CLI::Option& option) {
  std::vector<std::string> checks;
  try {
    for (int i = 0;; ++i) {
      const std::string text = option.get_validator(i)->get_description();
      if (!text.empty()) checks.push_back(text);
    }
  } catch (const CLI::OptionNotFound&) {  // CLI11's end of the list
  }
  return checks;
}

/// The placeholder of the value: CLI11's type name without the checks; its own types are named as
/// in the documentation.
std::string placeholder(const CLI::Option& option, const std::vector<std::string>& checks) {
  std::string type = option.get_type_name();
  std::size_t tail = 0;
  for (const std::string& check : checks) tail += check.size() + 1;
  type.resize(type.size() - std::min(tail, type.size()));
  if (type.empty()) return "";  // a flag
  if (type == "INT" || type == "UINT" || type == "FLOAT") return "N";
  return type == "TEXT" ? "VALUE" : type;
}

std::vector<std::string> choices_of(const std::vector<std::string>& checks) {
  for (const std::string& check : checks) {
    if (!check.starts_with('{') || !check.ends_with('}')) continue;
    std::vector<std::string> choices;
    const std::string inner = check.substr(1, check.size() - 2);
    for (const std::string_view choice : split(inner, ',')) choices.emplace_back(choice);
    return choices;
  }
  return {};
}

std::string joined(const std::vector<std::string>& words, std::string_view between) {
  std::string out;
  for (const std::string& word : words) out.append(out.empty() ? "" : between).append(word);
  return out;
}

std::string name_of(const CLI::Option& option) {
  return option.get_lnames().empty() ? option.get_name(true) : "--" + option.get_lnames().front();
}

/// The names of `options` in order of the alphabet: CLI11 holds them by address.
std::string names_of(const std::set<CLI::Option*>& options) {
  std::vector<std::string> names;
  for (const CLI::Option* option : options) names.push_back(name_of(*option));
  std::sort(names.begin(), names.end());
  return joined(names, ", ");
}

std::string describe(const CLI::Option& option, const HelpOption& help) {
  std::string text = option.get_description();
  std::vector<std::string> remarks;
  const auto is_named = [&](const std::string& choice) {
    return text.find(choice) != std::string::npos;
  };
  if (!std::all_of(help.choices.begin(), help.choices.end(), is_named))
    remarks.push_back(joined(help.choices, ", "));
  if (!option.get_default_str().empty() && text.find("default") == std::string::npos)
    remarks.push_back("default: " + option.get_default_str());
  if (!help.environment.empty()) remarks.push_back("environment: " + help.environment);
  if (!option.get_needs().empty()) remarks.push_back("only with " + names_of(option.get_needs()));
  if (!option.get_excludes().empty())
    remarks.push_back("not with " + names_of(option.get_excludes()));
  return remarks.empty() ? text : text + " (" + joined(remarks, "; ") + ")";
}

/// Shows the first of several long names: the others are older names.
HelpOption help_option(CLI::Option& option) {
  HelpOption help;
  if (option.nonpositional()) {
    for (const std::string& name : option.get_snames()) help.names.push_back("-" + name);
    if (!option.get_lnames().empty()) help.names.push_back("--" + option.get_lnames().front());
  } else {
    help.names.push_back(option.get_name(true));
  }
  const std::vector<std::string> checks = checks_of(option);
  help.value = placeholder(option, checks);
  help.choices = choices_of(checks);
  help.environment = option.get_envname();
  help.required = option.get_required();
  help.list = option.get_expected_max() >= CLI::detail::expected_max_vector_size;
  help.repeated = help.list || option.get_multi_option_policy() == CLI::MultiOptionPolicy::TakeAll;
  help.description = describe(option, help);
  return help;
}

/// Sorts the options of `app` into the page. `inherited`: they are those of a command above it, of
/// which only the common ones are shown.
void add_options(CLI::App& app, bool inherited, HelpPage& page) {
  for (CLI::Option* option : app.get_options()) {
    if (option->get_group().empty()) continue;
    const bool is_help = option == app.get_help_ptr();
    if (is_help && inherited) continue;
    const bool is_common = option->get_group() == kCommonOptions;
    if (is_common || (is_help && app.get_parent() != nullptr)) {
      page.common.push_back(help_option(*option));
    } else if (!inherited) {
      (option->nonpositional() ? page.options : page.arguments).push_back(help_option(*option));
    }
  }
}

/// Splits the footer that help_footer() made.
void read_footer(const std::string& footer, HelpPage& page) {
  const std::size_t example = footer.find(kExampleHeading);
  page.note = trimmed(footer.substr(0, example));
  if (example != std::string::npos)
    page.example = trimmed(footer.substr(example + kExampleHeading.size()));
}

}  // namespace

std::string HelpPage::usage() const {
  std::string out = path;
  if (!commands.empty()) out += path == name ? " VERB" : " COMMAND";
  out += " [OPTIONS]";
  for (const HelpOption& option : options) {
    if (option.required) out += " " + option_head(option);
  }
  for (const HelpOption& argument : arguments) {
    const std::string head = option_head(argument);
    out += argument.required ? " " + head : " [" + head + "]";
  }
  return out;
}

HelpPage help_page(CLI::App& app) {
  HelpPage page;
  page.name = app.get_name();
  page.path = page.name;
  for (const CLI::App* above = app.get_parent(); above != nullptr; above = above->get_parent())
    page.path = above->get_name() + " " + page.path;
  page.group = app.get_group() == "Subcommands" ? "Commands" : app.get_group();
  page.sentence = app.get_description();
  read_footer(app.get_footer(), page);
  add_options(app, false, page);
  for (CLI::App* at = &app; at->get_fallthrough() && at->get_parent() != nullptr;) {
    at = at->get_parent();
    add_options(*at, true, page);
  }
  for (CLI::App* command : app.get_subcommands([](const CLI::App*) { return true; }))
    page.commands.push_back(help_page(*command));
  return page;
}

HelpPage program_page(Command command) {
  CLI::App* app = &command.app();
  while (app->get_parent() != nullptr) app = app->get_parent();
  return help_page(*app);
}

const HelpPage* find_page(const HelpPage& page, const std::vector<std::string>& words) {
  const HelpPage* found = &page;
  for (const std::string& word : words) {
    const auto& commands = found->commands;
    const auto at = std::find_if(commands.begin(), commands.end(),
                                 [&](const HelpPage& command) { return command.name == word; });
    if (at == commands.end()) return nullptr;
    found = &*at;
  }
  return found;
}

std::string help_footer(const std::string& note, const std::string& example) {
  return (note.empty() ? "" : note + "\n") + std::string(kExampleHeading) + "  " + example;
}

bool is_argument(const HelpOption& option) { return !option.names.front().starts_with('-'); }

bool takes_file(const HelpOption& option) {
  const std::string& value = is_argument(option) ? option.names.front() : option.value;
  return value == "FILE" || value == "PAGE" || value == "PLACE" || value.ends_with("|FILE");
}

bool takes_folder(const HelpOption& option) {
  const std::string& value = is_argument(option) ? option.names.front() : option.value;
  return value == "DIR" || value == "FOLDER";
}

std::string option_head(const HelpOption& option) {
  std::string head = joined(option.names, ", ");
  if (!is_argument(option) && !option.value.empty()) head += " " + option.value;
  return option.list ? head + "..." : head;
}

}  // namespace porthole::cli
