// The errors of a newcomer's first hour: each with its exit code and what to do. docs/errors.md has
// the list.

#include <arpa/inet.h>
#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

/// A port of this machine that is taken while it lives.
class TakenPort {
 public:
  TakenPort() : socket_(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0)) {
    sockaddr_in place{};
    place.sin_family = AF_INET;
    place.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof place;
    EXPECT_EQ(::bind(socket_, reinterpret_cast<sockaddr*>(&place), size), 0);
    EXPECT_EQ(::getsockname(socket_, reinterpret_cast<sockaddr*>(&place), &size), 0);
    port_ = ntohs(place.sin_port);
  }
  ~TakenPort() { ::close(socket_); }
  TakenPort(const TakenPort&) = delete;
  TakenPort& operator=(const TakenPort&) = delete;

  void listen() { EXPECT_EQ(::listen(socket_, 1), 0); }
  std::string place() const { return "127.0.0.1:" + std::to_string(port_); }
  std::string port() const { return std::to_string(port_); }

 private:
  int socket_;
  int port_ = 0;
};

class NewcomerTest : public CommandLineTest {};

TEST_F(NewcomerTest, WithoutAContactTheLiveWebIsNotCrawled) {
  ASSERT_EQ(porthole({"new", path("c"), "--topic", "bicycle", "--seed", "https://a.org/"}).code, 0);
  expect_error({"gather", path("c")}, 3,
               {"no contact address", "with your own e-mail address in place of ADDRESS"});
  EXPECT_FALSE(std::filesystem::exists(path("c") + "/repository.db"));
}

TEST_F(NewcomerTest, CommasPartThePhrasesOfATopic) {
  ASSERT_EQ(porthole({"new", path("c"), "--topic", "bees, honey bee,varroa"}).code, 0);
  EXPECT_THAT(
      read_whole_file(path("c/porthole.xml")),
      HasSubstr("<topic title=\"bees\">\n    <term>bees</term>\n    <term>honey bee</term>\n"
                "    <term>varroa</term>"));
  expect_error({"new", path("d"), "--topic", ","}, 2, {"--topic is empty"});
}

TEST_F(NewcomerTest, AContactThatReachesNobodyIsRefused) {
  for (const std::string copied : {"me@example.org", "ADDRESS", "you@your.domain"})
    expect_error({"new", path("c"), "--contact", copied}, 2,
                 {"not a usable contact: " + copied, "give your own e-mail address"});
  EXPECT_FALSE(std::filesystem::exists(path("c")));
  const std::string file = collection() + "/porthole.xml";
  std::string text = read_whole_file(file);
  text.replace(text.find("me@bicycle.club"), 15, "me@example.org");
  write_whole_file(file, text);
  expect_error({"gather", path("cycling")}, 3,
               {"the agent's contact me@example.org is a placeholder"});
}

// The list of strategies in docs/errors.md is the program's.
TEST_F(NewcomerTest, TheMessageAboutAStrategyIsTheOneInTheDocumentation) {
  const std::string folder = collection();
  const std::string file = folder + "/porthole.xml";
  std::string specification = read_whole_file(file);
  const std::string learned = "<strategy name=\"learned\"/>";
  ASSERT_NE(specification.find(learned), std::string::npos);
  specification.replace(specification.find(learned), learned.size(), "<strategy name=\"rv\"/>");
  write_whole_file(file, specification);
  const ProgramResult said = porthole({"gather", folder});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.err, HasSubstr("porthole: " + file + ":36:3: unknown strategy \"rv\"\n"));
  const std::string documented = read_whole_file(PORTHOLE_SOURCE_DIR "/docs/errors.md");
  std::string error = said.err;
  error.erase(0, error.find(":36:3: unknown strategy"));  // Behind the folder.
  std::istringstream lines(error);
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count)
    EXPECT_THAT(documented, HasSubstr(line + "\n"));
  EXPECT_EQ(count, 2) << said.err;
  const ProgramResult typed =
      porthole({"gather", folder, "--strategy", "rw", "--option", "boost=1"});
  EXPECT_THAT(typed.err, HasSubstr("porthole: strategy rw has no option \"boost\"\n"))
      << "the command line has no place";
}

TEST_F(NewcomerTest, WithoutSeedsTheLineToAddThemIsGiven) {
  expect_output({"new", path("c"), "--topic", "bicycle", "--contact", "me@bicycle.club"},
                {"next: porthole seeds add " + path("c") + " URL...\n"});
  expect_error({"gather", path("c")}, 3, {"porthole seeds add " + path("c") + " URL..."});
}

TEST_F(NewcomerTest, TheLastLineOfNewIsTheNextCommand) {
  const ProgramResult made = porthole({"new", path("a b"), "--topic", "bicycle", "--seed",
                                       "https://a.org/", "--contact", "me@bicycle.club"});
  EXPECT_TRUE(made.out.ends_with("\nnext: porthole update '" + path("a b") + "' --more 1000\n"))
      << made.out;
}

