#include <gmock/gmock.h>

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using nlohmann::json;

class CheckTest : public CommandLineTest {};

TEST_F(CheckTest, UrlsAreResolvedSerialisedAndGivenTheirKey) {
  const ProgramResult said =
      porthole({"check", "url", "--base", "https://a.org/b/", "../c?b=1&a=2#f", "http://[", ""});
  EXPECT_EQ(said.code, 0);
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
      porthole({"check", "url", "--base", "https://a.org/", "[::1]", "[a,b]", "--", "--json", "-x"})
          .out);
  ASSERT_EQ(lines.size(), 4u);
  const char* const inputs[] = {"[::1]", "[a,b]", "--json", "-x"};
  for (std::size_t i = 0; i < 4; ++i) EXPECT_EQ(lines[i].at("input"), inputs[i]);
}

TEST_F(CheckTest, WithoutABaseTheBaseIsNull) {
  const auto lines = json_lines(porthole({"check", "url", "https://a.org"}).out);
  EXPECT_TRUE(lines.at(0).at("base").is_null());
  EXPECT_EQ(lines.at(0).at("href"), "https://a.org/");
}

// RFC 9309 2.2.2: the longest match decides.
TEST_F(CheckTest, RobotsSaysWhichLineDecided) {
  write_whole_file(path("robots.txt"), "User-agent: *\nDisallow: /p\nAllow: /p/x\n");
  const ProgramResult said =
      porthole({"check", "robots", "--agent", "porthole", "--robots", path("robots.txt"),
                "https://a.org/p", "https://a.org/p/x", "https://a.org/q"});
  EXPECT_EQ(said.code, 0);
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
  const ProgramResult said =
      porthole({"check", "parse", path("p.html"), "--url", "https://a.org/d/"});
  EXPECT_EQ(said.code, 0) << said.err;
  const json page = json_lines(said.out).at(0);
  EXPECT_EQ(page.at("title"), "T");
  for (const char* key : {"text", "language", "charset"})
    EXPECT_TRUE(page.at(key).is_string()) << key;
  ASSERT_EQ(page.at("links").size(), 1u);
  const json link = page.at("links")[0];
  EXPECT_EQ(link.at("url"), "https://a.org/d/x?b");
  EXPECT_EQ(link.at("element"), "a");
  EXPECT_EQ(link.at("anchor"), "any");
  EXPECT_EQ(link.at("title"), "tt");
  EXPECT_EQ(link.at("after"), "after");
  for (const char* key : {"alt", "name", "onmouseover", "rel", "before", "heading"})
    EXPECT_TRUE(link.contains(key)) << key;
}

TEST_F(CheckTest, AnInvalidSpecificationIsAnAnswerWithItsPlace) {
  write_whole_file(path("s.xml"),
                   "<collection xmlns=\"urn:porthole:specification:1\">\n<topick/></collection>");
  const ProgramResult said = porthole({"check", "spec", path("s.xml")});
  EXPECT_EQ(said.code, 0);
  const json line = json_lines(said.out).at(0);
  EXPECT_EQ(line.at("valid"), false);
  EXPECT_EQ(line.at("line"), 2);
}

TEST_F(CheckTest, EffectiveValuesSayWhereTheyComeFrom) {
  write_whole_file(path("s.xml"),
                   "<collection xmlns=\"urn:porthole:specification:1\">\n<politeness "
                   "delay=\"7\"/></collection>");
  const auto lines = json_lines(porthole({"check", "spec", path("s.xml"), "--effective"}).out);
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
  const json good = json_lines(porthole({"check", "summary", path("two.rdf")}).out).at(0);
  EXPECT_EQ(good.at("valid"), true) << good.dump();
  EXPECT_EQ(good.at("url"), "https://b.org/");
  const ProgramResult bad = porthole({"check", "summary", path("page.html")});
  EXPECT_EQ(bad.code, 0);
  EXPECT_EQ(json_lines(bad.out).at(0).at("valid"), false);
}

TEST_F(CheckTest, AnExportOfManySummariesIsReadPageByPage) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  const std::string all = porthole({"export", folder, "summaries"}).out;
  write_whole_file(path("all.rdf"), all);
  const auto lines = json_lines(porthole({"check", "summary", path("all.rdf")}).out);
  ASSERT_EQ(lines.size(), 2u);
  EXPECT_EQ(lines[0].at("url"), "https://a.org/");
  EXPECT_EQ(lines[1].at("url"), "https://b.org/");

  write_whole_file(path("cut.rdf"), all.substr(0, all.rfind("</")));
  const auto cut = json_lines(porthole({"check", "summary", path("cut.rdf")}).out);
  ASSERT_EQ(cut.size(), 1u);
  EXPECT_EQ(cut[0].at("valid"), false);
  EXPECT_THAT(cut[0].at("message").get<std::string>(),
              ::testing::HasSubstr("of the pages before, 2 are good"));
}

TEST_F(CheckTest, AnExportInAnotherFormIsToldApart) {
  const std::string folder = gathered_collection();
  ASSERT_EQ(porthole({"summarize", folder}).code, 0);
  write_whole_file(path("s.ttl"),
                   porthole({"export", folder, "summaries", "--format", "turtle"}).out);
  const json line = json_lines(porthole({"check", "summary", path("s.ttl")}).out).at(0);
  EXPECT_EQ(line.at("valid"), false);
  EXPECT_THAT(line.at("hint").get<std::string>(), ::testing::HasSubstr("--format rdfxml"));
}

TEST_F(CheckTest, AMissingFileIsAnError) {
  const std::string none = path("none");
  EXPECT_EQ(porthole({"check", "spec", none}).code, 3);
  EXPECT_EQ(porthole({"check", "summary", none}).code, 3);
  EXPECT_EQ(porthole({"check", "parse", none, "--url", "https://a.org/"}).code, 3);
  EXPECT_EQ(porthole({"check", "robots", "--robots", none, "https://a.org/"}).code, 3);
}

}  // namespace
}  // namespace porthole::testing
