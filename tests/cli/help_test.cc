#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

/// A command of the program: "porthole examples add", as `porthole help --json` describes it.
std::vector<nlohmann::json> every_command(const nlohmann::json& page) {
  std::vector<nlohmann::json> all;
  for (const nlohmann::json& command : page.at("commands")) {
    all.push_back(command);
    for (nlohmann::json& below : every_command(command)) all.push_back(std::move(below));
  }
  return all;
}

const std::vector<nlohmann::json>& every_command() {
  static const auto commands = every_command(json_lines(porthole({"help", "--json"}).out).at(0));
  return commands;
}

std::vector<std::string> words_of(const std::string& command) {
  std::istringstream in(command);
  return {std::istream_iterator<std::string>(in), {}};
}

std::string read_help(const std::string& command) {
  std::vector<std::string> words = words_of(command);
  words.erase(words.begin());
  words.push_back("--help");
  const ProgramResult help = porthole(words);
  EXPECT_EQ(help.code, 0);
  EXPECT_EQ(help.err, "");
  return help.out;
}

/// Each command is asked once, for all tests.
const std::string& help_of(const nlohmann::json& command) {
  static std::map<std::string, std::string> pages;
  const std::string name = command.at("command");
  if (!pages.contains(name)) pages[name] = read_help(name);
  return pages[name];
}

TEST(HelpTest, EveryCommandHasASentenceAUsageAndAnExampleOfItself) {
  const std::vector<nlohmann::json>& commands = every_command();
  EXPECT_GT(commands.size(), 40u);
  for (const nlohmann::json& command : commands) {
    const std::string name = command.at("command");
    const std::string& help = help_of(command);
    EXPECT_THAT(help, HasSubstr("\nUsage: " + name + " ")) << name;
    EXPECT_THAT(help, HasSubstr("\nExample:\n  " + name + " ")) << name;
    EXPECT_TRUE(command.at("sentence").get<std::string>().ends_with('.')) << name;
  }
}

TEST(HelpTest, TheExampleOfEveryCommandIsAValidCommandLine) {
  for (const nlohmann::json& command : every_command()) {
    const std::string example = command.at("example");
    const std::string line = example.substr(0, example.find('\n'));
    const ProgramResult said = run_program(
        "/bin/sh",
        {"-c", "porthole() { " + std::string(kProgram) + " --parse-only \"$@\"; }; " + line});
    EXPECT_EQ(said.code, 0) << line << '\n' << said.err;
  }
}

TEST(HelpTest, EveryCommandTakesTheCommonOptions) {
  for (const nlohmann::json& command : every_command()) {
    const std::string& help = help_of(command);
    for (const char* option :
         {"\n  -q, --quiet  ", "\n  --json  ", "\n  --log-level LEVEL  ", "\n  -h, --help  "})
      EXPECT_THAT(help, HasSubstr(option)) << command.at("command");
  }
}

// CLI11 would print "N:INT in [1 - 100]", "TEXT:{hubs,authorities}", "DIR TEXT REQUIRED".
TEST(HelpTest, ValuesAreNamedAndTypesOfTheParserAreNot) {
  const std::vector<std::string> raw = {
      "TEXT",      "UINT", " INT ",       "FLOAT", "PATH(", "REQUIRED",
      "Excludes:", "Env:", "NONNEGATIVE", ":{",    " in [", "SUBCOMMAND"};
  for (const nlohmann::json& command : every_command()) {
    const std::string& help = help_of(command);
    for (const std::string& type : raw) {
      EXPECT_THAT(help, ::testing::Not(HasSubstr(type))) << command.at("command");
    }
  }
  const std::string search = porthole({"search", "--help"}).out;
  EXPECT_THAT(search, HasSubstr("  --size N                Show at most N results (default: 10)"));
  EXPECT_THAT(porthole({"query", "--help"}).out, HasSubstr("(not with --list, --ready)"));
  EXPECT_THAT(porthole({"gather", "--help"}).out, HasSubstr("\n  --dry-run               Print"));
  EXPECT_THAT(porthole({"webbox", "--help"}).out,
              HasSubstr("Usage: porthole webbox [OPTIONS] --sites FILE\n"));
}

TEST(HelpTest, LinesFitATerminalOfEightyColumns) {
  for (const nlohmann::json& command : every_command()) {
    const std::string& help = help_of(command);
    std::istringstream lines(help.substr(0, help.find("\nExample:")));
    for (std::string line; std::getline(lines, line);) EXPECT_LE(line.size(), 80u) << line;
  }
}

