// The verb `console`: its start, and links to one that runs.

#include <signal.h>

#include <filesystem>

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::StartsWith;

class ConsoleVerbTest : public CommandLineTest {
 protected:
  static std::vector<std::string> started(const std::string& folder) {
    return {"console", folder, "--listen", "127.0.0.1:0", "--json"};
  }
};

TEST_F(ConsoleVerbTest, ALinkLeadsToTheConsoleThatRuns) {
  const std::string folder = collection();
  Program console(kProgram, started(folder));
  const std::string url = nlohmann::json::parse(console.first_line()).at("url");
  const ProgramResult said = porthole({"console", folder, "--link"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, StartsWith(url + "#secret="));
  console.send(SIGINT);
  EXPECT_EQ(console.wait().code, 130);
  EXPECT_EQ(porthole({"console", folder, "--link"}).code, 3);
}

TEST_F(ConsoleVerbTest, ItsProgramThatIsMissingIsNamedWithTheCommandThatBuildsIt) {
  const std::string alone = path("porthole");
  std::filesystem::copy_file(kProgram, alone);
  const ProgramResult said = run_program(alone, {"console", collection()});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr(path("porthole-console")));
  EXPECT_THAT(said.err, HasSubstr("tools/build release"));
}

TEST_F(ConsoleVerbTest, AHostThatIsNotANameIsRefused) {
  expect_error({"console", path("newz"), "--host", "a b"}, 2, {"a b"});
}

TEST_F(ConsoleVerbTest, WrongValuesForNewCollectionsAreRefusedAtTheStartAsNewDoes) {
  for (const std::vector<std::string>& wrong :
       {std::vector<std::string>{"--taxonomy", "nope"}, {"--gateway", "foo"}}) {
    const std::string folder = path("newz");
    std::vector<std::string> words = started(folder);
    words.pop_back();  // --json
    words.insert(words.end(), wrong.begin(), wrong.end());
    Program program(kProgram, words);
    ASSERT_EQ(program.first_line(), "") << "it serves";
    const ProgramResult console = program.wait();
    const ProgramResult made = porthole({"new", folder, "--topic", "bicycle", wrong[0], wrong[1]});
    EXPECT_NE(console.code, 0);
    EXPECT_EQ(console.code, made.code) << wrong[0];
    EXPECT_EQ(console.err, made.err);
    EXPECT_FALSE(std::filesystem::exists(folder));
  }
}

}  // namespace
}  // namespace porthole::testing
