// Man pages and completion scripts, which the program writes.

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsSupersetOf;
using ::testing::Not;

bool is_installed(const std::string& program) {
  return run_program("/bin/sh", {"-c", "command -v " + program}).code == 0;
}

std::vector<std::string> lines_of(const std::string& text) {
  std::istringstream in(text);
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

class ReferenceTest : public CommandLineTest {
 protected:
  ReferenceTest() {
    const ProgramResult written = porthole({"help", "--share", path("share")});
    EXPECT_EQ(written.code, 0) << written.err;
  }
  std::string man(const std::string& name) const { return path("share/man/man1/" + name); }
  std::string bash_script() const { return path("share/bash-completion/completions/porthole"); }

  /// The words that bash proposes for the last of `words`.
  std::vector<std::string> completed(const std::vector<std::string>& words) const {
    std::string line;
    for (const std::string& word : words) line += " '" + word + "'";
    const ProgramResult said =
        run_program("/bin/bash", {"-c", "source " + bash_script() + "; COMP_WORDS=(" + line +
                                            "); COMP_CWORD=" + std::to_string(words.size() - 1) +
                                            "; _porthole; printf '%s\\n' \"${COMPREPLY[@]}\""});
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.err, "");
    return lines_of(said.out);
  }
};

TEST_F(ReferenceTest, EveryVerbHasAManPage) {
  const nlohmann::json program = json_lines(porthole({"help", "--json"}).out).at(0);
  EXPECT_TRUE(fs::exists(man("porthole.1")));
  for (const nlohmann::json& verb : program.at("commands")) {
    std::string name = verb.at("command");
    name.replace(name.find(' '), 1, "-");
    ASSERT_TRUE(fs::exists(man(name + ".1"))) << name;
    const std::string page = read_whole_file(man(name + ".1"));
    for (const nlohmann::json& option : verb.at("options")) {
      std::string escaped;
      for (const char c : option.at("names").back().get<std::string>())
        escaped += c == '-' ? std::string("\\-") : std::string(1, c);
      EXPECT_THAT(page, HasSubstr("\\fB" + escaped + "\\fR")) << name;
    }
  }
  const std::string page = read_whole_file(man("porthole.1"));
  EXPECT_THAT(page, HasSubstr(".SH EXIT STATUS\n.TP\n\\fB0\\fR\ndone\n"));
  EXPECT_THAT(page, HasSubstr("PORTHOLE_LISTEN"));
}

TEST_F(ReferenceTest, ManPagesAreRenderedWithoutAWarning) {
  if (!is_installed("groff") || !is_installed("mandoc"))
    GTEST_SKIP() << "groff or mandoc is not installed";
  const ProgramResult groff =
      run_program("/bin/sh", {"-c", "groff -man -Tutf8 -ww -z " + path("share/man/man1") + "/*.1"});
  EXPECT_EQ(groff.code, 0);
  EXPECT_EQ(groff.err, "");
  const ProgramResult mandoc = run_program(
      "/bin/sh", {"-c", "mandoc -T lint -W warning " + path("share/man/man1") + "/*.1"});
  EXPECT_EQ(mandoc.code, 0);
  EXPECT_EQ(mandoc.out, "");
}

TEST_F(ReferenceTest, TheDateOfManPagesCanBeFixedForReproducibleBuilds) {
  const ProgramResult written =
      run_program("/bin/sh", {"-c", "SOURCE_DATE_EPOCH=86400 " + std::string(kProgram) +
                                        " help --share " + path("fixed")});
  ASSERT_EQ(written.code, 0) << written.err;
  EXPECT_THAT(read_whole_file(path("fixed/man/man1/porthole.1")),
              HasSubstr(".TH PORTHOLE 1 1970-01-02 "));
}

TEST_F(ReferenceTest, AFolderThatCannotBeWrittenIsNamed) {
  write_whole_file(path("file"), "");
  expect_error({"help", "--share", path("file")}, 4, {path("file")});
}

