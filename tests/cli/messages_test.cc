// Tests of notes, progress and errors: JSON for machines, nothing under --quiet, cut to the width
// of a terminal.

#include <fcntl.h>
#include <pty.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/text/format.h"
#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class MessagesTest : public CommandLineTest {
 protected:
  MessagesTest() {
    web_.page("http://a.test/", "<title>A bicycle</title><a href=/b>b</a><a href=/old>old</a>");
    web_.page("http://a.test/b", "<title>B</title>");
    web_.redirect("http://a.test/old", "/b");
  }

  /// A collection of a.test, whose second seed is not a URL in scope.
  std::string collection_of_a_test() {
    const ProgramResult made =
        porthole({"new", path("c"), "--topic", "bicycle", "--seed", "http://a.test/", "--seed",
                  "http://b.test/", "--gateway", web_.gateway()});
    EXPECT_EQ(made.code, 0) << made.err;
    std::string text = read_whole_file(path("c") + "/porthole.xml");
    text.insert(text.find("</scope>"), "<reject host=\"b.test\"/>");
    write_whole_file(path("c") + "/porthole.xml", text);
    return path("c");
  }

  SmallWeb web_;
};

TEST_F(MessagesTest, EveryMessageUnderJsonIsOneLineOfJson) {
  const std::string folder = collection_of_a_test();
  const ProgramResult gathered = porthole({"gather", folder, "--json"});
  EXPECT_EQ(gathered.code, 1);
  const auto messages = json_lines(gathered.err);
  ASSERT_EQ(messages.size(), ::geteuid() == 0 ? 2u : 1u) << gathered.err;
  if (::geteuid() == 0) {
    EXPECT_EQ(messages.front().at("note").at("message"), "gather runs as root");
  }
  EXPECT_THAT(messages.back().at("error").at("message").get<std::string>(),
              HasSubstr("seed not used: http://b.test/"));
  const json report = json_lines(gathered.out).at(0);
  EXPECT_EQ(report.at("dropped"), json::parse(R"({"rejected by scope":1})")) << report.dump();
  EXPECT_EQ(report.at("aliases"), json::parse(R"({"redirect":1})"));

  const ProgramResult indexed = porthole({"index", folder, "--json"});
  EXPECT_EQ(indexed.code, 0) << indexed.err;
  const auto notes = json_lines(indexed.err);
  ASSERT_EQ(notes.size(), 1u) << indexed.err;
  EXPECT_EQ(notes[0].at("note").at("message"), "2 pages have no summaries that are up to date");
  EXPECT_THAT(notes[0].at("note").at("hint").get<std::string>(), HasSubstr("porthole summarize"));
}

TEST_F(MessagesTest, TheFirstCrawlOfACollectionAdvisesAgainstRoot) {
  const std::string folder = collection_of_a_test();
  const std::string advice = "update runs as root\n  run it as a user of its own";
  const std::string first = porthole({"update", folder, "--more", "1"}).err;
  EXPECT_EQ(first.find(advice) != std::string::npos, ::geteuid() == 0) << first;
  for (const std::string verb : {"gather", "update"})
    EXPECT_THAT(porthole({verb, folder, "--more", "1"}).err, Not(HasSubstr("runs as root")));
}

TEST_F(MessagesTest, QuietLeavesNothingButErrors) {
  const std::string folder = collection_of_a_test();
  const ProgramResult gathered = porthole({"gather", folder, "--quiet"});
  EXPECT_EQ(gathered.out, "");
  EXPECT_THAT(gathered.err, HasSubstr("seed not used"));
  for (const char* verb : {"index", "summarize"}) {
    const ProgramResult said = porthole({verb, folder, "--quiet"});
    EXPECT_EQ(said.code, 0);
    EXPECT_EQ(said.out + said.err, "") << verb;
  }
  EXPECT_EQ(porthole({"seeds", "add", folder, "http://c.test/", "--quiet"}).out, "");
}

TEST_F(MessagesTest, QuietLeavesTheAnswerOfAVerbThatIsAskedSomething) {
  const std::string folder = collection_of_a_test();
  ASSERT_NE(porthole({"gather", folder, "-q"}).code, 4);
  EXPECT_THAT(porthole({"status", folder, "-q"}).out, HasSubstr("fetched"));
  EXPECT_THAT(porthole({"check", "-q", "url", "http://a.test"}).out, HasSubstr("http://a.test/"));
  EXPECT_THAT(porthole({"expand", folder, "--list", "-q"}).out, HasSubstr("terms of the topic"));
}

TEST_F(MessagesTest, TheHelpOfEachVerbSaysWhatQuietLeaves) {
  EXPECT_THAT(porthole({"gather", "--help"}).out, HasSubstr("Print errors only: no progress"));
  EXPECT_THAT(porthole({"status", "--help"}).out, HasSubstr("Print the answer and errors only"));
}

