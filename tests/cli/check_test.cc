#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;

using ::testing::HasSubstr;
using ::testing::Not;

class CheckTest : public CommandLineTest {
 protected:
  /// `porthole check` with --json.
  static ProgramResult check(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"check", "--json"});
    return porthole(arguments);
  }
};

TEST_F(CheckTest, UrlsAreResolvedSerialisedAndGivenTheirKey) {
  const ProgramResult said =
      check({"url", "--base", "https://a.org/b/", "../c?b=1&a=2#f", "http://[", ""});
  EXPECT_EQ(said.code, 3) << "one URL is not valid";
  const auto lines = json_lines(said.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0],
            json::parse(R"({"input":"../c?b=1&a=2#f","base":"https://a.org/b/","valid":true,
                                      "href":"https://a.org/c?b=1&a=2#f","key":"https://a.org/c?a=2&b=1"})"));
  EXPECT_EQ(lines[1].at("valid"), false);
  EXPECT_TRUE(lines[1].at("href").is_null());
  EXPECT_TRUE(lines[1].at("key").is_null());
  EXPECT_EQ(lines[2].at("href"), "https://a.org/b/");
}

TEST_F(CheckTest, UrlsAreTakenAsTheyAreTyped) {
  const auto lines = json_lines(
      check({"url", "--base", "https://a.org/", "[::1]", "[a,b]", "--", "--json", "-x"}).out);
  ASSERT_EQ(lines.size(), 4u);
  const char* const inputs[] = {"[::1]", "[a,b]", "--json", "-x"};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(lines[i].at("input"), inputs[i]);
}

TEST_F(CheckTest, WithoutABaseTheBaseIsNull) {
  const auto lines = json_lines(check({"url", "https://a.org"}).out);
  EXPECT_TRUE(lines.at(0).at("base").is_null());
  EXPECT_EQ(lines.at(0).at("href"), "https://a.org/");
}

// RFC 9309 2.2.2: the longest match decides.
TEST_F(CheckTest, RobotsSaysWhichLineDecided) {
  write_whole_file(path("robots.txt"), "User-agent: *\nDisallow: /p\nAllow: /p/x\n");
  const ProgramResult said = check({"robots", "--agent", "porthole", "--robots", path("robots.txt"),
                                    "https://a.org/p", "https://a.org/p/x", "https://a.org/q"});
  EXPECT_EQ(said.code, 1) << "one is refused";
  const auto lines = json_lines(said.out);
  ASSERT_EQ(lines.size(), 3u);
  EXPECT_EQ(lines[0].at("allowed"), false);
  EXPECT_EQ(lines[0].at("rule"), "Disallow: /p");
  EXPECT_EQ(lines[1].at("allowed"), true);
  EXPECT_EQ(lines[1].at("rule"), "Allow: /p/x");
  EXPECT_EQ(lines[2].at("allowed"), true);
  EXPECT_TRUE(lines[2].at("rule").is_null());
}

TEST_F(CheckTest, ParseGivesTextAndLinksWithAllThatIsSaid) {
  write_whole_file(
      path("p.html"),
      "<html><title>T</title><p>Good pages<ul><li><a href='x?b' title=tt>any</a> after</ul>");
  const ProgramResult said = check({"parse", path("p.html"), "--url", "https://a.org/d/"});
  EXPECT_EQ(said.code, 0) << said.err;
  const json page = json_lines(said.out).at(0);
  EXPECT_EQ(page.at("title"), "T");
  for (const char* key : {"text", "language", "charset"})
    EXPECT_TRUE(page.at(key).is_string()) << key;
  ASSERT_EQ(page.at("links").size(), 1u);
  const json link = page.at("links")[0];
  EXPECT_EQ(link.at("url"), "https://a.org/d/x?b");
  EXPECT_EQ(link.at("element"), "a");
  EXPECT_THAT(link.at("place"), ::testing::AnyOf("content", "boilerplate"));
  EXPECT_EQ(link.at("anchor"), "any");
  EXPECT_EQ(link.at("title"), "tt");
  EXPECT_EQ(link.at("after"), "after");
  for (const char* key : {"alt", "name", "onmouseover", "rel", "before", "heading"})
    EXPECT_TRUE(link.contains(key)) << key;
}

