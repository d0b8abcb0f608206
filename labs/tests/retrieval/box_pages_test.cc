#include "labs/benchmarks/retrieval/box_pages.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>

#include "tests/support/temp_dir.h"

namespace porthole::labs {
namespace {

namespace fs = std::filesystem;
using ::testing::ElementsAre;
using ::testing::Key;
using ::testing::SizeIs;

class BoxPagesTest : public ::testing::Test {
 protected:
  BoxPagesTest() {
    std::ofstream(folder_ / "sites.tsv")
        << "gears\tgears-doc\thtml\tgears.example/docs/\thome/wheels\n"
           "tea\ttea-doc\thtml\ttea.example/\thome/tea\n";
    write("gears-doc/html/index.html",
          "<a href=hub.html>Hubs with gears</a> <a href=oil.html>Introduction to it</a>");
    write("gears-doc/html/genindex.html",
          "<a href=hub.html#p>planetary gear</a> <a href=hub.html>one</a>");
    write("gears-doc/html/hub.html", "<title>Hubs</title>See <a href=oil.html>how to oil</a>.");
    write("gears-doc/html/oil.html", "<title>Oil</title>Back to <a href=hub.html>quiet hubs</a>");
    write("tea-doc/html/index.html",
          "<a href=green.html>Introduction to it</a> <a href=green.html>Green</a>");
    write("tea-doc/html/green.html",
          "<title>Green tea</title><a href=http://gears.example/docs/hub.html>gears at tea</a>");
  }
  void write(const std::string& name, const std::string& text) {
    const fs::path file = folder_ / "cache" / "x" / name;
    fs::create_directories(file.parent_path());
    std::ofstream(file) << text;
  }

  porthole::testing::TempDir folder_;
};

TEST_F(BoxPagesTest, MakesQueriesOfTheEntriesOfTablesAndIndexesThatOneSiteHas) {
  const auto box = read_box(folder_ / "sites.tsv", folder_ / "cache");
  ASSERT_TRUE(box) << box.error().to_string();
  ASSERT_THAT(box->queries, SizeIs(2));
  EXPECT_EQ(box->queries[0].text, "hubs with gears");
  EXPECT_FALSE(box->queries[0].is_topical);
  EXPECT_EQ(box->queries[1].text, "planetary gear");
  EXPECT_TRUE(box->queries[1].is_topical);
  EXPECT_THAT(box->queries[1].judged, ElementsAre(Key("https://gears.example/docs/hub.html")));
}

TEST_F(BoxPagesTest, LeavesOutTheTablesAndWhatTheySay) {
  const auto box = read_box(folder_ / "sites.tsv", folder_ / "cache");
  ASSERT_TRUE(box) << box.error().to_string();
  ASSERT_THAT(box->summaries, SizeIs(3));
  const auto& hub = box->summaries[0];
  EXPECT_EQ(hub.url, "https://gears.example/docs/hub.html");
  std::vector<std::string> anchors;
  for (const auto& said : hub.annotations_by_others) {
    if (said.kind == AnnotationKind::kAnchor) anchors.push_back(said.text);
  }
  EXPECT_THAT(anchors, ElementsAre("quiet hubs", "gears at tea"));
}

TEST_F(BoxPagesTest, SetsWhatThePagesOfASiteRepeatApartFromTheirContent) {
  std::string menu = "<ul>";
  for (int i = 0; i < 8; ++i)
    menu += "<li><a href=hub.html>Entry number " + std::to_string(i) + "</a>";
  menu += "</ul>";
  for (const char* name : {"hub", "oil", "rim", "nut"}) {
    std::string text =
        std::string("<title>") + name + "</title>" + menu + "<main><h1>" + name + "</h1>";
    for (int i = 0; i < 6; ++i) {
      text += std::string("<p>The ") + name + " of a wheel, as number " + std::to_string(i) +
              " says, turns while the rider goes on and the road is long.</p>";
    }
    write(std::string("gears-doc/html/") + name + ".html", text + "</main>");
  }
  const auto box = read_box(folder_ / "sites.tsv", folder_ / "cache");
  ASSERT_TRUE(box) << box.error().to_string();
  const auto& hub = box->summaries[0];
  EXPECT_THAT(hub.text, ::testing::HasSubstr("The hub of a wheel"));
  EXPECT_THAT(hub.text, ::testing::Not(::testing::HasSubstr("Entry number")));
  EXPECT_THAT(hub.boilerplate, ::testing::HasSubstr("Entry number 7"));
}

TEST(TableKindTest, IsToldByTheNameAlone) {
  EXPECT_EQ(table_kind("a/Contents.html"), TableKind::kContents);
  EXPECT_EQ(table_kind("a/genindex.html"), TableKind::kIndex);
  EXPECT_EQ(table_kind("contents/indexes.html"), TableKind::kNone);
}

}  // namespace
}  // namespace porthole::labs
