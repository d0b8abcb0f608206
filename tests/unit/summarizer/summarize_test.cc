#include "summarizer/summarize.h"

#include <gtest/gtest.h>

#include <memory>

#include "summarizer/summarizer.h"
#include "tests/support/temp_dir.h"
#include "tests/unit/summarizer/summary_pieces.h"

namespace porthole::summarizer {
namespace {

using repository::Access;
using repository::Batch;
using repository::LinkRecord;
using repository::PageRecord;
using repository::UrlId;
using repository::UrlRecord;
using repository::UrlState;

class SummarizeStaleTest : public ::testing::Test {
 protected:
  void SetUp() override {
    auto opened = repository::open_sqlite(dir_ / "repository.db", Access::kWrite);
    ASSERT_TRUE(opened) << opened.error().to_string();
    repository_ = std::move(*opened);
  }

  void store(const std::vector<PageRecord>& pages, const std::vector<LinkRecord>& links,
             const std::vector<UrlId>& stale = {}) {
    Batch batch;
    for (const PageRecord& stored : pages)
      batch.new_urls.push_back(url(stored.id, href(stored.id)));
    batch.pages = pages;
    batch.links = links;
    batch.stale = stale;
    const Result<void> applied = repository_->crawl().apply(batch);
    ASSERT_TRUE(applied) << applied.error().to_string();
  }

  static std::string href(UrlId id) { return "https://a.org/" + std::to_string(id); }

  SummarizeReport summarize(SummarizeOptions options = {}) {
    const auto report = summarize_stale(*repository_, options);
    EXPECT_TRUE(report) << report.error().to_string();
    return report ? *report : SummarizeReport();
  }

  Summary made(UrlId id) {
    EXPECT_TRUE(repository_->summaries().has(id).value());
    SummaryMaker maker(*repository_, "Stars");
    return maker.make(id).value().value_or(Summary());
  }

