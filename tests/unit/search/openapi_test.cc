// The description of the API, schemas/openapi.yaml, held against the answers of a real server.

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/json/json.h"
#include "base/text/text.h"
#include "search/site/result_json.h"
#include "search/site/routes.h"
#include "search/standing/standing_question.h"
#include "summarizer/summary.h"
#include "tests/support/files.h"
#include "tests/support/loopback_client.h"
#include "tests/support/run_program.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/search/failing_store.h"
#include "tests/unit/search/server_fixture.h"
#include "tests/unit/search/site_fixture.h"

namespace porthole::search {
namespace {

using indexer::PageFields;
using test::IndexFolder;
using ::testing::HasSubstr;
using ::testing::StartsWith;

// It names all paths and all members of their responses.
class OpenApiTest : public ServerTest {
 protected:
  OpenApiTest() : text_(testing::read_whole_file(PORTHOLE_SOURCE_DIR "/schemas/openapi.yaml")) {}

  /// The members that the schema `name` requires.
  std::set<std::string> required(const std::string& name) const {
    const std::string schema = text_.substr(text_.find("\n    " + name + ":\n"));
    const std::size_t begin = schema.find("required: [") + 11;
    std::set<std::string> members;
    for (const std::string_view one :
         split(std::string_view(schema).substr(begin, schema.find(']', begin) - begin), ',')) {
      members.emplace(trim(one));
    }
    return members;
  }
  static std::set<std::string> members(const nlohmann::json& object) {
    std::set<std::string> names;
    for (const auto& [name, value] : object.items()) names.insert(name);
    return names;
  }
  nlohmann::json answer(const std::string& target) {
    return nlohmann::json::parse(body_of(get(target)));
  }

