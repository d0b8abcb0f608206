// A collection of local documents, from `new` to `search`, without a contact address.

#include <gmock/gmock.h>

#include <filesystem>

#include "base/url/url.h"
#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

class LocalFilesTest : public CommandLineTest {
 protected:
  LocalFilesTest() {
    std::filesystem::create_directories(path("my papers/1999"));
    write_whole_file(path("my papers/index.html"),
                     "<title>Papers</title><p>Papers on telescopes: <a "
                     "href='1999/curves.html'>light curves</a>, "
                     "<a href='http://stars.example/'>elsewhere</a>.");
    write_whole_file(path("my papers/1999/curves.html"),
                     "<title>Curves</title><p>A telescope measures light.");
  }

  std::string url_of(const std::string& name) const {
    return Url::parse("file://" + path(name))->href();
  }
};

TEST_F(LocalFilesTest, AreSearchedFromAFolderAloneWithoutAContact) {
  const ProgramResult made =
      porthole({"new", path("c"), "--topic", "telescope", "--seed", "file://" + path("my papers")});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, Not(HasSubstr("contact")));
  for (const char* verb : {"gather", "summarize", "index"}) {
    const ProgramResult done = porthole({verb, path("c")});
    ASSERT_EQ(done.code, 0) << verb << ": " << done.err;
  }
  const ProgramResult found = porthole({"search", path("c"), "curves"});
  EXPECT_EQ(found.code, 0) << found.err;
  EXPECT_THAT(found.out, HasSubstr(url_of("my papers/1999/curves.html")));
  const ProgramResult elsewhere = porthole({"explain", path("c"), "http://stars.example/"});
  EXPECT_THAT(elsewhere.out, HasSubstr("out of scope"));
}

TEST_F(LocalFilesTest, SeedsOnTheWebBesideThemStillNeedAContact) {
  const ProgramResult made = porthole({"new", path("c"), "--topic", "telescope", "--seed",
                                       url_of("my papers/"), "--seed", "https://stars.example/"});
  ASSERT_EQ(made.code, 0) << made.err;
  EXPECT_THAT(made.out, HasSubstr("contact"));
  const ProgramResult gathered = porthole({"gather", path("c")});
  EXPECT_EQ(gathered.code, 3);
  EXPECT_THAT(gathered.err, HasSubstr("no contact address"));
}

TEST_F(LocalFilesTest, TheFolderThatAllSeedsLieInIsRead) {
  const ProgramResult made =
      porthole({"new", path("c"), "--topic", "telescope", "--seed", url_of("my papers/index.html"),
                "--seed", url_of("my papers/1999/curves.html")});
  ASSERT_EQ(made.code, 0) << made.err;
  const std::string text = read_whole_file(path("c") + "/porthole.xml");
  EXPECT_THAT(text, HasSubstr("value=\"" + path("my papers") + "\""));
  EXPECT_THAT(text, HasSubstr("prefix=\"" + url_of("my papers/") + "\""));
}

TEST_F(LocalFilesTest, AFolderThatIsNotThereIsNamedAndNothingIsMade) {
  const ProgramResult said =
      porthole({"new", path("c"), "--topic", "telescope", "--seed", "file://" + path("nowhere/")});
  EXPECT_EQ(said.code, 2);
  EXPECT_THAT(said.err, HasSubstr("nowhere/: there is no such file or folder"));
  EXPECT_FALSE(std::filesystem::exists(path("c")));
  const ProgramResult whole =
      porthole({"new", path("c"), "--topic", "telescope", "--seed", "file:///"});
  EXPECT_EQ(whole.code, 2);
  EXPECT_THAT(whole.err, HasSubstr("no common folder but /"));
}

}  // namespace
}  // namespace porthole::testing
