// The program where `cmake --install` puts it.

#include <algorithm>

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;

using ::testing::HasSubstr;

class InstallTest : public CommandLineTest {
 protected:
  void SetUp() override {
    const ProgramResult installed =
        run_program(PORTHOLE_CMAKE, {"--install", PORTHOLE_BINARY_DIR, "--prefix", path("usr")});
    ASSERT_EQ(installed.code, 0) << installed.err;
  }
};

TEST_F(InstallTest, BringsTheTaxonomiesWhereTheProgramFindsThem) {
  const fs::path taxonomies = path("usr/share/porthole/examples/taxonomies");
  ASSERT_TRUE(fs::exists(taxonomies / "web_in_a_box.xml"));
  // A name that the source tree does not have: it can come from the installed folder only.
  fs::copy_file(taxonomies / "science_and_health.xml", taxonomies / "mine.xml");
  const ProgramResult made =
      run_program(path("usr/bin/porthole"), {"new", path("sky"), "--taxonomy", "mine", "--good",
                                             "science/astronomy", "--contact", "me@stars.club"});
  EXPECT_EQ(made.code, 0) << made.err;
  EXPECT_TRUE(fs::exists(path("sky/taxonomy.xml")));
  EXPECT_TRUE(fs::exists(taxonomies.parent_path() / "general_words.txt"));
}

TEST_F(InstallTest, BringsTheProcessThatReadsPages) {
  std::ofstream(path("page.html")) << "<title>Spokes</title>";
  const ProgramResult read =
      run_program(path("usr/bin/porthole"),
                  {"check", "--json", "parse", path("page.html"), "--url", "https://a.org/"});
  ASSERT_EQ(read.code, 0) << read.err;
  EXPECT_EQ(json_lines(read.out).at(0)["title"], "Spokes");
}

TEST_F(InstallTest, BringsManPagesAndCompletionScripts) {
  for (const char* file :
       {"man/man1/porthole.1", "man/man1/porthole-gather.1", "zsh/site-functions/_porthole",
        "bash-completion/completions/porthole", "fish/vendor_completions.d/porthole.fish"})
    EXPECT_TRUE(fs::exists(fs::path(path("usr/share")) / file)) << file;
}

TEST_F(InstallTest, SaysWhichFormatsAreNotReadForWantOfAPluginAndWhatToInstall) {
  fs::remove(path("usr/lib/porthole/plugins/images.so"));
  const ProgramResult listed = run_program(path("usr/bin/porthole"), {"plugins", "--json"});
  ASSERT_EQ(listed.code, 0) << listed.err;
  const auto missing = json_lines(listed.out).at(0).at("missing");
  const auto images = std::find_if(missing.begin(), missing.end(), [](const auto& one) {
    return one.at("plugins") == std::vector<std::string>{"images"};
  });
  ASSERT_NE(images, missing.end()) << missing;
  EXPECT_EQ(images->at("packages"), std::vector<std::string>{"libexiv2-dev"});
  EXPECT_EQ(images->at("build_again"), true);
  const std::string words = run_program(path("usr/bin/porthole"), {"plugins"}).out;
  EXPECT_THAT(words, HasSubstr("images: size, camera, place, titles (EXIF, IPTC, XMP): missing "
                               "the plug-in images\n"));
  EXPECT_THAT(words, HasSubstr("add them: sudo apt install "));
  EXPECT_THAT(words, HasSubstr("libexiv2-dev"));
  const std::string said = run_program(path("usr/bin/porthole"), {"doctor"}).out;
  EXPECT_THAT(said, HasSubstr("images: size, camera, place, titles (EXIF, IPTC, XMP): missing the "
                              "plug-in images\n"));
  EXPECT_THAT(said,
              HasSubstr("sudo apt install libexiv2-dev, then build and install Porthole again"));
}

}  // namespace
}  // namespace porthole::testing