TEST_F(CheckTest, AnInvalidSpecificationIsAnAnswerWithItsPlace) {
  write_whole_file(path("s.xml"),
                   "<collection xmlns=\"urn:porthole:specification:1\">\n<topick/></collection>");
  const ProgramResult said = check({"spec", path("s.xml")});
  EXPECT_EQ(said.code, 3);
  const json line = json_lines(said.out).at(0);
  EXPECT_EQ(line.at("valid"), false);
  EXPECT_EQ(line.at("line"), 2);
}

TEST_F(CheckTest, ASeedThatIsNoUrlIsNamedWithItsLineAndTheSpecificationStaysValid) {
  write_whole_file(path("more.txt"), "https://b.org/\n# odd\nhttp://[\n");
  write_whole_file(path("s.xml"),
                   "<collection xmlns=\"urn:porthole:specification:1\">\n<seeds><seed "
                   "url=\"https://a.org/\"/>\n<seed url=\"odd.porthole-test.net\"/>\n<seeds "
                   "file=\"more.txt\"/></seeds></collection>");
  const ProgramResult said = porthole({"check", "spec", path("s.xml")});
  EXPECT_EQ(said.code, 1) << "as gather, which goes on with the others";
  EXPECT_THAT(said.out, HasSubstr("s.xml is valid"));
  EXPECT_THAT(said.err, HasSubstr(path("s.xml") + ":3: seed not used: odd.porthole-test.net: "));
  EXPECT_THAT(said.err, HasSubstr("write it out: https://odd.porthole-test.net/\n"));
  EXPECT_THAT(said.err, HasSubstr(path("more.txt") + ":3: seed not used: http://[: "));
  EXPECT_EQ(json_lines(check({"spec", path("s.xml")}).out).at(0).at("valid"), true);
}

TEST_F(CheckTest, AWrongStrategyOptionOrValueIsGivenWithItsPlace) {
  const auto checked = [&](const std::string& strategy) {
    write_whole_file(path("s.xml"), "<collection xmlns=\"urn:porthole:specification:1\">\n  " +
                                        strategy + "</collection>");
    const ProgramResult said = check({"spec", path("s.xml")});
    EXPECT_EQ(said.code, 3) << strategy;
    return json_lines(said.out).at(0);
  };
  const json name = checked("<strategy name=\"rv\"/>");
  EXPECT_EQ(name.at("line"), 2);
  EXPECT_EQ(name.at("column"), 3);
  const std::string good = "<strategy name=\"rw\">\n<option name=\"own\" value=\"2\"/>\n ";
  const json option = checked(good + "<option name=\"treshold\" value=\"0.5\"/></strategy>");
  EXPECT_EQ(option.at("line"), 4);
  EXPECT_EQ(option.at("column"), 2);
  EXPECT_EQ(checked(good + "<option name=\"threshold\" value=\"2\"/></strategy>").at("line"), 4);
  EXPECT_EQ(checked(good + "<option name=\"order\" value=\"lode\"/></strategy>").at("line"), 4);
  EXPECT_THAT(porthole({"check", "spec", path("s.xml")}).out,
              HasSubstr("not valid: " + path("s.xml") + ":4:2: "));
}

