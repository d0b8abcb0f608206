#include "plugins/host/plugin_host.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/files.h"
#include "tests/support/temp_dir.h"

namespace porthole::gatherer {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;
using testing::TempDir;

fs::path bad_plugins() { return fs::path(PORTHOLE_BINARY_DIR) / "lib/test_plugins"; }

collection::Specification naming(const std::string& library, const std::string& class_name,
                                 const collection::NamedValues& options = {}) {
  collection::Specification specification;
  specification.file = "porthole.xml";
  collection::Plugin plugin;
  plugin.handles = {"echo"};
  plugin.library = library;
  plugin.class_name = class_name;
  plugin.options = options;
  plugin.line = 17;
  specification.protocols = {plugin};
  return specification;
}

/// The message of the refusal, which has to be at the specification's line.
std::string refusal_of(const collection::Specification& specification, const fs::path& folder) {
  const auto loaded = choose_protocols(specification, folder);
  if (loaded) return "it was loaded";
  EXPECT_EQ(loaded.error().code, ErrorCode::kInvalid);
  EXPECT_EQ(loaded.error().file, "porthole.xml");
  EXPECT_EQ(loaded.error().line, 17);
  return loaded.error().message + "; " + loaded.error().hint;
}

constexpr const char* kEcho = "porthole::testing::EchoHandler";

TEST(PluginHostTest, MakesAndConfiguresTheClassThatIsNamed) {
  const auto loaded =
      choose_protocols(naming("echo", kEcho, {{"answer", "you said "}}), bad_plugins());
  ASSERT_TRUE(loaded) << loaded.error().to_string();
  ASSERT_EQ(loaded->size(), 1u);
  const Protocol& protocol = loaded->front();
  EXPECT_EQ(protocol.schemes, std::vector<std::string>{"echo"});
  EXPECT_EQ(protocol.name, kEcho);
  EXPECT_EQ(protocol.use.name, "echo");
  EXPECT_EQ(protocol.use.version, "1.0");
  EXPECT_EQ(protocol.use.class_name, kEcho);
  const OptionValues options(protocol.use.options);
  EXPECT_EQ(options.text("answer"), "you said ");
  EXPECT_EQ(options.list().size(), 3u) << "defaults are filled in";
  EXPECT_FALSE(protocol.manners.has_hosts);
}

TEST(PluginHostTest, RefusesASchemeThatTheHandlerDoesNotSpeak) {
  collection::Specification specification = naming("echo", kEcho);
  specification.protocols.front().handles = {"gopher"};
  EXPECT_THAT(refusal_of(specification, bad_plugins()),
              AllOf(HasSubstr("does not speak gopher"), HasSubstr("it speaks: echo")));
}

TEST(PluginHostTest, RefusesAClassOfAnotherKind) {
  EXPECT_THAT(refusal_of(naming("trouble", "porthole::testing::TroubleSummarizer"), bad_plugins()),
              HasSubstr("is a summarizer, not a protocol"));
}

TEST(PluginHostTest, UsesAllInstalledSummarizersWhereNoneIsNamed) {
  collection::Specification specification;
  const auto installed = choose_summarizers(specification, bad_plugins());
  ASSERT_TRUE(installed) << installed.error().to_string();
  std::vector<std::string> names;
  for (const plugins::PluginUse& use : *installed) names.push_back(use.name);
  // Libraries that cannot be used are left out.
  EXPECT_THAT(names, ::testing::UnorderedElementsAre("breakout", "mute", "trouble", "wordy"));
  specification.names_summarizers = true;
  EXPECT_TRUE(choose_summarizers(specification, bad_plugins()).value().empty());
}

TEST(PluginHostTest, TakesTheTypesOfTheSpecificationForThoseOfTheSummarizer) {
  collection::Specification specification;
  specification.names_summarizers = true;
  collection::Plugin plugin;
  plugin.library = "trouble";
  plugin.class_name = "porthole::testing::TroubleSummarizer";
  specification.summarizers = {plugin};
  EXPECT_EQ(choose_summarizers(specification, bad_plugins())->front().formats.types,
            std::vector<std::string>{"application/x-trouble"});
  specification.summarizers.front().handles = {"Text/X-Mine"};
  EXPECT_EQ(choose_summarizers(specification, bad_plugins())->front().formats.types,
            std::vector<std::string>{"text/x-mine"});
}

TEST(PluginHostTest, LoadsNothingWhereNothingIsNamed) {
  const auto loaded = choose_protocols(collection::Specification(), "/there/is/no/such/folder");
  ASSERT_TRUE(loaded);
  EXPECT_TRUE(loaded->empty());
}

TEST(PluginHostTest, SaysWhereItLookedForALibraryThatIsMissing) {
  EXPECT_THAT(refusal_of(naming("gopher", kEcho), bad_plugins()),
              AllOf(HasSubstr("no plug-in gopher.so in " + bad_plugins().string()),
                    HasSubstr("PORTHOLE_PLUGINS")));
}

TEST(PluginHostTest, TakesNoPathForAName) {
  for (const char* name : {"../test_plugins/echo", "echo.so", "/tmp/echo", "", ".", "e\\cho"}) {
    EXPECT_THAT(refusal_of(naming(name, kEcho), bad_plugins()),
                HasSubstr("not a valid plug-in name"))
        << name;
  }
}

TEST(PluginHostTest, RefusesALibraryOfAnotherInterfaceBeforeItRuns) {
  EXPECT_THAT(refusal_of(naming("other_abi", kEcho), bad_plugins()),
              HasSubstr("was built for another interface or compiler (" +
                        std::to_string(kPluginAbi + 100'000)));
}

TEST(PluginHostTest, RefusesALibraryThatIsNoPlugIn) {
  EXPECT_THAT(refusal_of(naming("no_abi", kEcho), bad_plugins()), HasSubstr("is not a plug-in"));
  EXPECT_THAT(refusal_of(naming("no_manifest", kEcho), bad_plugins()), HasSubstr("No manifest"));
  const TempDir folder;
  testing::write_whole_file(folder / "text.so", "not even a library");
  EXPECT_THAT(refusal_of(naming("text", kEcho), folder.path()), HasSubstr("cannot be loaded"));
  fs::create_directory(folder / "folder.so");
  EXPECT_THAT(refusal_of(naming("folder", kEcho), folder.path()), HasSubstr("is not a file"));
}

TEST(PluginHostTest, NamesTheNearestClass) {
  EXPECT_THAT(refusal_of(naming("echo", "porthole::testing::EchoHandle"), bad_plugins()),
              AllOf(HasSubstr("no class porthole::testing::EchoHandle in "),
                    HasSubstr("did you mean " + std::string(kEcho))));
}

TEST(PluginHostTest, RepeatsWhatTheHandlerSaysAboutItsOptions) {
  EXPECT_THAT(refusal_of(naming("echo", kEcho, {{"refuse", "twelve is\ntoo many"}}), bad_plugins()),
              HasSubstr(std::string(kEcho) + ": twelve is"));
}

TEST(PluginHostTest, ContainsWhatIsThrownAtTheStart) {
  EXPECT_THAT(refusal_of(naming("echo", kEcho, {{"throw", "no luck"}}), bad_plugins()),
              HasSubstr("no luck"));
  EXPECT_THAT(refusal_of(naming("echo", "porthole::testing::UnmakeableHandler"), bad_plugins()),
              HasSubstr("failed at its start"));
}

TEST(PluginHostTest, RefusesWhatEverybodyCanWrite) {
  const TempDir folder;
  fs::copy_file(bad_plugins() / "echo.so", folder / "echo.so");
  ASSERT_EQ(::chmod((folder / "echo.so").c_str(), 0757), 0);
  EXPECT_THAT(refusal_of(naming("echo", kEcho), folder.path()),
              HasSubstr("can be written by everybody"));
  ASSERT_EQ(::chmod((folder / "echo.so").c_str(), 0755), 0);
  ASSERT_EQ(::chmod(folder.path().c_str(), 0777), 0);
  EXPECT_THAT(refusal_of(naming("echo", kEcho), folder.path()),
              HasSubstr("can be written by everybody"));
  ASSERT_EQ(::chmod(folder.path().c_str(), 0755), 0);
  EXPECT_EQ(refusal_of(naming("echo", kEcho), folder.path()), "it was loaded");
}

TEST(PluginHostTest, FollowsNoLinkOutOfTheFolder) {
  const TempDir folder;
  fs::create_symlink(bad_plugins() / "echo.so", folder / "echo.so");
  EXPECT_THAT(refusal_of(naming("echo", kEcho), folder.path()), HasSubstr("leads out of"));
}

TEST(PluginHostTest, LooksWhereTheEnvironmentSays) {
  const fs::path usual = plugins::plugin_folder();
  EXPECT_TRUE(fs::exists(usual / "file.so")) << usual;
  ::setenv("PORTHOLE_PLUGINS", "/some/where", 1);
  EXPECT_EQ(plugins::plugin_folder(), "/some/where");
  ::unsetenv("PORTHOLE_PLUGINS");
  EXPECT_EQ(plugins::plugin_folder(), usual);
}

}  // namespace
}  // namespace porthole::gatherer
