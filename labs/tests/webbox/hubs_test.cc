#include "labs/webbox/hubs.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <thread>
#include <vector>

#include "labs/tests/webbox/box_fixture.h"
#include "labs/tests/webbox/fake_tools.h"

namespace porthole::labs {
namespace {

using ::testing::AllOf;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;

AptPackage package(const std::string& name, const std::string& section,
                   const std::string& homepage = "", std::vector<std::string> depends = {}) {
  AptPackage made;
  made.name = name;
  made.section = section;
  made.summary = "summary of " + name;
  made.homepage = homepage;
  made.depends = std::move(depends);
  return made;
}

std::vector<std::string> names(const std::vector<AptPackage>& packages) {
  std::vector<std::string> all;
  for (const auto& one : packages) all.push_back(one.name);
  return all;
}

// deb822(5), Debian Policy 5.6: continuation lines, alternatives, " ." between paragraphs.
TEST(AptRecordsTest, ReadsARecord) {
  std::vector<AptPackage> packages;
  for_each_apt_record(
      "Package: nibabel\n"
      "Section: contrib/science\n"
      "Depends: python3 (>= 3.11), a:any | b [amd64],\n c, python3 (<< 4)\n"
      "Description-en: Access to image formats\n"
      " One two\n"
      " three.\n"
      " .\n"
      " Four.\n"
      "Homepage: https://nipy.test/nibabel\n"
      "Tag: field::medicine, use::viewing,\n role::program\n"
      "\n"
      "Package: ../../etc/passwd\n"
      "\n"
      "Package: bare\n",
      [&](const AptRecord& record) { packages.push_back(read_apt_package(record)); });
  ASSERT_EQ(packages.size(), 3u);
  EXPECT_EQ(packages[0].name, "nibabel");
  EXPECT_EQ(packages[0].section, "science");
  EXPECT_EQ(packages[0].summary, "Access to image formats");
  EXPECT_THAT(packages[0].paragraphs, ElementsAre("One two three.", "Four."));
  EXPECT_THAT(packages[0].depends, ElementsAre("python3", "a", "b", "c"));
  EXPECT_THAT(packages[0].tags, ElementsAre("field::medicine", "use::viewing", "role::program"));
  EXPECT_EQ(packages[0].homepage, "https://nipy.test/nibabel");
  EXPECT_EQ(packages[1].name, "");
  EXPECT_EQ(packages[2].section, "misc");
  EXPECT_EQ(packages[2].homepage, "");
}

TEST(HubPagesTest, EscapesEverythingThatAptSays) {
  AptPackage hostile = package("evil", "games", "javascript:alert(1)");
  hostile.summary = "<script>alert('s')</script>";
  hostile.paragraphs = {"a < b & \"c\""};
  hostile.tags = {"<b>"};
  const auto pages = make_hub_pages({hostile}, "/bookworm/");
  for (const auto& [path, text] : pages) EXPECT_THAT(text, Not(HasSubstr("<script"))) << path;
  const std::string& page = pages.at("evil");
  EXPECT_THAT(page, HasSubstr("a &lt; b &amp; &quot;c&quot;"));
  EXPECT_THAT(page, HasSubstr("Tags: &lt;b&gt;"));
  EXPECT_THAT(page, Not(HasSubstr("javascript:")));
}

TEST(HubPagesTest, LinkSectionsPackagesHomepagesAndRelatives) {
  const auto pages = make_hub_pages({package("nibabel", "science", "https://nipy.test/nibabel/"),
                                     package("nipy", "python", "", {"nibabel", "not-on-a-page"})},
                                    "/bookworm/");
  EXPECT_THAT(pages.at("index.html"), AllOf(HasSubstr("href=\"/bookworm/science/\""),
                                            HasSubstr("href=\"/bookworm/python/\"")));
  EXPECT_THAT(
      pages.at("science/index.html"),
      HasSubstr("<a href=\"/bookworm/nibabel\">nibabel</a></dt><dd>summary of nibabel</dd>"));
  EXPECT_THAT(pages.at("nibabel"),
              AllOf(HasSubstr("<a href=\"https://nipy.test/nibabel/\">nipy.test</a>"),
                    HasSubstr("href=\"/bookworm/science/\"")));
  EXPECT_THAT(pages.at("nipy"),
              AllOf(HasSubstr("href=\"/bookworm/nibabel\""), Not(HasSubstr("not-on-a-page"))));
}

TEST(HubPagesTest, APackageCalledLikeASectionGivesWayToIt) {
  const auto pages = make_hub_pages({package("ruby", "ruby"), package("rake", "ruby")}, "/");
  EXPECT_FALSE(pages.contains("ruby"));
  EXPECT_TRUE(pages.contains("ruby/index.html"));
}

class HubsTest : public BoxTest {
 protected:
  static constexpr const char* kHubList =
      "stars\tstars-doc\tusr/share/doc/stars/html\tdocs.stars.test/en/latest/\tscience\t-\t"
      "^stars\\.test/?$=>docs.stars.test/en/latest/\n"
      "hub\t_hub\tpackages\tpackages.test/bookworm/\tdirectory/debian\n";

