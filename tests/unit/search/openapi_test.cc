// The description of the API, schemas/openapi.yaml, held against the answers of a real server.

#include <gmock/gmock.h>

#include <filesystem>
#include <set>

#include "base/json/json.h"
#include "base/text/text.h"
#include "tests/support/files.h"
#include "tests/support/run_program.h"
#include "tests/unit/search/failing_store.h"
#include "tests/unit/search/server_fixture.h"
#include "tests/unit/search/site_fixture.h"

namespace porthole::search {
namespace {

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
  const auto completions = answer("/api/v1/complete?q=au");
  EXPECT_EQ(members(completions), required("Completions"));
  EXPECT_EQ(members(completions["completions"][0]), required("Completion"));
  EXPECT_EQ(members(answer("/api/v1/search?q=auhtor%3Ax")), required("Error"));
}

TEST_F(OpenApiTest, NamesPathsThatAnswer) {
  std::size_t paths = 0;
  for (const std::string_view line : split(text_, '\n')) {
    if (!line.starts_with("  /") || !line.ends_with(':')) continue;
    ++paths;
    const std::string path(line.substr(2, line.size() - 3));
    EXPECT_THAT(get(path + "?url=https%3A%2F%2Fhubs.example%2Fgears%3Fa%3D1%26b%3D2"),
                StartsWith("HTTP/1.1 200"))
        << path;
  }
  EXPECT_EQ(paths, 18u);
}

// Each operation is asked at a real server, and each answer held against its
// schema.
testing::ProgramResult check_answers(const http::Server& server,
                                     const std::vector<std::string>& options) {
  const std::string source = PORTHOLE_SOURCE_DIR;
  std::vector<std::string> arguments = {"python3", source + "/tests/api/check_openapi.py",
                                        source + "/schemas/openapi.yaml", server.url(), kGears};
  arguments.insert(arguments.end(), options.begin(), options.end());
  return testing::run_program("/usr/bin/env", arguments);
}

TEST(ApiTest, AnswersAsItIsDescribed) {
  IndexFolder index;
  auto server = start_server({served("cycling", index, cycling())}, {});
  ASSERT_TRUE(server) << server.error().to_string();
  const auto checked = check_answers(**server, {});
  if (checked.code == 77) GTEST_SKIP() << checked.out;
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("answers fit the description"));
}

TEST(ApiTest, AnswersAsItIsDescribedWhileItCannotReadWhatItServes) {
  IndexFolder index;
  ServedCollection collection = served("cycling", index, cycling());
  collection.pages = std::make_shared<FailingStore>(cycling());
  auto server = start_server({collection}, {});
  ASSERT_TRUE(server) << server.error().to_string();
  std::filesystem::remove_all(index.path());
  const auto checked = check_answers(**server, {"--unavailable"});
  if (checked.code == 77) GTEST_SKIP() << checked.out;
  EXPECT_EQ(checked.code, 0) << checked.out << checked.err;
  EXPECT_THAT(checked.out, HasSubstr("answers fit the description"));
}

}  // namespace
}  // namespace porthole::search
