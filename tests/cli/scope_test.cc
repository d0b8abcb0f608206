// --site, --prefix, --exclude, --language and --depth of `new` and `gather`.

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {

namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

class ScopeOptionsTest : public CommandLineTest {
 protected:
  ScopeOptionsTest() {
    web_.page("http://a.test/",
              "<p>a bicycle<a href=/manual/1>1</a><a href=/print/1>print</a>"
              "<a href=http://b.test/>b</a>");
    web_.page("http://a.test/manual/1", "<p>the manual of a bicycle");
    web_.page("http://a.test/print/1", "<p>printed: the manual of a bicycle");
    web_.page("http://b.test/", "<p>another bicycle");
  }
  ProgramResult make(const std::vector<std::string>& options) {
    std::vector<std::string> arguments = {"new",       path("c"),      "--topic", "bicycle",
                                          "--gateway", web_.gateway(), "--seed",  "http://a.test/"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    return porthole(arguments);
  }
  std::int64_t fetched(const ProgramResult& gathered) {
    EXPECT_EQ(gathered.code, 0) << gathered.err;
    return json_lines(gathered.out).at(0).at("fetched").get<std::int64_t>();
  }

  SmallWeb web_;
};

TEST_F(ScopeOptionsTest, NewWritesThemIntoTheSpecificationWithComments) {
  ASSERT_EQ(
      make({"--site", "a.test", "--exclude", "/print/", "--language", "en", "--depth", "5"}).code,
      0);
  const std::string text = read_whole_file(path("c") + "/porthole.xml");
  EXPECT_THAT(text, HasSubstr("<!-- Only these sites and parts of sites. -->"));
  EXPECT_THAT(text, HasSubstr("<scope languages=\"en\">"));
  EXPECT_THAT(text, HasSubstr("hops=\"5\""));
  EXPECT_EQ(fetched(porthole({"gather", path("c"), "--json"})), 2);
  EXPECT_THAT(porthole({"explain", path("c"), "http://b.test/"}).out,
              HasSubstr("dropped: out of scope"));
  EXPECT_THAT(porthole({"explain", path("c"), "http://a.test/print/1"}).out,
              HasSubstr("dropped: rejected by scope (reject path=\"/print/\")"));
  EXPECT_THAT(porthole({"check", "spec", path("c") + "/porthole.xml", "--effective"}).out,
              HasSubstr("scope/languages"));
}

TEST_F(ScopeOptionsTest, GatherLimitsOneRunAndTheNextGoesOn) {
  ASSERT_EQ(make({}).code, 0);
  const std::string before = read_whole_file(path("c") + "/porthole.xml");
  EXPECT_EQ(fetched(porthole(
                {"gather", path("c"), "--site", "a.test", "--exclude", "/print/", "--json"})),
            2);
  EXPECT_EQ(read_whole_file(path("c") + "/porthole.xml"), before);
  const ProgramResult plan =
      porthole({"gather", path("c"), "--prefix", "http://a.test/print", "--dry-run", "--json"});
  EXPECT_EQ(plan.code, 0) << plan.err;
  EXPECT_EQ(fetched(porthole({"gather", path("c"), "--json"})), 4);
}

TEST_F(ScopeOptionsTest, AWrongValueIsAUsageErrorAndNothingIsMade) {
  for (const std::vector<std::string>& wrong :
       std::vector<std::vector<std::string>>{{"--site", "http://a.test/"},
                                             {"--prefix", "a.test"},
                                             {"--exclude", "(a"},
                                             {"--language", "english"},
                                             {"--depth", "0"}}) {
    const ProgramResult said = make(wrong);
    EXPECT_EQ(said.code, 2) << wrong[0];
    EXPECT_THAT(said.err, HasSubstr(wrong[0]));
    EXPECT_FALSE(std::filesystem::exists(path("c"))) << wrong[0];
  }
  ASSERT_EQ(make({}).code, 0);
  EXPECT_EQ(porthole({"gather", path("c"), "--language", "english"}).code, 2);
  EXPECT_EQ(porthole({"gather", path("c"), "--refresh", "1d", "--site", "a.test"}).code, 2);
}

TEST_F(ScopeOptionsTest, ExplainTellsWhichRuleOfWhichPageForbidsToFollow) {
  web_.page("http://a.test/",
            "<p>a bicycle<a rel=nofollow href=/closed>closed</a>"
            "<a href=/header>header</a>");
  web_.page("http://a.test/header", "<p>another bicycle<a href=/under>under</a>",
            "X-Robots-Tag: nofollow\r\n");
  ASSERT_EQ(make({}).code, 0);
  ASSERT_EQ(porthole({"gather", path("c")}).code, 0);
  const std::string closed = porthole({"explain", path("c"), "http://a.test/closed"}).out;
  EXPECT_THAT(closed, HasSubstr("dropped: nofollow (rel=nofollow of the link on http://a.test/)"));
  EXPECT_THAT(closed, HasSubstr("porthole seeds add"));
  EXPECT_THAT(closed, HasSubstr("rel=nofollow)"));
  EXPECT_THAT(porthole({"explain", path("c"), "http://a.test/under"}).out,
              HasSubstr("nofollow (the X-Robots-Tag header of http://a.test/header)"));
}

TEST_F(ScopeOptionsTest, ExplainNamesThePrecedenceOfAUrl) {
  ASSERT_EQ(make({}).code, 0);
  std::string text = read_whole_file(path("c") + "/porthole.xml");
  text.insert(text.find("</scope>"), "<priority path=\"^/print/\" value=\"-4\"/>");
  write_whole_file(path("c") + "/porthole.xml", text);
  ASSERT_EQ(porthole({"gather", path("c"), "--pages", "1"}).code, 0);
  const ProgramResult said = porthole({"explain", path("c"), "http://a.test/print/1"});
  EXPECT_THAT(said.out, HasSubstr("place 3 in the queue"));
  EXPECT_THAT(said.out, HasSubstr("precedence -4 by <priority>"));
  EXPECT_EQ(json_lines(porthole({"explain", path("c"), "http://a.test/print/1", "--json"}).out)
                .at(0)
                .at("precedence"),
            -4);
  EXPECT_THAT(porthole({"check", "spec", path("c") + "/porthole.xml", "--effective"}).out,
              HasSubstr("-4 path=\"^/print/\""));
}

class ScopeVerbTest : public CommandLineTest {
 protected:
  json said(std::vector<std::string> arguments) {
    arguments.push_back("--json");
    const ProgramResult result = porthole(arguments);
    EXPECT_EQ(result.code, 0) << result.err;
    return json_lines(result.out).at(0);
  }
  std::string specification(const std::string& folder) {
    return read_whole_file(folder + "/porthole.xml");
  }
};

TEST_F(ScopeVerbTest, ADryRunTellsWhatARuleWouldHaveDroppedAndChangesNothing) {
  const std::string folder = gathered_collection();
  const std::string before = specification(folder);
  const json seen = said({"scope", folder, "--reject", "scheme=https", "--dry-run"});
  EXPECT_EQ(seen["changed"], false);
  EXPECT_EQ(seen["trial"]["fetched"], 2) << seen;
  EXPECT_EQ(specification(folder), before);
  EXPECT_THAT(porthole({"scope", folder, "--reject", "scheme=https", "--dry-run"}).out,
              HasSubstr("2 fetched pages"));
}

TEST_F(ScopeVerbTest, RulesAreAddedShownAndRemoved) {
  const std::string folder = gathered_collection();
  const json before = said({"scope", folder});
  const json after = said({"scope", folder, "--reject", "host=*.spam.test"});
  EXPECT_EQ(after["changed"], true);
  ASSERT_EQ(after["rules"].size(), before["rules"].size() + 1);
  const json last = after["rules"].back();
  EXPECT_EQ(last["text"], "reject host=\"*.spam.test\"");
  EXPECT_THAT(porthole({"scope", folder}).out, HasSubstr("*.spam.test"));
  const std::string line = std::to_string(last["line"].get<int>());
  EXPECT_EQ(said({"scope", folder, "--remove", line})["rules"], before["rules"]);
}

TEST_F(ScopeVerbTest, TheStrategyIsShownAndChanged) {
  const std::string folder = gathered_collection();
  EXPECT_EQ(said({"strategy", folder})["strategy"], "learned");
  const json changed = said({"strategy", folder, "--name", "utility", "--option", "alpha=0.3"});
  EXPECT_EQ(changed["options"], (json{{"alpha", "0.3"}}));
  EXPECT_EQ(said({"strategy", folder, "--option", "alpha="})["options"], json::object());
  EXPECT_THAT(porthole({"strategy", folder}).out, HasSubstr("utility"));
  const std::string before = specification(folder);
  const ProgramResult unknown = porthole({"strategy", folder, "--name", "utilty"});
  EXPECT_NE(unknown.code, 0);
  EXPECT_THAT(unknown.err, HasSubstr("utility"));
  EXPECT_NE(porthole({"strategy", folder, "--option", "alpha=2"}).code, 0);
  EXPECT_EQ(porthole({"strategy", folder, "--option", "alpha"}).code, 2);
  EXPECT_EQ(specification(folder), before);
}

class BudgetTest : public CommandLineTest {
 protected:
  json budget(const std::string& folder, const std::vector<std::string>& options = {}) {
    std::vector<std::string> arguments = {"budget", folder, "--json"};
    arguments.insert(arguments.end(), options.begin(), options.end());
    const ProgramResult said = porthole(arguments);
    EXPECT_EQ(said.code, 0) << said.err;
    return json_lines(said.out).at(0);
  }
};

TEST_F(BudgetTest, ShowsAndChangesTheLimitsOfTheSpecification) {
  const std::string folder = gathered_collection();
  const std::string before = read_whole_file(folder + "/porthole.xml");
  EXPECT_EQ(budget(folder),
            (json{{"pages", 0}, {"pages_per_site", 0}, {"fetched", 2}, {"changed", false}}));
  EXPECT_EQ(read_whole_file(folder + "/porthole.xml"), before);
  EXPECT_EQ(budget(folder, {"--more", "10", "--pages-per-site", "4"}),
            (json{{"pages", 12}, {"pages_per_site", 4}, {"fetched", 2}, {"changed", true}}));
  EXPECT_EQ(budget(folder, {"--pages", "0"}).at("pages"), 0);
  EXPECT_THAT(porthole({"budget", folder}).out, HasSubstr("no limit, 2 fetched so far"));
}

TEST_F(BudgetTest, RefusesWrongNumbersAndFolders) {
  const std::string folder = collection();
  EXPECT_EQ(porthole({"budget", folder, "--pages", "-1"}).code, 2);
  EXPECT_EQ(porthole({"budget", folder, "--pages", "1", "--more", "1"}).code, 2);
  EXPECT_EQ(porthole({"budget", path("nowhere")}).code, 3);
}

// Two processes: the crawl waits a second between two pages, so that it is still running when its
// budget changes.
TEST_F(BudgetTest, ACrawlThatRunsInAnotherProcessFollows) {
  SmallWeb web;
  std::string links;
  for (int i = 0; i < 200; ++i) {
    const std::string page = "/" + std::to_string(i);
    links += "<a href=" + page + ">page</a>";
    web.page("http://a.test" + page, "<p>a bicycle " + page);
  }
  web.page("http://a.test/", links);
  ASSERT_EQ(porthole({"new", path("c"), "--topic", "bicycle", "--gateway", web.gateway(), "--seed",
                      "http://a.test/"})
                .code,
            0);
  std::string text = read_whole_file(path("c") + "/porthole.xml");
  text.replace(text.find("delay=\"5\""), 9, "delay=\"1\" simulated=\"yes\"");
  write_whole_file(path("c") + "/porthole.xml", text);
  Program gather(kProgram, {"gather", path("c"), "--pages", "200", "--json"});
  web.wait_for_pages(2);
  EXPECT_EQ(budget(path("c"), {"--pages", "3"}).at("pages"), 3);
  const ProgramResult ended = gather.wait();
  EXPECT_EQ(ended.code, 0) << ended.err;
  const json report = json_lines(ended.out).at(0);
  EXPECT_EQ(report.at("stopped"), "budget");
  EXPECT_LT(report.at("fetched"), 200);
  EXPECT_GE(report.at("fetched"), 3);
}

}  // namespace
}  // namespace porthole::testing
