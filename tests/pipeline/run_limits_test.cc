// Limits of one run: sites, prefixes, patterns, depth; and languages.

#include "collection/scope_choice.h"
#include "tests/pipeline/gather_fixture.h"

namespace porthole::testing {
namespace {

const std::string kEnglish =
    "<p>The telescope was pointed at the northern sky, and everyone who had been waiting for the "
    "clouds to disappear could see the rings of the planet for the first time that night.";
const std::string kGerman =
    "<p>Das Fernrohr war auf den nördlichen Himmel gerichtet, und alle, die darauf gewartet "
    "hatten, dass die Wolken verschwinden, sahen in dieser Nacht zum ersten Mal die Ringe des "
    "Planeten.";

class RunLimitsTest : public GatherFixture {
 protected:
  /// a.test and b.test, each a chain of four pages; the first page leads to the first of b.test.
  void make_chains() {
    for (const std::string host : {"http://a.test/", "http://b.test/"}) {
      for (int i = 0; i < 4; ++i)
        web_.page(host + std::to_string(i),
                  linking(host + std::to_string(i), {host + std::to_string(i + 1)}));
    }
    web_.page("http://a.test/0", linking("first", {"http://a.test/1", "http://b.test/0"}));
  }
  /// Gathers as `porthole gather` does with `choice`.
  static gatherer::GatherReport gather(const TestCollection& collection,
                                       const collection::ScopeChoice& choice) {
    collection::Specification specification = collection.open().specification();
    collection::limit(specification, collection::checked(choice).value());
    const auto repository = collection.repository(repository::Access::kWrite);
    const auto report = gatherer::gather(
        collection::Collection::of(collection.folder(), std::move(specification)), *repository, {});
    EXPECT_TRUE(report) << report.error().to_string();
    return report.value_or(gatherer::GatherReport());
  }
};

TEST_F(RunLimitsTest, ARunOfOneSiteLeavesTheOthersToTheNext) {
  make_chains();
  const TestCollection collection(from({"http://a.test/0"}));
  gather(collection, {.sites = {"a.test"}});
  EXPECT_EQ(collection.pages(),
            (Pages{"http://a.test/0", "http://a.test/1", "http://a.test/2", "http://a.test/3"}));
  EXPECT_EQ(collection.state("http://b.test/0"), "dropped: out of scope");
  EXPECT_EQ(collection.url("http://b.test/0").detail,
            "this run is limited to: accept scheme=\"http https\" host=\"*.a.test\"");
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 8u);
}

TEST_F(RunLimitsTest, UrlsThatWaitFromEarlierRunsAreLimitedToo) {
  make_chains();
  const TestCollection collection(from({"http://a.test/0"}));
  collection.gather(up_to(1));
  ASSERT_EQ(collection.state("http://a.test/1"), "queued");
  const auto report = gather(collection, {.prefixes = {"http://b.test/"}});
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/0", "http://b.test/0", "http://b.test/1",
                                       "http://b.test/2", "http://b.test/3"}));
  EXPECT_TRUE(report.failed_seeds.empty()) << "a seed outside of the run has not failed";
  EXPECT_EQ(collection.state("http://a.test/1"), "dropped: out of scope");
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 8u);
}

TEST_F(RunLimitsTest, ARuleThatIsNewInTheSpecificationDropsWhatWaits) {
  make_chains();
  SpecificationText text = from({"http://a.test/0"});
  const TestCollection collection(text);
  collection.gather(up_to(1));
  text.scope = "<accept scheme=\"http\"/><reject host=\"b.test\"/>";
  collection.respecify(text);
  collection.gather();
  EXPECT_EQ(collection.state("http://b.test/0"), "dropped: rejected by scope");
  EXPECT_EQ(web_.times_asked("http://b.test/0"), 0);
}

TEST_F(RunLimitsTest, PatternsAndDepthHoldForTheRun) {
  make_chains();
  const TestCollection collection(from({"http://a.test/0"}));
  gather(collection, {.excludes = {"^/0$"}, .depth = 2});
  // The seed is excluded, too.
  EXPECT_TRUE(collection.pages().empty());
  gather(collection, {.depth = 2});
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/0", "http://a.test/1", "http://a.test/2",
                                       "http://b.test/0", "http://b.test/1"}));
  EXPECT_EQ(collection.state("http://a.test/3"), "dropped: hop limit");
  gather(collection, {.depth = 1});
  EXPECT_EQ(collection.pages().size(), 5u) << "what is there stays";
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 8u);
}

TEST_F(RunLimitsTest, PagesInOtherLanguagesAreFetchedAndNeitherKeptNorFollowed) {
  web_.page("http://a.test/", kEnglish + link("/de") + link("/short"));
  web_.page("http://a.test/de", kGerman + link("/deeper"));
  web_.page("http://a.test/short", "<p>1 2 3");
  web_.page("http://a.test/deeper", kEnglish + " Another page.");
  SpecificationText text = from({"http://a.test/"});
  text.scope_attributes = " languages=\"en\"";
  const TestCollection collection(text);
  const auto report = collection.gather();
  EXPECT_EQ(collection.pages(), (Pages{"http://a.test/", "http://a.test/short"}));
  EXPECT_EQ(collection.state("http://a.test/de"), "dropped: other language");
  EXPECT_EQ(collection.url("http://a.test/de").detail, "de");
  EXPECT_EQ(web_.times_asked("http://a.test/deeper"), 0);
  EXPECT_EQ(report.dropped, (repository::ReasonCounts{{repository::DropReason::kLanguage, 1}}));
  collection.gather();
  EXPECT_EQ(web_.times_asked("http://a.test/de"), 1) << "it is not asked again";

  text.scope_attributes = " languages=\"de en\"";
  collection.respecify(text);
  collection.gather();
  EXPECT_EQ(collection.pages().size(), 4u);
}

TEST_F(RunLimitsTest, APageWhoseLanguageChangesCountsAsFailedWhenItIsFetchedAgain) {
  web_.page("http://a.test/", kEnglish);
  SpecificationText text = from({"http://a.test/"});
  text.scope_attributes = " languages=\"en\"";
  const TestCollection collection(text);
  collection.gather();
  web_.page("http://a.test/", kGerman);
  gatherer::GatherOptions again;
  again.refresh = std::chrono::seconds(0);
  const auto report = collection.gather(again);
  EXPECT_EQ(report.refresh_failures,
            (repository::ReasonCounts{{repository::DropReason::kLanguage, 1}}));
  EXPECT_EQ(collection.state("http://a.test/"), "fetched");
}

}  // namespace
}  // namespace porthole::testing
