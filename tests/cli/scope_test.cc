// `porthole scope` and `porthole strategy`: what they change, and the dry run.

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using nlohmann::json;
using ::testing::HasSubstr;
using ::testing::Not;

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

}  // namespace
}  // namespace porthole::testing
