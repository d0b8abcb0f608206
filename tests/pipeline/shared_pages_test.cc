// Two collections of different topics over one web: what one has fetched the other takes, and
// judges by its own topic.

#include <gmock/gmock.h>

#include <chrono>
#include <filesystem>
#include <latch>
#include <map>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "collection/open_collection.h"
#include "gatherer/others/other_collections.h"
#include "gatherer/report/explanation.h"
#include "repository/lock.h"
#include "tests/pipeline/gather_fixture.h"

namespace porthole {
namespace {

namespace fs = std::filesystem;
using ::testing::HasSubstr;
using testing::link;
using testing::Pages;
using testing::SpecificationText;
using testing::TestCollection;

constexpr const char* kStars = "http://stars.test/";
constexpr const char* kBikes = "http://bikes.test/";

class SharedPagesTest : public testing::GatherFixture {
 protected:
  // Each topic has two pages of its own; the bicycles' guide alone leads to a third about
  // telescopes, and both fronts lead to a page about both.
  SharedPagesTest() {
    web_.page(kStars, "<title>Telescopes</title><p>The telescope and its mirror." + link("mirror") +
                          link("http://both.test/") + link("moved") + link("lost"));
    web_.page("http://stars.test/mirror", "<title>Mirrors</title><p>A telescope has a mirror.");
    web_.page(kBikes, "<title>Bicycles</title><p>The bicycle and its chain." + link("guide") +
                          link("http://both.test/") + link("http://stars.test/moved") +
                          link("http://stars.test/lost"));
    web_.page("http://bikes.test/guide",
              "<title>Guide</title><p>A bicycle." + link("http://dark.test/telescope"));
    web_.page("http://dark.test/telescope", "<title>By night</title><p>A telescope in the dark.");
    web_.page("http://both.test/", "<title>Both</title><p>A telescope on a bicycle.");
    web_.redirect("http://stars.test/moved", "/mirror");
    web_.answer("http://stars.test/lost", 404);
    stars_.emplace(specification("telescope", kStars));
    bikes_.emplace(specification("bicycle", kBikes));
  }
  SpecificationText specification(const std::string& term, const std::string& seed) const {
    SpecificationText text = from({seed});
    text.topic = "<topic title=\"" + term + "\"><term>" + term + "</term></topic>";
    return text;
  }
  /// Makes `here` share the pages of `other`.
  static void share(const TestCollection& here, SpecificationText text, const TestCollection& other,
                    const std::string& more = {}) {
    text.politeness += "<shares><collection folder=\"" + other.folder().string() + "\"/></shares>";
    text.scope = more;
    here.respecify(text);
  }
  void share_both() const {
    share(*stars_, specification("telescope", kStars), *bikes_);
    share(*bikes_, specification("bicycle", kBikes), *stars_);
  }
  /// Pages that another collection had fetched.
  static int taken(const TestCollection& collection) {
    int taken = 0;
    for (const std::string& page : collection.pages())
      taken += collection.url(page).detail.starts_with(gatherer::kTakenFrom) ? 1 : 0;
    return taken;
  }
  static gatherer::Explanation explained(const TestCollection& collection, const std::string& url) {
    const auto repository = collection.repository();
    auto said = gatherer::explain(collection.open(), *repository, url);
    EXPECT_TRUE(said) << said.error().to_string();
    return said ? std::move(*said) : gatherer::Explanation();
  }