  std::string text_;
};

TEST_F(OpenApiTest, NamesAllMembersOfTheAnswers) {
  const auto results = answer("/api/v1/search?q=silent");
  EXPECT_EQ(members(results), required("Results"));
  EXPECT_EQ(members(results["results"][0]), required("Result"));
  const auto page = answer("/api/v1/page?url=https%3A%2F%2Fhubs.example%2Fgears%3Fa%3D1%26b%3D2");
  EXPECT_EQ(members(page), required("Page"));
  EXPECT_EQ(members(page["properties"][0]), required("Property"));
  const auto fields = answer("/api/v1/fields?name=author&values=3");
  EXPECT_EQ(members(fields), required("Fields"));
  EXPECT_EQ(members(fields["fields"][0]), required("Field"));
  EXPECT_EQ(members(fields["fields"][0]["values"][0]), required("FieldValue"));
  const auto completions = answer("/api/v1/complete?q=au%3A");
  EXPECT_EQ(members(completions), required("Completions"));
  EXPECT_EQ(members(completions["completions"][0]), required("Completion"));
  EXPECT_EQ(members(answer("/api/v1/search?q=auhtor%3Ax")), required("Error"));
}

TEST_F(OpenApiTest, DescribesAResultAsTheTablesOfItsFieldsDo) {
  EXPECT_NE(text_.find(result_schema()), std::string::npos) << "the schema of a result is now:\n"
                                                            << result_schema();
}

constexpr indexer::ResultField kExample[] = {
    {"description", &PageFields::description, "What the page says of itself."},
};

TEST(ResultFieldTest, TheFieldOfTheManualIsInJsonAndItsSchema) {
  PageFields data;
  summarizer::Summary summary;
  summary.description = "All about gears";
  data.description = summary.description;
  EXPECT_EQ(value_of(data, kExample[0]), "All about gears");
  EXPECT_EQ(schema_of(kExample[0]),
            "description: {type: string, description: \"What the page says of itself.\"}");
}

// The others are for people and their browsers.
TEST_F(OpenApiTest, NamesEveryRouteThatProgramsRead) {
  const std::set<std::string_view> others = {
      "/",     "/search",     "/suggest",   "/page",        "/copy",    "/fields",
      "/help", "/robots.txt", "/style.css", "/complete.js", "/keys.js", "/logo"};
  for (const Route& route : site_routes()) {
    const bool is_named = text_.find("\n  " + std::string(route.path) + ":\n") != std::string::npos;
    EXPECT_NE(is_named, others.contains(route.path)) << route.path;
  }
}

/// The example of a local document in the description.
const std::string kPaper = "file:///srv/papers/hubs.html";

/// Pages, to each of which others link: with all that a link says, and with the least; and a local
/// document.
class LinkedPages final : public test::ListedPages {
 public:
  using ListedPages::ListedPages;
  Result<std::vector<Backlink>> backlinks(std::string_view url) override {
    Backlink full, least;
    full.source = "https://a.test/list";
    full.title = "A list";
    full.link.url = least.link.url = url;
    full.link.anchor = "silent transmission";
    full.link.rel = "tag";
    full.first_seen = WallTime(std::chrono::seconds(1'000'000'000));
    full.last_seen = full.closed = full.first_seen + std::chrono::hours(24);
    full.found_in = "cycling";
    least.source = "https://b.test/";
    return std::vector{full, least};
  }
  Result<std::optional<StoredDocument>> document(std::string_view url) override {
    if (url != kPaper) return std::nullopt;
    return StoredDocument{kPaper, "text/html; charset=utf-8", "<p>A planetary gear."};
  }
};

/// A server of all that the description has: pages, links to them, and the standing question and
/// the local document of its examples.
class ApiTest : public ::testing::Test {
 protected:
  ApiTest() {
    collection_.pages = std::make_shared<LinkedPages>(cycling());
    collection_.gives_files = true;
    collection_.standing = temporary_ / "standing";
    StandingQuestion question;
    question.name = "missed";
    question.title = "Missed pages";
    question.columns = {"url", "title"};
    question.news = {{1, WallTime(std::chrono::seconds(1'000'000'000)), {kGears, "Hub gears"}}};
    EXPECT_TRUE(write_standing(collection_.standing, question));
  }

  void start() {
    auto started = start_server({collection_}, {});
    ASSERT_TRUE(started) << started.error().to_string();
    server_ = std::move(*started);
  }

  /// Each operation is asked, and each answer held against its schema.
  void check_answers(const std::vector<std::string>& options) {
    ASSERT_NO_FATAL_FAILURE(start());
    const std::string source = PORTHOLE_SOURCE_DIR;
    std::vector<std::string> arguments = {"python3", source + "/tests/api/check_openapi.py",
                                          source + "/schemas/openapi.yaml", server_->url(), kGears};
    arguments.insert(arguments.end(), options.begin(), options.end());
    if (!options.empty()) std::filesystem::remove_all(index_.path());
    const auto checked = testing::run_program("/usr/bin/env", arguments);
    if (checked.code == 77) GTEST_SKIP() << checked.out;
    EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
    EXPECT_THAT(checked.out, HasSubstr("answers fit the description"));
  }

  IndexFolder index_;
  testing::TempDir temporary_;
  ServedCollection collection_ = served("cycling", index_, cycling());
  std::unique_ptr<http::Server> server_;
};

TEST_F(ApiTest, AnswersAtThePathsOfItsDescription) {
  ASSERT_NO_FATAL_FAILURE(start());
  std::size_t paths = 0;
  const std::string text = testing::read_whole_file(PORTHOLE_SOURCE_DIR "/schemas/openapi.yaml");
  for (const std::string_view line : split(text, '\n')) {
    if (!line.starts_with("  /") || !line.ends_with(':')) continue;
    ++paths;
    const std::string path(line.substr(2, line.size() - 3));
    const std::string query = path.starts_with("/standing.")
                                  ? "?name=missed"
                                  : "?url=" + encode_parameter(path == "/file" ? kPaper : kGears);
    EXPECT_THAT(testing::ask(server_->port(), path + query), StartsWith("HTTP/1.1 200")) << path;
  }
  EXPECT_EQ(paths, 22u);
}

TEST_F(ApiTest, AnswersAsItIsDescribed) { check_answers({}); }

TEST_F(ApiTest, AnswersAsItIsDescribedWhileItCannotReadWhatItServes) {
  collection_.pages = std::make_shared<FailingStore>(cycling());
  testing::write_whole_file(collection_.standing / "missed.json", "{");
  check_answers({"--unavailable"});
}

}  // namespace
}  // namespace porthole::search