// The examples of README, help and docs name a place to fill in: as it stands it is refused, and
// the hint does not give it again.
TEST_F(NewcomerTest, ATitleOfOnesOwnStandsAboveThePhrases) {
  ASSERT_EQ(porthole({"new", path("c"), "--title", "Bicycles & more", "--topic", "derailleur",
                      "--topic", "spoke"})
                .code,
            0);
  const std::string text = read_whole_file(path("c") + "/porthole.xml");
  EXPECT_THAT(text, HasSubstr("<topic title=\"Bicycles &amp; more\">"));
  EXPECT_THAT(text, HasSubstr("<term>derailleur</term>"));
  EXPECT_THAT(text, ::testing::Not(HasSubstr("<term>Bicycles")));
  EXPECT_EQ(json_lines(porthole({"check", "--json", "spec", path("c") + "/porthole.xml"}).out)
                .at(0)
                .at("valid"),
            true);
}

TEST_F(NewcomerTest, ACollectionIsNotMadeOverAnother) {
  const std::string folder = collection();
  const std::string before = read_whole_file(folder + "/porthole.xml");
  expect_error({"new", folder, "--topic", "knitting"}, 3, {"a collection is already there"});
  EXPECT_EQ(read_whole_file(folder + "/porthole.xml"), before);
}

TEST_F(NewcomerTest, AMissingCollectionGivesTheLineThatMakesIt) {
  for (const char* verb : {"gather", "summarize", "index", "status", "serve"}) {
    expect_error({verb, path("nowhere")}, 3, {"porthole new " + path("nowhere")});
  }
}

TEST_F(NewcomerTest, BadUrlsAreListedAndGoodOnesAdded) {
  const std::string folder = collection();
  const ProgramResult said =
      porthole({"seeds", "add", folder, "www.b.org", "https://b.org/", "ftp://c.org/"});
  EXPECT_EQ(said.code, 1);
  EXPECT_THAT(said.err, HasSubstr("seed not used: www.b.org"));
  EXPECT_THAT(said.err, HasSubstr("write it out: https://www.b.org/"));
  EXPECT_THAT(said.err, HasSubstr("seed not used: ftp://c.org/"));
  EXPECT_THAT(said.out, HasSubstr("added 1 seed; the collection has 2"));
  EXPECT_THAT(read_whole_file(folder + "/porthole.xml"),
              HasSubstr("<seed url=\"https://b.org/\"/>"));
}

TEST_F(NewcomerTest, ASeedThatIsNoUrlGetsAHintThatHelps) {
  const std::string folder = collection();
  const ProgramResult bracket = porthole({"seeds", "add", folder, "http://[bad"});
  EXPECT_EQ(bracket.code, 1);
  EXPECT_THAT(bracket.err, HasSubstr("check its host and port"));
  EXPECT_THAT(bracket.err, ::testing::Not(HasSubstr("write it out")));
  EXPECT_THAT(porthole({"seeds", "add", folder, "/a/path"}).err,
              HasSubstr("seed not used: file:///a/path: only http and https are fetched"));
}

TEST_F(NewcomerTest, OptionsOfNewThatMakeNoSenseAreUsageErrorsAndLeaveNothing) {
  const ProgramResult empty = porthole({"new", ""});
  EXPECT_EQ(empty.code, 2);
  EXPECT_THAT(empty.err, HasSubstr("name one: porthole new"));
  expect_error({"new", path("c"), "--gateway", "foo"}, 2, {"not a valid http URL: --gateway foo"});
  const ProgramResult recorded = porthole({"new", path("c"), "--recorded", path("none.warc.gz")});
  EXPECT_EQ(recorded.code, 2);
  EXPECT_THAT(recorded.err, HasSubstr("--recorded " + path("none.warc.gz")));
  write_whole_file(path("bm.csv"), "url,title\nhttps://a.org/,A\n");
  expect_error({"new", path("c"), "--recorded", path("bm.csv")}, 2,
               {"--recorded " + path("bm.csv") + ": ", "name a WARC, WACZ or CDXJ file"});
  for (const char* blank : {"", " \t"}) {
    expect_error({"new", path("c"), "--topic", "bicycle", "--topic", blank}, 2,
                 {"--topic is empty"});
  }
  EXPECT_FALSE(std::filesystem::exists(path("c")));
}

TEST_F(NewcomerTest, ASeedThatIsThereIsNotAddedAgain) {
  expect_output({"seeds", "add", collection(), "HTTPS://A.org:443"},
                {"added 0 seeds (1 was there already)"});
}

TEST_F(NewcomerTest, SeedsAreListedAndTakenOut) {
  const std::string folder = collection();
  ASSERT_EQ(porthole({"seeds", "add", folder, "https://b.org/"}).code, 0);
  EXPECT_THAT(porthole({"seeds", folder}).out, HasSubstr("https://b.org/  new"));
  expect_output({"seeds", "remove", folder, "https://b.org/"},
                {"removed 1 seed, the pages stay; the collection has 1\n"});
  EXPECT_THAT(porthole({"seeds", folder}).out, Not(HasSubstr("https://b.org/")));
  EXPECT_NE(porthole({"seeds", "remove", folder, "https://b.org/"}).code, 0) << "it is gone";
  EXPECT_THAT(porthole({"topics", folder}).out,
              HasSubstr("there is no topic yet\nnext: porthole "));
  EXPECT_THAT(porthole({"standing", folder}).out,
              HasSubstr("next: porthole standing add " + folder + " NAME SQL\n"));
}