TEST_F(CheckTest, APlugInThatCannotBeUsedIsGivenWithItsLine) {
  const auto checked = [&](const std::string& part) {
    write_whole_file(path("s.xml"), "<collection xmlns=\"urn:porthole:specification:1\">\n" + part +
                                        "</collection>");
    const ProgramResult said = check({"spec", path("s.xml")});
    EXPECT_EQ(said.code, 3) << part;
    const json line = json_lines(said.out).at(0);
    EXPECT_EQ(line.at("file"), path("s.xml"));
    EXPECT_EQ(line.at("line"), 3) << line;
    return line.at("message").get<std::string>();
  };
  const auto protocol = [](const std::string& library, const std::string& name,
                           const std::string& option) {
    return "<protocols>\n<protocol scheme=\"file\" library=\"" + library + "\" class=\"" + name +
           "\">" + option + "</protocol></protocols>";
  };
  EXPECT_THAT(checked(protocol("flie", "porthole::FileHandler", "")), HasSubstr("flie"));
  EXPECT_THAT(checked(protocol("file", "porthole::FileHandle", "")),
              HasSubstr("there is no class porthole::FileHandle"));
  EXPECT_THAT(
      checked(protocol("file", "porthole::FileHandler", "<option name=\"rot\" value=\"/\"/>")),
      HasSubstr("rot"));
  EXPECT_THAT(checked("<summarizers>\n<summarizer types=\"application/pdf\" library=\"none\" "
                      "class=\"porthole::PdfSummarizer\"/></summarizers>"),
              HasSubstr("none"));
}

TEST_F(CheckTest, AWrongOrderOfARefreshIsGivenWithItsPlace) {
  write_whole_file(path("s.xml"),
                   "<collection xmlns=\"urn:porthole:specification:1\">\n  <refresh order=\"foo "
                   "desc\"/></collection>");
  const ProgramResult said = porthole({"check", "spec", path("s.xml")});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.out,
              HasSubstr(path("s.xml") + ":2:3: not a valid order of pages: \"foo desc\"\n"));
}

TEST_F(CheckTest, NamesWhatTheSpecificationNamesAndIsNotThere) {
  const std::string folder = collection();
  write_whole_file(folder + "/porthole.xml",
                   "<collection xmlns=\"urn:porthole:specification:1\" name=\"x\">\n"
                   "<topic><taxonomy file=\"nope.xml\"/></topic>\n"
                   "<seeds><seeds file=\"nope.txt\"/></seeds>\n"
                   "<shares><collection folder=\"../nope\"/></shares>\n"
                   "<search-page logo=\"nope.png\"/></collection>");
  const ProgramResult said = porthole({"check", "spec", folder});
  EXPECT_EQ(said.code, 0) << "as with seeds that are missing, it is valid";
  const std::string missing = "missing: " + folder + "/porthole.xml:";
  EXPECT_THAT(said.out, HasSubstr(missing + "2:8: the taxonomy is not there: " + folder +
                                  "/nope.xml\n  put it there, or remove the <taxonomy> element\n"));
  EXPECT_THAT(said.out, HasSubstr(missing + "3:8: the file of seeds is not there"));
  EXPECT_THAT(said.out, HasSubstr(missing + "4:9: the collection to share with is not there: " +
                                  path("nope") + "\n"));
  EXPECT_THAT(said.out,
              HasSubstr(missing + "5:1: the logo is not there: " + folder + "/nope.png\n"));
  EXPECT_EQ(json_lines(check({"spec", folder}).out).at(0).at("missing").size(), 4u);
}

TEST_F(CheckTest, ACollectionThatSharesWithItselfIsNotValid) {
  const std::string folder = collection();
  write_whole_file(folder + "/porthole.xml",
                   "<collection xmlns=\"urn:porthole:specification:1\">\n"
                   "<shares><collection folder=\".\"/></shares></collection>");
  const ProgramResult said = porthole({"check", "spec", folder});
  EXPECT_EQ(said.code, 3);
  EXPECT_THAT(said.out, HasSubstr("porthole.xml:2:9: a collection shares with others"));
}

