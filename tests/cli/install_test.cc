// The program where `cmake --install` puts it.

#include <filesystem>
#include <fstream>

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

namespace fs = std::filesystem;

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

}  // namespace
}  // namespace porthole::testing