  std::optional<TestCollection> stars_, bikes_;
};

TEST_F(SharedPagesTest, EachUrlIsAskedForOnceHoweverManyCollectionsHaveIt) {
  share_both();
  stars_->gather();
  const auto report = bikes_->gather();
  EXPECT_EQ(report.fetched, 5) << "the mirror comes by its redirect";
  EXPECT_EQ(taken(*bikes_), 2) << "both, and the mirror";
  const auto counts = bikes_->repository()->counts();
  ASSERT_TRUE(counts);
  EXPECT_EQ(counts->requests, report.requests.pages) << "what was taken was not asked for";
  EXPECT_EQ(counts->failures, report.requests.failures);
  stars_->gather();
  for (const auto& asked : web_.asked()) EXPECT_EQ(web_.times_asked(asked.url), 1) << asked.url;
  EXPECT_EQ(web_.pages_asked(), 8) << "six pages, a redirect and one that is not there";
  EXPECT_EQ(bikes_->state("http://stars.test/moved"), "alias: redirect");
  EXPECT_EQ(bikes_->state("http://stars.test/lost"), "dropped: http 404");
}

TEST_F(SharedPagesTest, APageOfTheOtherEntersTheCrawlWhereItIsOnTopic) {
  share_both();
  bikes_->gather();
  stars_->gather();
  EXPECT_EQ(stars_->pages(), (Pages{kStars, "http://stars.test/mirror", "http://both.test/",
                                    "http://dark.test/telescope"}))
      << "no link of its own leads into the dark; the bicycles are off topic";
  EXPECT_EQ(taken(*stars_), 3);
  EXPECT_EQ(web_.times_asked("http://dark.test/telescope"), 1);
}

TEST_F(SharedPagesTest, EachJudgesAPageByItsOwnTopicAndArchivesIt) {
  share_both();
  stars_->gather();
  bikes_->gather();
  EXPECT_TRUE(stars_->page("http://stars.test/mirror").relevant);
  EXPECT_FALSE(bikes_->page("http://stars.test/mirror").relevant);
  EXPECT_TRUE(bikes_->page("http://both.test/").relevant);
  EXPECT_EQ(bikes_->page("http://both.test/").fetched_at,
            stars_->page("http://both.test/").fetched_at);
  EXPECT_EQ(bikes_->page("http://both.test/").digest, stars_->page("http://both.test/").digest);
  EXPECT_TRUE(std::filesystem::exists(bikes_->open().archive_folder() /
                                      bikes_->page("http://both.test/").archive_file))
      << "it does not depend on the other's archive";
}

TEST_F(SharedPagesTest, ExplainSaysWhereAPageCameFrom) {
  share_both();
  bikes_->gather();
  stars_->gather();
  const auto taken = explained(*stars_, "http://dark.test/telescope");
  EXPECT_EQ(taken.url.detail, "taken from the collection test");
  EXPECT_TRUE(taken.way.empty());
  EXPECT_EQ(explained(*bikes_, "http://dark.test/telescope").url.detail, "");
}

TEST_F(SharedPagesTest, ThePagesOfAnotherPassScopeBudgetAndCapsAsAnyDo) {
  share(*stars_, specification("telescope", kStars), *bikes_,
        "<accept scheme=\"http https\"/><reject host=\"dark.test\"/>");
  bikes_->gather();
  EXPECT_EQ(stars_->gather(testing::up_to(2)).fetched, 2);
  stars_->gather();
  EXPECT_FALSE(stars_->pages().contains("http://dark.test/telescope"));
}

TEST_F(SharedPagesTest, ACrawlWhoseRobotsForbidAPageDoesNotTakeIt) {
  web_.robots("http://dark.test", "User-agent: stargazer\nDisallow: /\n");
  SpecificationText text = specification("telescope", kStars);
  share(*stars_, text, *bikes_);
  std::string xml = testing::read_whole_file(stars_->folder() / "porthole.xml");
  xml.replace(xml.find("\"porthole\""), 10, "\"stargazer\"");
  testing::write_whole_file(stars_->folder() / "porthole.xml", xml);
  bikes_->gather();
  stars_->gather();
  EXPECT_EQ(stars_->state("http://dark.test/telescope"), "dropped: robots.txt");
}

TEST_F(SharedPagesTest, TheyAreGatheredOneAfterTheOther) {
  share_both();
  const auto writes = bikes_->repository(repository::Access::kWrite);
  const auto report = stars_->try_gather();
  ASSERT_FALSE(report);
  EXPECT_EQ(report.error().code, ErrorCode::kBusy);
  EXPECT_THAT(report.error().hint, HasSubstr("one after the other"));
  EXPECT_EQ(web_.pages_asked(), 0);
}

TEST_F(SharedPagesTest, OneOfTwoThatBeginTogetherGoesOn) {
  std::latch both_have_their_own(2);
  const auto begins = [&](const TestCollection& own, const TestCollection& other) {
    const fs::path file = collection::storage_of(own.open()).lock_file();
    const auto lock = repository::Lock::take(file);
    both_have_their_own.arrive_and_wait();
    return lock && gatherer::OtherCollections::open({other.folder()}, file);
  };
  bool stars_begin = false;
  std::thread stars([&] { stars_begin = begins(*stars_, *bikes_); });
  const bool bikes_begin = begins(*bikes_, *stars_);
  stars.join();
  EXPECT_TRUE(stars_begin || bikes_begin);
}

TEST_F(SharedPagesTest, ACollectionDoesNotShareWithItself) {
  share(*stars_, specification("telescope", kStars), *stars_);
  const auto report = stars_->try_gather();
  ASSERT_FALSE(report);
  EXPECT_THAT(report.error().to_string(), HasSubstr("shares with others, not with itself"));
}

// The hosts have been asked a moment ago, by the other.
TEST_F(SharedPagesTest, AHostRestsAfterTheRequestsOfTheOtherToo) {
  share_both();
  const auto patient = [](SpecificationText text) {
    text.politeness = "<politeness delay=\"3\" min-delay=\"0\" simulated=\"yes\"/>";
    return text;
  };
  testing::ManualClock clock(std::chrono::milliseconds(100));
  web_.keep_time(clock);
  gatherer::GatherOptions options;
  options.clock = &clock;
  options.progress = [&](const gatherer::Progress& progress) {
    if (progress.under_way == 0) clock.advance(std::chrono::seconds(1));
  };
  share(*stars_, patient(specification("telescope", kStars)), *bikes_);
  share(*bikes_, patient(specification("bicycle", kBikes)), *stars_);
  stars_->gather(options);
  bikes_->gather(options);
  std::map<std::string, std::chrono::milliseconds> last;
  for (const auto& asked : web_.asked()) {
    const std::string host = asked.url.substr(0, asked.url.find('/', 8));
    if (last.contains(host)) {
      EXPECT_GE(asked.at - last[host], std::chrono::seconds(3)) << asked.url;
    }
    last[host] = asked.at;
  }
}

}  // namespace
}  // namespace porthole
