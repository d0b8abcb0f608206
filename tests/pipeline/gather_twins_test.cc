// One page under several URLs: http and https, duplicates, canonical URLs.

#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {
namespace {

class GatherTwinsTest : public GatherFixture {};

TEST_F(GatherTwinsTest, CountsThePagesOfAHostWithTwoSchemesOnce) {
  for (const char* scheme : {"http", "https"}) {
    const std::string origin = std::string(scheme) + "://a.test";
    web_.page(origin + "/", "<title>front</title>" + link("http://a.test/1") +
                                link("https://a.test/1") + link("http://a.test/2") +
                                link("https://a.test/2"));
    web_.page(origin + "/1", linking("one", {}));
    web_.page(origin + "/2", linking("two", {}));
  }
  const TestCollection collection(from({"http://a.test/", "https://a.test/"}));
  collection.gather(testing::up_to(1));
  collection.gather(
      testing::up_to(2));  // one at a time: both front pages are compared before the rest
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 3u);
  EXPECT_EQ(collection.state("https://a.test/"), "alias: scheme twin");
  EXPECT_EQ(web_.times_asked("http://a.test/1") + web_.times_asked("https://a.test/1"), 1);
  EXPECT_EQ(web_.times_asked("http://a.test/2") + web_.times_asked("https://a.test/2"), 1);
}

TEST_F(GatherTwinsTest, CountsTwinsOnceThatWereFetchedTwice) {
  for (const char* origin : {"http://a.test", "https://a.test"}) {
    web_.page(std::string(origin) + "/",
              "<title>front</title>" + link("http://a.test/1") + link("https://a.test/1"));
    web_.page(std::string(origin) + "/1", linking("one", {}));
  }
  const TestCollection collection(from({"http://a.test/", "https://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 2u);
}

TEST_F(GatherTwinsTest, RecordsTheCanonicalUrlAndFollowsIt) {
  web_.page("http://a.test/",
            "<link rel=canonical href=\"http://a.test/front\">" + linking("a", {}));
  web_.page("http://a.test/front", linking("front", {}));
  const TestCollection collection(from({"http://a.test/"}));
  collection.gather();
  EXPECT_EQ(collection.page("http://a.test/").document.canonical, "http://a.test/front");
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/front"}));
}

}  // namespace
}  // namespace porthole::testing