TEST(HelpTest, VerbsAreGroupedByTask) {
  const std::string help = porthole({"--help"}).out;
  std::size_t last = 0;
  for (const char* line : {"\nBegin:\n  demo ", "\nCrawl, and keep up to date:\n  update ",
                           "\nDefine the topic:\n  examples ", "\nSearch:\n  search ",
                           "\nInspect and export:\n  status ", "\nTools:\n"}) {
    const std::size_t at = help.find(line);
    ASSERT_NE(at, std::string::npos) << line << "is not in\n" << help;
    EXPECT_GT(at, last) << line;
    last = at;
  }
  const nlohmann::json program = json_lines(porthole({"help", "--json"}).out).at(0);
  for (const nlohmann::json& verb : program.at("commands")) {
    const std::string name = words_of(verb.at("command")).at(1);
    EXPECT_THAT(help, HasSubstr("\n  " + name + " "));
    EXPECT_NE(verb.at("group"), "Commands") << name << " belongs to no task";
  }
}

TEST(HelpTest, TheExitCodesStandOnAPageOfTheirOwn) {
  const ProgramResult page = porthole({"help", "exit-codes"});
  EXPECT_EQ(page.code, 0);
  for (const nlohmann::json& command : every_command()) {
    const std::string& help = help_of(command);
    EXPECT_TRUE(help.ends_with("\nExit codes: porthole help exit-codes\n")) << help;
    EXPECT_THAT(help, ::testing::Not(HasSubstr("interrupted"))) << command.at("command");
  }
}

// The table of docs/errors.md is the program's.
TEST(HelpTest, TheExitCodesOfTheManualAreThoseOfTheProgram) {
  const std::string manual = read_whole_file(PORTHOLE_SOURCE_DIR "/docs/errors.md");
  const nlohmann::json page = json_lines(porthole({"help", "exit-codes", "--json"}).out).at(0);
  EXPECT_EQ(page.at("entries").size(), 8u);
  for (const auto& [code, meaning] : page.at("entries").items())
    EXPECT_THAT(manual, HasSubstr("| " + code + " | " + meaning.get<std::string>() + " |\n"));
}

TEST(HelpTest, HelpOnAVerbIsWhatItsOptionPrints) {
  EXPECT_EQ(porthole({"help", "gather"}).out, porthole({"gather", "--help"}).out);
  EXPECT_EQ(porthole({"help", "examples", "add"}).out, porthole({"examples", "add", "--help"}).out);
  EXPECT_EQ(porthole({"help"}).out, porthole({"--help"}).out);
  EXPECT_THAT(porthole({"help", "environment"}).out, HasSubstr("  PORTHOLE_LISTEN "));
  expect_error({"help", "gathr"}, 2, {"there is no help on gathr\n  did you mean gather?"});
}

TEST(HelpTest, AMissingOrUnknownCommandOfAVerbIsNamed) {
  expect_error({"examples"}, 2, {"porthole examples needs a command"});
  expect_error({"examples", "imprt", "cycling"}, 2,
               {"porthole examples has no command imprt", "did you mean import?"});
}

TEST(HelpTest, AnUnknownOptionNamesTheNearest) {
  const ProgramResult said = porthole({"gather", "cycling", "--pagez", "3"});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("did you mean --pages?"));
  EXPECT_EQ(said.out, "");
}

TEST(HelpTest, AnUnknownVerbNamesTheNearest) {
  expect_error({"serch", "cycling", "wheel"}, 2, {"did you mean search?"});
}

TEST(HelpTest, AWordThatLooksLikeAnOptionIsToldWhereItGoes) {
  expect_error({"search", "astro", "xml", "-parser"}, 2, {"goes after --", "-parser", "quotes"});
  EXPECT_THAT(porthole({"search", "astro", "xml", "--sise", "3"}).err,
              HasSubstr("did you mean --size?"));
}

TEST(HelpTest, AUsageErrorUnderJsonIsJson) {
  for (const std::vector<std::string>& arguments : {std::vector<std::string>{"serch", "--json"},
                                                    {"--json"},
                                                    {"gather", "--json"},
                                                    {"gather", "x", "--pages", "no", "--json"}}) {
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 2);
    const auto lines = json_lines(said.err);
    ASSERT_EQ(lines.size(), 1u) << said.err;
    EXPECT_EQ(lines[0].at("error").at("code"), "usage");
  }
}

TEST(HelpTest, ThereIsAVersion) {
  const ProgramResult said = porthole({"--version"});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(said.out, "porthole " PORTHOLE_VERSION "\n");
}

}  // namespace
}  // namespace porthole::testing
