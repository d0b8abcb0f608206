#include "labs/comparison/compared_run.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_dir.h"

namespace porthole::labs {
namespace {

using repository::UrlId;
using repository::UrlState;
using ::testing::ElementsAre;

class ComparedRunTest : public ::testing::Test {
 protected:
  ComparedRunTest()
      : repository_(repository::open_sqlite(folder_ / "repository.db", repository::Access::kWrite)
                        .value()) {}

  void url(UrlId id, const std::string& href, UrlState state, UrlId alias_of = 0,
           bool seed = false) {
    repository::UrlRecord record;
    record.id = id;
    record.key = record.href = href;
    record.host = record.site = "site";
    record.state = state;
    record.alias_of = alias_of;
    record.seed = seed;
    batch_.new_urls.push_back(record);
  }
  void page(UrlId id, const std::string& href, const std::string& digest, UrlId duplicate_of = 0,
            bool seed = false) {
    url(id, href, UrlState::kFetched, 0, seed);
    repository::PageRecord record;
    record.id = record.order = id;
    record.digest = digest;
    record.relevance = Relevance(0.25);
    record.duplicate_of = duplicate_of;
    record.document.text = "text of " + href;
    batch_.pages.push_back(record);
  }
  repository::LinkRecord& link(UrlId source, UrlId target) {
    repository::LinkRecord record;
    record.source = source;
    record.position = static_cast<std::uint32_t>(batch_.links.size());
    record.target = target;
    batch_.links.push_back(record);
    return batch_.links.back();
  }
  repository::Repository& stored() {
    EXPECT_TRUE(repository_->crawl().apply(batch_));
    return *repository_;
  }

