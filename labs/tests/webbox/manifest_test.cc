#include "labs/webbox/manifest.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "labs/tests/webbox/box_fixture.h"

namespace porthole::labs {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;

namespace fs = std::filesystem;

class ManifestTest : public BoxTest {
 protected:
  void SetUp() override { write_sites(); }
};

TEST_F(ManifestTest, FindsFilesByTheirPublicAddress) {
  const auto box = manifest();
  const Resource* page = box->find("docs.stars.test/en/latest/orbits.html");
  ASSERT_TRUE(page);
  EXPECT_EQ(fs::canonical(page->file), fs::canonical(stars() / "orbits.html"));
  EXPECT_STREQ(page->type->name, "text/html");
  EXPECT_EQ(page->bytes, 2003u);
  EXPECT_STREQ(box->find("docs.stars.test/en/latest/style.css")->type->name, "text/css");
  EXPECT_FALSE(box->find("docs.stars.test/orbits.html"));
}

TEST_F(ManifestTest, AFolderIsServedByItsIndex) {
  write_file(chess() / "index.htm", "<p>htm");
  write_file(chess() / "toc.html", "<p>toc");
  write_file(chess() / "a/toc.html", "<p>toc of a");
  const auto box = manifest();
  EXPECT_TRUE(box->find("docs.stars.test/en/latest/dust/"));
  EXPECT_TRUE(box->find("chess.test/")->file.ends_with("/index.htm"));
  EXPECT_TRUE(box->find("chess.test/a/")->file.ends_with("/a/toc.html"));
}

TEST_F(ManifestTest, FindsPercentEncodedNames) {
  write_file(chess() / "queen's side #1.html", "<p>castling");
  write_file(chess() / "50%25.html", "<p>half");
  const auto box = manifest();
  EXPECT_TRUE(box->find("chess.test/queen's%20side%20%231.html"));
  EXPECT_TRUE(box->find("chess.test/queen%27s%20side%20%231.html"));
  EXPECT_TRUE(box->find("chess.test/50%2525.html"));
  EXPECT_THAT(box->pages().find("chess.test")->second,
              ElementsAre("chess.test/50%2525.html", "chess.test/queen's%20side%20%231.html",
                          "chess.test/rules.htm"));
}

TEST_F(ManifestTest, LeavesOutWhatItPromises) {
  for (const char* folder :
       {"_modules", "_sources", "_static", "_downloads", "class-use", ".doctrees", "drafts"}) {
    write_file(stars() / folder / "a.html", "<p>no");
  }
  write_file(stars() / "sub/drafts/a.html", "<p>yes: the pattern begins at the root");
  write_file(stars() / "big.html", std::string((3 << 20) + 1, 'x'));
  write_file(stars() / "fits.html", std::string(3 << 20, 'x'));
  write_file(stars() / "big.png", std::string((512 << 10) + 1, 'x'));
  write_file(stars() / "fits.png", std::string(512 << 10, 'x'));
  const auto box = manifest();
  const std::string base = "docs.stars.test/en/latest/";
  for (const char* folder :
       {"_modules", "_sources", "_static", "_downloads", "class-use", ".doctrees", "drafts"}) {
    EXPECT_FALSE(box->find(base + folder + "/a.html")) << folder;
  }
  EXPECT_TRUE(box->find(base + "sub/drafts/a.html"));
  EXPECT_FALSE(box->find(base + "big.html"));
  EXPECT_TRUE(box->find(base + "fits.html"));
  EXPECT_FALSE(box->find(base + "big.png"));
  EXPECT_TRUE(box->find(base + "fits.png"));
}

TEST_F(ManifestTest, FollowsLinksToFilesInTheCacheAlone) {
  TempFolder outside;
  write_file(outside.path() / "secret.html", "<p>secret");
  fs::create_symlink("orbits.html", stars() / "same.html");
  fs::create_symlink("nowhere.html", stars() / "broken.html");
  fs::create_symlink(outside.path() / "secret.html", stars() / "secret.html");
  fs::create_directory_symlink(outside.path(), stars() / "away");
  const auto box = manifest();
  const std::string base = "docs.stars.test/en/latest/";
  EXPECT_TRUE(box->find(base + "same.html"));
  EXPECT_FALSE(box->find(base + "broken.html"));
  EXPECT_FALSE(box->find(base + "secret.html"));
  EXPECT_FALSE(box->find(base + "away/secret.html"));
}

TEST_F(ManifestTest, RedirectsFoldersAndAliases) {
  const auto box = manifest();
  EXPECT_EQ(box->redirect("docs.stars.test/en/latest/dust"), "docs.stars.test/en/latest/dust/");
  EXPECT_EQ(box->redirect("docs.stars.test/en/2.0/orbits.html"),
            "docs.stars.test/en/latest/orbits.html");
  EXPECT_EQ(box->redirect("www.stars.test/home"), "docs.stars.test/en/latest/");
  EXPECT_FALSE(box->redirect("docs.stars.test/en/latest/nothing.html"));
  EXPECT_EQ(box->resolve("stars.test/home"), "docs.stars.test/en/latest/");
  EXPECT_FALSE(box->resolve("docs.stars.test/en/2.0/nothing.html"));
}

TEST_F(ManifestTest, KnowsHostsOfSitesAndOfAliases) {
  const auto box = manifest();
  EXPECT_TRUE(box->knows_host("docs.stars.test"));
  EXPECT_TRUE(box->knows_host("www.stars.test"));
  EXPECT_FALSE(box->knows_host("moons.test"));
  EXPECT_FALSE(box->knows_host(""));
}

TEST_F(ManifestTest, ReportsSitesItCannotServe) {
  write_file(cache() / "x/poker-doc/readme", "nothing here");
  const auto box = manifest(std::string(kList) +
                            "moons\tmoons-doc\thtml\tmoons.test/\tscience/astronomy\n"
                            "poker\tpoker-doc\thtml\tpoker.test/\trecreation/games\n");
  ASSERT_EQ(box->left_out().size(), 2u);
  EXPECT_EQ(box->left_out()[0].site, "moons");
  EXPECT_EQ(box->left_out()[0].package, "moons-doc");
  EXPECT_THAT(box->left_out()[0].reason, HasSubstr("not in the cache"));
  EXPECT_THAT(box->left_out()[1].reason, HasSubstr("no folder html"));
  EXPECT_FALSE(box->knows_host("moons.test"));
  EXPECT_EQ(box->page_count(), 4u);
}

TEST_F(ManifestTest, ACrawlBeginsAtTheBaseOrAtTheBestLinkedShallowPage) {
  write_file(
      chess() / "openings.htm",
      "<a href=rules.htm>r</a><A HREF=\"sub/a.html\">a</A><a href='http://x.test/b.html'>b</a>");
  write_file(chess() / "sub/deep/index.html",
             "<a href=1.html><a href=2.html><a href=3.html><a href=4.html>");
  const auto box = manifest();
  EXPECT_EQ(box->front_page(0), "docs.stars.test/en/latest/");
  EXPECT_EQ(box->front_page(1), "chess.test/openings.htm");
}

TEST_F(ManifestTest, EveryFileOfAHubIsAPage) {
  write_file(cache() / "x/_hub/packages/index.html", "<a href=/bookworm/gcc-12>");
  write_file(cache() / "x/_hub/packages/gcc-12", "<p>compiler");
  const auto box = manifest("hub\t_hub\tpackages\thub.test/bookworm/\tdirectory\n");
  EXPECT_STREQ(box->find("hub.test/bookworm/gcc-12")->type->name, "text/html");
  EXPECT_EQ(box->front_page(0), "hub.test/bookworm/");
}

TEST_F(ManifestTest, TheFirstOfTwoSitesKeepsAnAddress) {
  write_file(cache() / "x/more-doc/html/orbits.html", "<p>another");
  const auto box =
      manifest(std::string(kList) + "more\tmore-doc\thtml\tdocs.stars.test/en/\tscience\n");
  EXPECT_EQ(box->find("docs.stars.test/en/latest/orbits.html")->site, 0u);
  EXPECT_EQ(box->find("docs.stars.test/en/orbits.html")->site, 2u);
  EXPECT_EQ(box->page_count(2), 1u);
}

}  // namespace
}  // namespace porthole::labs
