#include <gmock/gmock.h>

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

class EveryVerb : public ::testing::TestWithParam<const char*> {};

TEST_P(EveryVerb, ItsHelpNamesItselfAnExampleAndTheExitCodes) {
  const ProgramResult help = porthole({GetParam(), "--help"});
  EXPECT_EQ(help.code, 0);
  EXPECT_THAT(help.out, HasSubstr(std::string("porthole ") + GetParam()));
  EXPECT_THAT(help.out, HasSubstr("Example:"));
  EXPECT_THAT(help.out, HasSubstr("Exit codes: 0 done"));
  for (const char* option : {"--json", "--quiet", "--log-level"})
    EXPECT_THAT(help.out, HasSubstr(option));
  EXPECT_EQ(help.err, "");
}

TEST_P(EveryVerb, IsInTheListOfVerbs) {
  EXPECT_THAT(porthole({"--help"}).out, HasSubstr(std::string("  ") + GetParam() + "  "));
}

INSTANTIATE_TEST_SUITE_P(Verbs, EveryVerb,
                         ::testing::Values("demo", "new", "seeds", "remove", "gather", "distill",
                                           "expand", "plugins", "query", "train", "compare",
                                           "examples", "summarize", "index", "search", "serve",
                                           "status", "explain", "export", "check", "webbox"),
                         [](const auto& verb) { return std::string(verb.param); });

TEST(HelpTest, ThePartsOfAVerbHaveHelpOfTheirOwn) {
  for (const std::vector<std::string>& part :
       std::vector<std::vector<std::string>>{{"seeds", "add"},
                                             {"check", "spec"},
                                             {"check", "url"},
                                             {"check", "robots"},
                                             {"check", "parse"},
                                             {"check", "summary"}}) {
    const ProgramResult help = porthole({part[0], part[1], "--help"});
    EXPECT_EQ(help.code, 0);
    EXPECT_THAT(help.out, HasSubstr("porthole " + part[0] + " " + part[1]));
    EXPECT_THAT(help.out, HasSubstr("Exit codes"));
  }
}

TEST(HelpTest, AnUnknownOptionNamesTheNearest) {
  const ProgramResult said = porthole({"gather", "cycling", "--pagez", "3"});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("did you mean --pages?"));
  EXPECT_EQ(said.out, "");
}

TEST(HelpTest, AnUnknownVerbNamesTheNearest) {
  const ProgramResult said = porthole({"serch", "cycling", "wheel"});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("did you mean search?"));
}

TEST(HelpTest, AWordThatLooksLikeAnOptionIsToldWhereItGoes) {
  const ProgramResult said = porthole({"search", "astro", "xml", "-parser"});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("goes after --"));
  EXPECT_THAT(said.err, HasSubstr("-parser"));
  EXPECT_THAT(said.err, HasSubstr("quotes"));
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
