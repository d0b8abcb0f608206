// --site, --prefix, --exclude, --language and --depth of `new` and `gather`.

#include "tests/cli/command_line.h"
#include "tests/support/small_web.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;

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

}  // namespace
}  // namespace porthole::testing
