/// Conformance with RFC 9309 by the vectors of two other parsers.
///
/// Source: the assertions of google/robotstxt and temoto/robotstxt, as rows of
/// $PORTHOLE_CORPORA/conformance/robots_{google,temoto}.jsonl. A row marked "contested" goes beyond
/// the standard or against it; what we answer there, and why, is listed below.

#include "gatherer/fetch/robots.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "base/json/json.h"
#include "base/url/url.h"

namespace porthole::gatherer {
namespace {

struct Row {
  std::string place;  // file:line
  std::string robots;
  std::string agent;
  std::string url;
  bool allowed = false;
  std::string note;
  std::string contested;
};

std::vector<Row> read_rows(const std::filesystem::path& folder) {
  std::vector<Row> rows;
  for (const char* name : {"robots_google.jsonl", "robots_temoto.jsonl"}) {
    std::ifstream file(folder / name);
    std::string line;
    for (int number = 1; std::getline(file, line); ++number) {
      const auto json = nlohmann::json::parse(line);
      rows.push_back({std::string(name) + ":" + std::to_string(number), json.at("robots"),
                      json.at("agent"), json.at("url"), json.at("allowed"), json.at("note"),
                      json.value("contested", "")});
    }
  }
  return rows;
}

/// Empty for an invalid URL.
std::optional<bool> ask(const Row& row) {
  const Result<Url> url = Url::parse(row.url);
  if (!url) return std::nullopt;
  return Robots::parse(row.robots, row.agent).check(url->request_target()).allowed;
}

/// Our decision on a contested row, identified by note, agent and the end of the URL.
struct Choice {
  std::string note;
  std::string agent;
  std::string url_ends;
  std::optional<bool> allowed;
  std::string reason;
};

const std::vector<Choice>& choices() {
  static const std::vector<Choice> kChoices = {
      {"GoogleOnly_SystemTest", "", "", std::nullopt,
       "an empty string is not a URL, so nothing is checked"},
      {"GoogleOnly_SystemTest", "FooBot", "", std::nullopt, "the same"},
      {"ID_LineSyntax_Line", "FooBot", "/x/y", true, "2.2: a rule has a colon"},
      {"GoogleOnly_AcceptUserAgentUpToFirstSpace", "Foo", "/x/y", true,
       "2.2.1: the token of the line ends where no letter, digit, - or _ follows"},
      {"GoogleOnly_AcceptUserAgentUpToFirstSpace", "Foo Bar", "/x/y", false,
       "2.2.1: `Foo Bar` is not a token, so the group `*` applies"},
      {"ID_Encoding", "FooBot", "/foo/bar/\u30C4", true, "2.2.2: both sides are percent-encoded"},
      {"ID_Encoding", "FooBot", "/foo/bar/baz", true, "2.2.2: unreserved octets are decoded"},
      {"GoogleOnly_IndexHTMLisDirectory", "foobot", "/allowed-slash/", false,
       "2.2.2: a pattern matches octets, not what a server makes of them"},
      {"GoogleOnly_LineTooLong", "FooBot", "bar/fux", true,
       "2.2.2: the Disallow is longer than this"},
      {"GoogleOnly_LineTooLong", "FooBot", "a/fux", true,
       "2.5 limits the file, not the line: the Disallow ends in /qux"},
      {"GoogleOnly_LineTooLong", "FooBot", "bar/", false, "2.2.2: no Allow matches"},
      {"GoogleOnly_LineTooLong", "FooBot", "a/qux", true, "2.2.2: the whole Allow matches"},
      {"GoogleOnly_LineTooLong", "FooBot", "b/fux", false,
       "2.5 limits the file, not the line: the Allow ends in /qux"},
      {"RobotstxtOrg", "Googlebot", "/path/page1.html", false,
       "2.2.1: whole tokens, `Google` is not `Googlebot`"},
  };
  return kChoices;
}

/// Our choice for a contested row; null when none is listed.
const Choice* our_choice(const Row& row) {
  for (const Choice& choice : choices()) {
    if (choice.note == row.note && choice.agent == row.agent &&
        row.url.ends_with(choice.url_ends)) {
      return &choice;
    }
  }
  return nullptr;
}

class RobotsConformance : public testing::Test {
 protected:
  void SetUp() override {
    const char* corpora = std::getenv("PORTHOLE_CORPORA");
    if (corpora == nullptr || *corpora == '\0') {
      GTEST_SKIP() << "PORTHOLE_CORPORA is not set: the vectors are not part of this repository";
    }
    rows_ = read_rows(std::filesystem::path(corpora) / "conformance");
  }
  std::vector<Row> rows_;
};

TEST_F(RobotsConformance, AnswersEveryRowThatIsNotContestedAsItSays) {
  int asked = 0;
  for (const Row& row : rows_) {
    if (!row.contested.empty()) continue;
    ++asked;
    EXPECT_EQ(ask(row), row.allowed) << row.place << " " << row.note << " " << row.url << "\n"
                                     << row.robots.substr(0, 500);
  }
  EXPECT_EQ(asked, 212);
}

TEST_F(RobotsConformance, AnswersEveryContestedRowAsTheStandardReads) {
  int asked = 0;
  for (const Row& row : rows_) {
    if (row.contested.empty()) continue;
    ++asked;
    const Choice* choice = our_choice(row);
    ASSERT_NE(choice, nullptr) << "no choice for " << row.place << ": " << row.contested;
    EXPECT_EQ(ask(row), choice->allowed) << row.place << " " << row.url.substr(0, 200) << "\n"
                                         << choice->reason;
  }
  EXPECT_EQ(asked, 17);
}

}  // namespace
}  // namespace porthole::gatherer
