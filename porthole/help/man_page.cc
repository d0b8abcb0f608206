#include "porthole/help/man_page.h"

#include <algorithm>

#include "base/text/text.h"
#include "porthole/help/help_text.h"

namespace porthole::cli {
namespace {

std::string section(const std::string& title) { return ".SH " + title + "\n"; }

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }
std::string italic(const std::string& text) { return "\\fI" + roff(text) + "\\fR"; }

std::string option_term(const HelpOption& option) {
  if (is_argument(option)) return italic(option.names.front()) + (option.list ? "..." : "");
  std::string out;
  for (const std::string& name : option.names) out += (out.empty() ? "" : ", ") + bold(name);
  if (!option.value.empty()) out += " " + italic(option.value);
  return out + (option.list ? "..." : "");
}

std::string option_list(const std::vector<HelpOption>& options) {
  std::string out;
  for (const HelpOption& option : options)
    out += ".TP\n" + option_term(option) + "\n" + roff(option.description) + "\n";
  return out;
}

std::string paragraphs(const std::string& text) {
  std::string out;
  for (const std::string_view line : split(text, '\n')) {
    if (!trim(line).empty()) out += roff(trimmed(std::string(line))) + "\n";
  }
  return out;
}

std::string literal(const std::string& text) {
  std::string out = ".RS 4\n.nf\n";
  for (const std::string_view line : split(text, '\n')) out += roff(std::string(line)) + "\n";
  return out + ".fi\n.RE\n";
}

std::string synopsis(const HelpPage& page) {
  const std::string usage = page.usage();
  return bold(page.path) + roff(usage.substr(page.path.size())) + "\n";
}

/// A command of a verb, within the page of the verb.
std::string command_section(const HelpPage& command) {
  std::string out = ".SS " + roff(command.name) + "\n" + paragraphs(command.sentence) + ".PP\n" +
                    synopsis(command);
  out += option_list(command.arguments) + option_list(command.options);
  if (!command.note.empty()) out += ".PP\n" + paragraphs(command.note);
  if (!command.example.empty()) out += ".PP\nExample:\n.PP\n" + literal(command.example);
  return out;
}

/// The first sentence, or the program's first clause, without its full stop.
std::string short_sentence(const HelpPage& page) {
  std::string out =
      page.sentence.substr(0, page.sentence.find(page.path == page.name ? ":" : ". "));
  if (out.ends_with('.')) out.pop_back();
  return out;
}

std::string verb_body(const HelpPage& page) {
  std::string out = section("SYNOPSIS") + synopsis(page);
  out += section("DESCRIPTION") + paragraphs(page.sentence);
  if (!page.note.empty()) out += ".PP\n" + paragraphs(page.note);
  if (!page.commands.empty()) {
    out += section("COMMANDS");
    for (const HelpPage& command : page.commands) out += command_section(command);
  }
  out += section("OPTIONS") + option_list(page.arguments) + option_list(page.options) +
         option_list(page.common);
  if (!page.example.empty()) out += section("EXAMPLES") + literal(page.example);
  return out + section("EXIT STATUS") + "See\n.BR porthole (1).\n" + section("SEE ALSO") +
         ".BR porthole (1)\n";
}

std::string program_body(const HelpPage& page) {
  std::string out = section("SYNOPSIS") + synopsis(page);
  out += section("DESCRIPTION") + paragraphs(page.sentence);
  std::string group;
  for (const HelpPage& verb : page.commands) {
    if (verb.group != group) {
      group = verb.group;
      out += ".SS " + roff(group) + "\n";
    }
    out += ".TP\n.BR porthole\\-" + roff(verb.name) + " (1)\n" + paragraphs(verb.sentence);
  }
  out += section("OPTIONS") + option_list(page.common) + option_list(page.options);
  for (const Reference& reference : references(page)) {
    out += section(reference.section);
    for (const auto& [term, meaning] : reference.entries)
      out += ".TP\n" + bold(term) + "\n" + roff(meaning) + "\n";
  }
  return out;
}

}  // namespace

std::string roff(const std::string& text) {
  std::string out;
  if (text.starts_with('.') || text.starts_with('\'')) out = "\\&";
  for (const char c : text) {
    switch (c) {
      case '\\':
        out += "\\e";
        break;
      case '-':
        out += "\\-";
        break;
      case '\'':
        out += "\\(aq";
        break;
      case '^':
        out += "\\(ha";
        break;
      case '~':
        out += "\\(ti";
        break;
      case '`':
        out += "\\(ga";
        break;
      default:
        out += c;
    }
  }
  return out;
}

std::string man_file(const HelpPage& page) {
  std::string name = page.path;
  std::replace(name.begin(), name.end(), ' ', '-');
  return name + ".1";
}

std::string man_page(const HelpPage& page, const std::string& date) {
  const bool is_program = page.path == page.name;
  std::string name = man_file(page);
  name.resize(name.size() - std::string_view(".1").size());
  std::string title = name;
  std::transform(title.begin(), title.end(), title.begin(), [](char c) {
    return c >= 'a' && c <= 'z' ? static_cast<char>(c - 'a' + 'A') : c;
  });
  return ".\\\" Written by porthole help --share.\n.TH " + title + " 1 " + date +
         " \"Porthole " PORTHOLE_VERSION "\" \"Porthole\"\n" + section("NAME") + roff(name) +
         " \\- " + roff(short_sentence(page)) + "\n" +
         (is_program ? program_body(page) : verb_body(page));
}

}  // namespace porthole::cli