TEST_F(MessagesTest, AnOptionSaysThatItTakesAWholeNumber) {
  for (const std::string value : {"1e3", "1.5", "0", "many"}) {
    expect_error({"query", path("c"), "SELECT 1", "--limit", value}, 2,
                 {"--limit: not a whole number from 1 to 100000000: " + value + "\n"});
  }
}

TEST_F(MessagesTest, AWrongValueOfAnOptionIsToldInASentence) {
  const auto said = [&](std::vector<std::string> arguments) {
    arguments.insert(arguments.begin() + 1, path("c"));
    const ProgramResult result = porthole(arguments);
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err.substr(0, result.err.find('\n'));
  };
  const std::string whole = ": not a whole number from 0 to 2147483647: ";
  for (const std::string wrong : {"-1", "99999999999", "many"})
    EXPECT_EQ(said({"search", "x", "--min-recommendations", wrong}),
              "porthole: --min-recommendations" + whole + wrong);
  EXPECT_EQ(said({"train", "--features", "-1"}), "porthole: --features" + whole + "-1");
  EXPECT_EQ(said({"gather", "--until-recall", "3"}),
            "porthole: --until-recall: not a number from 0.01 to 1: 3");
  EXPECT_EQ(said({"gather", "--until-recall", "nan"}),
            "porthole: --until-recall: not a number from 0.01 to 1: nan");
  EXPECT_EQ(said({"gather", "--until-recall", "90%"}),
            "porthole: --until-recall: not a number from 0.01 to 1: 90% (write 0.9)");
  EXPECT_EQ(said({"gather", "--until-recall", "900%"}),
            "porthole: --until-recall: not a number from 0.01 to 1: 900%");
  EXPECT_EQ(said({"search", "x", "--first", "foo"}),
            "porthole: --first: not one of hubs, authorities: foo");
  EXPECT_EQ(said({"gather", "--backward", path("none")}),
            "porthole: --backward: no such file: " + path("none"));
  EXPECT_EQ(said({"gather", "--keep-free", "foo"}),
            "porthole: --keep-free: not a size such as 512MiB or 2GiB: foo");
  EXPECT_EQ(said({"gather", "--keep-free=-1"}),
            "porthole: --keep-free: not a size such as 512MiB or 2GiB: -1");
  EXPECT_EQ(said({"gather", "--pages", "3", "--pages", "4"}),
            "porthole: --pages is given more than once");
  EXPECT_EQ(said({"gather", "--retry"}), "porthole: --retry lacks its value REASON");
  EXPECT_EQ(said({"export", "pages", "--out", ""}), "porthole: --out: its value is empty");
  EXPECT_EQ(said({"compare", "--strategies", "random", "--pages", "3", "--out", ""}),
            "porthole: --out: its value is empty");
  EXPECT_EQ(said({"new", "--seeds", ""}), "porthole: --seeds: its value is empty");
  EXPECT_EQ(said({"search", "x", "--with", ""}), "porthole: --with: its value is empty");
  EXPECT_EQ(said({"train", "--importance", ""}), "porthole: --importance: its value is empty");
}

TEST_F(MessagesTest, AHintNamesTheFolderThatWasTyped) {
  const std::string folder = collection("my bicycles");
  const std::string typed = shell_word(folder);
  const auto said = [&](const std::vector<std::string>& arguments) {
    const ProgramResult result = porthole(arguments);
    EXPECT_NE(result.code, 0) << result.out;
    EXPECT_THAT(result.err, Not(HasSubstr(" DIR")));
    return result.err;
  };
  EXPECT_THAT(said({"standing", "remove", folder, "none"}),
              HasSubstr("porthole standing list " + typed + " names them"));
  EXPECT_THAT(said({"examples", "list", folder}),
              HasSubstr("porthole examples add " + typed + " TOPIC URL --make"));
  EXPECT_THAT(said({"query", folder, "SELECT 1"}),
              HasSubstr("run: porthole gather " + typed + "\n"));
  const json error =
      json_lines(said({"standing", "remove", folder, "none", "--json"})).at(0).at("error");
  EXPECT_EQ(error.at("hint"), "porthole standing list " + typed + " names them");
  EXPECT_THAT(porthole({"query", gathered_collection(), "--list"}).out,
              HasSubstr("(porthole query " + path("cycling") + " --ready NAME)"));
}

