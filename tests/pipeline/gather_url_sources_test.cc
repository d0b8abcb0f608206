// URLs that relevant pages lead to beside their links: folders above them, and what links to them.

#include <gmock/gmock.h>

#include "gatherer/frontier/url_sources.h"
#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {
namespace {

using ::testing::HasSubstr;

class GatherUrlSourcesTest : public GatherFixture {
 protected:
  /// A page about the topic, "light curve".
  static std::string on_topic(const std::string& name) {
    return "<title>Light curve of " + name + "</title><p>A telescope took the light curve of " +
           name + "</p>";
  }
};

TEST_F(GatherUrlSourcesTest, TheFoldersAboveAPageOnTopicAreTriedWhenTheSpecificationSaysSo) {
  web_.page("http://a.test/stars/mira/curve.html", on_topic("mira"));
  web_.page("http://a.test/stars/mira/", linking("the folder of mira", {}));
  web_.page("http://a.test/stars/", linking("stars", {}));
  web_.page("http://a.test/", linking("front", {}));
  SpecificationText text = from({"http://a.test/stars/mira/curve.html"});
  const TestCollection without(text);
  without.gather();
  EXPECT_EQ(without.pages(), Pages{"http://a.test/stars/mira/curve.html"});

  text.scope_attributes = " parents=\"yes\"";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(),
            (Pages{"http://a.test/stars/mira/curve.html", "http://a.test/stars/mira/",
                   "http://a.test/stars/", "http://a.test/"}));
  EXPECT_EQ(collection.url("http://a.test/stars/").hops, 1);
}

TEST_F(GatherUrlSourcesTest, TheFoldersAboveAPageOffTopicAreNot) {
  web_.page("http://a.test/food/bread.html", linking("bread", {}));
  web_.page("http://a.test/food/", linking("food", {}));
  SpecificationText text = from({"http://a.test/food/bread.html"});
  text.scope_attributes = " parents=\"yes\"";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(), Pages{"http://a.test/food/bread.html"});
  EXPECT_EQ(web_.times_asked("http://a.test/food/"), 0);
}

TEST_F(GatherUrlSourcesTest, FoldersPassTheRulesOfTheScopeAndRobotsTxt) {
  web_.robots("http://a.test", "User-agent: *\nDisallow: /private/\n");
  web_.page("http://a.test/stars/curve.html", on_topic("mira"));
  web_.page("http://a.test/stars/", linking("stars", {}));
  SpecificationText text = from({"http://a.test/stars/curve.html"});
  text.scope_attributes = " parents=\"yes\"";
  text.scope = "<accept scheme=\"http\"/><reject path=\"^/$\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/stars/curve.html", "http://a.test/stars/"}));
  EXPECT_EQ(collection.state("http://a.test/"), "dropped: rejected by scope");
}

TEST_F(GatherUrlSourcesTest, PagesThatLinkToAPageOnTopicAreTriedByAFileOfLinks) {
  web_.page("http://a.test/curve", on_topic("mira"));
  web_.page("http://b.test/links", linking("links of b", {}));
  web_.page("http://c.test/stars", linking("stars of c", {}));
  web_.page("http://d.test/", linking("d", {}));
  const TempDir folder;
  write_whole_file(folder / "links.txt",
                   "# source target\n"
                   "http://b.test/links\thttp://a.test/curve\n"
                   "http://c.test/stars http://a.test/\n"  // of the host, not of the page
                   "http://d.test/ http://e.test/\n");
  SpecificationText text = from({"http://a.test/curve"});
  text.scope = "<backward file=\"" + (folder / "links.txt").string() + "\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(),
            (Pages{"http://a.test/curve", "http://b.test/links", "http://c.test/stars"}));
}

TEST_F(GatherUrlSourcesTest, PagesThatLinkToAPageOnTopicAreTriedByAnotherCollection) {
  web_.page("http://a.test/curve", on_topic("mira"));
  web_.page("http://b.test/", linking("b", {"http://a.test/curve"}));
  const TestCollection other(from({"http://b.test/"}));
  other.gather();
  SpecificationText text = from({"http://a.test/curve"});
  text.scope = "<backward collection=\"" + other.folder().string() + "\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/curve", "http://b.test/"}));
}

TEST_F(GatherUrlSourcesTest, AServiceIsAskedForEachPageOnTopicAndItsAnswerFollowed) {
  web_.page("http://a.test/curve?id=1&x=2", on_topic("mira"));
  web_.page("http://service.test/links?to=http%3A%2F%2Fa.test%2Fcurve%3Fid%3D1%26x%3D2",
            linking("who links to it", {"http://b.test/"}));
  web_.page("http://b.test/", linking("b", {}));
  SpecificationText text = from({"http://a.test/curve?id=1&amp;x=2"});
  text.scope = "<backward service=\"http://service.test/links?to={url}\"/>";
  const TestCollection collection(text);
  collection.gather();
  EXPECT_TRUE(collection.pages().contains("http://b.test/"));
}

TEST_F(GatherUrlSourcesTest, AStrategyRatesWhatAPageOnTopicLeadsToAndDoesSoAfterARestart) {
  web_.page("http://a.test/stars/curve.html", on_topic("mira"));
  web_.page("http://a.test/stars/", on_topic("stars"));
  web_.page("http://a.test/", linking("front", {}));
  SpecificationText text = from({"http://a.test/stars/curve.html"});
  text.scope_attributes = " parents=\"yes\"";
  text.strategy = "<strategy name=\"soft-focus\"/>";
  const TestCollection collection(text);
  collection.gather(up_to(1));
  const double rated = collection.url("http://a.test/stars/").priority;
  EXPECT_GT(rated, 0);
  collection.gather(more(1));  // The rest waits under what a new process was told.
  EXPECT_EQ(collection.url("http://a.test/").priority, rated);
}

TEST_F(GatherUrlSourcesTest, AFileThatIsNotThereIsNamedWithItsPlace) {
  SpecificationText text = from({"http://a.test/"});
  text.scope = "<backward file=\"/nowhere/links.txt\"/>";
  const TestCollection collection(text);
  const auto failed = collection.try_gather();
  ASSERT_FALSE(failed);
  EXPECT_THAT(failed.error().to_string(), HasSubstr("/nowhere/links.txt"));
}

TEST(ParentFoldersTest, AreThoseOfThePathWithoutTheQuery) {
  const auto of = [](const std::string& url) { return gatherer::parent_folders(*Url::parse(url)); };
  using List = std::vector<std::string>;
  EXPECT_EQ(of("https://a.org/x/y.html?q=1/2#f"), (List{"https://a.org/x/", "https://a.org/"}));
  EXPECT_EQ(of("https://a.org:81/x/"), (List{"https://a.org:81/"}));
  EXPECT_EQ(of("https://a.org/?q"), List{});
  EXPECT_EQ(of("https://a.org/"), List{});
  EXPECT_EQ(of("ftp://a.org/x/y"), List{});
}

}  // namespace
}  // namespace porthole::testing
