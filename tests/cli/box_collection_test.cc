// Collections with a web in a box, which the program itself serves while it fetches.

#include "tests/cli/command_line.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

class BoxCollectionTest : public CommandLineTest {
 protected:
  BoxCollectionTest() {
    write_whole_file(path("sites.tsv"), "stars\tstars-doc\tusr\tstars.test/\tscience\n");
    std::filesystem::create_directories(path("cache/x/stars-doc/usr"));
    write_whole_file(
        path("cache/x/stars-doc/usr/index.html"),
        "<title>Stars</title><p>stars <a href=orbits.html>orbits</a> <a href=dust.html>dust</a>");
    write_whole_file(path("cache/x/stars-doc/usr/orbits.html"),
                     "<title>Orbits</title><p>orbits of stars");
    write_whole_file(path("cache/x/stars-doc/usr/dust.html"),
                     "<title>Dust</title><p>dust between stars");
  }

  /// Relative paths: of the collection's folder.
  std::string made(const std::string& cache = "../cache") {
    write_whole_file(path("box.xml"),
                     "<collection xmlns=\"urn:porthole:specification:1\">\n<topic "
                     "title=\"stars\"><term>stars</term></topic>\n"
                     "<seeds><seed url=\"https://stars.test/\"/></seeds>\n"
                     "<network><webbox sites=\"../sites.tsv\" cache=\"" +
                         cache + "\" hub-packages=\"10\"/></network>\n</collection>\n");
    std::filesystem::create_directories(path("c"));
    std::filesystem::rename(path("box.xml"), path("c/porthole.xml"));
    return path("c");
  }
};

TEST_F(BoxCollectionTest, GathersAndGathersOnWithoutAServerOfItsOwn) {
  const std::string folder = made();
  EXPECT_THAT(porthole({"gather", folder, "--dry-run"}).out,
              HasSubstr("the web in a box of " + path("sites.tsv")));
  const ProgramResult first = porthole({"gather", folder, "--pages", "1", "--json"});
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_EQ(json_lines(first.out).at(0).at("fetched"), 1);
  const ProgramResult more = porthole({"gather", folder, "--more", "2", "--json"});
  ASSERT_EQ(more.code, 0) << more.err;
  EXPECT_EQ(json_lines(more.out).at(0).at("fetched"), 3);
}

TEST_F(BoxCollectionTest, AnEmptyCacheNamesTheCommandThatFillsIt) {
  const std::string folder = made("../empty");
  expect_error(
      {"gather", folder}, 3,
      {"porthole webbox --sites " + path("sites.tsv") + " --cache " + path("empty") + " --fetch"});
  EXPECT_FALSE(std::filesystem::exists(folder + "/repository.db"));
}

TEST_F(BoxCollectionTest, AMissingListIsNamedWithItsPlace) {
  const std::string folder = made();
  std::filesystem::remove(path("sites.tsv"));
  expect_error({"gather", folder}, 3, {"porthole.xml:4:", path("sites.tsv")});
}

}  // namespace
}  // namespace porthole::testing