  porthole::testing::TempDir dir_;
  std::unique_ptr<repository::Repository> repository_;
};

TEST_F(SummarizeStaleTest, SummarisesEveryPageOnceAndThenNone) {
  store({page(1, "one"), page(2, "two"), page(3, "three")}, {{1, 0, 2, link(href(2), "second")}});
  std::vector<std::int64_t> progress;
  SummarizeOptions options;
  options.topic_title = "Stars";
  options.batch = 2;
  options.progress = [&](std::int64_t made) { progress.push_back(made); };
  EXPECT_EQ(summarize(options).summarized, 3);
  EXPECT_EQ(progress, (std::vector<std::int64_t>{2, 3}));
  EXPECT_EQ(made(1).title, "one");
  EXPECT_EQ(made(1).topic, "Stars");
  EXPECT_EQ(shown(made(2).annotations_by_others),
            std::vector<std::string>{href(1) + ": second (anchor)"});
  EXPECT_EQ(shown(made(1).own_annotations),
            std::vector<std::string>{href(2) + ": second (anchor)"});
  EXPECT_EQ(summarize(options).summarized, 0);
}

// A recrawl that no longer finds a link closes the annotation; what it was said of is not fetched
// again.
TEST_F(SummarizeStaleTest, ClosesWhatAPageNoLongerSaysWhenItIsFetchedAgain) {
  store({page(1, "one"), page(2, "two")}, {{1, 0, 2, link(href(2), "second")}});
  summarize();
  EXPECT_EQ(made(2).annotations_by_others[0].closed, "");
  Batch again;
  again.pages = {page(1, "one")};
  again.pages[0].fetched_at = day(1);
  again.links = {{1, 0, 2, link(href(2), "the other")}};
  ASSERT_TRUE(repository_->crawl().apply(again));
  EXPECT_EQ(summarize().summarized, 2);
  const auto said = made(2).annotations_by_others;
  ASSERT_EQ(shown(said), (std::vector<std::string>{href(1) + ": the other (anchor)",
                                                   href(1) + ": second (anchor)"}));
  EXPECT_EQ(said[0].closed, "");
  EXPECT_EQ(said[0].first_seen, format_time(day(1)));
  EXPECT_EQ(said[1].first_seen, format_time(day(0)));
  EXPECT_EQ(said[1].last_seen, format_time(day(0)));
  EXPECT_EQ(said[1].closed, format_time(day(1)));
  const auto own = made(1).own_annotations;
  ASSERT_EQ(own.size(), 2u);
  EXPECT_EQ(own[1].closed, format_time(day(1)));
}

TEST_F(SummarizeStaleTest, MarksTheMenuOfASite) {
  std::vector<PageRecord> pages;
  std::vector<LinkRecord> links;
  for (UrlId id = 1; id <= 5; ++id) {
    pages.push_back(page(id, "page " + std::to_string(id)));
    links.push_back({id, 0, 1, link(href(1), "Telescopes")});
    links.push_back({id, 1, id % 5 + 1, link(href(id % 5 + 1), "what comes next")});
  }
  store(pages, links);
  summarize();
  const Summary first = made(1);
  ASSERT_EQ(first.annotations_by_others.size(), 5u) << "its own link to itself says nothing of it";
  for (const Annotation& said : first.annotations_by_others) {
    EXPECT_EQ(said.navigation, said.text == "Telescopes") << said.text;
  }
  for (const Annotation& said : made(3).own_annotations) {
    EXPECT_EQ(said.navigation, said.text == "Telescopes") << said.text;
  }
}

TEST_F(SummarizeStaleTest, TellsPagesOfASiteApartByTheirTitles) {
  std::vector<PageRecord> pages;
  for (UrlId id = 1; id <= 4; ++id) pages.push_back(page(id, "Manual 1.4"));
  pages[0].document.properties = {{std::string(kOtherTitle), "Pools"}, {"heading", "Contents"}};
  pages[1].document.properties = {{"heading", "Contents"}, {"heading", "Engines"}};
  pages[2].document.properties = {{"heading", "Contents"}};
  store(pages, {{1, 0, 3, link(href(3), "click here")}, {2, 0, 3, link(href(3), "Sessions")}});
  summarize();
  EXPECT_EQ(made(1).title, "Pools");
  EXPECT_EQ(made(2).title, "Engines");
  EXPECT_EQ(made(3).title, "Sessions") << "what a link says of it";
  EXPECT_EQ(made(4).title, "Manual 1.4") << "it offers nothing else";
  for (const Property& property : made(1).properties) EXPECT_NE(property.name, kOtherTitle);
}

TEST_F(SummarizeStaleTest, ReadsTheStructureOfAPageBesideItsSummary) {
  PageRecord stored_page = page(1, "Pools");
  stored_page.document.text = "Home\nPools\nA pool.";
  stored_page.document.blocks = {{0, 4, BlockKind::kListItem, 1, 0, false, 1},
                                 {5, 5, BlockKind::kHeading, 1, 255, true, 2},
                                 {11, 7, BlockKind::kParagraph, 0, 255, true, 3}};
  store({stored_page}, {});
  SummaryMaker maker(*repository_, "Stars");
  const auto read = maker.read(1);
  ASSERT_TRUE(read && *read);
  EXPECT_EQ((*read)->summary.title, "Pools");
  EXPECT_EQ(write_markdown((*read)->content), "# Pools\n\nA pool.\n");
  EXPECT_EQ(write_markdown((*read)->boilerplate), "- Home\n");
  EXPECT_FALSE(maker.read(2).value().has_value());
}

// The summary of a page changes when a new page points to it, without fetching it again.
TEST_F(SummarizeStaleTest, HearsWhatALaterPageSays) {
  store({page(1, "one")}, {});
  EXPECT_EQ(summarize().summarized, 1);
  EXPECT_TRUE(made(1).annotations_by_others.empty());
  store({page(2, "two")}, {{2, 0, 1, link(href(1), "the first")}}, {1});
  const SummarizeReport report = summarize();
  EXPECT_EQ(report.summarized, 2);
  EXPECT_EQ(shown(made(1).annotations_by_others),
            std::vector<std::string>{href(2) + ": the first (anchor)"});
}

TEST_F(SummarizeStaleTest, StopsAfterTheBatchAtHandAndGoesOnLater) {
  store({page(1, "one"), page(2, "two"), page(3, "three")}, {});
  std::atomic<bool> stop = true;
  SummarizeOptions options;
  options.batch = 1;
  options.stop = &stop;
  const SummarizeReport report = summarize(options);
  EXPECT_TRUE(report.stopped);
  EXPECT_EQ(report.summarized, 1);
  EXPECT_EQ(summarize().summarized, 2);
}

TEST_F(SummarizeStaleTest, LeavesOutPagesThatAskNotToBeIndexed) {
  PageRecord hidden = page(1, "hidden");
  hidden.noindex = true;
  store({hidden, page(2, "shown")}, {});
  EXPECT_EQ(summarize().summarized, 1);
  EXPECT_EQ(made(2).title, "shown");
}

// Sundaresan, Yi, Huang 2000, section 1: what links say describes what the robot cannot read.
class DescribedUrlTest : public SummarizeStaleTest {
 protected:
  void SetUp() override {
    SummarizeStaleTest::SetUp();
    store({page(1, "one"), page(2, "two")}, {});
    Batch batch;
    UrlRecord file = url(3, "https://b.org/files/setup%20two.bin");
    file.site = file.host = "b.org";
    file.state = UrlState::kDropped;
    file.reason = repository::DropReason::kUnsupportedType;
    file.detail = "application/octet-stream";
    batch.new_urls = {file};
    for (const UrlId id : {1, 2}) {
      batch.pages.push_back(page(id, id == 1 ? "one" : "two"));
      batch.pages.back().relevant = true;
      batch.pages.back().relevance = Relevance(id == 1 ? 0.9 : 0.5);
    }
    batch.links = {{1, 0, 3, link(file.href, "The installer")},
                   {1, 1, 3, link(file.href, "Download")},
                   {2, 0, 3, link(file.href, "The installer")}};
    ASSERT_TRUE(repository_->crawl().apply(batch));
    options_.described = 10;
    options_.topic_title = "Stars";
  }
  SummarizeOptions options_;
};

TEST_F(DescribedUrlTest, HasASummaryFromWhatLinksSayOfIt) {
  const SummarizeReport report = summarize(options_);
  EXPECT_EQ(report.summarized, 3);
  EXPECT_EQ(report.described, 1);
  const Summary summary = made(3);
  EXPECT_EQ(summary.title, "The installer") << "most links call it that";
  EXPECT_EQ(summary.fetched, "");
  EXPECT_EQ(summary.media_type, "application/octet-stream");
  EXPECT_EQ(summary.topic, "Stars");
  EXPECT_NEAR(summary.relevance.value(), 0.7, 1e-9) << "the mean of the pages that speak of it";
  EXPECT_EQ(shown(summary.annotations_by_others),
            (std::vector<std::string>{href(1) + ": The installer (anchor)",
                                      href(1) + ": Download (anchor)",
                                      href(2) + ": The installer (anchor)"}));
  EXPECT_EQ(summarize(options_).summarized, 0) << "nothing has changed";
  Batch unchanged;
  unchanged.unchanged = {{1, day(1)}, {2, day(1)}};
  ASSERT_TRUE(repository_->crawl().apply(unchanged));
  EXPECT_EQ(summarize(options_).summarized, 0) << "it was only seen again";
}

TEST_F(DescribedUrlTest, IsNamedAsItsFileWhereNoLinkNamesIt) {
  Batch batch;
  batch.pages = {page(1, "one"), page(2, "two")};
  batch.pages[0].relevant = batch.pages[1].relevant = true;
  Link image = link("https://b.org/files/setup%20two.bin", "");
  image.title = "for Windows";
  batch.links = {{1, 0, 3, image}};
  ASSERT_TRUE(repository_->crawl().apply(batch));
  summarize(options_);
  EXPECT_EQ(made(3).title, "setup two.bin");
}

TEST_F(DescribedUrlTest, LosesItsSummaryWhenNoRelevantPageSpeaksOfIt) {
  summarize(options_);
  Batch batch;
  batch.pages = {page(1, "one"), page(2, "two")};  // Without the links.
  batch.pages[0].fetched_at = batch.pages[1].fetched_at = day(1);
  ASSERT_TRUE(repository_->crawl().apply(batch));
  EXPECT_EQ(summarize(options_).removed, 1);
  EXPECT_FALSE(repository_->summaries().has(3).value());
}

TEST_F(DescribedUrlTest, HasTheSummaryOfAPageOnceItIsOne) {
  summarize(options_);
  Batch batch;
  UrlRecord file = url(3, "https://b.org/files/setup%20two.bin");
  batch.changed_urls = {file};
  batch.pages = {page(3, "Setup")};
  ASSERT_TRUE(repository_->crawl().apply(batch));
  const SummarizeReport report = summarize(options_);
  EXPECT_EQ(report.described, 0);
  EXPECT_EQ(report.removed, 0);
  EXPECT_EQ(made(3).title, "Setup");
  EXPECT_NE(made(3).fetched, "");
}

TEST_F(DescribedUrlTest, WordsThatAnyLinkMayHaveDescribeNothing) {
  Batch batch;
  batch.pages = {page(1, "one"), page(2, "two")};
  batch.pages[0].relevant = batch.pages[1].relevant = true;
  batch.links = {{1, 0, 3, link("https://b.org/files/setup%20two.bin", "click here")}};
  ASSERT_TRUE(repository_->crawl().apply(batch));
  EXPECT_EQ(summarize(options_).described, 0);
  EXPECT_FALSE(repository_->summaries().has(3).value());
}

TEST_F(DescribedUrlTest, WithoutALimitThereIsNone) {
  options_.described = 0;
  EXPECT_EQ(summarize(options_).summarized, 2);
  EXPECT_FALSE(repository_->summaries().has(3).value());
}

}  // namespace
}  // namespace porthole::summarizer
