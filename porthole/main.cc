// The program: parses the command line and runs the verb. Catches all exceptions.

#include <CLI/CLI.hpp>
#include <exception>
#include <iostream>
#include <new>

#include "base/log.h"
#include "base/text/text.h"
#include "porthole/exit_code.h"
#include "porthole/output.h"
#include "porthole/verb.h"

namespace porthole::cli {
namespace {

constexpr const char* kSentence =
    "Porthole grows a topic-specific search engine: it crawls the part of the web that is about a "
    "topic,\n"
    "guided by link annotations (what pages say about each other), and searches it.";

void add_common(CLI::App& app, Quiet quiet, Common& common) {
  app.add_flag("--json", common.json,
               "Print results as JSON (one object, or JSON lines for lists)");
  app.add_flag("-q,--quiet", common.quiet,
               quiet == Quiet::kAnswer ? "Print the answer and errors only: no progress, no notes"
                                       : "Print errors only: no progress, no report");
  app.add_option("--log-level", common.log_level, "Log level: error, warning, info or debug")
      ->envname("PORTHOLE_LOG_LEVEL")
      ->check(CLI::IsMember({"error", "warning", "info", "debug"}))
      ->capture_default_str();
}

void use_log_level(const std::string& name) {
  set_log_level(name == "error"   ? LogLevel::kError
                : name == "info"  ? LogLevel::kInfo
                : name == "debug" ? LogLevel::kDebug
                                  : LogLevel::kWarning);
}

// The deepest subcommand on the command line; misspelt options are compared with its options.
const CLI::App& innermost(const CLI::App& app) {
  const auto named = app.get_subcommands();
  return named.empty() ? app : innermost(*named.front());
}

/// "porthole check url" for the subcommand url of check.
std::string full_name(const CLI::App& app) {
  return app.get_parent() == nullptr ? "porthole"
                                     : full_name(*app.get_parent()) + " " + app.get_name();
}

/// The list option made by take_verbatim(), if any: words with a leading - are accepted only after
/// --.
bool takes_words(const CLI::App& verb) {
  const auto options =
      verb.get_options([](const CLI::Option* option) { return option->get_positional(); });
  return !options.empty() &&
         options.back()->get_expected_max() >= CLI::detail::expected_max_vector_size;
}

std::string hint_for(const std::string& extra, const CLI::App& verb, const std::string& nearest) {
  const std::string see = "see: " + full_name(verb) + " --help";
  if (!nearest.empty()) return "did you mean " + nearest + "? " + see;
  if (!extra.starts_with('-') || !takes_words(verb)) return see;
  return "a word that begins with - goes after --, as in: " + full_name(verb) + " DIR -- ... " +
         shell_word(extra) + (verb.get_name() == "search" ? "; or put the query in quotes" : "");
}

/// True if the command line asks for JSON, even if it is invalid otherwise.
bool asks_for_json(int argc, char** argv) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    if (std::string_view(argv[i]) == "--json") return true;
  }
  return false;
}

int usage_error(const CLI::App& app, const CLI::ParseError& error, const Common& common) {
  const CLI::App& verb = innermost(app);
  std::vector<std::string> known;
  for (const CLI::Option* option : verb.get_options()) {
    if (!option->get_lnames().empty()) known.push_back("--" + option->get_lnames().front());
  }
  for (const CLI::App* sub : verb.get_subcommands([](const CLI::App*) { return true; }))
    known.push_back(sub->get_name());
  Error out;
  out.code = ErrorCode::kUsage;
  const std::vector<std::string> extras = app.remaining(true);
  out.message =
      &verb == &app && !extras.empty() ? "there is no verb " + extras.front() : error.what();
  const std::string nearest = extras.empty() ? "" : nearest_name(extras.front(), known);
  out.hint = hint_for(extras.empty() ? "" : extras.front(), verb, nearest);
  return report(out, common);
}

/// Help without the older names of options: of an option's long names the first is shown.
class HelpFormatter final : public CLI::Formatter {
 public:
  std::string make_option_name(const CLI::Option* option, bool is_positional) const override {
    const std::vector<std::string>& names = option->get_lnames();
    if (is_positional || names.size() < 2)
      return Formatter::make_option_name(option, is_positional);
    return "--" + names.front();
  }
};

int run(int argc, char** argv) {
  CLI::App app(kSentence, "porthole");
  app.formatter(std::make_shared<HelpFormatter>());
  app.set_version_flag("--version", "porthole " PORTHOLE_VERSION);
  app.require_subcommand(1);
  app.footer("porthole VERB --help describes a verb. To begin: porthole demo");
  Common common;
  std::vector<std::pair<CLI::App*, Action>> declared;
  for (const Verb& verb : verbs()) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.sentence);
    sub->footer("Example:\n  " + std::string(verb.example) + "\n\n" + kExitCodes);
    sub->fallthrough(false);
    declared.emplace_back(sub, verb.declare(*sub));
    add_common(*sub, verb.quiet, common);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    common.json = asks_for_json(argc, argv);
    return usage_error(app, error, common);
  }
  use_log_level(common.log_level);
  if (common.json) set_log_format(LogFormat::kJson);
  for (const auto& [sub, action] : declared) {
    if (sub->parsed()) return action(common);
  }
  return kUsage;
}

}  // namespace
}  // namespace porthole::cli

int main(int argc, char** argv) {
  try {
    return porthole::cli::run(argc, argv);
  } catch (const std::bad_alloc&) {
    std::cerr << "porthole: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "porthole: " << error.what() << '\n';
  }
  return porthole::cli::kCannotRun;
}