TEST_F(CheckTest, EffectiveValuesSayWhereTheyComeFrom) {
  write_whole_file(path("s.xml"),
                   "<collection xmlns=\"urn:porthole:specification:1\">\n<politeness "
                   "delay=\"7\"/></collection>");
  const auto lines = json_lines(check({"spec", path("s.xml"), "--effective"}).out);
  EXPECT_EQ(lines.at(0).at("valid"), true);
  const auto from = [&](const std::string& name) -> json {
    for (const json& line : lines) {
      if (line.contains("name") && line.at("name") == name && line.contains("from")) return line;
    }
    return {};
  };
  EXPECT_EQ(from("politeness/delay").at("value"), "7");
  EXPECT_EQ(from("politeness/delay").at("from"), path("s.xml") + ":2");
  EXPECT_EQ(from("politeness/min-delay").at("from"), "default");
}

TEST_F(CheckTest, ASummaryIsReadAndAnythingElseIsNoSummary) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  const ProgramResult page = porthole({"export", folder, "summaries", "--relevant"});
  write_whole_file(path("two.rdf"), page.out);
  write_whole_file(path("page.html"), "<html/>");
  EXPECT_EQ(json_lines(check({"summary", path("two.rdf")}).out).at(0),
            json::parse("{\"file\":\"" + path("two.rdf") +
                        R"(","valid":true,"pages":1,"first":"https://b.org/"})"));
  const ProgramResult bad = check({"summary", path("page.html")});
  EXPECT_EQ(bad.code, 3);
  EXPECT_EQ(json_lines(bad.out).at(0).at("valid"), false);
  EXPECT_THAT(porthole({"check", "summary", path("page.html")}).out,
              HasSubstr("not valid: " + path("page.html")));
}

TEST_F(CheckTest, AnExportOfManySummariesIsReadPageByPageAndNotPrintedAgain) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  const std::string all = porthole({"export", folder, "summaries"}).out;
  write_whole_file(path("all.rdf"), all);
  const ProgramResult said = check({"summary", path("all.rdf")});
  EXPECT_EQ(said.code, 0);
  EXPECT_EQ(json_lines(said.out).at(0).at("pages"), 2);
  EXPECT_THAT(said.out, Not(HasSubstr("has a text")));

  write_whole_file(path("cut.rdf"), all.substr(0, all.rfind("</")));
  const auto cut = json_lines(check({"summary", path("cut.rdf")}).out);
  ASSERT_EQ(cut.size(), 1u);
  EXPECT_EQ(cut[0].at("valid"), false);
  EXPECT_THAT(cut[0].at("message").get<std::string>(), HasSubstr("2 valid pages before it"));
}

TEST_F(CheckTest, AnExportInAnotherFormIsToldApart) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  write_whole_file(path("s.ttl"),
                   porthole({"export", folder, "summaries", "--format", "turtle"}).out);
  const json line = json_lines(check({"summary", path("s.ttl")}).out).at(0);
  EXPECT_EQ(line.at("valid"), false);
  EXPECT_THAT(line.at("hint").get<std::string>(), HasSubstr("--format rdfxml"));
}

// Each kind answers in sentences unless --json is given, with the same exit code.
TEST_F(CheckTest, AnswersAreSentences) {
  EXPECT_EQ(porthole({"check", "url", "--base", "https://a.org/b/", "../c?b=1&a=2"}).out,
            "../c?b=1&a=2 is https://a.org/c?b=1&a=2\n  known as https://a.org/c?a=2&b=1\n");
  const ProgramResult no_url = porthole({"check", "url", "http://["});
  EXPECT_EQ(no_url.code, 3);
  EXPECT_THAT(no_url.out, ::testing::StartsWith("http://[: not a valid URL: its "));

  const std::string folder = collection();
  const ProgramResult valid = porthole({"check", "spec", folder + "/porthole.xml"});
  EXPECT_EQ(porthole({"check", "spec", folder}).out, valid.out) << "a folder stands for its file";
  EXPECT_EQ(valid.code, 0);
  EXPECT_EQ(valid.out, folder +
                           "/porthole.xml is valid: the collection cycling with 1 seed\n"
                           "terms of its topic: bicycle\n");
  write_whole_file(path("s.xml"),
                   "<collection xmlns=\"urn:porthole:specification:1\">\n<topick/></collection>");
  const ProgramResult invalid = porthole({"check", "spec", path("s.xml")});
  EXPECT_EQ(invalid.code, 3);
  EXPECT_THAT(invalid.out, HasSubstr("not valid: " + path("s.xml") + ":2:"));
  EXPECT_THAT(porthole({"check", "spec", folder + "/porthole.xml", "--effective"}).out,
              HasSubstr("\npoliteness/queue-mode = host   (default)\n"));
}