TEST_F(MessagesTest, AWrongVariableOfTheEnvironmentIsNamed) {
  const std::string folder = collection_of_a_test();
  const auto said = [&](const std::string& variables, const std::string& arguments) {
    const ProgramResult result =
        run_program("/bin/sh", {"-c", variables + " " + std::string(kProgram) + " " + arguments});
    EXPECT_EQ(result.code, 2) << result.err;
    return result.err;
  };
  EXPECT_THAT(said("PORTHOLE_PAGES=x", "gather " + folder),
              HasSubstr("the environment variable PORTHOLE_PAGES: not a whole number"));
  EXPECT_THAT(said("PORTHOLE_LOG_LEVEL=foo", "status " + folder),
              HasSubstr("the environment variable PORTHOLE_LOG_LEVEL: not one of error, "));
  EXPECT_THAT(said("PORTHOLE_LOG_LEVEL=foo", "check spec " + folder),
              HasSubstr("the environment variable PORTHOLE_LOG_LEVEL: not one of error, "));
  EXPECT_THAT(
      said("PORTHOLE_LISTEN=x", "serve " + folder),
      HasSubstr("not a valid address and port: the environment variable PORTHOLE_LISTEN x"));
  EXPECT_THAT(said("PORTHOLE_LISTEN=127.0.0.1:0", "serve " + folder + " --listen=y"),
              HasSubstr("not a valid address and port: --listen y"));
}

TEST_F(MessagesTest, OneIsNotPlural) {
  web_.page("http://a.test/", "<title>Alone</title>");
  const std::string folder = collection_of_a_test();
  EXPECT_THAT(porthole({"gather", folder}).out, HasSubstr("fetched 1 page in "));
  EXPECT_THAT(porthole({"summarize", folder}).out, HasSubstr("1 summary is new or changed"));
  EXPECT_THAT(porthole({"index", folder}).out, HasSubstr("indexed 1 page in "));
  EXPECT_THAT(porthole({"search", folder, "alone"}).out, HasSubstr("1 to 1 of 1 page\n"));
}

/// The output of a program on a terminal with `columns` columns.
std::string on_terminal(const std::vector<std::string>& arguments, unsigned short columns) {
  winsize size{};
  size.ws_row = 24;
  size.ws_col = columns;
  int terminal = -1;
  const pid_t process = ::forkpty(&terminal, nullptr, nullptr, &size);
  if (process == 0) {
    std::vector<char*> words;
    for (const std::string& word : arguments) words.push_back(const_cast<char*>(word.c_str()));
    words.push_back(nullptr);
    ::execv(words[0], words.data());
    ::_exit(127);
  }
  std::string shown;
  char buffer[4096];
  for (ssize_t count; (count = ::read(terminal, buffer, sizeof buffer)) > 0;)
    shown.append(buffer, static_cast<std::size_t>(count));
  ::close(terminal);
  ::waitpid(process, nullptr, 0);
  return shown;
}

/// The first line that the progress bar drew, without what wipes it.
std::string first_drawn(const std::string& shown) {
  const std::string wipe = "\r\033[K";
  const std::size_t begin = shown.find(wipe) + wipe.size();
  return shown.substr(begin, shown.find_first_of("\r\n", begin) - begin);
}

std::size_t columns_of(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xC0) != 0x80;
  }));
}

TEST_F(MessagesTest, NoColorKeepsEscapeSequencesFromATerminal) {
  web_.page("http://a.test/", "<title>Gears</title><p>Gears.");
  const std::string folder = collection_of_a_test();
  for (const char* verb : {"gather", "summarize", "index"}) porthole({verb, folder});
  const auto shown = [&](const std::string& setting) {
    return on_terminal(
        {"/usr/bin/env", "TERM=xterm", setting, kProgram, "search", folder, "gears", "--all"}, 80);
  };
  EXPECT_THAT(shown("NO_COLOR="), HasSubstr("\033[1m"));
  const std::string plain = shown("NO_COLOR=1");
  EXPECT_THAT(plain, HasSubstr("Gears"));
  EXPECT_THAT(plain, Not(HasSubstr("\033")));
  EXPECT_THAT(shown("TERM=dumb"), Not(HasSubstr("\033")));
}

TEST_F(MessagesTest, TheProgressLineTakesTheWidthOfTheTerminal) {
  const std::string folder = collection_of_a_test();
  const std::string wide =
      first_drawn(on_terminal({kProgram, "gather", folder, "--pages", "100"}, 200));
  EXPECT_TRUE(wide.starts_with("gathering 0 of 100 \u2591")) << wide;
  EXPECT_THAT(wide, HasSubstr("relevant 0.0 %, 1 queued, 0 requests"));
  const std::string narrow =
      first_drawn(on_terminal({kProgram, "gather", folder, "--pages", "100"}, 40));
  EXPECT_LT(columns_of(narrow), 40u);
  EXPECT_THAT(narrow, HasSubstr("relevant"));
  EXPECT_THAT(narrow, Not(HasSubstr("\u2591")));
  EXPECT_THAT(narrow, Not(HasSubstr("queued")));
}

}  // namespace
}  // namespace porthole::testing