  void SetUp() override {
    write_sites();
    apt_.add_record("stars-doc", "Section: doc\nDescription: documentation of stars\n");
    apt_.add_record("python3-stars",
                    "Section: python\nHomepage: https://stars.test\nDepends: python3-dust\n"
                    "Description: the heavens\n");
    apt_.add_record("python3-dust", "Section: python\nDescription: grains\n");
    apt_.add_record("gnuchess",
                    "Section: games\nHomepage: https://chess.test\nDescription: play\n");
    apt_.add_record("bash", "Section: shells\nHomepage: https://bash.test\nDescription: a shell\n");
  }

  Result<Hubs> make(std::size_t limit = 9000) {
    return make_hubs(*manifest(kHubList), cache(), {limit, apt_.tools()});
  }

  std::filesystem::path hub(const std::string& folder) const { return cache() / "x/_hub" / folder; }

  FakeApt apt_;
};

TEST_F(HubsTest, ChoosesPackagesThatLeadIntoTheBoxFirst) {
  const std::vector<AptPackage> known{
      package("stars-doc", "doc"),
      package("python3-stars", "python", "https://stars.test", {"python3-dust"}),
      package("python3-dust", "python"),
      package("a-game", "games", "https://a.test"),
      package("b-game", "games", "https://b.test"),
      package("c-game", "games"),
      package("bash", "shells", "https://bash.test")};
  const auto box = manifest(kHubList);
  EXPECT_THAT(names(choose_hub_packages(known, *box, 0)),
              ElementsAre("python3-dust", "python3-stars", "stars-doc"));
  EXPECT_THAT(names(choose_hub_packages(known, *box, 4)),
              ElementsAre("a-game", "python3-dust", "python3-stars", "stars-doc"));
  EXPECT_THAT(names(choose_hub_packages(known, *box, 100)),
              ElementsAre("a-game", "b-game", "python3-dust", "python3-stars", "stars-doc"));
}

TEST_F(HubsTest, WritesPagesThatTheManifestServes) {
  const auto made = make();
  ASSERT_TRUE(made) << made.error().to_string();
  Manifest box = Manifest::build(sites(kHubList), cache());
  box.serve_from(made->site, made->folder, cache());
  EXPECT_THAT(box.left_out(), IsEmpty());
  EXPECT_EQ(box.page_count(1), made->made);
  EXPECT_TRUE(box.find("packages.test/bookworm/"));
  EXPECT_TRUE(box.find("packages.test/bookworm/games/"));
  EXPECT_TRUE(box.find("packages.test/bookworm/python3-stars"));
  EXPECT_FALSE(box.find("packages.test/bookworm/bash"));
  EXPECT_THAT(read_file(hub(made->folder) / "python3-stars"),
              HasSubstr("href=\"https://stars.test\""));
}

TEST_F(HubsTest, LaterRunsReuseThePages) {
  const auto first = make();
  ASSERT_TRUE(first);
  write_file(hub(first->folder) / "python3-stars", "changed");
  const auto again = make();
  ASSERT_TRUE(again);
  EXPECT_EQ(again->made, 0u);
  EXPECT_EQ(again->folder, first->folder);
  EXPECT_EQ(read_file(hub(first->folder) / "python3-stars"), "changed");
}

TEST_F(HubsTest, BoxesOpenedAtOnceMakeThePagesOnce) {
  const auto box = manifest(kHubList);
  std::vector<Result<Hubs>> made(4);
  std::vector<std::thread> threads;
  for (Result<Hubs>& result : made) {
    threads.emplace_back([&] { result = make_hubs(*box, cache(), {9000, apt_.tools()}); });
  }
  for (std::thread& thread : threads) thread.join();
  for (const Result<Hubs>& result : made) EXPECT_TRUE(result) << result.error().to_string();
  EXPECT_EQ(std::count_if(made.begin(), made.end(),
                          [](const auto& result) { return result && result->made > 0; }),
            1);
}

// A server with the pages of one limit goes on serving them while another makes its own.
TEST_F(HubsTest, PagesOfAnotherLimitOrListStandInAFolderOfTheirOwn) {
  const auto many = make();
  ASSERT_TRUE(many);
  const auto few = make(0);
  ASSERT_TRUE(few);
  EXPECT_GT(few->made, 0u);
  EXPECT_TRUE(std::filesystem::exists(hub(many->folder) / "gnuchess"));
  EXPECT_FALSE(std::filesystem::exists(hub(few->folder) / "gnuchess"));
  const std::string longer =
      std::string(kHubList) + "chess\tchess-doc\tusr/share/chess\tchess.test/\tgames\n";
  const auto other = make_hubs(*manifest(longer), cache(), {9000, apt_.tools()});
  ASSERT_TRUE(other);
  EXPECT_NE(other->folder, many->folder);
}

TEST_F(HubsTest, ProgressIsToldFromTheMomentThatAptIsAsked) {
  std::vector<std::size_t> done, total;
  const auto made = make_hubs(*manifest(kHubList), cache(),
                              {9000, apt_.tools(), [&](std::size_t now, std::size_t all) {
                                 done.push_back(now);
                                 total.push_back(all);
                               }});
  ASSERT_TRUE(made);
  ASSERT_EQ(done.size(), made->made + 1);
  EXPECT_EQ(total.front(), 0u) << "nobody knows how many before apt has answered";
  EXPECT_EQ(done.back(), made->made);
  EXPECT_EQ(total.back(), made->made);
}

TEST_F(HubsTest, PagesThatSomethingElseMadeStay) {
  write_file(hub("packages") / "index.html", "<p>ours");
  const auto made = make();
  ASSERT_TRUE(made);
  EXPECT_EQ(made->made, 0u);
  EXPECT_EQ(made->folder, "packages");
  EXPECT_EQ(read_file(hub("packages") / "index.html"), "<p>ours");
}

TEST_F(HubsTest, AListWithoutHubNeedsNoApt) {
  const auto made = make_hubs(*manifest(), cache(), {10, {"x", "no-such-apt-cache", "x"}});
  ASSERT_TRUE(made);
  EXPECT_EQ(made->folder, "");
}

TEST_F(HubsTest, SaysWhatToDoWhenAptKnowsNoPackage) {
  FakeApt empty;
  const auto made = make_hubs(*manifest(kHubList), cache(), {10, empty.tools()});
  ASSERT_FALSE(made);
  EXPECT_EQ(made.error().code, ErrorCode::kNotFound);
  EXPECT_THAT(made.error().hint, HasSubstr("apt-get update"));
}

}  // namespace
}  // namespace porthole::labs