TEST_F(CheckTest, ARefusedUrlExitsOneAndOneThatIsNoUrlThree) {
  write_whole_file(path("robots.txt"), "User-agent: *\nDisallow: /p\n");
  const auto asked = [&](const std::vector<std::string>& urls) {
    std::vector<std::string> arguments = {"check", "robots", "--robots", path("robots.txt")};
    arguments.insert(arguments.end(), urls.begin(), urls.end());
    return porthole(arguments);
  };
  const ProgramResult free = asked({"https://a.org/q"});
  EXPECT_EQ(free.code, 0);
  EXPECT_EQ(free.out, "https://a.org/q may be fetched by porthole: no rule matches\n");
  const ProgramResult refused = asked({"https://a.org/q", "https://a.org/p"});
  EXPECT_EQ(refused.code, 1);
  EXPECT_THAT(refused.out,
              HasSubstr("https://a.org/p may not be fetched by porthole: line 2, Disallow: /p\n"));
  const ProgramResult no_url = asked({"https://a.org/p", "http://["});
  EXPECT_EQ(no_url.code, 3);
  EXPECT_THAT(no_url.out, HasSubstr("\nhttp://[: not a valid URL: its "));
}

TEST_F(CheckTest, AParsedPageIsToldInALineAThing) {
  std::string list;
  for (int i = 1; i <= 12; ++i)
    list += "<a href='/" + std::to_string(i) + "'>page " + std::to_string(i) + "</a> ";
  write_whole_file(path("p.html"), "<html lang=en><title>Spokes</title><p>" + list);
  const ProgramResult said =
      porthole({"check", "parse", path("p.html"), "--url", "https://a.org/"});
  EXPECT_EQ(said.code, 0) << said.err;
  EXPECT_THAT(said.out, HasSubstr("title       Spokes (title)\n"));
  EXPECT_THAT(said.out, HasSubstr("links       12\n  https://a.org/1  \"page 1\"\n"));
  EXPECT_THAT(said.out, HasSubstr("  and 2 more: --json has all\n"));
  EXPECT_THAT(said.out, Not(HasSubstr("https://a.org/11")));
}

TEST_F(CheckTest, AParsedPageSaysWhereItsPropertiesAreFrom) {
  write_whole_file(path("p.html"),
                   "<title>Spokes | Gears</title><meta name=author content='Ann Bell'><meta "
                   "property='article:published_time' content='2024-05-06'><h1>Spokes</h1>");
  const ProgramResult said =
      porthole({"check", "parse", path("p.html"), "--url", "https://a.org/spokes"});
  EXPECT_THAT(said.out, HasSubstr("title       Spokes (h1)\nauthor      Ann Bell (meta)\n"
                                  "published   2024-05-06 (meta)\n"));
  const json page = json::parse(
      porthole({"check", "parse", path("p.html"), "--url", "https://a.org/spokes", "--json"}).out);
  EXPECT_EQ(page.at("author"), "Ann Bell");
  EXPECT_EQ(page.at("published"), "2024-05-06");
  EXPECT_EQ(page.at("sources"), json({{"title", "h1"}, {"author", "meta"}, {"published", "meta"}}));
}