  testing::TempDir folder_;
  std::unique_ptr<repository::Repository> repository_;
  repository::Batch batch_;
};

RunJudge nobody() {
  return {[](const auto&, const auto&) { return Opinion{}; }, false};
}

// 1 (seed) -> 2, an alias of 3 -> 4 -> 6, whose copy 5 is; 7 stands alone.
TEST_F(ComparedRunTest, DistancesGoOverAliasesAndCopiesAtNoCost) {
  page(1, "http://a/1", "d1", 0, true);
  url(2, "http://a/2", UrlState::kAlias, 3);
  page(3, "http://a/3", "d3");
  page(4, "http://a/4", "d4");
  page(6, "http://a/6", "d6");
  page(5, "http://a/5", "d6", 6);
  page(7, "http://a/7", "d7");
  link(1, 2);
  link(3, 4);
  link(4, 5);
  link(7, 1);
  const auto distances = distances_from_seeds(stored(), {1, 3, 4, 6, 7});
  ASSERT_TRUE(distances);
  EXPECT_THAT(*distances, ElementsAre(0, 1, 2, 3, kUnreached));
}

TEST_F(ComparedRunTest, TwinsWithOneContentAreOnePage) {
  page(1, "http://a.org/x", "same", 0, true);
  page(2, "https://a.org/x", "same");
  page(3, "http://a.org/y", "one");
  page(4, "https://a.org/y", "other");
  ComparedRun run;
  ASSERT_TRUE(look_at(stored(), nobody(), run));
  EXPECT_EQ(run.pages.size(), 3u);
  EXPECT_TRUE(run.pages[0].seed);
  EXPECT_DOUBLE_EQ(run.pages[0].own_relevance, 0.25);
}

// 1 links to 2, an alias of 3, twice, to itself, to the twin of 3, and to an image; 4 is not
// fetched.
TEST_F(ComparedRunTest, KeepsWhichPagesCiteWhich) {
  page(1, "http://a.org/", "d1");
  url(2, "http://a.org/2", UrlState::kAlias, 3);
  page(3, "http://a.org/3", "d3");
  url(4, "http://a.org/4", UrlState::kQueued);
  page(5, "https://a.org/3", "d3");
  page(6, "http://a.org/6", "d6");
  for (const UrlId target : {2, 3, 1, 5, 4}) link(1, target);
  link(1, 6).link.element = Element::kImg;
  link(3, 6);
  ComparedRun run;
  ASSERT_TRUE(look_at(stored(), nobody(), run));
  ASSERT_EQ(run.pages.size(), 3u);
  EXPECT_THAT(run.pages[0].cites, ElementsAre(1));
  EXPECT_THAT(run.pages[1].cites, ElementsAre(2));
  EXPECT_THAT(run.pages[2].cites, ElementsAre());
  const Result<ComparedRun> again = read_run(write_run(run, "p"), "p");
  ASSERT_TRUE(again);
  EXPECT_EQ(again->pages[0].cites, run.pages[0].cites);
}

TEST_F(ComparedRunTest, CountsWhatHyperlinksCarry) {
  page(1, "http://a.org/", "d1");
  url(2, "http://a.org/2", UrlState::kQueued);
  link(1, 2).link.anchor = "here";
  repository::LinkRecord& around = link(1, 2);
  around.link.before = "see";
  around.link.after = "there";
  repository::LinkRecord& image = link(1, 2);
  image.link.element = Element::kImg;
  image.link.alt = "a picture";
  link(1, 2).link.element = Element::kLink;  // no hyperlink of the table
  ComparedRun run;
  ASSERT_TRUE(look_at(stored(), nobody(), run));
  const LinkCounts& links = run.pages[0].links;
  const auto with = [&](LinkMetadata kind) { return links.with[static_cast<std::size_t>(kind)]; };
  EXPECT_EQ(links.links, 3u);
  EXPECT_EQ(with(LinkMetadata::kHref), 2u);
  EXPECT_EQ(with(LinkMetadata::kAnchor), 1u);
  EXPECT_EQ(with(LinkMetadata::kSurrounding), 1u);
  EXPECT_EQ(with(LinkMetadata::kAlt), 1u);
  EXPECT_EQ(with(LinkMetadata::kTitle), 0u);
}

TEST_F(ComparedRunTest, GivesTheJudgeTheTextWhenItWantsIt) {
  page(1, "http://a.org/", "d1");
  ComparedRun run;
  const RunJudge reader{[](const auto&, const auto& page) {
                          return Opinion{1, page.document.text == "text of http://a.org/"};
                        },
                        true};
  ASSERT_TRUE(look_at(stored(), reader, run));
  EXPECT_TRUE(run.pages[0].opinion.relevant);
}

TEST(ComparedRunJsonTest, ReadsWhatItWrote) {
  ComparedRun run;
  run.strategy = "rw:threshold=0.1";
  run.run = 4;
  run.seeds = {"http://a.org/"};
  run.stop_reason = "frontier empty";
  run.authority_distances = {1, kUnreached};
  run.failed_seeds = {{"nowhere", "no valid URL"}};
  ComparedPage page;
  page.name = "http://a.org/ d";
  page.server = "a.org";
  page.site = "a.org/~x";
  page.seed = true;
  page.own_relevance = 0.125;
  page.opinion = {0.5, true, false};
  page.links = {7, {1, 2, 3, 4, 5, 6, 7, 0}};
  run.pages = {page};
  const auto read = read_run(write_run(run, "p"), "p");
  ASSERT_TRUE(read) << read.error().to_string();
  EXPECT_EQ(write_run(*read, "p"), write_run(run, "p"));
  EXPECT_EQ(read->repeat(), 2);
  EXPECT_EQ(read->pages[0].links.with, page.links.with);
  EXPECT_FALSE(read->pages[0].opinion.known);
}

TEST(ComparedRunJsonTest, RefusesRunsOfOtherParametersAndWhatIsNoRun) {
  EXPECT_EQ(read_run(write_run({}, "p"), "q").error().code, ErrorCode::kNotFound);
  EXPECT_EQ(read_run("{\"parameters\":", "p").error().code, ErrorCode::kInvalid);
  EXPECT_EQ(read_run("{\"parameters\":\"p\"}", "p").error().code, ErrorCode::kInvalid);
  EXPECT_EQ(read_run("[]", "p").error().code, ErrorCode::kInvalid);
}

}  // namespace
}  // namespace porthole::labs
