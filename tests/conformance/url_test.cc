// The URL standard's own test data (web-platform-tests, url/resources/urltestdata.json). Every case
// of it must hold: none is left out.

#include "base/url/url.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "base/json/json.h"

namespace porthole {
namespace {

using Json = nlohmann::json;

/// The cases of the data; empty when the folder of the data is not given.
std::vector<Json> load_cases() {
  const char* corpora = std::getenv("PORTHOLE_CORPORA");
  if (corpora == nullptr) return {};
  std::ifstream file(std::string(corpora) + "/conformance/urltestdata.json");
  std::vector<Json> cases;
  for (const Json& entry : Json::parse(file)) {
    if (entry.is_object()) cases.push_back(entry);  // strings are comments
  }
  return cases;
}

/// Absent when the base itself is not a URL: the standard says that the whole then fails.
Result<Url> parse_case(const Json& entry) {
  if (entry.at("base").is_null()) return Url::parse(entry.at("input").get<std::string>());
  const Result<Url> base = Url::parse(entry.at("base").get<std::string>());
  if (!base) return base;
  return Url::parse(entry.at("input").get<std::string>(), &*base);
}

std::string prefixed(char prefix, std::string_view part) {
  return part.empty() ? std::string() : prefix + std::string(part);
}

/// The attributes of https://url.spec.whatwg.org/#api, as the data name them.
std::map<std::string, std::string> attributes(const Url& url) {
  return {{"href", url.href()},
          {"protocol", std::string(url.scheme()) + ":"},
          {"username", std::string(url.username())},
          {"password", std::string(url.password())},
          {"host", url.host_and_port()},
          {"hostname", std::string(url.host())},
          {"port", url.port() ? std::to_string(*url.port()) : ""},
          {"pathname", std::string(url.path())},
          {"search", prefixed('?', url.query())},
          {"hash", prefixed('#', url.fragment())}};
}

/// Differences from the expectation; empty when there are none.
std::string differences(const Json& entry) {
  const Result<Url> url = parse_case(entry);
  const bool must_fail = entry.value("failure", false);
  if (!url) return must_fail ? "" : "refused: " + url.error().message;
  if (must_fail) return "accepted as " + url->href();
  std::string out;
  for (const auto& [name, value] : attributes(*url)) {
    const auto expected = entry.find(name);
    if (expected == entry.end() || *expected == value) continue;
    out += name + " is " + value + ", not " + expected->get<std::string>() + "; ";
  }
  return out;
}

class UrlConformanceTest : public testing::Test {
 protected:
  void SetUp() override {
    if (std::getenv("PORTHOLE_CORPORA") == nullptr) {
      GTEST_SKIP() << "PORTHOLE_CORPORA does not name the folder of the conformance data";
    }
    cases_ = load_cases();
    ASSERT_GT(cases_.size(), 800u) << "the data are not complete";
  }

  std::vector<Json> cases_;
};

TEST_F(UrlConformanceTest, ParsesResolvesAndSerialisesAsTheStandardSays) {
  for (const Json& entry : cases_) EXPECT_EQ(differences(entry), "") << entry.dump();
  RecordProperty("cases", static_cast<int>(cases_.size()));
}

// https://url.spec.whatwg.org/#url-writing: a serialised URL is a URL and means itself.
TEST_F(UrlConformanceTest, ParsesEverySerialisedUrlToItself) {
  for (const Json& entry : cases_) {
    const Result<Url> url = parse_case(entry);
    if (!url) continue;
    const Result<Url> again = Url::parse(url->href());
    ASSERT_TRUE(again) << url->href();
    EXPECT_EQ(again->href(), url->href());
    EXPECT_EQ(again->host(), url->host());
    EXPECT_EQ(again->path(), url->path());
  }
}

TEST_F(UrlConformanceTest, GivesEveryKeyItselfAsItsKey) {
  for (const Json& entry : cases_) {
    const Result<Url> url = parse_case(entry);
    if (!url) continue;
    const std::string key = url->key();
    const Result<Url> again = Url::parse(key);
    ASSERT_TRUE(again) << key;
    EXPECT_EQ(again->href(), key) << url->href();
    EXPECT_EQ(again->key(), key) << url->href();
  }
}

}  // namespace
}  // namespace porthole