TEST_F(CheckTest, TheBlocksOfAPageAreShownWithTheReasons) {
  std::string page = "<title>Spokes</title><nav><a href=/a>Home</a></nav><article><h1>Spokes</h1>";
  for (int i = 0; i < 5; ++i) {
    page +=
        "<p>A wheel with spokes that cross each other three times is stiffer, as builders of "
        "wheels have known for years, than one without any cross at all, number " +
        std::to_string(i) + ".</p>";
  }
  write_whole_file(path("p.html"), page + "</article>");
  const ProgramResult said = check({"content", path("p.html"), "--url", "https://a.org/"});
  ASSERT_EQ(said.code, 0) << said.err;
  const json found = json_lines(said.out).at(0);
  const json& blocks = found.at("blocks");
  ASSERT_EQ(blocks.size(), 7U);
  EXPECT_EQ(blocks.at(0).at("text"), "Home");
  EXPECT_EQ(blocks.at(0).at("content"), false);
  EXPECT_EQ(blocks.at(1).at("kind"), "heading");
  EXPECT_EQ(blocks.at(3).at("content"), true);
  EXPECT_THAT(blocks.at(3).at("why").get<std::string>(), HasSubstr("(for)"));
  EXPECT_THAT(found.at("content").get<std::string>(), Not(HasSubstr("Home")));
  const ProgramResult words =
      porthole({"check", "content", path("p.html"), "--url", "https://a.org/"});
  EXPECT_THAT(words.out, HasSubstr("+ "));
  EXPECT_THAT(words.out, HasSubstr("number 3."));
  write_whole_file(path("empty.html"), "<html><title>Nothing</title>");
  EXPECT_EQ(check({"content", path("empty.html"), "--url", "https://a.org/"}).code, 3);
}

TEST_F(CheckTest, APageOfWhichNothingCanBeReadIsInvalid) {
  write_whole_file(path("p.bin"), std::string(64, '\0'));
  const ProgramResult said =
      porthole({"check", "parse", path("p.bin"), "--url", "https://a.org/p.bin"});
  EXPECT_EQ(said.code, 3) << said.out;
  EXPECT_THAT(said.out, HasSubstr("unsupported"));
}

TEST_F(CheckTest, APageThatTheCollectionHasIsParsedFromItsArchive) {
  SmallWeb web;
  web.page("http://a.test/", "<title>Gears</title><p>Sprockets.<a href='/b'>b</a>");
  web.redirect("http://a.test/old", "/");
  ASSERT_EQ(porthole({"new", path("c"), "--topic", "gears", "--seed", "http://a.test/old",
                      "--gateway", web.gateway()})
                .code,
            0);
  ASSERT_EQ(porthole({"gather", path("c"), "--pages", "1"}).code, 0);
  for (const char* url : {"http://a.test/", "http://a.test/old"}) {
    const ProgramResult said = check({"parse", path("c"), url});
    ASSERT_EQ(said.code, 0) << said.err;
    const json page = json_lines(said.out).at(0);
    EXPECT_EQ(page.at("title"), "Gears") << url;
    EXPECT_EQ(page.at("links").at(0).at("url"), "http://a.test/b") << url;
  }
  expect_error({"check", "parse", path("c"), "http://a.test/b"}, 3,
               {"porthole explain " + path("c") + " http://a.test/b"});
  EXPECT_EQ(porthole({"check", "parse", path("c")}).code, 2) << "which page";
}

TEST_F(CheckTest, AMissingFileIsAnError) {
  const std::string none = path("none");
  EXPECT_EQ(check({"spec", none}).code, 3);
  EXPECT_EQ(check({"summary", none}).code, 3);
  EXPECT_EQ(check({"parse", none, "--url", "https://a.org/"}).code, 3);
  EXPECT_EQ(check({"robots", "--robots", none, "https://a.org/"}).code, 3);
}

}  // namespace
}  // namespace porthole::testing