TEST_F(ReferenceTest, BashCompletesVerbsCommandsAndOptions) {
  EXPECT_EQ(run_program("/bin/bash", {"-n", bash_script()}).code, 0);
  EXPECT_EQ(completed({"porthole", "gath"}), std::vector<std::string>{"gather"});
  EXPECT_EQ(completed({"porthole", "examples", "im"}), std::vector<std::string>{"import"});
  EXPECT_EQ(completed({"porthole", "gather", "--strat"}), std::vector<std::string>{"--strategy"});
  EXPECT_EQ(completed({"porthole", "gather", "cycling", "--pages", "9", "--dry"}),
            std::vector<std::string>{"--dry-run"});
  EXPECT_THAT(completed({"porthole", "examples", "add", "--"}),
              IsSupersetOf({"--make", "--quiet", "--json"}));
  EXPECT_THAT(completed({"porthole", "status", "--"}), Not(Contains("--make")));
}

TEST_F(ReferenceTest, BashCompletesValues) {
  EXPECT_EQ(completed({"porthole", "search", "cycling", "--first", "h"}),
            std::vector<std::string>{"hubs"});
  EXPECT_EQ(completed({"porthole", "search", "--log-level", "=", "deb"}),
            std::vector<std::string>{"debug"});
  EXPECT_THAT(completed({"porthole", "new", "x", "--seeds", path("sh")}), Contains(path("share")));
  EXPECT_EQ(completed({"porthole", "gather", path("sh")}), std::vector<std::string>{path("share")});
}

TEST_F(ReferenceTest, ZshCompletesVerbsCommandsOptionsAndValues) {
  if (!is_installed("zsh")) GTEST_SKIP() << "zsh is not installed";
  std::vector<std::string> arguments = {
      "zsh", "-f", std::string(PORTHOLE_SOURCE_DIR) + "/tests/support/complete.zsh",
      path("share/zsh/site-functions")};
  for (const char* const line : {"porthole gath", "porthole examples im", "porthole gather --strat",
                                 "porthole gather cycling --pages 9 --dry", "porthole status --mak",
                                 "porthole search --first h", "porthole search --log-level deb"})
    arguments.emplace_back(line);
  arguments.push_back("porthole new x --seeds " + path("sh"));
  const ProgramResult said = run_program("/usr/bin/env", arguments);
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(
      lines_of(said.out),
      ElementsAre("<porthole gather >", "<porthole examples import >",
                  "<porthole gather --strategy >", "<porthole gather cycling --pages 9 --dry-run >",
                  "<porthole status --mak>", "<porthole search --first hubs >",
                  "<porthole search --log-level debug >",
                  "<porthole new x --seeds " + path("share") + "/>"));
}

TEST_F(ReferenceTest, FishCompletesVerbsCommandsAndOptions) {
  if (!is_installed("fish")) GTEST_SKIP() << "fish is not installed";
  const auto proposed = [&](const std::string& line) {
    const ProgramResult said =
        run_program("/bin/sh", {"-c", "HOME=" + path("") + " fish --no-config -c \"source " +
                                          path("share/fish/vendor_completions.d/porthole.fish") +
                                          "; complete -C '" + line + "'\""});
    EXPECT_EQ(said.err, "");
    return said.out;
  };
  EXPECT_THAT(proposed("porthole gath"), HasSubstr("gather\t"));
  EXPECT_THAT(proposed("porthole examples im"), HasSubstr("import\t"));
  EXPECT_THAT(proposed("porthole gather --strat"), HasSubstr("--strategy\t"));
  EXPECT_THAT(proposed("porthole search --first h"), HasSubstr("hubs"));
  EXPECT_THAT(proposed("porthole status --mak"), Not(HasSubstr("--make")));
}

TEST_F(ReferenceTest, AScriptIsPrintedForAShellThatIsNamed) {
  EXPECT_EQ(porthole({"help", "--completion", "bash"}).out, read_whole_file(bash_script()));
  EXPECT_EQ(porthole({"help", "--completion", "tcsh"}).code, 2);
}

}  // namespace
}  // namespace porthole::testing
