#include "porthole/program.h"

#include <sys/stat.h>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <iostream>
#include <map>
#include <new>
#include <regex>

#include "base/log.h"
#include "base/text/text.h"
#include "porthole/exit_code.h"
#include "porthole/help/help_page.h"
#include "porthole/help/help_text.h"
#include "porthole/output.h"
#include "repository/query_process.h"

namespace porthole::cli {
namespace {

/// The heading of a task in the help.
const char* heading(Task task) {
  switch (task) {
    case Task::kBegin:
      return "Begin";
    case Task::kCrawl:
      return "Crawl, and keep up to date";
    case Task::kTopic:
      return "Define the topic";
    case Task::kProcess:
      return "Process the pages (update does all four)";
    case Task::kSearch:
      return "Search";
    case Task::kInspect:
      return "Inspect and export";
    case Task::kTools:
      return "Tools";
  }
  return "";
}

constexpr const char* kSentence =
    "Porthole grows a topic-specific search engine: it crawls the part of the web that is about a "
    "topic, guided by link annotations (what pages say about each other), and searches it.";

void add_common(CLI::App& app, Quiet quiet, Common& common) {
  app.add_flag("--json", common.json, "Print results as JSON (one object, or JSON lines for lists)")
      ->group(kCommonOptions);
  app.add_flag("-q,--quiet", common.quiet,
               quiet == Quiet::kAnswer ? "Print the answer and errors only: no progress, no notes"
                                       : "Print errors only: no progress, no report")
      ->group(kCommonOptions);
  CLI::Option* level =
      app.add_option("--log-level", common.log_level, "Log level: error, warning, info or debug")
          ->group(kCommonOptions);
  Option(level)
      .type_name("LEVEL")
      .envname("PORTHOLE_LOG_LEVEL")
      .one_of({"error", "warning", "info", "debug"})
      .capture_default_str();
}

void use_log_level(const std::string& name) {
  set_log_level(name == "error"   ? LogLevel::kError
                : name == "info"  ? LogLevel::kInfo
                : name == "debug" ? LogLevel::kDebug
                                  : LogLevel::kWarning);
}

// The deepest subcommand on the command line; misspelt options are compared with its options.
CLI::App& innermost(CLI::App& app) {
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

/// A message of CLI11 about the values of an option, in sentences.
std::string in_sentences(const std::string& message) {
  static const std::vector<std::pair<std::regex, std::string>> ours = {
      {std::regex("(\\S+): 1 required (.+) missing"), "$1 lacks its value $2"},
      {std::regex("(\\S+): At Most 1 required but received \\d+"), "$1 is given more than once"},
      {std::regex("Could not convert: (\\S+) = (.*)"), "$1: not a valid value: $2"},
  };
  for (const auto& [theirs, words] : ours) {
    if (std::regex_match(message, theirs)) return std::regex_replace(message, theirs, words);
  }
  return message;
}

/// The message of CLI11, which calls verbs subcommands, in the words of the help.
std::string usage_message(const CLI::App& app, const CLI::App& verb, const CLI::ParseError& error) {
  const std::vector<std::string> extras = app.remaining(true);
  if (&verb == &app && !extras.empty()) return "there is no verb " + extras.front();
  const std::string message = error.what();
  if (message != "A subcommand is required") return in_sentences(message);
  if (&verb == &app) return "a verb is missing";
  return extras.empty() ? full_name(verb) + " needs a command"
                        : full_name(verb) + " has no command " + extras.front();
}

/// True if the command line has `option`, so that a variable of the environment does not count.
bool is_given(const CLI::Option& option, int argc, char** argv) {
  for (int i = 1; i < argc && std::string_view(argv[i]) != "--"; ++i) {
    const std::string_view word = argv[i];
    for (const std::string& name : option.get_lnames()) {
      const std::string full = "--" + name;
      if (word == full || word.starts_with(full + "=")) return true;
    }
  }
  return false;
}

/// The options of `verb`, and of what it is a part of, that have their values from the environment,
/// each with the variable.
std::map<std::string, std::string> from_environment(const CLI::App& verb, int argc, char** argv) {
  std::map<std::string, std::string> options;
  for (const CLI::App* at = &verb; at != nullptr; at = at->get_parent()) {
    for (const CLI::Option* option : at->get_options()) {
      const std::string variable = option->get_envname();
      const char* const value = variable.empty() ? nullptr : std::getenv(variable.c_str());
      if (value == nullptr || *value == 0 || is_given(*option, argc, argv)) continue;
      options.emplace("--" + option->get_lnames().front(), variable);
    }
  }
  return options;
}

/// Common::folder.
std::string typed_folder(const CLI::App& verb) {
  const CLI::Option* const option = verb.get_option_no_throw("DIR");
  return option == nullptr || option->results().size() != 1 ? "" : option->results().front();
}

int usage_error(CLI::App& app, const CLI::ParseError& error, const Common& common) {
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
  out.message = usage_message(app, verb, error);
  const std::string nearest = extras.empty() ? "" : nearest_name(extras.front(), known);
  out.hint = hint_for(extras.empty() ? "" : extras.front(), verb, nearest);
  return report(out, common);
}

int run(int argc, char** argv, std::span<const Verb> verbs) {
  CLI::App app(kSentence, "porthole");
  app.set_help_flag("-h,--help", "Print this help");
  app.set_version_flag("--version", "porthole " PORTHOLE_VERSION, "Print the version");
  app.require_subcommand(1);
  app.footer(
      "porthole VERB --help describes a verb. To begin: porthole demo\n"
      "Exit codes: porthole help exit-codes");
  bool parse_only = false;  // for tests of the documentation
  app.add_flag("--parse-only", parse_only)->group("");
  Common common;
  std::vector<std::pair<CLI::App*, Action>> declared;
  for (const Verb& verb : verbs) {
    CLI::App* sub = app.add_subcommand(verb.name, verb.sentence);
    sub->footer(help_footer("", verb.example));
    sub->fallthrough(false);
    declared.emplace_back(sub, verb.declare(Command(sub)));
    sub->group(heading(verb.task));  // last: commands of the verb would inherit it
    add_common(*sub, verb.quiet, common);
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    std::cout << help_text(help_page(innermost(app)), help_width());
    return kDone;
  } catch (const CLI::Success& success) {
    return app.exit(success);
  } catch (const CLI::ParseError& error) {
    common.json = asks_for_json(argc, argv);
    common.from_environment = from_environment(innermost(app), argc, argv);
    return usage_error(app, error, common);
  }
  if (parse_only) return kDone;
  common.from_environment = from_environment(innermost(app), argc, argv);
  common.folder = typed_folder(innermost(app));
  common.words.assign(argv + 1, argv + argc);
  use_log_level(common.log_level);
  if (common.json) set_log_format(LogFormat::kJson);
  for (const auto& [sub, action] : declared) {
    if (sub->parsed()) return action(common);
  }
  return kUsage;
}

/// Answers that could not be written are no success, as on a full disk. A reader that has gone,
/// such as head, had what it wanted.
int with_output_written(int code) {
  std::cout.flush();
  const bool is_written = std::fflush(stdout) == 0 && std::ferror(stdout) == 0 && std::cout.good();
  struct stat about {};
  const bool has_reader =
      ::fstat(STDOUT_FILENO, &about) == 0 && !S_ISFIFO(about.st_mode) && !S_ISSOCK(about.st_mode);
  if (is_written || !has_reader || (code != kDone && code != kDoneButNotAll)) return code;
  std::cerr << "porthole: the standard output cannot be written: the disk may be full\n";
  return kDiskFull;
}

}  // namespace

int run_program(int argc, char** argv, std::span<const Verb> verbs) {
  try {
    if (repository::is_query_process(argc, argv)) return repository::answer_in_query_process();
    repository::use_query_program("/proc/self/exe");
    return with_output_written(run(argc, argv, verbs));
  } catch (const std::bad_alloc&) {
    std::cerr << "porthole: out of memory\n";
  } catch (const std::exception& error) {
    std::cerr << "porthole: " << error.what() << '\n';
  }
  return kCannotRun;
}

}  // namespace porthole::cli