TEST_F(NewcomerTest, ExportTakesTheOrderOfCheckAndSeedsToo) {
  const std::string folder = collection();
  const ProgramResult one = porthole({"export", folder, "urls"});
  const ProgramResult other = porthole({"export", "urls", folder});
  EXPECT_EQ(other.code, one.code) << other.err;
  EXPECT_EQ(other.out, one.out);
  EXPECT_EQ(other.err, one.err);
}

TEST_F(NewcomerTest, ATopicOfOneLetterIsNotReadInLinksAndNewSaysSo) {
  const auto made = [&](const std::string& name, const std::string& topic) {
    return porthole({"new", path(name), "--topic", topic, "--seed", "https://a.org/", "--contact",
                     "me@bicycle.club"})
        .out;
  };
  EXPECT_THAT(made("r", "R"), HasSubstr("links are not rated by words of one letter (R)"));
  EXPECT_THAT(made("s", "R statistics"), Not(HasSubstr("one letter")));
}

TEST_F(NewcomerTest, SeedsOfAFileAreReadWithCommentsAndBadLinesNamed) {
  write_whole_file(
      path("seeds.txt"),
      "# the best\nhttps://b.org/#top\n\nno url   # a comment\nhttps://c.org/ # good\n");
  const ProgramResult said = porthole(
      {"new", path("c"), "--seeds", path("seeds.txt"), "--contact", "me@bicycle.club", "--json"});
  EXPECT_EQ(said.code, 1);
  EXPECT_EQ(json_lines(said.out).at(0).at("seeds"), 2);
  const auto error = json_lines(said.err).at(0).at("error");
  EXPECT_EQ(error.at("file"), path("seeds.txt"));
  EXPECT_EQ(error.at("line"), 4);
}

TEST_F(NewcomerTest, AMisspeltElementIsNamedWithItsLineAndTheNearest) {
  const std::string folder = collection();
  write_whole_file(folder + "/porthole.xml",
                   "<collection xmlns=\"urn:porthole:specification:1\">\n  <topick "
                   "title=\"x\"/>\n</collection>\n");
  expect_error({"gather", folder}, 3, {"porthole.xml:2:", "topick", "did you mean"});
}

TEST_F(NewcomerTest, AGatewayThatIsNotThereIsNamed) {
  const TakenPort port;  // bound and not listening: connections are refused
  ASSERT_EQ(porthole({"new", path("c"), "--topic", "x", "--seed", "https://a.org/", "--gateway",
                      "http://" + port.place()})
                .code,
            0);
  expect_error({"gather", path("c"), "--quiet"}, 4, {port.place()});
}

TEST_F(NewcomerTest, ServingWithoutAnIndexGivesTheLineThatMakesIt) {
  expect_error({"serve", collection(), "--listen", "127.0.0.1:0"}, 3, {"porthole index "});
}

TEST_F(NewcomerTest, SummarizingBeforeGatheringSaysSoAndMakesNothing) {
  const std::string folder = collection();
  for (const char* verb : {"summarize", "index"}) {
    expect_error({verb, folder}, 3, {"porthole gather " + folder});
  }
  EXPECT_FALSE(std::filesystem::exists(folder + "/repository.db"));
}

TEST_F(NewcomerTest, ASecondProcessOnACollectionIsTurnedAway) {
  const std::string folder = gathered_collection();
  auto writer = repository::open_sqlite(folder + "/repository.db", repository::Access::kWrite);
  ASSERT_TRUE(writer);
  expect_error({"summarize", folder}, 4, {"process " + std::to_string(::getpid())});
  EXPECT_EQ(porthole({"status", folder}).code, 0);
}

TEST_F(NewcomerTest, AnErrorUnderJsonIsOneLineWithItsParts) {
  const ProgramResult said = porthole({"status", path("nowhere"), "--json"});
  EXPECT_EQ(said.code, 3);
  EXPECT_EQ(said.out, "");
  const auto lines = json_lines(said.err);
  ASSERT_EQ(lines.size(), 1u);
  const auto& error = lines[0].at("error");
  EXPECT_EQ(error.at("code"), "not-found");
  EXPECT_EQ(error.at("file"), path("nowhere"));
  EXPECT_TRUE(error.at("message").is_string());
  EXPECT_TRUE(error.at("line").is_number());
  EXPECT_THAT(error.at("hint").get<std::string>(), HasSubstr("porthole new"));
}

TEST_F(NewcomerTest, AHostOfTheServerIsAName) {
  const std::string folder = collection();
  for (const char* name : {"a b", "", "https://a.org", "a.org:8080", "a.org/x"}) {
    const ProgramResult said =
        porthole({"serve", folder, "--listen", "127.0.0.1:0", "--host", name});
    EXPECT_EQ(said.code, 2) << name;
    EXPECT_THAT(said.err, HasSubstr("not the name of a host: --host " + std::string(name)));
  }
}

}  // namespace
}  // namespace porthole::testing
